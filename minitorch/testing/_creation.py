"""_creation: make_tensor: random numbers of any dtype, between bounds that suit it (shelf)."""

import math
import warnings

from .. import dtypes
from ..creation.zeros import empty
from ..ops.complex.complex import view_as_real
from ..random.sampling import randint


def bounds(low, high, dtype, least, most, default):
    """(low, high), the defaults where there are none, cut to what the dtype can hold."""
    low, high = default[0] if low is None else low, default[1] if high is None else high
    exact = not (dtype.is_floating_point or dtype.is_complex)
    if any([isinstance(value, float) and math.isnan(value) for value in (low, high)]):
        raise ValueError(f"`low` and `high` cannot be NaN, but got {low=} and {high=}")
    if low == high and not exact:
        warnings.warn(
            "Passing `low==high` to `torch.testing.make_tensor` for floating or complex types is deprecated since 2.1 and "
            "will be removed in 2.3. Use `torch.full(...)` instead.",
            FutureWarning,
            stacklevel=3,
        )
    elif low >= high:
        raise ValueError(f"`low` must be less than `high`, but got {low} >= {high}")
    elif high < least or low >= most:
        raise ValueError(
            f"The value interval specified by `low` and `high` is [{low}, {high}), but {dtype} only supports [{least}, {most})"
        )
    low, high = min(max(low, least), most), min(max(high, least), most)
    return (math.ceil(low), math.ceil(high)) if exact else (low, high)


def limits(dtype):
    """(least, most, default bounds) of a dtype."""
    if dtype is dtypes.bool:
        return 0, 2, (0, 2)
    if dtype.is_floating_point or dtype.is_complex:
        return dtypes.finfo(dtype).min, dtypes.finfo(dtype).max, (-9, 9)
    info = dtypes.iinfo(dtype)
    return info.min, info.max + (dtype is not dtypes.int64), (-9, 10)


def make_tensor(
    *shape, dtype, device, low=None, high=None, requires_grad=False, noncontiguous=False, exclude_zero=False,
    memory_format=None,
):  # fmt: skip
    """A tensor of numbers drawn evenly from [low, high): by default from -9 to 9, and 0 and 1 for bool.

    noncontiguous  every second number of a row twice as long
    exclude_zero   1, or the smallest positive number, instead of 0

    >>> import minitorch as mt
    >>> x = mt.testing.make_tensor(2, 3, dtype=mt.int64, device="cpu", low=0, high=5)
    >>> x.shape, bool(((x >= 0) & (x < 5)).all())
    (minitorch.Size([2, 3]), True)

    Errors: ValueError for bounds that the dtype does not have, for requires_grad with integers, and for noncontiguous with a
    memory_format. Source: PyTorch, torch.testing.make_tensor.
    """
    shape = tuple(shape[0]) if len(shape) == 1 and not isinstance(shape[0], int) else shape
    if noncontiguous and memory_format is not None:
        raise ValueError(
            "The parameters `noncontiguous` and `memory_format` are mutually exclusive, "
            f"but got {noncontiguous=} and {memory_format=}"
        )
    exact = not (dtype.is_floating_point or dtype.is_complex)
    if requires_grad and exact:
        raise ValueError(f"`requires_grad=True` is not supported for boolean and integral dtypes, but got {dtype=}")
    noncontiguous = noncontiguous and math.prod(shape) > 1
    if noncontiguous:
        shape = (*shape[:-1], 2 * shape[-1])
    low, high = bounds(low, high, dtype, *limits(dtype))
    if exact:
        result = randint(low, high, shape, device=device, dtype=dtype)
    else:
        result = empty(shape, device=device, dtype=dtype)
        numbers = view_as_real(result) if dtype.is_complex else result
        wide = high - low >= dtypes.finfo(dtype).max
        numbers.uniform_(low / 2, high / 2).mul_(2) if wide else numbers.uniform_(low, high)
    if noncontiguous:
        result = result[..., 1::2]
    elif memory_format is not None:
        result = result.clone(memory_format=memory_format)
    if exclude_zero:
        tiny = 1 if exact else dtypes.finfo(dtype).tiny
        result[result == 0] = complex(tiny, tiny) if dtype.is_complex else tiny
    return result.requires_grad_(requires_grad) if not exact else result
