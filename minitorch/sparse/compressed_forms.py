"""compressed_forms: from dense and sparse arrays to compressed ones, and from one compressed layout to another (shelf)."""

import numpy as np

from ..memory_format import sparse_csc, sparse_csr
from .array import SparseArray, is_sparse
from .compressed import BY_ROWS, IN_BLOCKS, OTHER_WAY, CompressedArray, isinstance_compressed, not_in_blocks, title


def starts_of(lines, count):
    """Where each of `count` lines begins, of numbers that stand in the order of their lines [*batch, nnz]."""
    flat = lines.reshape(-1, lines.shape[-1])
    found = [np.bincount(one, minlength=count).cumsum() for one in flat]
    return np.concatenate([np.zeros((len(flat), 1), "int64"), found], 1).reshape(*lines.shape[:-1], count + 1)


def compress(x, layout):
    """A coalesced array in coordinates, of two dimensions of places, in csr or csc."""
    rows, columns = x.indices
    if layout is sparse_csr:
        return CompressedArray(starts_of(rows, x.shape[0]), columns, x.values, x.shape, layout)
    order = np.argsort(columns, kind="stable")
    return CompressedArray(starts_of(columns[order], x.shape[1]), rows[order], x.values[order], x.shape, layout)


def without_numbers(shape, dtype, layout, name):
    """What zeros or empty make in csr or csc."""
    if len(shape) < 2:
        raise RuntimeError(
            f"torch.{name}: Only batched sparse compressed (non-block) tensors are supported, but got size "
            f"{list(shape)}"
        )
    if layout in IN_BLOCKS:
        raise not_in_blocks(layout, f"{name}_sparse_compressed".replace("_like", ""))
    lines = shape[-2] if layout in BY_ROWS else shape[-1]
    plain = np.zeros((*shape[:-2], 0), "int64")
    return CompressedArray(np.zeros((*shape[:-2], lines + 1), "int64"), plain, plain.astype(dtype), shape, layout)


