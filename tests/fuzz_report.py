"""fuzz_report: odd calls of everything that both libraries have, ours beside PyTorch's.

    python -m tests.fuzz_report [beginnings of names] [--types] [--seed N] [--count N] [-v]

Each batch of calls runs in a process of its own, with limits of time and memory: a crash or a hang is seen and named.
"Same" is the same outcome: a result, or an error of PyTorch's type. Values, dtypes, shapes and strides of results are
compared too and counted apart. --types also changes tensors and numbers into things of another type.
"""

import collections
import json
import os
import resource
import select
import signal
import sys
import time
import warnings

import numpy as np
import torch

import minitorch as mt

from .fuzz_cases import describe, ours
from .fuzz_targets import all_targets
from .op_harness import TOLERANCE

SECONDS = 5  # that one call may take
BATCH = 6  # targets of one process
MEMORY = 6 << 30


class Hang(BaseException):
    """The call took too long."""


# --- one call in both libraries ---------------------------------------------------------------------------------------


def outcome(function, args, kwargs, library):
    """(kind of outcome, the result or the error's words)."""
    library.manual_seed(0)
    signal.alarm(SECONDS)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            result = function(*args, **kwargs)
            gradients_of(result, library)
        return "ok", result
    except Hang:
        return "HANG", ""
    except Exception as error:  # noqa: BLE001
        name = type(error).__name__
        return ("RuntimeError" if name == "OutOfMemoryError" else name.strip("_")), str(error).split("\n")[0][:160]
    finally:
        signal.alarm(0)


def gradients_of(result, library):
    """Walk back from the first tensor of a result that wants it."""
    first = result[0] if isinstance(result, (tuple, list)) and len(result) else result
    if isinstance(first, library.Tensor) and first.requires_grad and first.grad_fn is not None:
        (first.abs() if first.is_complex() else first).sum().backward()


def compare(got, expected):
    """What differs between two results, in words, or None."""
    if isinstance(expected, torch.Tensor):
        if not isinstance(got, mt.Tensor):
            return f"type: {type(got).__name__}, expected a tensor"
        if tuple(got.shape) != tuple(expected.shape):
            return f"shape: {list(got.shape)}, expected {list(expected.shape)}"
        name = str(expected.dtype).removeprefix("torch.")
        if got.dtype.name != name:
            return f"dtype: {got.dtype.name}, expected {name}"
        if got.requires_grad != expected.requires_grad:
            return f"requires_grad: {got.requires_grad}, expected {expected.requires_grad}"
        return numbers(got, expected, name) or strides(got, expected)
    if isinstance(expected, (tuple, list)):
        if not isinstance(got, (tuple, list)) or len(got) != len(expected):
            return f"type: {type(got).__name__}, expected {len(expected)} results"
        return next((w for w in [compare(g, e) for g, e in zip(got, expected, strict=True)] if w), None)
    if isinstance(expected, (bool, int, float, complex, str)):
        same = type(got) is type(expected) and (
            got == expected or abs(got - expected) < 1e-5 * abs(expected) or got != got
        )
        return None if same else f"value: {got!r}, expected {expected!r}"
    return None


def numbers(got, expected, name):
    if expected.numel() > 1 << 22 or got.is_sparse or expected.is_sparse:
        return None
    wide = expected.detach().resolve_conj().resolve_neg()
    a = np.asarray(got.detach()._array)
    b = (wide.float() if name == "bfloat16" else wide).numpy()
    a, b = np.ravel(a.astype(b.dtype)), np.ravel(b)
    relative, absolute = (2e-2, 2e-2) if name == "bfloat16" else TOLERANCE.get(name, (1e-6, 1e-7))
    finite = b[np.isfinite(b)] if b.dtype.kind in "fc" else b[:0]
    absolute *= max(1.0, np.abs(finite).max()) if finite.size else 1.0
    with np.errstate(all="ignore"):
        if b.dtype.kind in "fc" and np.allclose(a, b, 5 * relative, 5 * absolute, equal_nan=True):
            return None
    if b.dtype.kind not in "fc" and np.array_equal(a, b):
        return None
    return f"value: {a[:5]}, expected {b[:5]}"


