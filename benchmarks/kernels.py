"""What numba's kernels are worth: `python -m benchmarks.kernels`.

Each line is a function of many numbers, forward and its way back, as ratios to PyTorch eager: with numba, on NumPy alone,
and, as a floor, one call of NumPy's that goes over the same numbers. Times are one thread's processor time, the best of
many, so that they mean something on a busy machine too; set OMP_NUM_THREADS=1.
"""

import sys
import time

import numpy as np

import minitorch
from minitorch.fast.twins import Numba

SECONDS = 0.4  # for each


def rows(lib, step, **more):
    """A step on 256 x 1024 numbers: (forward, and the way back too)."""
    x, g = lib.randn(256, 1024, requires_grad=True), lib.randn(256, 1024)
    return both(x, g, lambda: step(lib, x))


def both(x, g, forward):
    def backward():
        x.grad = None
        forward().backward(g)

    return forward, backward


def layer_norm(lib):
    norm = lib.nn.LayerNorm(1024)
    return rows(lib, lambda lib, x: norm(x))


def batch_norm(lib):
    norm, x = lib.nn.BatchNorm2d(32), lib.randn(16, 32, 32, 32, requires_grad=True)
    return both(x, lib.randn(16, 32, 32, 32), lambda: norm(x))


def max_pool(lib):
    x = lib.randn(32, 32, 28, 28, requires_grad=True)
    return both(x, lib.randn(32, 32, 14, 14), lambda: lib.nn.functional.max_pool2d(x, 2))


def embedding(lib):
    table, index = lib.randn(65, 128, requires_grad=True), lib.randint(0, 65, (8, 128))
    return both(table, lib.randn(8, 128, 128), lambda: lib.nn.functional.embedding(index, table))


def convolution(lib):
    layer, x = lib.nn.Conv2d(32, 64, 3, padding=1), lib.randn(64, 32, 14, 14, requires_grad=True)
    return both(x, lib.randn(64, 64, 14, 14), lambda: layer(x))


def linear(lib):
    layer, x = lib.nn.Linear(128, 512), lib.randn(1024, 128, requires_grad=True)
    return both(x, lib.randn(1024, 512), lambda: layer(x))


def cross_entropy(lib):
    x, right = lib.randn(1024, 256, requires_grad=True), lib.randint(0, 256, (1024,))
    return both(x, lib.ones(()), lambda: lib.nn.functional.cross_entropy(x, right))


def lstm(lib):
    layer, x = lib.nn.LSTM(64, 128), lib.randn(64, 32, 64, requires_grad=True)
    return both(x, lib.randn(64, 32, 128), lambda: layer(x)[0])


def masked(lib):
    mask = lib.randn(128, 128) > 0
    x, g = lib.randn(8, 4, 128, 128, requires_grad=True), lib.randn(8, 4, 128, 128)
    return both(x, g, lambda: lib.where(mask, x, float("-inf")))


def adam(lib):
    p = lib.nn.Parameter(lib.randn(1000, 1000))
    p.grad = lib.randn(1000, 1000)
    return lib.optim.Adam([p]).step, None


def dropout(lib):
    return rows(lib, lambda lib, x: lib.nn.functional.dropout(x, 0.1))


def at_rows(step):
    return lambda lib: rows(lib, step)


# name: (what is measured, a call of NumPy's over as many numbers)
KERNELS = {
    "relu": (at_rows(lambda lib, x: lib.relu(x)), lambda x: np.maximum(x, 0)),
    "sigmoid": (at_rows(lambda lib, x: lib.sigmoid(x)), np.exp),
    "tanh": (at_rows(lambda lib, x: lib.tanh(x)), np.tanh),
    "silu": (at_rows(lambda lib, x: lib.nn.functional.silu(x)), np.exp),
    "gelu": (at_rows(lambda lib, x: lib.nn.functional.gelu(x)), np.exp),
    "gelu, tanh": (at_rows(lambda lib, x: lib.nn.functional.gelu(x, approximate="tanh")), np.tanh),
    "softmax": (at_rows(lambda lib, x: lib.softmax(x, 1)), np.exp),
    "log_softmax": (at_rows(lambda lib, x: lib.log_softmax(x, 1)), np.exp),
    "cumsum": (at_rows(lambda lib, x: x.cumsum(1)), lambda x: np.cumsum(x, 1)),
    "dropout": (dropout, lambda x: np.multiply(x, x)),
    "layer_norm": (layer_norm, lambda x: np.multiply(x, x)),
    "batch_norm, 16 x 32 x 32 x 32": (batch_norm, lambda x: np.multiply(x, x)),
    "max_pool2d, 32 x 32 x 28 x 28": (max_pool, lambda x: np.maximum(x, x)),
    "embedding, 1024 of 65 x 128": (embedding, lambda x: np.add(x[:128], x[:128])),
    "cross_entropy, 1024 x 256": (cross_entropy, np.exp),
    "where, 8 x 4 x 128 x 128": (masked, lambda x: np.multiply(x, x)),
    "conv2d 3 x 3, 64 x 32 x 14 x 14 to 64": (convolution, lambda x: np.multiply(x, x)),
    "linear, 1024 x 128 to 512": (linear, lambda x: np.multiply(x, x)),
    "LSTM, 64 to 128, 64 time steps of 32": (lstm, np.exp),
    "Adam, a million numbers": (adam, lambda x: np.multiply(x, x)),
}


def best(function):
    """The least processor time of this thread, in microseconds."""
    function()  # what is loaded and compiled on the way does not count
    least, end = float("inf"), time.perf_counter() + SECONDS
    while time.perf_counter() < end:
        start = time.thread_time()
        function()
        least = min(least, time.thread_time() - start)
    return least * 1e6


def timed(prepare, lib):
    """(forward, the way back) in microseconds."""
    lib.manual_seed(0)
    forward, whole = prepare(lib)
    first = best(forward)
    return (first, None) if whole is None else (first, max(best(whole) - first, 0.1))


def main():
    try:
        import torch
    except ImportError:
        sys.exit("The benchmarks compare with PyTorch: pip install torch==2.13.0")
    torch.set_num_threads(1)
    minitorch.set_num_threads(1)
    numbers, here = np.random.default_rng(0).normal(size=(256, 1024)).astype("float32"), not Numba.missing
    print(f"{'':38}{'PyTorch':>9}{'numba':>8}{'NumPy':>8}{'floor':>8}")
    for name, (prepare, floor) in KERNELS.items():
        theirs = timed(prepare, torch)
        ours = []
        for missing in (not here, True):
            Numba.missing = missing
            ours.append(timed(prepare, minitorch))
        least = best(lambda floor=floor: floor(numbers))
        for i, which in enumerate(("", ", back")):
            if theirs[i] is not None:
                with_numba, alone = ours[0][i] / theirs[i], ours[1][i] / theirs[i]
                print(f"{name + which:38}{theirs[i]:7.0f}us{with_numba:8.2f}{alone:8.2f}{least / theirs[i]:8.2f}")


if __name__ == "__main__":
    main()
