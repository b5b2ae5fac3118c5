"""The library's time and memory as ratios to PyTorch's, both measured in this run: `python -m benchmarks [WORD ...]`.

Below 1 is less than PyTorch eager takes. Times are measured in turns, the best of many rounds, on two threads; memory
is what a training step adds at most to a process of its own. With words, only the rows that have one in their names.
`python -m benchmarks --readme` writes README.md's table: once without numba and, where it is installed, once with it.
"""

import compileall
import json
import os
import subprocess
import sys
import threading
import time
from statistics import geometric_mean

import minitorch

from .models import MODELS
from .readme import write

BARS = {"chain": 0.65, "classifier": 0.8, "nested": 1.5, "tree": 1.0, "array": 1.3, "import": 1.3, "memory": 1.2}
BARS |= {"loader": 1.0, "model": 2.0}
CHAIN, NESTED = "chain of 1,000: (y * w + w).tanh(), 333 times", "1,000 identity modules, one in the other"
TREE = "1,000 layers: names, state out and in, modes"
SECONDS = 6  # for the rounds of one model
STRETCH = 0.1  # seconds in which it is one library's turn


def rows(torch):
    """{name: (bar, what measures ours and theirs, in seconds or MB)}"""
    found = {
        f"chain of 1,000: {name}": (BARS["chain"], lambda step=step: pair(chain(step), torch))
        for name, step in STEPS.items()
    }
    found["64-64-10 classifier step, batch 32"] = BARS["classifier"], lambda: pair(classifier, torch, inner=20)
    found[NESTED] = BARS["nested"], lambda: pair(nested, torch)
    found[TREE] = BARS["tree"], lambda: pair(tree, torch, rounds=8)
    for size in (4, 32):
        name = f"1,000 batches of {size} rows of ten numbers"
        found[name] = BARS["loader"], lambda size=size: pair(batches(size), torch, rounds=12)
    for name, step in ARRAYS.items():
        found[f"256 x 1024 numbers: {name}"] = BARS["array"], lambda step=step: pair(array(step), torch, 5)
    for name, prepare in MODELS.items():
        found[name] = BARS["model"], lambda prepare=prepare: model(prepare, torch)
    found["import, against import numpy"] = BARS["import"], imports
    for width, batch, depth in ((1024, 512, 4), (512, 4096, 10)):
        step = STEP.format(library="{library}", width=width, batch=batch, depth=depth)
        found[f"memory: {depth} layers {width} wide, batch {batch}"] = BARS["memory"], lambda step=step: memories(step)
    for name in MODELS:
        step = MODEL_STEP.format(library="{library}", name=name)
        found[f"memory: {name}"] = BARS["memory"], lambda step=step: memories(step)
    return found


def main(words):
    """Measure the rows whose names have one of these words in them, or all."""
    try:
        import torch
    except ImportError:
        sys.exit("The benchmarks compare with PyTorch: pip install torch==2.13.0")
    torch.set_num_threads(2)
    ratios, compared = {}, (*MODELS, CHAIN, NESTED, TREE)
    print(f"{'':60}{'ours':>10}{'theirs':>10}{'ratio':>8}{'bar':>7}")
    for name, (bar, measure) in rows(torch).items():
        if words and not any(word in name for word in words):
            continue
        ours, theirs = measure()
        ratios[name] = ours / theirs
        unit, factor = ("MB", 1) if name.startswith("memory") else ("ms", 1e3)
        print(
            f"{name:60}{ours * factor:8.2f}{unit}{theirs * factor:8.2f}{unit}{ours / theirs:8.2f}{bar:7.2f}", flush=True
        )
    if all(name in ratios for name in compared):
        ratios["geometric mean"] = geometric_mean([ratios[name] for name in compared])
        print(f"{'the geometric mean of the models, chain, call and tree':80}{ratios['geometric mean']:8.2f}")
    return ratios


STEPS = {
    "y + w": lambda y, w: y + w,
    "y * w": lambda y, w: y * w,
    "y * 1.001": lambda y, w: y * 1.001,
    "y.tanh()": lambda y, w: y.tanh(),
    "(y * w + w).tanh(), 333 times": None,
}


