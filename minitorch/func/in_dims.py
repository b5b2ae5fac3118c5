"""in_dims: which dimension of each input vmap goes along, and where its results get theirs; PyTorch's errors for others (shelf)."""

from functools import partial

from .._tensor import Tensor
from ..utils._pytree import _broadcast_to_and_flatten, tree_flatten, tree_leaves

__all__ = ["input_dims", "output_dims"]


def name_of(func):
    """What errors call a function."""
    if hasattr(func, "__name__"):
        return func.__name__
    return f"functools.partial({name_of(func.func)}, ...)" if isinstance(func, partial) else repr(func)


def input_dims(func, in_dims, args):
    """(the arguments' leaves, a dimension or None for each, the spec that puts leaves together again, how many slices)."""
    head = f"vmap({name_of(func)}, in_dims={in_dims}, ...)(<inputs>): "
    if not isinstance(in_dims, (int, tuple)):
        raise ValueError(
            f"{head}expected `in_dims` to be int or a (potentially nested) tuple matching the structure of inputs, got: "
            f"{type(in_dims)}."
        )
    if not args:
        raise ValueError(
            f"vmap({name_of(func)})(<inputs>): got no inputs. Maybe you forgot to add inputs, or you are trying to vmap over "
            "a function with no inputs. The latter is unsupported."
        )
    flat, spec = tree_flatten(args)
    dims = _broadcast_to_and_flatten(in_dims, spec)
    if dims is None:
        raise ValueError(
            f"{head}in_dims is not compatible with the structure of `inputs`. in_dims has structure "
            f"{tree_flatten(in_dims)[1]} but inputs has structure {spec}."
        )
    for x, dim in zip(flat, dims, strict=True):
        check_dim(head, x, dim)
    sizes = [x.shape[dim] for x, dim in zip(flat, dims, strict=True) if dim is not None]
    if not sizes:
        raise ValueError("vmap: Expected at least one Tensor to vmap over")
    if len(set(sizes)) > 1:
        raise ValueError(
            f"vmap: Expected all tensors to have the same size in the mapped dimension, got sizes {sizes} for the mapped "
            "dimension"
        )
    return flat, dims, spec, sizes[0]


def check_dim(head, x, dim):
    """PyTorch's errors for a dimension that an input does not have."""
    if dim is None:
        return
    if not isinstance(dim, int):
        raise ValueError(f"{head}Got in_dim={dim} for an input but in_dim must be either an integer dimension or None.")
    if not isinstance(x, Tensor):
        raise ValueError(
            f"{head}Got in_dim={dim} for an input but the input is of type {type(x)}. We cannot vmap over non-Tensor "
            "arguments, please use None as the respective in_dim"
        )
    if not -x.dim() <= dim < x.dim():
        raise ValueError(
            f"{head}Got in_dim={dim} for some input, but that input is a Tensor of dimensionality {x.dim()} so expected "
            f"in_dim to satisfy -{x.dim()} <= in_dim < {x.dim()}."
        )


def output_dims(func, out_dims, made):
    """(a dimension or None for each leaf of a result, its spec)."""
    flat, spec = tree_flatten(made)
    if isinstance(made, Tensor) and isinstance(out_dims, tuple) and len(out_dims) == 1:
        dims = list(out_dims)
    else:
        dims = _broadcast_to_and_flatten(out_dims, spec)
    if dims is None:
        raise ValueError(
            f"vmap({name_of(func)}, ..., out_dims={out_dims})(<inputs>): out_dims is not compatible with the structure of "
            f"`outputs`. out_dims has structure {tree_flatten(out_dims)[1]} but outputs has structure {spec}."
        )
    for x, dim in zip(flat, dims, strict=True):
        if dim is not None and not isinstance(x, Tensor):
            name = name_of(func)
            raise ValueError(
                f"vmap({name}, ...): `{name}` must only return Tensors, got type {type(x)}. Did you mean to set out_dims= to "
                "None for output?"
            )
    return dims, spec


def check_out_dims(func, out_dims):
    """PyTorch's error for places that are no integers."""
    for dim in tree_leaves(out_dims):
        if dim is not None and not isinstance(dim, int):
            raise ValueError(
                f"vmap({name_of(func)}, ..., out_dims={out_dims}): `out_dims` must be an int, None or a python collection of "
                "ints representing where in the outputs the vmapped dimension should appear."
            )
