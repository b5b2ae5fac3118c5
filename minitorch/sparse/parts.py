"""parts: sums along dimensions, indexing, joining and filling of sparse arrays (shelf)."""

import numpy as np

from .array import SparseArray, check_places, is_sparse, kernel, refusal


@kernel("shape")
def shape(x):
    return x.shape


@kernel("ndim")
def ndim(x):
    return x.ndim


@kernel("result_type")
def result_type(*kinds):
    return np.result_type(*[x.dtype if is_sparse(x) else x for x in kinds])


@kernel("zeros_like", "empty_like")
def empty_like(x, dtype=None, **named):
    return nothing(x.shape, dtype or x.dtype, x.sparse_dim)


def nothing(shape, dtype, sparse_dim):
    """A sparse array in which nothing is."""
    values = np.zeros((0, *shape[sparse_dim:]), dtype)
    return SparseArray(np.zeros((sparse_dim, 0), "int64"), values, shape, True)


@kernel("broadcast_to")
def broadcast_to(x, shape, **named):
    if tuple(np.atleast_1d(shape)) != x.shape:
        raise RuntimeError("expand is unsupported for Sparse tensors")
    return x


@kernel("real")
def real(x):
    return x.real


@kernel("transpose")
def transpose(x, dims=None):
    return x.transpose(*(() if dims is None else (dims,)))


@kernel("squeeze")
def squeeze(x, **named):
    raise refusal("as_strided")


@kernel("swapaxes")
def swapaxes(x, first, second):
    return x.swapaxes(first, second)


# --- sums ------------------------------------------------------------------------------------------------------------------


@kernel("add.reduce", "sum")
def add_up(x, axis=0, keepdims=False, dtype=None, **named):
    """The sum along dimensions: a number where all of those of the places go, else sparse."""
    values = x.values.astype(dtype or x.dtype, copy=False)
    dims = tuple(range(x.ndim)) if axis is None else (axis,) if isinstance(axis, int) else tuple(axis)
    count = x.sparse_dim
    x.keys()
    values = values.sum(tuple([d - count + 1 for d in dims if d >= count]), keepdims=keepdims)
    kept = [d for d in range(count) if d not in dims]
    lengths = [n for d, n in enumerate(x.shape) if d not in dims]
    if keepdims:
        lengths = [1 if d in dims else n for d, n in enumerate(x.shape)]
    if not kept:
        total = values.sum(0)
        return total.reshape(lengths) if keepdims else total
    indices = x.indices[kept]
    if keepdims:
        indices = np.stack([np.zeros_like(index) if d in dims else index for d, index in enumerate(x.indices)])
    made = SparseArray(indices, values, lengths).coalesce()
    return SparseArray(made.indices, made.values, lengths, not keepdims)


@kernel("logical_or.reduce", "any")
def any_of(x, axis=None, **named):
    if axis is not None:
        raise refusal("any")
    return np.asarray(x.coalesce().values.any())


# --- indexing --------------------------------------------------------------------------------------------------------------


@kernel("getitem")
def getitem(x, place):
    """The part at ints; whole dimensions may stand between them."""
    place = list(place[:-1] if place and place[-1] is Ellipsis else place)
    if any([not isinstance(p, (int, np.integer)) and p is not None and not is_whole(p) for p in place]):
        raise refusal("as_strided")
    if sum([p is not None for p in place]) > x.ndim:
        raise IndexError(f"too many indices for tensor of dimension {x.ndim}")
    dim = 0
    for p in place:
        if p is None:
            x = expand_dims(x, dim)
        elif not is_whole(p):
            x = selected(x, dim, int(p))
        dim += p is None or is_whole(p)
    return x


def is_whole(place):
    return isinstance(place, slice) and place == slice(None)


def selected(x, dim, at):
    """The part at one place of a dimension; of the last dimension of places it is dense."""
    n = x.shape[dim]
    if not -n <= at < n:
        raise IndexError(f"index {at} is out of bounds for dimension {dim} with size {n}")
    at, count = at % n, x.sparse_dim
    shape = x.shape[:dim] + x.shape[dim + 1 :]
    if not is_sparse(x):
        return np.asarray(x[(slice(None),) * dim + (at,)])
    if dim >= count:
        return SparseArray(x.indices, x.values[(slice(None),) * (dim - count + 1) + (at,)], shape, x.coalesced)
    here = x.indices[dim] == at
    if count == 1:
        return np.asarray(x.values[here].sum(0, dtype=x.dtype))
    indices = np.delete(x.indices, dim, 0)[:, here]
    return SparseArray(indices, x.values[here], shape, x.coalesced)


