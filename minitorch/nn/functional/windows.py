"""windows: which numbers of a dimension stand in the windows that slide over it, and what pooling layers are asked for (core)."""

from functools import lru_cache
from itertools import product

from ..._tensor import Tensor
from ...creation.meta import MetaArray


@lru_cache(1024)
def sliding(n, size, kernel, stride, padding, dilation):
    """`size` windows of `kernel` numbers over n numbers with `padding` at each end, as a list with a pair for each place of a window.

    A pair (which, numbers) says of the first number of each window, then of the second and so on, which windows have it and
    which of the n numbers it is. Both are slices. Of 6 numbers, in windows of 3 that move by 2 with a padding of 1:

        numbers          0  1  2  3  4  5       windows   (., 0, 1)  (1, 2, 3)  (3, 4, 5)

        first number     windows 1, 2  have the numbers 1, 3        (the first one's is padding)
        second number    windows 0, 1, 2       the numbers 0, 2, 4
        third number     windows 0, 1, 2       the numbers 1, 3, 5
    """
    pairs, skipped = [], max(-(((size - 1) * stride - padding) // dilation), 0)  # places in the padding of all windows
    for offset in range(skipped * dilation - padding, min(kernel * dilation - padding, n), dilation):
        # window i has number i * stride + offset, if that is one of 0 ... n - 1
        first, last = max(-(offset // stride), 0), min((n - 1 - offset) // stride, size - 1)
        if first <= last:
            numbers = slice(first * stride + offset, last * stride + offset + 1, stride)
            pairs.append((slice(first, last + 1), numbers))
    return pairs


def at_each_place(windows, x):
    """The pairs of windows in several dimensions, as indices of arrays [..., *size] and [..., *S]; none of an x without numbers."""
    if isinstance(x, MetaArray):
        return []
    return [tuple([(..., *slices) for slices in zip(*pairs, strict=True)]) for pairs in product(*windows)]


# --- what layers with windows are asked for -----------------------------------------------------------------------------


def check_tensor(name, x, what="input", place=1):
    """Raise for anything that is not a tensor."""
    if not isinstance(x, Tensor):
        raise TypeError(f"{name}(): argument '{what}' (position {place}) must be Tensor, not {type(x).__name__}")


def check_dims(name, input, dims):
    """Raise for an input that is neither [N, C, *S] nor [C, *S], S of `dims` lengths, and for one without places."""
    check_tensor(name, input)
    if input.ndim not in (dims + 1, dims + 2) or 0 in input.shape[-dims - 1 :]:
        named = f"{dims + 1}D or {dims + 2}D (batch mode)"
        raise RuntimeError(f"non-empty {named} tensor expected for input: {name}() got {list(input.shape)}")


def several(name, what, value, dims, least=0):
    """One int, or one for each dimension, as a tuple of one for each."""
    found = list(value) if isinstance(value, (tuple, list)) else [value]
    if not all([hasattr(n, "__index__") for n in found]):
        raise TypeError(f"{name}(): argument '{what}' must be tuple of ints, not {value!r}")
    if len(found) not in (1, dims) or min(found) < least:
        raise RuntimeError(f"{name}: {what} should be an int of at least {least}, or {dims} of them, but got {value}")
    return tuple([n.__index__() for n in found] * (dims if len(found) == 1 else 1))


def settings(name, input, kernel_size, stride, padding, dilation, ceil_mode, dims):
    """For each dimension of a pooling (length, how many windows, kernel, stride, padding, dilation).

    Errors: RuntimeError for sizes that do not fit, TypeError for anything that is not an int.
    """
    kernel = several(name, "kernel_size", kernel_size, dims, 1)
    stride = kernel if stride is None or stride in ((), []) else several(name, "stride", stride, dims, 1)
    padding, dilation = several(name, "padding", padding, dims), several(name, "dilation", dilation, dims, 1)
    check_dims(name, input, dims)
    for k, p, d in zip(kernel, padding, dilation, strict=True):
        if p > ((k - 1) * d + 1) // 2:
            raise RuntimeError(f"pad should be at most half of effective kernel size {k}, but is {p}")
    lengths, how = input.shape[-dims:], list(zip(kernel, stride, padding, dilation, strict=True))
    sizes = [count_of(n, *one, ceil_mode) for n, one in zip(lengths, how, strict=True)]
    if min(sizes) < 1:
        raise RuntimeError(f"Output size is too small: {sizes} of an input {list(input.shape)}")
    return [(n, size, *one) for n, size, one in zip(lengths, sizes, how, strict=True)]


def count_of(n, kernel, stride, padding, dilation, ceil_mode=False):
    """How many windows there are; with ceil_mode one more that reaches beyond the end, if it begins before it."""
    rest = n + 2 * padding - dilation * (kernel - 1) - 1
    size = (rest + (stride - 1 if ceil_mode else 0)) // stride + 1
    return size - 1 if ceil_mode and (size - 1) * stride >= n + padding else size
