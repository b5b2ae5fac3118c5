"""indices: how CuPy reads an index: lists and NumPy arrays become its own, and numbers out of range wrap around."""

import numpy as np

from .state import refuse


def plain_key(array, key):
    """The index for NumPy that gives what CuPy gives for this one."""
    parts = list(key) if isinstance(key, tuple) else [key]
    parts = [read(part) for part in parts]
    taken = sum([width(part) for part in parts])
    if taken > array.ndim:
        refuse(IndexError, f"too many indices for array: array is {array.ndim}-dimensional, but {taken} were indexed")
    dim = 0
    for place, part in enumerate(parts):
        if part is ...:
            dim += array.ndim - taken
        elif isinstance(part, np.ndarray) and part.dtype.kind in "iu":
            length = array.shape[dim]
            if not length and part.size:
                refuse(IndexError, "cannot do a non-empty take from an empty axes.")
            parts[place] = part % length if length else part
            dim += 1
        else:
            dim += width(part)
    try:
        np.broadcast_shapes(*[part.shape for part in parts if isinstance(part, np.ndarray) and part.dtype.kind in "iu"])
    except ValueError:
        refuse(ValueError, "shape mismatch: objects cannot be broadcast to a single shape")
    return tuple(parts) if isinstance(key, tuple) else parts[0]


def read(part):
    """One entry: an int, a slice, None, ..., or a NumPy array of ints or bools."""
    found = getattr(part, "_a", part)
    if isinstance(part, slice):
        if any([hasattr(v, "_a") for v in (part.start, part.stop, part.step)]):
            refuse(TypeError, "slice indices must be integers or None or have an __index__ method")
        return part
    if isinstance(part, (list, tuple)):
        found = np.asarray([getattr(p, "_a", p) for p in part])
        found = found if found.size else found.astype(np.int32)
    if isinstance(found, (bool, np.bool_)):
        found = np.asarray(found)
    if isinstance(found, np.ndarray) and found.dtype.kind not in "iub":
        refuse(IndexError, f"arrays used as indices must be of integer or boolean type. (actual: {found.dtype.type})")
    return found


def width(part):
    """How many dimensions an entry takes."""
    if part is None or part is ...:
        return 0
    return part.ndim if isinstance(part, np.ndarray) and part.dtype.kind == "b" else 1


def picks(key):
    """Whether an index picks elements one by one."""
    return any([isinstance(part, np.ndarray) for part in (key if isinstance(key, tuple) else (key,))])
