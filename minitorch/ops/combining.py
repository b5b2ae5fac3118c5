"""combining: every pair, every choice of a few, and the places that numbers of elements stand for."""

import itertools
import math

import numpy as np

from .._tensor import Tensor, method, wrap
from ..backend import array_module
from ..creation import empty
from ..dtypes import INTEGER
from .gather import index_select
from .joining import stack
from .rearrange import meshgrid
from .shape import flatten, reshape

__all__ = ["cartesian_prod", "combinations", "unravel_index"]


def check_vector(x):
    if x.ndim != 1:
        raise RuntimeError(f"Expect a 1D vector, but got shape {list(x.shape)}")


def cartesian_prod(*tensors):
    """Every way to take one element from each of several vectors, a row for each way; of one vector, itself.

    >>> import minitorch as mt
    >>> mt.cartesian_prod(mt.tensor([1, 2]), mt.tensor([3, 4]))
    tensor([[1, 3],
            [1, 4],
            [2, 3],
            [2, 4]])

    Errors: RuntimeError for what is no vector, and for several dtypes. Source: PyTorch, torch.cartesian_prod.
    """
    for place, x in enumerate(tensors):
        if not isinstance(x, Tensor):
            raise TypeError(f"expected Tensor as element {place} in argument 0, but got {type(x).__name__}")
        check_vector(x)
    if len(tensors) == 1:
        return tensors[0]
    return stack([flatten(x) for x in meshgrid(*tensors)], 1)


def combinations(input, r=2, with_replacement=False):
    """Every choice of r elements of a vector, in order, a row for each; with_replacement: also one element repeatedly.

    >>> import minitorch as mt
    >>> mt.combinations(mt.tensor([1, 2, 3]))
    tensor([[1, 2],
            [1, 3],
            [2, 3]])

    Errors: RuntimeError for what is no vector, and for a negative r. Source: PyTorch, torch.combinations.
    """
    check_vector(input)
    if r < 0:
        raise RuntimeError(f"Expect a non-negative number, but got {r}")
    if not r:
        return empty(0, dtype=input.dtype)
    choose = itertools.combinations_with_replacement if with_replacement else itertools.combinations
    places = np.array(list(choose(range(input.shape[0]), r)), np.int64).reshape(-1)
    return reshape(index_select(input, 0, wrap(array_module(input._array).asarray(places))), (len(places) // r, r))


method(combinations)


def unravel_index(indices, shape):
    """The places, an index tensor for each dimension, of elements counted row by row through a tensor of this shape.

    >>> import minitorch as mt
    >>> mt.unravel_index(mt.tensor([4, 5]), (2, 3))
    (tensor([1, 1]), tensor([1, 2]))

    Errors: TypeError for indices or lengths that are no whole numbers. Source: PyTorch, torch.unravel_index.
    """
    if not isinstance(indices, Tensor) or indices.dtype.category != INTEGER:
        kind = indices.dtype if isinstance(indices, Tensor) else type(indices).__name__
        raise TypeError(f"expected 'indices' to be integer dtype, but got {kind}")
    shape = (shape,) if isinstance(shape, int) else tuple(shape)
    for length in shape:
        if not isinstance(length, int):
            raise TypeError(f"expected 'shape' sequence to only contain ints, but got {type(length)}")
    if any(length < 0 for length in shape):
        raise ValueError(f"'shape' cannot have negative values, but got {shape}")
    index = indices._array.astype("int64")
    return tuple([wrap(index // math.prod(shape[d + 1 :]) % n) for d, n in enumerate(shape)])
