"""bincount: how often each number comes (shelf)."""

from ..._tensor import method, wrap
from ...backend import array_module, same_device
from ...dtypes import INTEGER
from ..one_step import one_step


@one_step
def bincount(input, weights=None, minlength=0):
    """How often each of 0, 1, 2 ... comes in a vector of integers; with `weights`, the sum of what each weighs.

    minlength  the least length of the result

    >>> import minitorch as mt
    >>> mt.bincount(mt.tensor([1, 3, 1]))
    tensor([0, 2, 0, 1])

    Errors: RuntimeError for a negative number, NotImplementedError for fractions. Source: PyTorch, torch.bincount.
    """
    numbers = input._array
    if input.dtype.category != INTEGER:
        raise NotImplementedError(f"bincount counts integers, not {input.dtype}")
    if minlength < 0 or numbers.ndim != 1 or (numbers < 0).any():
        raise RuntimeError("bincount takes a vector of integers, none of them negative, and a minlength >= 0")
    same_device([x._array for x in (input, weights) if x is not None])
    if weights is not None and weights._array.shape != numbers.shape:
        raise RuntimeError("weights should be 1-d and have the same length as input")
    xp = array_module(numbers)
    if weights is None or not numbers.size:
        return wrap(xp.bincount(numbers.astype("int64"), minlength=minlength).astype("int64"))
    kind = "float32" if weights.dtype.name == "float32" else "float64"
    return wrap(xp.bincount(numbers.astype("int64"), weights._array.astype("float64"), minlength).astype(kind))


method(bincount)
