"""unique, isin: the distinct elements (shelf)."""

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


method(unique)


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
