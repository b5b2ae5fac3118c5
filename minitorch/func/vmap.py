"""vmap: vmap: a function made into one that takes stacks of what it takes (shelf).

The function is called once, on tensors that stand for all slices (levels.py); each public function that it calls is called
once too where there is a rule for it (rules/), else for each slice (calling.py).
"""

from functools import wraps

from .._tensor import Tensor
from ..ops.join.cat import cat
from ..ops.join.stack import stack
from ..utils._pytree import tree_flatten, tree_unflatten
from .in_dims import check_out_dims, input_dims, name_of, output_dims
from .install import looking
from .levels import Below, Level, slices_of, taken
from .randomness import Position

__all__ = ["vmap"]


def vmap(func, in_dims=0, out_dims=0, randomness="error", *, chunk_size=None):
    """A function that takes a stack of inputs along in_dims, and gives the stack of results.

    in_dims, out_dims  the dimension along which slices are taken or put, or None; one for all, or structured as the arguments
    randomness         for random numbers: "error", the "same" for each slice, or "different" ones
    chunk_size         how many slices are worked on in one call of `func`; all of them without it

    >>> import minitorch as mt
    >>> mt.vmap(mt.dot)(mt.ones(3, 2), mt.ones(3, 2))
    tensor([2., 2., 2.])

    Errors: ValueError for stacks of different lengths, RuntimeError for what depends on the numbers themselves, such as
    item(), and for random numbers where `randomness` does not allow them. Source: PyTorch, torch.vmap.
    """
    if randomness not in ("error", "different", "same"):
        raise RuntimeError(f"Only allowed values for randomness are 'error', 'different', or 'same'. Got {randomness}")
    if chunk_size is not None and chunk_size <= 0:
        raise ValueError(f"vmap: chunk_size should be None or greater than 0. (got {chunk_size})")

    @wraps(func)
    def wrapper(*args, **kwargs):
        check_out_dims(func, out_dims)
        flat, dims, spec, size = input_dims(func, in_dims, args)
        if chunk_size is None or chunk_size >= size:
            made, places, form = mapped(func, flat, dims, spec, size, out_dims, randomness, kwargs)
            return tree_unflatten(made, form)
        pieces, start = [], Position()
        for first in range(0, size, chunk_size):
            count = min(chunk_size, size - first)
            some = [x if d is None else x.narrow(d, first, count) for x, d in zip(flat, dims, strict=True)]
            if first and randomness == "same":
                start.restore()
            pieces.append(mapped(func, some, dims, spec, count, out_dims, randomness, kwargs))
        _, places, form = pieces[0]
        parts = zip(*[made for made, _, _ in pieces], strict=True)
        return tree_unflatten([p[0] if d is None else cat(p, d) for p, d in zip(parts, places, strict=True)], form)

    return wrapper


def mapped(func, flat, dims, spec, size, out_dims, randomness, kwargs):
    """(results with their slices put together, the dimension of each, their structure) of one call of func."""
    level, before = Level("vmap", size, randomness), Position() if randomness == "error" else None
    given = [x if d is None else taken(x, d, level) for x, d in zip(flat, dims, strict=True)]
    with looking(), level:
        made = func(*tree_unflatten(given, spec), **kwargs)
        with Below(level):
            places, form = output_dims(func, out_dims, made)
            found = [joined(func, x, d, level) for x, d in zip(tree_flatten(made)[0], places, strict=True)]
    if before is not None:
        before.check()
    return found, places, form


def joined(func, x, dim, level):
    """One result of vmap: its slices stacked along dim; what is the same for each slice is shown once for each."""
    slices = slices_of(x)
    if slices is None or slices.level is not level:
        if dim is None or not isinstance(x, Tensor):
            return x
        dim = dim if dim >= 0 else dim + x.dim() + 1
        return x.unsqueeze(dim).expand(*x.shape[:dim], level.size, *x.shape[dim:])
    if dim is None:
        name = name_of(func)
        raise ValueError(f"vmap({name}, ...): `{name}` can not return a BatchedTensor when out_dim is None")
    if slices.whole is not None:
        return slices.whole[0].movedim(slices.whole[1], dim)
    made = stack(slices.parts, dim)
    return made if level.size else made.narrow(dim, 0, 0)
