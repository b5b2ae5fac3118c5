"""slices: vmap: a function made into one that takes stacks of what it takes (shelf).

It calls the function once for each slice: the same values as PyTorch's, without its speed. What depends on the numbers
themselves, such as item() or a mask as an index, works here, while PyTorch refuses it.
"""

import threading
from contextlib import contextmanager
from functools import wraps

from .._holes import fill
from .._tensor import Tensor
from ..graph.grad_mode import no_grad
from ..ops.join.stack import stack
from ..utils._pytree import tree_flatten, tree_unflatten
from .dims import check_out_dims, input_dims, name_of, output_dims
from .randomness import drawing

__all__ = ["vmap"]


def vmap(func, in_dims=0, out_dims=0, randomness="error", *, chunk_size=None):
    """A function that takes a stack of inputs along in_dims, and gives the stack of results: `func` is called for each.

    >>> import minitorch as mt
    >>> mt.vmap(mt.dot)(mt.ones(3, 2), mt.ones(3, 2))
    tensor([2., 2., 2.])

    Errors: ValueError for stacks of different lengths, RuntimeError for random numbers, unless `randomness` says whether
    each slice gets the "same" or "different" ones. Source: PyTorch, torch.vmap.
    """
    if randomness not in ("error", "different", "same"):
        raise RuntimeError(f"Only allowed values for randomness are 'error', 'different', or 'same'. Got {randomness}")
    if chunk_size is not None and chunk_size <= 0:
        raise ValueError(f"vmap: chunk_size should be None or greater than 0. (got {chunk_size})")

    @wraps(func)
    def wrapper(*args, **kwargs):
        check_out_dims(func, out_dims)
        flat, dims, spec, size = input_dims(func, in_dims, args)
        made, shared = [], versions(flat, dims)
        with drawing(randomness) as before_each:
            for i in range(size):
                one = [x if d is None else x.select(d, i) for x, d in zip(flat, dims, strict=True)]
                before_each()
                with one_of(i + 1 < size):
                    made.append(func(*tree_unflatten(one, spec), **kwargs))
                check_unchanged(shared)
        if not made:
            return of_no_slices(func, out_dims, tree_unflatten(emptied(flat, dims), spec), kwargs)
        places, form = output_dims(func, out_dims, made[0])
        parts = zip(*[tree_flatten(one)[0] for one in made], strict=True)
        return tree_unflatten([joined(func, p, d) for p, d in zip(parts, places, strict=True)], form)

    return wrapper


def versions(flat, dims):
    """The tensors that are the same for each slice, with the versions that they have now."""
    shared = [x for x, d in zip(flat, dims, strict=True) if d is None and isinstance(x, Tensor)]
    return [(x, x._version) for x in shared if not x.is_inference()]


def check_unchanged(shared):
    """What is the same for each slice cannot be changed by each of them."""
    if any([x._version != version for x, version in shared]):
        raise RuntimeError(
            "vmap: inplace arithmetic(self, *extra_args) is not possible because there exists a Tensor `other` in extra_args "
            "that has more elements than `self`. This happened due to `other` being vmapped over but `self` not being vmapped "
            "over in a vmap. Please try to use out-of-place operators instead of inplace arithmetic. If said operator is being "
            "called inside the PyTorch framework, please file a bug report instead."
        )


def joined(func, parts, dim):
    """One result of vmap: those of all slices stacked along dim; without one they are the same for each slice."""
    if dim is not None:
        return stack(parts, dim)
    first = parts[0]
    if isinstance(first, Tensor) and not all([x is first or x.shape == first.shape and x.equal(first) for x in parts]):
        name = name_of(func)
        raise ValueError(f"vmap({name}, ...): `{name}` can not return a BatchedTensor when out_dim is None")
    return first


def emptied(flat, dims):
    """A slice of zeros in place of each stack of none."""
    shapes = [d if d is None else [*x.shape[:d], *x.shape[d % x.dim() + 1 :]] for x, d in zip(flat, dims, strict=True)]
    return [x if s is None else x.new_zeros(s) for x, s in zip(flat, shapes, strict=True)]


def of_no_slices(func, out_dims, args, kwargs):
    """What vmap gives for stacks of no slices: stacks of none of what func makes of zeros."""
    with no_grad(), drawing("same"):
        made = func(*args, **kwargs)
    places, form = output_dims(func, out_dims, made)
    flat = tree_flatten(made)[0]
    return tree_unflatten(
        [x if d is None else stack([x], d).narrow(d, 0, 0) for x, d in zip(flat, places, strict=True)], form
    )


class _Again(threading.local):
    more = False  # whether vmap calls its function again after this slice, in this thread


again = _Again()


@contextmanager
def one_of(more):
    """A block of one slice: the graphs that it walks are kept if more slices come, which walk them again."""
    before, again.more = again.more, again.more or more
    try:
        yield
    finally:
        again.more = before


fill("minitorch.autograd.engine.renewed", walked_again=lambda: again.more)