def strides(got, expected):
    if expected.layout != torch.strided or expected.numel() < 2:
        return None
    kept = [i for i, n in enumerate(expected.shape) if n > 1]
    a, b = [got.stride()[i] for i in kept], [expected.stride()[i] for i in kept]
    return None if a == b else f"stride: {a}, expected {b}"


def run_case(target, number, args, kwargs, tell):
    """One call: what came of it goes to the process that asked."""
    if target.is_method and not (args and isinstance(args[0], torch.Tensor)):
        return
    text = f"{target.name}({', '.join([*map(describe, args), *(f'{k}={describe(v)}' for k, v in kwargs.items())])})"
    memory = {}
    try:
        mine = tuple([ours(a, memory) for a in args]), {k: ours(v, memory) for k, v in kwargs.items()}
    except (RuntimeError, TypeError, AttributeError, NotImplementedError, ValueError):
        return
    tell({"at": "torch", "number": number, "text": text})
    theirs, expected = outcome(target.theirs, args, kwargs, torch)
    tell({"at": "minitorch"})
    own, got = outcome(target.ours, *mine, mt)
    answer = {
        "text": text,
        "theirs": theirs,
        "ours": own,
        "said": str(expected)[:160] if theirs != "ok" else "",
        "we": "" if own == "ok" else got,
    }
    if theirs == own == "ok":
        try:
            answer["differs"] = compare(got, expected) if target.values else None
            if answer["differs"] is None:
                answer["differs"] = compare_inputs(mine, (args, kwargs), target)
        except Exception as error:  # noqa: BLE001
            answer["differs"] = f"compare: {error!r}"
    tell(answer)


def compare_inputs(mine, theirs, target):
    """What was written into the inputs, and their gradients."""
    for a, b in zip([*mine[0], *mine[1].values()], [*theirs[0], *theirs[1].values()], strict=True):
        if isinstance(b, torch.Tensor) and isinstance(a, mt.Tensor):
            if b.grad is not None and a.grad is not None:
                wrong = compare(a.grad, b.grad)
                if wrong and not wrong.startswith("stride"):
                    return f"grad {wrong}"
            wrong = compare(a, b)
            if wrong and not wrong.startswith("stride"):
                return f"input {wrong}"
    return None


# --- batches in processes of their own --------------------------------------------------------------------------------


def work(targets, first, seed, count, tensors, pipe):
    """What a child does: calls from `first` = (target, number) on."""

    def alarm(*_):
        raise Hang

    signal.signal(signal.SIGALRM, alarm)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    out = os.fdopen(pipe, "w", buffering=1)
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 1)
    os.dup2(null, 2)
    for index, target in enumerate(targets):
        if index < first[0]:
            continue

        def tell(what, index=index):
            out.write(json.dumps({**what, "index": index}) + "\n")

        tell({"at": "making", "number": -1})
        try:
            start = first[1] + 1 if index == first[0] else 0
            hear = lambda n, tell=tell: tell({"at": "making", "number": n})  # noqa: E731
            for number, args, kwargs in target.cases(seed, count, tensors, hear, start):
                run_case(target, number, args, kwargs, tell)
        except Exception as error:  # noqa: BLE001
            out.write(json.dumps({"broken": f"{target.name}: {error!r}"}) + "\n")
    out.write(json.dumps({"end": 1}) + "\n")
    out.flush()
    os._exit(0)


