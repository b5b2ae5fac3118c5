"""vmap: a function of single examples made one of batches, by a loop (shelf)."""

from functools import wraps

from .._tensor import Tensor
from ..ops.join.stack import stack
from ..tracing.graph import leaves, replace


def vmap(func, in_dims=0, out_dims=0, randomness="different", *, chunk_size=None):
    """A function that calls `func` for every example of a batch and stacks the results.

    in_dims     which dimension of the arguments is the batch: an int or None (the same for all examples), or a tuple with one
                for each argument, nested as the arguments are. Arguments by name have it in dimension 0
    out_dims    where it stands in the results: an int, or a tuple with one for each
    randomness  makes no difference: each example draws its own random numbers

    It is a loop: what it saves is the thinking about dimensions, not time. chunk_size makes no difference.

    >>> import minitorch as mt
    >>> x = mt.arange(6.0).reshape(3, 2)
    >>> mt.vmap(mt.dot)(x, x)
    tensor([ 1., 13., 41.])

    Errors: ValueError for batches of different sizes, and where there is none. Source: PyTorch, torch.func.vmap.
    """

    @wraps(func)
    def batched(*args, **kwargs):
        dims = dims_for(tuple(in_dims) if isinstance(in_dims, list) else in_dims, args) + dims_for(None, kwargs)
        count = batch_size(leaves((args, kwargs)), dims)
        return stacked([func(*a, **k) for a, k in examples((args, kwargs), dims, count)], out_dims)

    return batched


def dims_for(dims, part):
    """The batch dimension of each leaf of the arguments; None for what is the same for all examples."""
    if dims is None or isinstance(dims, int):
        return [dims if isinstance(x, Tensor) else None for x in leaves(part)]
    if isinstance(dims, dict) and isinstance(part, dict) and dims.keys() == part.keys():
        return [dim for key, one in part.items() for dim in dims_for(dims[key], one)]
    if isinstance(dims, (tuple, list)) and isinstance(part, (tuple, list)) and len(dims) == len(part):
        return [dim for inner, one in zip(dims, part, strict=True) for dim in dims_for(inner, one)]
    raise ValueError(
        f"vmap: in_dims has {dims} where the arguments have {type(part).__name__}: it needs their structure"
    )


def batch_size(parts, dims):
    """How many examples there are."""
    sizes = []
    for x, dim in zip(parts, dims, strict=True):
        if dim is not None:
            sizes.append(x.shape[dim])
    if not sizes:
        raise ValueError(
            "vmap: no argument has a batch dimension: at least one must be a tensor with an int in in_dims"
        )
    if len(set(sizes)) > 1:
        raise ValueError(f"vmap: Expected all tensors to have the same size in the mapped dimension, got sizes {sizes}")
    return sizes[0]


def examples(structure, dims, count):
    """The arguments of each example, in turn."""
    for i in range(count):
        each = iter(dims)

        def one(x, i=i, each=each):
            dim = next(each)
            return x if dim is None else x.select(dim, i)

        yield replace(structure, one)


def stacked(results, out_dims):
    """The results of all examples as one structure of batches."""
    columns = [list(column) for column in zip(*[leaves(result) for result in results], strict=True)]
    for column in columns:
        if not isinstance(column[0], Tensor):
            raise ValueError(f"vmap: the function must only return Tensors, got type {type(column[0])} as a return")
    dims = [out_dims] * len(columns) if out_dims is None or isinstance(out_dims, int) else list(out_dims)
    whole = iter([column[0] if dim is None else stack(column, dim) for column, dim in zip(columns, dims, strict=True)])
    return replace(results[0], lambda leaf: next(whole))
