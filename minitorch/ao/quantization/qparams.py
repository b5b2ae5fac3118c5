"""qparams: from the smallest and the largest number that were seen to a scale and a zero point (shelf)."""

import warnings

from ... import dtypes
from ...creation.tensor import tensor
from ...creation.zeros import ones_like, zeros_like
from ...ops.comparison.maximum import maximum, minimum
from ...ops.index.where import where
from .schemes import (
    per_channel_affine_float_qparams,
    per_channel_symmetric,
    per_tensor_symmetric,
    qint8,
    qint32,
    quint8,
)

RANGES = {
    qint8: (-128, 127), dtypes.int8: (-128, 127), quint8: (0, 255), dtypes.uint8: (0, 255),
    qint32: (-(2**31), 2**31 - 1), dtypes.int32: (-(2**31), 2**31 - 1), dtypes.int16: (-(2**15), 2**15 - 1),
    dtypes.uint16: (0, 2**16 - 1),
}  # fmt: skip


def validate_qmin_qmax(quant_min, quant_max):
    """The steps must stand on both sides of 0, or begin there."""
    if not quant_min <= 0 <= quant_max:
        raise AssertionError("Used-specified quantization range must include 0.")
    if quant_min >= quant_max:
        raise AssertionError("qmin must be strictly less than qmax for user-specified quantization range.")


def range_of(quant_min, quant_max, dtype, reduce_range):
    """(first, last) of the steps: those given, or all that the dtype has; half of them with reduce_range."""
    if quant_min is None or quant_max is None:
        low, high = RANGES[dtype]
        return (low // 2, high // 2) if reduce_range and high in (127, 255) else (low, high)
    validate_qmin_qmax(quant_min, quant_max)
    count = quant_max - quant_min + 1
    if dtype in (qint8, dtypes.int8) and count > 256:
        raise AssertionError("quantization range should be positive and not exceed the maximum bit range (=256).")
    if dtype in (qint32, dtypes.int32) and count > 2**32:
        raise AssertionError(
            "quantization range should be positive and not exceed the maximum bit range (=4294967296)."
        )
    return (quant_min // 2, quant_max // 2) if reduce_range else (quant_min, quant_max)


def check_seen(low, high):
    """Whether anything was seen; an error where the smallest is the larger."""
    unseen = low.numel() == 0 or high.numel() == 0
    if not unseen and low.dim() == 0:
        unseen = low == float("inf") and high == float("-inf")
    if unseen:
        words = "must run observer before calling calculate_qparams. Returning default values."
        warnings.warn(words, stacklevel=4)
        return False
    if (low > high).any():
        raise AssertionError(f"min {low} should be less than max {high}")
    return True


def qparams_of(observer, low, high):
    """(scale, zero point) for numbers between low and high: tensors with one element for each of them."""
    if not check_seen(low, high):
        return tensor([1.0]), tensor([0])
    first, last, scheme = observer.quant_min, observer.quant_max, observer.qscheme
    below, above = minimum(low, zeros_like(low)), maximum(high, zeros_like(high))
    if scheme in (per_tensor_symmetric, per_channel_symmetric):
        scale = maximum(maximum(-below, above) / (float(last - first) / 2), observer.eps)
        zero = middle_of(observer)
        zero_point = zeros_like(below, dtype=dtypes.int64) + zero
    elif scheme is per_channel_affine_float_qparams:
        scale = (high - low) / float(last - first)
        scale = where(scale > observer.eps, scale, ones_like(scale))
        zero_point = -1 * low / scale
    else:
        scale = maximum((above - below) / float(last - first), observer.eps)
        zero_point = (first - (below / scale).round().to(dtypes.int32)).clamp(first, last)
    return at_least_one(scale), at_least_one(zero_point)


def middle_of(observer):
    """The step that stands for 0 where as many are below as above."""
    if observer.dtype in (quint8, dtypes.uint8):
        return (observer.quant_min + observer.quant_max) // 2 if observer.has_customized_qrange else 128
    return 2**15 if observer.dtype is dtypes.uint16 else 0


def at_least_one(x):
    """A tensor with a dimension."""
    return x.reshape(1) if x.dim() == 0 else x