def chain(step):
    """1,000 operations on 8 numbers, forward and backward."""

    def prepare(lib):
        x, w = lib.ones(8, requires_grad=True), lib.full((8,), 1.0001, requires_grad=True)

        def run():
            y = x
            if step is None:
                for _ in range(333):
                    y = (y * w + w).tanh()
            else:
                for _ in range(1000):
                    y = step(y, w)
            y.sum().backward()

        return run

    return prepare


ARRAYS = {
    "x + y": lambda lib, x, y: x + y,
    "x * y": lambda lib, x, y: x * y,
    "x / y": lambda lib, x, y: x / y,
    "x > y": lambda lib, x, y: x > y,
    "exp": lambda lib, x, y: x.exp(),
    "log": lambda lib, x, y: y.log(),
    "tanh": lambda lib, x, y: x.tanh(),
    "sigmoid": lambda lib, x, y: x.sigmoid(),
    "relu": lambda lib, x, y: x.relu(),
    "clamp": lambda lib, x, y: x.clamp(-1, 1),
    "gelu": lambda lib, x, y: lib.nn.functional.gelu(x),
    "sum": lambda lib, x, y: x.sum(),
    "sum of each row": lambda lib, x, y: x.sum(1),
    "mean of each column": lambda lib, x, y: x.mean(0),
    "var of each row": lambda lib, x, y: x.var(1),
    "max of each row": lambda lib, x, y: x.max(1),
    "softmax": lambda lib, x, y: x.softmax(1),
    "cumsum": lambda lib, x, y: x.cumsum(1),
    "x @ y.T": lambda lib, x, y: x @ y.T,
}


def array(step):
    """One operation on two arrays of a quarter of a million numbers."""

    def prepare(lib):
        lib.manual_seed(0)
        x, y = lib.randn(256, 1024), lib.rand(256, 1024) + 0.5
        return lambda: step(lib, x, y)

    return prepare


def classifier(lib):
    """One training step of a classifier with one hidden layer: forward, loss, backward, update."""
    lib.manual_seed(0)
    images, labels = lib.randn(32, 64), lib.randint(0, 10, (32,))
    sizes = [(64, 64), (64,), (64, 10), (10,)]
    parameters = [(0.1 * lib.randn(*size)).requires_grad_() for size in sizes]
    w1, b1, w2, b2 = parameters
    cross_entropy = lib.nn.functional.cross_entropy

    def run():
        loss = cross_entropy((images @ w1 + b1).relu() @ w2 + b2, labels)
        loss.backward()
        with lib.no_grad():
            for p in parameters:
                p -= 0.1 * p.grad
                p.grad = None

    return run


def nested(lib):
    """A call that goes through 1,000 modules, each inside the one before."""

    class Identity(lib.nn.Module):
        def __init__(self, inner):
            super().__init__()
            self.inner = inner

        def forward(self, x):
            return x if self.inner is None else self.inner(x)

    module, x = None, lib.ones(1)
    for _ in range(1000):
        module = Identity(module)
    return lambda: module(x)


def tree(lib):
    """What a training script does with all of a large module: names, state_dict, loading it, modes, zero_grad."""

    class Layer(lib.nn.Module):
        def __init__(self):
            super().__init__()
            self.weight, self.bias = lib.nn.Parameter(lib.zeros(4, 4)), lib.nn.Parameter(lib.zeros(4))

    module = lib.nn.Module()
    for number in range(1000):
        module.add_module(str(number), Layer())

    def run():
        list(module.named_parameters())
        module.load_state_dict(module.state_dict())
        module.train()
        module.eval()
        module.zero_grad()

    return run


def batches(size):
    """A DataLoader's way through a TensorDataset, in this process."""

    def prepare(lib):
        data = lib.utils.data.TensorDataset(lib.randn(1000 * size, 10), lib.arange(1000 * size) % 10)
        loader = lib.utils.data.DataLoader(data, size)

        def run():
            for _ in loader:
                pass

        return run

    return prepare


def pair(prepare, torch, inner=1, rounds=30):
    """The best times of one run here and in PyTorch, measured in turns."""
    return best([prepare(minitorch), prepare(torch)], inner, rounds)


