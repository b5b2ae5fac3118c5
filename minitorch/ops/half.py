"""half: float16 and bfloat16 are computed in float32, and what comes out is rounded once (shelf).

So do PyTorch's kernels: `x * y * z` in one operation is rounded at its end and not at each product. Numbers and 0-d
tensors that take part are rounded to 16 bits first, except the last operand of the operations in EXACT.
"""

import numpy as np

from .._holes import fill
from .call import compute as plain
from .promotion import NUMBER, floating

# whose last operand, if it has no dimension, keeps its digits
EXACT = frozenset("mul div lerp addcmul addcdiv".split())
STEPWISE = frozenset("addr div_trunc entr logit nextafter xlog1py xlogy".split())  # whose kernels round at each step
SINGLE = frozenset(["softplus"])  # which do not promote, and are computed in float32 all the same


def compute(op, values, tensors):
    """The forward of an operation that promotes, on single precision where it would be given half."""
    kind = None if op.promote is None else half_among(values)
    if op.name in KERNELS and is_half(values[0]):
        return KERNELS[op.name](op.forward, *values)
    if op.name in SINGLE and is_half(values[0]):
        return rounded(plain(op, [x.astype("float32") if is_half(x) else x for x in values], tensors), values[0].dtype)
    if kind is None:
        return plain(op, values if tensors or op.promote is None else of_numbers(op, values), tensors)
    restore(values, tensors)
    if op.name in STEPWISE or (op.name == "pow" and cubes(kind, values[1])):
        return plain(op, [narrow(x, kind) for x in values], tensors)
    exact = len(values) - 1 if op.name in EXACT else None
    single = [x if i == exact else narrow(x, kind) for i, x in enumerate(values)]
    return rounded(plain(op, [in_single(x) for x in single], tensors), kind)


def of_numbers(op, values):
    """Numbers alone with the dtype that PyTorch computes them in; NumPy would make 64 bits of Python's floats."""
    kind = op.promote(values)
    if kind is None:
        return values
    return [np.asarray(x).astype(kind.numpy)[()] if isinstance(x, NUMBER) else x for x in values]


def cubes(kind, exponent):
    """Whether PyTorch rounds the square on the way to this power: it does for bfloat16."""
    return kind.kind == "V" and isinstance(exponent, NUMBER) and exponent in (3, -2)


def is_half(x):
    """Whether x is an array of floats of 16 bits."""
    kind = getattr(x, "dtype", None)
    return kind is not None and kind.itemsize == 2 and kind.kind in "fV"


def no_half(kernel):
    """The promotion of an operation whose kernel PyTorch has for float32 and float64 alone, with its error for half precision."""

    def rule(operands):
        kind = floating(operands)
        if kind is not None and kind.itemsize == 2:
            raise NotImplementedError(f"\"{kernel}\" not implemented for '{kind.title}'")
        return kind

    rule.always = True  # it converts integers
    return rule


def half_among(values):
    """The NumPy dtype of the 16-bit floats among the operands; None where there are none."""
    for x in values:
        if is_half(x):
            return x.dtype
    return None


def restore(values, tensors):
    """Let 0-d operands be as precise as they came: formulas multiply by them, and they are saved so."""
    arrays = [i for i, x in enumerate(values) if hasattr(x, "dtype") and not isinstance(x, np.generic)]
    for i, x in zip(arrays, tensors, strict=False):
        if not x._array.ndim and x._array.dtype.kind == "f":
            values[i] = x._array


def narrow(x, kind):
    """An operand without dimensions with the digits that a 16-bit float has."""
    if isinstance(x, NUMBER):
        return np.asarray(x).astype(kind)[()]
    return x.astype(kind) if hasattr(x, "dtype") and not x.ndim and x.dtype.kind == "f" else x


def in_single(x):
    """An operand in float32, if it is a number or a floating array."""
    if isinstance(x, NUMBER):
        return np.float32(x)
    return x.astype("float32") if is_half(x) or getattr(x, "dtype", np.dtype(bool)).kind == "f" else x


def rounded(result, kind):
    """Floats that were computed in single precision, in half."""
    if isinstance(result, tuple):
        return tuple([rounded(part, kind) for part in result])
    return result.astype(kind) if result.dtype == np.float32 else result


# --- kernels that round on their way ------------------------------------------------------------------------------------


def log_softmax(forward, x, dim):
    """log_softmax along the last dimension, where PyTorch keeps the sum and its logarithm in 16 bits."""
    if not x.size or not x.ndim or dim % x.ndim != x.ndim - 1:
        return forward(x, dim)
    wide = x.astype("float32")
    wide -= wide.max(-1, keepdims=True)
    total = in_half(np.exp(wide).sum(-1, keepdims=True), x.dtype)
    return (wide - in_half(np.log(total), x.dtype)).astype(x.dtype)


def prod(forward, x, dim, keepdim, dtype):
    """A product whose every step is rounded, also of float16, which NumPy would multiply up in float32.

    keepdim is never asked for without a dim: torch.prod refuses that.
    """
    if not x.size or not x.ndim or dtype is not None or x.dtype.kind != "f":
        return forward(x, dim, keepdim, dtype)
    x, axis = (x.reshape(-1), 0) if dim is None else (x, dim)
    found = np.multiply.accumulate(x, axis).take([-1], axis)
    return found if keepdim else found.squeeze(axis)


def normalize(forward, x, weight, bias, dims, shape, eps, found, kind):
    """Batch norm, which computes with the statistics as it keeps them for the backward pass: in 16 bits."""
    made = forward(x, weight, bias, dims, shape, eps, found, kind)
    if kind != "BatchNorm" or not are_half(weight, bias):
        return made
    mean, scale = in_half(found[0], x.dtype), scale_of(found[1], eps, x, kind)
    hat = (x.astype("float32") - mean) * scale
    if weight is not None:
        hat *= weight.reshape(shape).astype("float32")
    if bias is not None:
        hat += bias.reshape(shape).astype("float32")
    return hat.astype(x.dtype)


def scale_of(var, eps, x, kind):
    """1 / sqrt(var + eps) of 16 bits; batch norm in bfloat16 has a sum of 16 bits, too, and the variance, which it divides it to."""
    if kind == "BatchNorm" and x.dtype.kind == "V":
        count = np.float32(x.size / var.size)
        var = in_half(in_half(var * count, x.dtype) / count, x.dtype)
    return in_half(1 / np.sqrt(var + np.float32(eps)), x.dtype)


def are_half(*weights):
    """Whether all weights that there are have 16 bits, too: beside others PyTorch keeps statistics in float32."""
    return all([x is None or is_half(x) for x in weights])


def in_half(x, kind):
    """Numbers of float32 with the digits that a 16-bit float has."""
    return x.astype(kind).astype("float32")


# name of an operation that does not promote -> what takes the place of its forward for 16 bits: kernel(forward, *values)
KERNELS = {"log_softmax": log_softmax, "normalize": normalize, "prod": prod}

fill("minitorch.ops.call", compute=compute)