def compress_dense(x, layout, blocksize, dense_dim):
    """A dense array in a compressed layout: the numbers, or blocks, in which something is not 0."""
    height, width = blocksize or (1, 1)
    batch = x.ndim - dense_dim - 2
    (n, m), batches, dense = x.shape[batch : batch + 2], x.shape[:batch], x.shape[batch + 2 :]
    if 0 in batches:
        raise RuntimeError(f"to_{layout.name}: Expected product of batch dimensions to be non-zero.")
    count = int(np.prod(batches))
    blocks = x.reshape(count, n // height, height, m // width, width, *dense).swapaxes(2, 3)
    blocks = blocks if layout in BY_ROWS else blocks.swapaxes(1, 2)
    there = (blocks != 0).any(tuple(range(3, blocks.ndim)))
    sums = there.sum((1, 2))
    if (sums != sums[0]).any():
        raise RuntimeError("Expect the same number of specified elements per batch.")
    starts = np.concatenate([np.zeros((count, 1), "int64"), there.sum(2).cumsum(1)], 1)
    values = blocks[there]
    values = values.reshape(*batches, sums[0], *(values.shape[1:] if blocksize else dense))
    plain = np.ascontiguousarray(there.nonzero()[2]).reshape(*batches, sums[0])
    return CompressedArray(starts.reshape(*batches, -1), plain, values, x.shape, layout)


def turned(x):
    """csr as csc, bsr as bsc, and the reverse: numbers or blocks in the other order."""
    lines, plain = x.lines(), x.plain.astype("int64", copy=False)
    order = np.lexsort((lines, plain))
    size = x.shape[x.batch + x.by_rows] // x.blocksize[x.by_rows]
    starts = starts_of(np.take_along_axis(plain, order, -1), size).astype(x.compressed.dtype)
    at = order.reshape(*order.shape, *[1] * (x.values.ndim - order.ndim))
    found = np.take_along_axis(lines, order, -1).astype(x.plain.dtype), np.take_along_axis(x.values, at, x.batch)
    return CompressedArray(starts, *found, x.shape, OTHER_WAY[x.layout])


def in_blocks_of(x, layout, blocksize):
    """A csr or csc array in blocks."""
    pair, (height, width) = x.pair(), blocksize
    rows, columns = pair.indices
    across = x.shape[1] // width
    keys = rows // height * across + columns // width
    if layout not in BY_ROWS:
        keys = columns // width * (x.shape[0] // height) + rows // height
    there, which = np.unique(keys, return_inverse=True)
    values = np.zeros((len(there), height, width, *pair.values.shape[1:]), x.dtype)
    values[which.reshape(-1), rows % height, columns % width] = pair.values
    sizes = x.shape[0] // height, across
    lines, plain = np.divmod(there, max(sizes[layout in BY_ROWS], 1))
    parts = starts_of(lines, sizes[layout not in BY_ROWS]), plain
    return CompressedArray(*[part.astype(x.plain.dtype) for part in parts], values, x.shape, layout)


def changed(x, layout, blocksize=None, dense_dim=0):
    """An array, dense or sparse, in a compressed layout."""
    if not is_sparse(x):
        return compress_dense(x, layout, blocksize, dense_dim)
    if not isinstance_compressed(x):
        x = compress(x.coalesce(), sparse_csr if layout in BY_ROWS else sparse_csc)
    if x.layout is layout:
        return x
    if x.layout is OTHER_WAY[layout]:
        return turned(x)
    return in_blocks_of(x, layout, blocksize)


def pattern_of(x, like):
    """The numbers that an array, dense or sparse, has at the places of a compressed one."""
    if isinstance_compressed(x) and same_places(x, like):
        return like.like(x.values)
    whole = x.dense() if is_sparse(x) else np.broadcast_to(x, like.shape)
    return like.like(whole[tuple(like.places())].reshape(like.values.shape))


def same_places(x, y):
    """Whether two compressed arrays have numbers at the same places, in the same order."""
    if x.layout is not y.layout or x.plain.shape != y.plain.shape or x.blocksize != y.blocksize:
        return False
    return bool((x.compressed == y.compressed).all() and (x.plain == y.plain).all())


# --- PyTorch's checks --------------------------------------------------------------------------------------------------------


def layout_of(x):
    """The name of an array's layout in PyTorch's errors."""
    return title(x.layout) if is_sparse(x) else "Strided"


def check_conversion(name, x, layout, blocksize, dense_dim):
    """Raise PyTorch's errors for a conversion that there is not."""
    words = f"{name}: conversion from {layout_of(x)} to {title(layout)}"
    if blocksize is not None:
        check_blocksize(name, words, layout, blocksize)
    elif layout in IN_BLOCKS:
        raise RuntimeError(f"{words} without blocksize argument given is not supported")
    if blocksize is not None and not (is_sparse(x) and isinstance_compressed(x) and x.in_blocks):
        check_sizes(name, x, blocksize, dense_dim or 0)
    if dense_dim is not None and is_sparse(x):
        raise RuntimeError(f"{words} with dense_dim argument given is not supported")
    if dense_dim is not None and not 0 <= dense_dim <= x.ndim - 2:
        raise RuntimeError(f"{name}: dense_dim argument must be in [0,{x.ndim - 2}] range, but {dense_dim} is given")
    if isinstance_compressed(x):
        check_change(name, words, x, layout, blocksize)
    elif is_sparse(x) and x.sparse_dim != 2:
        raise RuntimeError(f"{words} for input tensors with sparse_dim()!=2 is not supported")
    if not is_sparse(x) and x.ndim < 2:
        shape = [int(np.count_nonzero(x)), x.ndim]
        raise IndexError(f"select(): index 1 out of range for tensor of size {shape} at dimension 1")


def check_blocksize(name, words, layout, blocksize):
    if layout not in IN_BLOCKS:
        raise RuntimeError(f"{words} with blocksize argument given is not supported")
    if len(blocksize) != 2:
        raise RuntimeError(f"{name}: blocksize needs to be a tuple of size 2, but got {len(blocksize)}")
    if min(blocksize) <= 0:
        raise RuntimeError(f"{name}: blocksize needs to be positive, but got {list(blocksize)}")


def check_sizes(name, x, blocksize, dense_dim):
    """Raise unless whole blocks fit into a matrix."""
    dense_dim = x.values.ndim - 1 if type(x) is SparseArray else x.dense_dim if is_sparse(x) else dense_dim
    if x.ndim - dense_dim < 2:
        raise IndexError(
            f"Dimension out of range (expected to be in range of [{-x.ndim}, {x.ndim - 1}], but got {-dense_dim - 2})"
        )
    n, m = x.shape[x.ndim - dense_dim - 2 : x.ndim - dense_dim]
    if n % blocksize[0] or m % blocksize[1]:
        raise RuntimeError(
            f"{name}: tensor sparse size ({n},{m}) must be divisible by given blocksize ({blocksize[0]},{blocksize[1]})"
        )


def check_change(name, words, x, layout, blocksize):
    """Raise where a compressed array cannot be had in another compressed layout."""
    if x.in_blocks and layout not in IN_BLOCKS:
        short = name if name.endswith(layout.name[-4:]) else f"{name}_{layout.name[-3:]}"
        raise RuntimeError(f"{short}: expected SparseCsr or SparseCsc layout but got {title(x.layout)}")
    if x.in_blocks and tuple(blocksize) != x.blocksize:
        raise RuntimeError(
            f"{words} with blocksize changed from {list(x.blocksize)} to {list(blocksize)} is not supported"
        )
    if not x.in_blocks and layout in IN_BLOCKS and x.batch:
        raise RuntimeError(f"{words} for batched inputs is not supported")
