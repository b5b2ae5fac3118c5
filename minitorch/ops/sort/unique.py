"""unique: the distinct elements (shelf)."""

from ..._tensor import check_dim, method, wrap
from ...backend import array_module
from ..one_step import one_step


def answers(values, inverse, counts, return_inverse, return_counts):
    """The parts that were asked for."""
    parts = [values] + [inverse] * return_inverse + [counts] * return_counts
    parts = [wrap(part) for part in parts]
    return parts[0] if len(parts) == 1 else tuple(parts)


@one_step
def unique(input, sorted=True, return_inverse=False, return_counts=False, dim=None):
    """The different elements (or slices along `dim`) in order; on demand where each element went, and how often.

    >>> import minitorch as mt
    >>> mt.unique(mt.tensor([2, 1, 2]), return_counts=True)
    (tensor([1, 2]), tensor([1, 2]))

    Source: PyTorch, torch.unique.
    """
    array = input._array
    dim = None if dim is None else check_dim(dim, array.ndim)
    values, inverse, counts = array_module(array).unique(
        array, return_inverse=True, return_counts=True, axis=dim, equal_nan=False
    )
    inverse = inverse.reshape(array.shape if dim is None else -1)
    return answers(values, inverse, counts, return_inverse, return_counts)


method(unique)
