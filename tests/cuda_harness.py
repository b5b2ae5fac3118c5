"""cuda_harness: run an operation on the CPU and on the GPU, or its double, with the same samples, and list where they differ.

What the CPU gives is compared with PyTorch elsewhere (op_harness.py); here it is the measure for the other device.
"""

import functools

import numpy as np

import minitorch as mt

from .op_harness import (
    FINE,
    TOLERANCE,
    arguments,
    describe,
    error_cases,
    few,
    flat,
    quietly,
    samples,
    supports,
    variants,
)
from .op_harness import two_gradients as gradients_of

DTYPES = ("float32", "int64", "bool", "complex64", "float16", "bfloat16", "float64", "uint8")


def tree(function, value):
    """The value with the function applied to each tensor in it."""
    if isinstance(value, mt.Tensor):
        return function(value)
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return type(value)(*[tree(function, v) for v in value])
    if type(value) in (tuple, list):
        return type(value)([tree(function, v) for v in value])
    if isinstance(value, dict):
        return {key: tree(function, v) for key, v in value.items()}
    return value


def on_cuda(value):
    """The same arguments with tensors on the GPU, as leaves of their own; where a device is named, it is the GPU."""

    def move(x):
        moved = x.detach().cuda()
        return moved.requires_grad_(x.requires_grad)

    if isinstance(value, dict):
        return {key: "cuda" if key == "device" else on_cuda(one) for key, one in value.items()}
    if isinstance(value, tuple):
        return tuple(["cuda" if one == "cpu" and type(one) is str else tree(move, one) for one in value])
    return tree(move, value)


def unlike(got, expected, tolerance=None):
    """What is wrong with a result of the GPU, in words; None when nothing is."""
    if isinstance(expected, mt.Tensor):
        if not isinstance(got, mt.Tensor):
            return f"got {type(got).__name__}, expected a tensor"
        if not got.is_cuda:
            return f"is on {got.device}"
        if got.shape != expected.shape or got.dtype is not expected.dtype:
            return f"{got.dtype}{list(got.shape)}, expected {expected.dtype}{list(expected.shape)}"
        if got.requires_grad != expected.requires_grad:
            return f"requires_grad {got.requires_grad}, expected {expected.requires_grad}"
        return far(got.detach().cpu()._array, expected.detach()._array, tolerance)
    if isinstance(expected, (tuple, list)):
        if not isinstance(got, (tuple, list)) or len(got) != len(expected):
            return f"got {type(got).__name__}, expected {len(expected)} results"
        wrong = [unlike(g, e, tolerance) for g, e in zip(got, expected, strict=True)]
        return next((w for w in wrong if w), None)
    if isinstance(expected, float):
        return None if np.isclose(got, expected, equal_nan=True) else f"got {got}, expected {expected}"
    if isinstance(expected, mt.device):
        return None
    return None if got == expected else f"got {got!r}, expected {expected!r}"


def far(a, b, tolerance=None):
    """What is wrong with the numbers of an array."""
    wide = np.float64 if b.dtype.kind in "fV" else b.dtype
    relative, absolute = tolerance or TOLERANCE.get(b.dtype.name, (4e-2, 4e-2) if b.dtype.kind == "V" else FINE)
    with np.errstate(all="ignore"):
        close = np.allclose(a.astype(wide), b.astype(wide), relative, absolute, equal_nan=True)
    return None if close else f"got {np.ravel(a)[:6]}, expected {np.ravel(b)[:6]}"


def outcome(function, args, kwargs):
    """(the result, None) or (None, the error), always from the same random numbers."""
    mt.manual_seed(0)
    try:
        return quietly(function, *args, **kwargs), None
    except Exception as error:
        return None, error


def compare(row, name, function, args, kwargs, process=lambda result, dtype: result):
    """None, or what is wrong with an operation on the GPU; an error must be of the CPU's type."""
    kept = on_cuda(args), on_cuda(kwargs)
    expected, error = outcome(function, args, kwargs)
    got, other = outcome(function, *kept)
    return verdict(row, name, (args, kwargs), got, other, expected, error, process)


