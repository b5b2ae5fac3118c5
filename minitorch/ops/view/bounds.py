"""bounds: the errors for sizes, strides and offsets that do not fit into a tensor's memory (shelf)."""

__all__: list = []
MOST = 2**63 - 1  # elements that can be counted


def check_bounds(size, stride, offset, itemsize, room):
    """Size, stride and offset as Python ints; PyTorch's errors where a view of them would leave memory of `room` bytes."""
    size, stride = ints_of("as_strided", "size", size), ints_of("as_strided", "stride", stride)
    if len(size) != len(stride):
        raise RuntimeError(f"mismatch in length of strides and shape: {list(stride)} and {list(size)}")
    if any([n < 0 for n in stride]):
        raise RuntimeError(f"as_strided: Negative strides are not supported at the moment, got strides: {list(stride)}")
    offset = int_of("as_strided", "storage_offset", offset)
    if offset < 0:
        raise RuntimeError(f"Tensor: invalid storage offset {offset}")
    need = bytes_of(size, stride, offset, itemsize)
    if need > room:
        raise RuntimeError(
            f"setStorage: sizes {list(size)}, strides {list(stride)}, storage offset {offset}, and itemsize {itemsize} "
            f"requiring a storage size of {need} are out of bounds for storage of size {room}"
        )
    return size, stride, min(offset, room // itemsize)


def bytes_of(size, stride, offset, itemsize):
    """How much memory a view takes, counted from the memory's start; RuntimeError for more than can be counted."""
    count = offset + 1 + sum([(n - 1) * step for n, step in zip(size, stride, strict=True)])
    product = 1
    for n in size:
        product *= n
    if any([n < 0 for n in size]) or (0 not in size and max(count, product) * itemsize > MOST):
        raise RuntimeError(f"Storage size calculation overflowed with sizes={list(size)} and strides={list(stride)}")
    return 0 if 0 in size else count * itemsize


def ints_of(function, name, values):
    """A tuple of Python ints, or PyTorch's TypeError."""
    if not hasattr(values, "__iter__"):
        raise TypeError(f"{function}(): argument '{name}' must be tuple of ints, not {type(values).__name__}")
    found = tuple([int_of(function, name, value, of=" of a tuple") for value in values])
    if not all([-MOST - 1 <= n <= MOST for n in found]):
        raise TypeError(f"{function}(): argument '{name}' failed to unpack: Overflow when unpacking long long")
    return found


def int_of(function, name, value, of=""):
    """A Python int, or PyTorch's TypeError; ValueError for one of more than 64 bits that stands alone."""
    if not hasattr(value, "__index__") or (of and isinstance(value, bool)):
        raise TypeError(f"{function}(): argument '{name}' must be int{of}, not {type(value).__name__}")
    value = value.__index__()
    if not of and not -MOST - 1 <= value <= MOST:
        raise ValueError("Overflow when unpacking long long")
    return value