@kernel("take")
def take(x, index, axis=0):
    """The parts at several places of a dimension, in their order."""
    index = np.asarray(index)
    if index.ndim != 1:
        if axis:
            raise refusal("take")
        found = take(x, index.reshape(-1))
        lead = np.stack(np.unravel_index(found.indices[0], index.shape)) if index.ndim else found.indices[:0]
        return SparseArray(np.concatenate([lead, found.indices[1:]]), found.values, (*index.shape, *x.shape[1:]))
    n = x.shape[axis]
    if index.size and (index.min() < -n or index.max() >= n):
        raise IndexError("index_select(): index out of range")
    shape = (*x.shape[:axis], len(index), *x.shape[axis + 1 :])
    if axis >= x.sparse_dim:
        return SparseArray(x.indices, x.values.take(index, axis - x.sparse_dim + 1), shape, x.coalesced)
    check_places(x.indices, x.shape)
    order = np.argsort(x.indices[axis], kind="stable")
    own = x.indices[axis][order]
    firsts = np.searchsorted(own, index % max(n, 1))
    counts = np.searchsorted(own, index % max(n, 1), "right") - firsts
    to = np.repeat(np.arange(len(index)), counts)
    of = order[np.repeat(firsts - (np.cumsum(counts) - counts), counts) + np.arange(len(to))]
    indices = x.indices[:, of]
    indices[axis] = to
    return SparseArray(indices, x.values[of], shape, axis == 0 and x.coalesced)


# --- joining ---------------------------------------------------------------------------------------------------------------


@kernel("concatenate")
def concatenate(parts, axis=0, dtype=None, **named):
    for place, x in enumerate(parts):
        if not is_sparse(x):
            raise RuntimeError(f"Concatenating sparse tensors, but a dense tensor was found at position {place}.")
    first, shapes = parts[0], [x.shape for x in parts]
    if len({(s[:axis], s[axis + 1 :], x.sparse_dim) for s, x in zip(shapes, parts, strict=True)}) > 1:
        raise RuntimeError(
            "All tensors must have the same shape except in the concatenating dimension, and as many sparse dimensions"
        )
    whole = list(first.shape)
    whole[axis] = sum([s[axis] for s in shapes])
    if axis >= first.sparse_dim:
        return beside(parts, axis, whole)
    indices = np.concatenate([x.indices for x in parts], 1)
    starts = np.cumsum([0, *[s[axis] for s in shapes]])
    indices[axis] += np.repeat(starts[:-1], [x.nnz for x in parts])
    return SparseArray(indices, np.concatenate([x.values for x in parts], dtype=dtype), whole)


def beside(parts, axis, whole):
    """Sparse arrays joined along a dimension of the numbers: each has zeros at the places of the others."""
    values, start = [], 0
    for x in parts:
        grown = np.zeros((x.nnz, *whole[x.sparse_dim :]), x.dtype)
        where = [slice(None)] * grown.ndim
        where[axis - x.sparse_dim + 1] = slice(start, start + x.shape[axis])
        grown[tuple(where)] = x.values
        values.append(grown)
        start += x.shape[axis]
    return SparseArray(np.concatenate([x.indices for x in parts], 1), np.concatenate(values), whole)


@kernel("ascontiguousarray")
def ascontiguousarray(x):
    return x


@kernel("expand_dims")
def expand_dims(x, axis):
    """A new dimension of length 1."""
    axis = axis % (x.ndim + 1)
    shape = (*x.shape[:axis], 1, *x.shape[axis:])
    if axis > x.sparse_dim:
        return SparseArray(x.indices, np.expand_dims(x.values, axis - x.sparse_dim + 1), shape, x.coalesced)
    return SparseArray(np.insert(x.indices, axis, 0, 0), x.values, shape, x.coalesced)
