"""bounds: what sizes, strides and offsets may be, so that a view stays inside its memory (shelf)."""

import operator

__all__: list = []


def check_bounds(size, stride, offset, itemsize, room):
    """Size, stride and offset as Python ints; an error where a view of them would leave memory of `room` bytes."""
    size, stride = ints_of("as_strided", "size", size), ints_of("as_strided", "stride", stride)
    offset = operator.index(offset)
    if len(size) != len(stride) or any([n < 0 for n in (*size, *stride, offset)]):
        raise RuntimeError(
            f"as_strided: expected as many strides as sizes, none negative, but got sizes {list(size)}, strides {list(stride)}, "
            f"storage offset {offset}"
        )
    need = bytes_of(size, stride, offset, itemsize)
    if need > room:
        raise RuntimeError(
            f"setStorage: sizes {list(size)}, strides {list(stride)}, storage offset {offset}, and itemsize {itemsize} "
            f"requiring a storage size of {need} are out of bounds for storage of size {room}"
        )
    return size, stride, min(offset, room // itemsize)


def bytes_of(size, stride, offset, itemsize):
    """How much memory a view takes, counted from the memory's start."""
    count = offset + 1 + sum([(n - 1) * step for n, step in zip(size, stride, strict=True)])
    if any([n < 0 for n in size]) or (0 not in size and count * itemsize >= 2**63):
        raise RuntimeError(f"Storage size calculation overflowed with sizes={list(size)} and strides={list(stride)}")
    return 0 if 0 in size else count * itemsize


def ints_of(function, name, values):
    """A tuple of Python ints, or a TypeError."""
    try:
        return tuple([operator.index(value) for value in values])
    except TypeError:
        raise TypeError(f"{function}(): argument '{name}' must be tuple of ints, but got {values!r}") from None