def batch(targets, seed, count, tensors):
    """The answers of some targets; a child that dies or hangs is named, and the next goes on behind its last call."""
    answers, first = [], (0, -1)
    while True:
        reader, writer = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(reader)
            try:
                work(targets, first, seed, count, tensors, writer)
            finally:
                os._exit(1)
        os.close(writer)
        at, text, ended, left = None, "", False, b""
        while True:
            ready, _, _ = select.select([reader], [], [], 3 * SECONDS + 30)
            piece = os.read(reader, 1 << 16) if ready else b""
            if not piece:
                break
            *lines, left = (left + piece).split(b"\n")
            for line in lines:
                what = json.loads(line)
                if "at" in what:
                    at = what["at"]
                    text = what.get("text", text)
                    if "number" in what:
                        first = max(first, (what["index"], what["number"]))
                elif "end" in what:
                    ended = True
                else:
                    at = None
                    answers.append(what)
        if not ended:
            os.kill(child, signal.SIGKILL)
        os.close(reader)
        status = os.waitpid(child, 0)[1]
        if ended:
            return answers
        word = "HANG" if not ready else f"CRASH {status}"
        if at == "minitorch":
            answers.append({"text": text, "theirs": "?", "ours": word, "said": "", "we": ""})
        elif at != "torch":
            answers.append({"broken": f"{word} between calls, near {text}"})
            if first[1] < 0:
                first = (first[0] + 1, -1)
            if len(answers) > 50 * len(targets) + 100:
                return answers


def option(name, default):
    return int(sys.argv[sys.argv.index(name) + 1]) if name in sys.argv else default


def main():
    torch.set_num_threads(1)
    seed, count, tensors = option("--seed", 0), option("--count", 6), "--types" not in sys.argv
    skip = {sys.argv.index(o) + 1 for o in ("--seed", "--count", "--write", "--part", "--parts") if o in sys.argv}
    names = [a for i, a in enumerate(sys.argv) if i and not a.startswith("-") and i not in skip]
    targets = [t for t in all_targets() if not names or t.name.startswith(tuple(names))]
    part, parts = option("--part", 0), option("--parts", 1)
    targets = targets[part::parts]
    totals, kinds, listed, start = collections.Counter(), collections.Counter(), [], time.time()
    for first in range(0, len(targets), BATCH):
        if "-p" in sys.argv:
            print(f"{time.time() - start:.1f} {targets[first].name}", file=sys.stderr, flush=True)
        for answer in batch(targets[first : first + BATCH], seed, count, tensors):
            if "broken" in answer:
                listed.append(("broken", answer["broken"], "", ""))
                continue
            if answer["theirs"] == "HANG":
                continue
            same = answer["theirs"] == answer["ours"]
            totals["calls"] += 1
            totals["same"] += same
            if not same:
                kind = f"{answer['theirs']} -> {answer['ours']}"
                kinds[kind] += 1
                listed.append((kind, answer["text"], answer["said"], answer["we"]))
            elif answer["ours"] == "ok":
                totals["results"] += 1
                wrong = answer.get("differs")
                totals["equal"] += wrong is None
                if wrong is not None:
                    kinds["differs: " + wrong.split(":")[0]] += 1
                    listed.append(("differs: " + wrong.split(":")[0], answer["text"], wrong, ""))
    print(
        f"{len(targets)} targets, {time.time() - start:.0f} s; same {totals['same']} of {totals['calls']}: "
        f"{100 * totals['same'] / max(1, totals['calls']):.2f} %; equal results {totals['equal']} of {totals['results']}"
    )
    for kind, number in kinds.most_common():
        print(f"  {number:5} {kind}")
    if "-v" in sys.argv or "--write" in sys.argv:
        file = open(sys.argv[sys.argv.index("--write") + 1], "w") if "--write" in sys.argv else sys.stdout  # noqa: SIM115
        for kind, text, said, we in sorted(listed):
            print(f"{kind} | {text}\n      PyTorch: {said}\n      we:      {we}", file=file)
    return any(kind.split(" -> ")[-1].startswith(("CRASH", "HANG")) for kind in kinds)


if __name__ == "__main__":
    sys.exit(main())