def verdict(row, name, given, got, other, expected, error, process):
    """What is wrong, with the call that it is about."""
    call = f"{row.id}{name}({describe(*given)})"
    if other is not None:
        same = error is not None and isinstance(other, type(error))
        return None if same else f"{call}: {type(other).__name__}: {other}"
    if error is not None:
        return f"{call}: no error, expected {type(error).__name__}: {error}"
    try:
        problem = unlike(process(got, ""), process(expected, ""), row.tolerance)
    except Exception as wrong:
        problem = f"{type(wrong).__name__}: {wrong}"
    return problem and f"{call}: {problem}"


# --- the checks of one row: each returns (number of cases, list of what is wrong) -----------------------------------------


def check_values(row, info, dtype, limit):
    """Results on PyTorch's samples of one dtype."""
    import torch

    if not supports(info, dtype):
        return 0, []
    wants = info.supports_autograd and dtype not in ("int64", "bool", "uint8")
    found = []
    for sample in few(samples(info, getattr(torch, dtype), wants), limit):
        (args, kwargs), (our_args, our_kwargs) = arguments(sample)
        if row.leaves_out(dtype, args, kwargs) or row.leaves_out("cuda", args, kwargs):
            continue
        look = functools.partial(looked, row, sample, dtype)
        found.append(compare(row, "", row.function(), our_args, our_kwargs, look))
    return len(found), [w for w in found if w]


def looked(row, sample, dtype, result, _):
    """What is compared of a result."""
    result = sample.output_process_fn_grad(result) if row.settled else result
    return row.look(result, dtype)


def check_gradients(row, info, limit):
    """First and second gradients in float64."""
    import torch

    if not (info.supports_autograd and supports(info, "float64")) or "gradients" in row.nothing:
        return 0, []
    found = []
    for sample in few(samples(info, torch.float64, True), limit):
        (args, kwargs), (our_args, our_kwargs) = arguments(sample)
        if row.leaves_out("float64", args, kwargs):
            continue
        process = sample.output_process_fn_grad if row.settled else (lambda result: result)
        run = functools.partial(two_gradients, row, info, process)
        found.append(compare(row, " gradients", run, (our_args, our_kwargs), {}))
    return len(found), [w for w in found if w]


def two_gradients(row, info, process, args, kwargs):
    """The gradients of both orders, in a list without those that are not there."""
    found = gradients_of(Here(args), row.function(), args, kwargs, info.supports_gradgrad, process) or []
    return [g.detach() for gradients, _ in found for g in gradients if g is not None]


class Here:
    """minitorch, whose from_numpy makes tensors on the device of the arguments."""

    autograd = mt.autograd

    def __init__(self, args):
        inputs = flat(args)
        self.cuda = bool(inputs) and inputs[0].is_cuda

    def from_numpy(self, array):
        made = mt.from_numpy(array)
        return made.cuda() if self.cuda else made


def check_variants(row, info, limit):
    """Methods, operators and in-place forms in float32, or the first other dtype that there is."""
    import torch

    dtype = next((d for d in DTYPES if supports(info, d)), None)
    found = []
    for what, function, _ in variants(row, info) if dtype else ():
        if function is None or what in row.nothing:
            continue
        for sample in few(samples(info, getattr(torch, dtype), False), limit):
            (args, kwargs), (our_args, our_kwargs) = arguments(sample)
            if not row.leaves_out(dtype, args, kwargs):
                look = functools.partial(looked, row, sample, dtype)
                found.append(compare(row, f" {what}", function, our_args, our_kwargs, look))
    return len(found), [w for w in found if w]


def check_errors(row, info):
    """Where the CPU raises, the GPU does."""
    found = []
    for args, kwargs, our_args, our_kwargs, _ in [] if "errors" in row.nothing else error_cases(info):
        if not row.leaves_out("error", args, kwargs):
            found.append(compare(row, " errors", row.function(), our_args, our_kwargs))
    return len(found), [w for w in found if w]


def check_row(row, info, dtypes=DTYPES, limit=4):
    """All checks of a row: [(name of the check, number of cases, list of what is wrong)]."""
    found = [(dtype, *check_values(row, info, dtype, limit)) for dtype in dtypes]
    found.append(("gradients", *check_gradients(row, info, limit)))
    found.append(("variants", *check_variants(row, info, min(limit or 2, 2))))
    found.append(("errors", *check_errors(row, info)))
    return found
