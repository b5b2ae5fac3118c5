"""unique, unique_consecutive, isin: the distinct elements (shelf)."""

from ..._tensor import Tensor, check_dim, method, wrap
from ...backend import array_module, same_device
from ..one_step import one_step
from ..op import fill_out
from ..promotion import cast, common

# --- the different elements -----------------------------------------------------------------------------------------------


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


@one_step
def unique_consecutive(input, return_inverse=False, return_counts=False, dim=None):
    """Without elements, or with `dim` rows, that equal the one before.

    Errors: RuntimeError when dim's rows are empty. Source: PyTorch, torch.unique_consecutive.
    """
    xp = array_module(input._array)
    array = input._array.reshape(-1) if dim is None else xp.moveaxis(input._array, dim, 0)
    rows = array.reshape(len(array), array.size // (len(array) or 1))
    first = xp.ones(len(array), bool)
    first[1:] = (rows[1:] != rows[:-1]).any(1)
    starts = first.nonzero()[0]
    values = array[first] if dim is None else xp.moveaxis(array[first], 0, dim)
    inverse = xp.cumsum(first) - 1
    counts = xp.diff(xp.append(starts, len(array)))
    inverse = inverse.reshape(input._array.shape) if dim is None else inverse
    return answers(values, inverse, counts, return_inverse, return_counts)


for _function in (unique, unique_consecutive):
    method(_function)


# --- in a set ---------------------------------------------------------------------------------------------------------


@one_step
def isin(elements, test_elements, *, assume_unique=False, invert=False, out=None):
    """Whether each of `elements` is one of `test_elements`; with invert, whether it is not. One of them may be a number.

    assume_unique  says that neither has an element twice, which makes no difference to the result

    >>> import minitorch as mt
    >>> mt.isin(mt.tensor([1, 2, 3]), mt.tensor([2, 3, 5]))
    tensor([False,  True,  True])

    Errors: RuntimeError for truth values and complex numbers. Source: PyTorch, torch.isin.
    """
    both = (elements, test_elements)
    tensors = [x for x in both if isinstance(x, Tensor)]
    same_device([x._array for x in tensors])
    xp, kind = array_module(tensors[0]._array), common(both)
    first, second = (xp.asarray(cast(x, kind)) for x in both)
    found = wrap(xp.asarray(xp.isin(first, second, invert=invert)))
    return found if out is None else fill_out(out, found, isin)
