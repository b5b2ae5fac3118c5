"""hard_activation: hardtanh, relu6, hardsigmoid, hardswish, hardshrink, softshrink, threshold: straight pieces (shelf)."""

from ..._tensor import method
from ...backend import array_module
from ...dtypes import finfo, from_numpy_dtype
from ...ops.index.where import masked
from ...ops.inplace.in_place import overlaps
from ...ops.op import op
from ...ops.pointwise.arithmetic import zeros_of
from .activation import applied, floats_only, pick, same, single


@op
def _hardtanh(x, min_val, max_val):
    xp = array_module(x)
    if x.dtype.kind == "c":
        raise NotImplementedError("clamp is not supported for complex types")
    if x.dtype.kind in "iu":
        min_val, max_val = int(min_val), int(max_val)
    return same(xp.minimum(xp.maximum(x, min_val), max_val), x)


_hardtanh.grad(x=lambda g, x, min_val, max_val: hardtanh_backward(g, x, min_val, max_val))


@op(derivative="HardtanhBackwardBackward0")
def hardtanh_backward(grad_output, x, min_val, max_val):
    """What hardtanh sends back. Where x is does not change it: the gradient of x is zeros, not None."""
    return masked.forward(grad_output, ~((x <= min_val) | (x >= max_val)))


hardtanh_backward.grad(
    grad_output=lambda g, x, min_val, max_val: hardtanh_backward(g, x, min_val, max_val),
    x=lambda g: zeros_of(g),
)


def hardtanh(input, min_val=-1.0, max_val=1.0, inplace=False):
    """x, but min_val where it is less and max_val where it is more.

    >>> import minitorch as mt
    >>> mt.nn.functional.hardtanh(mt.tensor([-2.0, 0.5, 2.0]))
    tensor([-1.0000,  0.5000,  1.0000])

    Errors: ValueError when min_val > max_val; RuntimeError for bool, and for uint8 with a limit below 0.
    Source: PyTorch, torch.nn.functional.hardtanh.
    """
    if min_val > max_val:
        raise ValueError("min_val cannot be greater than max_val")
    kind = getattr(input, "dtype", None) and input.dtype.name
    if kind == "bool":
        raise RuntimeError("Bool inputs not supported for hardtanh")
    if kind == "uint8" and (min_val < 0 or max_val < 0):
        raise RuntimeError("cannot do hardtanh on an unsigned type with negative limits")
    return applied(_hardtanh, input, inplace, min_val, max_val)


def relu6(input, inplace=False):
    """x, but 0 where it is less and 6 where it is more. Source: PyTorch, torch.nn.functional.relu6."""
    return hardtanh(input, 0.0, 6.0, inplace)


@op
def _hardsigmoid(x):
    floats_only(x, "hardsigmoid_cpu")
    xp = array_module(x)
    return same(xp.minimum(xp.maximum(single(x) + 3, 0), 6) / 6, x)


_hardsigmoid.grad(x=lambda g, x: masked(single(g) * (1 / 6), (x > -3) & (x < 3)))


def hardsigmoid(input, inplace=False):
    """(x + 3) / 6, but at least 0 and at most 1. Source: PyTorch, torch.nn.functional.hardsigmoid."""
    return applied(_hardsigmoid, input, inplace)


@op
def _hardswish(x):
    floats_only(x, "hardswish_cpu")
    xp, wide = array_module(x), single(x)
    return same(wide * xp.minimum(xp.maximum(wide + 3, 0), 6) / 6, x)


_hardswish.grad(
    x=lambda g, x: masked(pick(x < 3, g * (masked(single(x), (x > -3) & (x < 3)) / 3 + 0.5), single(g)), ~(x <= -3))
)


def hardswish(input, inplace=False):
    """x times hardsigmoid(x). Source: Howard et al., 2019; PyTorch, torch.nn.functional.hardswish."""
    return applied(_hardswish, input, inplace)


@op
def _threshold(x, threshold, value):
    if x.dtype.kind in "bc":
        raise NotImplementedError(f"\"threshold_cpu\" not implemented for '{x.dtype}'")
    if x.dtype.kind in "iu":
        threshold, value = int(threshold), int(value)
    return same(array_module(x).where(x <= threshold, value, x), x)


_threshold.grad(x=lambda g, x, threshold: threshold_backward(g, x, threshold))


@op(derivative="ThresholdBackwardBackward0")
def threshold_backward(grad_output, x, threshold):
    """What threshold sends back. Where x is does not change it: the gradient of x is zeros, not None."""
    return masked.forward(grad_output, ~(x <= threshold))


threshold_backward.grad(
    grad_output=lambda g, x, threshold: threshold_backward(g, x, threshold),
    x=lambda g: zeros_of(g),
)


def threshold(input, threshold, value, inplace=False):
    """x where it is more than `threshold`, else `value`. Source: PyTorch, torch.nn.functional.threshold."""
    if inplace and overlaps(input._array):  # PyTorch allows it here: doing it twice changes nothing
        applied(_threshold, once_each(input), inplace, threshold, value)
        return input
    return applied(_threshold, input, inplace, threshold, value)


def once_each(x):
    """A view of every place in the memory of an expanded tensor."""
    steps = x.stride()
    return x.as_strided([1 if step == 0 else n for n, step in zip(x.shape, steps, strict=True)], steps)


# --- towards 0 ----------------------------------------------------------------------------------------------------------


@op
def _hardshrink(x, lambd):
    floats_only(x, "hardshrink_cpu")
    return same(array_module(x).where((x >= -lambd) & (x <= lambd), 0, x), x)


_hardshrink.grad(x=lambda g, x, lambd: shrink_backward(g, x, lambd, "Hardshrink"))


@op(derivative=lambda grad_output, x, lambd, name: f"{name}BackwardBackward0")
def shrink_backward(grad_output, x, lambd, name):
    """What hardshrink and softshrink send back. Where x is does not change it: the gradient of x is zeros, not None."""
    return masked.forward(grad_output, ~((x >= -lambd) & (x <= lambd)))


shrink_backward.grad(
    grad_output=lambda g, x, lambd, name: shrink_backward(g, x, lambd, name),
    x=lambda g: zeros_of(g),
)


def hardshrink(input, lambd=0.5, *, out=None):
    """x, but 0 from -lambd to lambd. Source: PyTorch, torch.nn.functional.hardshrink."""
    return _hardshrink.call(input, lambd, out=out)


@op
def _softshrink(x, lambd):
    floats_only(x, "softshrink_check")
    check_lambda(x, lambd)
    xp, wide = array_module(x), single(x)
    return same(xp.where(wide > lambd, wide - lambd, xp.where(wide < -lambd, wide + lambd, wide * 0)), x)


def check_lambda(x, lambd):
    """Raise PyTorch's error unless lambda is a number from 0 up to the largest of x's dtype."""
    kind = from_numpy_dtype(x.dtype)
    largest = finfo(kind).max
    if not 0 <= lambd <= largest:
        raise RuntimeError(
            f"lambda must be in range [0, {largest:.6g}] for input dtype {kind.title}, but found {lambd:.6g}"
        )


_softshrink.grad(x=lambda g, x, lambd: shrink_backward(g, x, lambd, "Softshrink"))


def softshrink(input, lambd=0.5, *, out=None):
    """x moved by lambd towards 0, and 0 where it is no farther away. Source: PyTorch, torch.nn.functional.softshrink."""
    return _softshrink.call(input, lambd, out=out)


method(hardshrink)