def best(functions, inner, rounds, stretch=1):
    """The best time of each function, called in turns, so many times in a row."""
    times = [float("inf")] * len(functions)
    for _ in range(rounds):
        for i, function in enumerate(functions):
            for _ in range(stretch):
                start = time.perf_counter()
                for _ in range(inner):
                    function()
                times[i] = min(times[i], (time.perf_counter() - start) / inner)
    return times


def model(prepare, torch):
    """The best times of a training step, PyTorch's with the better of one thread and two."""
    here, there = prepare(minitorch), prepare(torch)

    def with_threads(count):
        def step():
            torch.set_num_threads(count)
            there()

        return step

    steps = [here, with_threads(1), with_threads(2)]
    for _ in range(3):  # the first times are no measure: kernels are compiled, threads made
        start = time.perf_counter()
        for step in steps:
            step()
        each = time.perf_counter() - start
    # threads stay awake for milliseconds after a step on two, so each has the processor to itself for a while
    stretch = int(STRETCH / each) + 1
    ours, *theirs = best(steps, 1, min(max(int(SECONDS / each / stretch), 3), 100), stretch)
    return ours, min(theirs)


def imports():
    """The time to import minitorch and to import numpy, each in a fresh Python, less that of starting Python."""

    for package in (minitorch, sys.modules["numpy"]):  # as pip leaves them: with their byte code
        compileall.compile_dir(os.path.dirname(package.__file__), quiet=2)

    def run(code):
        return lambda: subprocess.run([sys.executable, "-c", code], check=True)

    nothing, ours, numpys = best([run("pass"), run("import minitorch"), run("import numpy")], 1, 10)
    return ours - nothing, numpys - nothing


STEP = """
import ctypes, gc
import {library} as lib
nn = lib.nn
lib.manual_seed(0)
layers = [layer for _ in range({depth}) for layer in (nn.Linear({width}, {width}), nn.ReLU())]
model = nn.Sequential(*layers, nn.Linear({width}, 10))
optimizer = lib.optim.SGD(model.parameters(), lr=0.01)
images, labels = lib.randn({batch}, {width}), lib.randint(0, 10, ({batch},))

def step(images, labels):
    nn.functional.cross_entropy(model(images), labels).backward()
    optimizer.step()
    optimizer.zero_grad()

def status(name):
    return next(int(line.split()[1]) for line in open("/proc/self/status") if line.startswith(name)) / 1024

step(images, labels)  # what is loaded and set up on the way is no memory of the step
gc.collect()
ctypes.CDLL(None).malloc_trim(0)
open("/proc/self/clear_refs", "w").write("5")  # Linux: the peak starts again from here
before = status("VmRSS")
step(images, labels)
print(status("VmHWM") - before)
"""


MODEL_STEP = """
import ctypes, gc
from benchmarks.models import MODELS
import {library} as lib
step = MODELS["{name}"](lib)

def status(name):
    return next(int(line.split()[1]) for line in open("/proc/self/status") if line.startswith(name)) / 1024

step()
gc.collect()
ctypes.CDLL(None).malloc_trim(0)  # what the first step has let go is no memory of the library's any more
open("/proc/self/clear_refs", "w").write("5")
before = status("VmRSS")
step()
step()
print(status("VmHWM") - before)
"""


def memory(step, library):
    """The memory, in MB, that a training step adds at its peak to a process that has made the model, or made one step.

    step  the program, in which the library's name is still to be filled in; it prints the figure
    """
    code = step.format(library=library)
    return float(subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout)


def memories(step):
    """Ours and PyTorch's; below 1 MB it is pages that are counted, not numbers."""
    return max(memory(step, "minitorch"), 1), max(memory(step, "torch"), 1)


def run():
    """What the command line asks for."""
    words = sys.argv[1:]
    file = words[words.index("--json") + 1] if "--json" in words else None
    ratios = main([word for word in words if word not in ("--json", file)])
    if file:
        with open(file, "w") as out:
            json.dump(ratios, out)


if __name__ == "__main__" and "--readme" in sys.argv:
    write()
elif __name__ == "__main__":
    sys.setrecursionlimit(20_000)  # for modules inside modules
    threading.stack_size(512 * 2**20)
    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
