"""compressed_creation: sparse_csr_tensor, sparse_csc_tensor, sparse_bsr_tensor, sparse_bsc_tensor, and their invariants (shelf)."""

import warnings

import numpy as np

from ..creation.tensor import as_tensor, check_dtype, wishing
from ..dtypes import from_numpy_dtype
from ..memory_format import COMPRESSED, sparse_bsc, sparse_bsr, sparse_csc, sparse_csr
from ..ops.op import op
from .compressed import BY_ROWS, IN_BLOCKS, CompressedArray, title
from .compressed_forms import pattern_of
from .creation import check_sparse_tensor_invariants, number_tensor

warned: list = []  # whether the warning was given in this process


def warn_once(layout):
    """PyTorch's warning, the first time."""
    if not warned:
        warned.append(True)
        warnings.warn(
            f"Sparse {layout.name[-3:].upper()} tensor support is in beta state. If you miss a functionality in the sparse tensor "
            "support, please submit a feature request to https://github.com/pytorch/pytorch/issues.",
            stacklevel=4,
        )


@op(derivative="SparseCompressedTensorBackward0")
def _compressed(values, compressed, plain, shape, layout):
    """A compressed tensor of its parts, whose memory it keeps."""
    return CompressedArray(compressed, plain, values, shape, layout)


_compressed.grad(values=lambda g, out: _values_at(g, getattr(out, "_array", out)))


@op(derivative="SparseMaskBackward0")
def _values_at(x, like):
    """The numbers of a tensor at the places of a compressed one, as those of that one lie."""
    return pattern_of(x, like).values


_values_at.grad(x=lambda g, like: _compressed(g, like.compressed, like.plain, like.shape, like.layout))


def sparse_compressed_tensor(
    compressed_indices, plain_indices, values, size=None, *, dtype=None, layout=None, device=None, pin_memory=False,
    requires_grad=False, check_invariants=None,
):  # fmt: skip
    """A sparse tensor in one of the compressed layouts.

    compressed_indices  where each row (of csr and bsr) or column (of csc and bsc) begins [*batch, rows + 1]
    plain_indices       the column, or row, of each number or block [*batch, nnz]
    values              the numbers [*batch, nnz, *dense] or blocks [*batch, nnz, height, width, *dense]
    size                its size; where it is left out, the smallest with room for them
    layout              sparse_csr, sparse_csc, sparse_bsr or sparse_bsc
    check_invariants    look whether the parts fit together. Where not, it may be noticed when the tensor is used

    >>> import minitorch as mt
    >>> mt.sparse_compressed_tensor([0, 1, 2], [1, 0], [5.0, 6.0], layout=mt.sparse_csc).to_dense()
    tensor([[0., 6.],
            [5., 0.]])

    Errors: RuntimeError for parts that do not fit. Source: PyTorch, torch.sparse_compressed_tensor.
    """
    if layout not in COMPRESSED:
        got = "none" if layout is None else title(layout)
        raise RuntimeError(f"sparse_compressed_tensor expected sparse compressed tensor layout but got {got}")
    warn_once(layout)
    if pin_memory:
        raise RuntimeError("Cannot access accelerator device when none is available.")
    values = number_tensor(values, check_dtype(dtype), device, False)
    compressed, plain = (as_tensor(one)._array for one in (compressed_indices, plain_indices))
    numbers = values._array
    shape = smallest(compressed, plain, numbers, layout) if size is None else tuple([int(n) for n in size])
    if check_sparse_tensor_invariants.on if check_invariants is None else check_invariants:
        check_parts(compressed, plain, numbers, shape, layout)
    if min(shape, default=0) < 0:
        raise RuntimeError("numel: integer multiplication overflow")
    made = _compressed(values, compressed, plain, shape, layout)
    return wishing(made) if requires_grad and not made.requires_grad else made


def checked(compressed_indices, plain_indices, values, size, layout):
    """A tensor of parts that came from a file."""
    return sparse_compressed_tensor(
        compressed_indices, plain_indices, values, size, layout=layout, check_invariants=True
    )


OPTIONS = {"dtype", "device", "pin_memory", "requires_grad", "check_invariants"}
FORM = (
    "\n * (object {}, object {}, object values, {}*, torch.dtype dtype = None, torch.layout layout = None, torch.device device = "
    "None, bool pin_memory = False, bool requires_grad = False, bool check_invariants = None)"
)


def made_as(own, args, named):
    """A tensor in the layout `own` of what its constructor was called with."""
    name, names = f"{own.name}_tensor", (*names_of(own), "values", "size")
    given = dict(zip(names, args, strict=False)) | {key: x for key, x in named.items() if key in names[len(args) :]}
    options = {key: x for key, x in named.items() if key not in names}
    size, layout = given.pop("size", None), options.pop("layout", own)
    sized = size is None or not isinstance(size, str)
    if (
        len(args) > 4
        or len(given) < 3
        or len(given) + (size is not None) + len(options) < len(args)
        or not sized
        or options.keys() - OPTIONS
    ):
        got = ", ".join([type(x).__name__ for x in args] + [f"{key}={type(x).__name__}" for key, x in named.items()])
        forms = "".join([FORM.format(*names[:2], size) for size in ("tuple of ints size, ", "")])
        raise TypeError(
            f"{name}() received an invalid combination of arguments - got ({got}), but expected one of:{forms}"
        )
    if layout not in (own, None):
        raise RuntimeError(f"{name}: layout must be {title(own)} but got {title(layout)}")
    return sparse_compressed_tensor(*[given[one] for one in names[:3]], size, layout=own, **options)


def names_of(layout):
    """What the indices of a layout are called."""
    return ("crow_indices", "col_indices") if layout in BY_ROWS else ("ccol_indices", "row_indices")


def sparse_csr_tensor(*args, **named):
    """sparse_csr_tensor(crow_indices, col_indices, values, size=None): a sparse matrix told row by row.

    Row i has the numbers `values` [nnz] from crow_indices[i] to crow_indices[i + 1], in the columns `col_indices` [nnz]; batches,
    dense dimensions and the other arguments are those of sparse_compressed_tensor.

    >>> import minitorch as mt
    >>> mt.sparse_csr_tensor([0, 1, 2], [1, 0], [5.0, 6.0]).to_dense()
    tensor([[0., 5.],
            [6., 0.]])

    Errors: RuntimeError for parts that do not fit. Source: PyTorch, torch.sparse_csr_tensor.
    """
    return made_as(sparse_csr, args, named)


def sparse_csc_tensor(*args, **named):
    """sparse_csc_tensor(ccol_indices, row_indices, values, size=None): a sparse matrix told column by column.

    >>> import minitorch as mt
    >>> mt.sparse_csc_tensor([0, 1, 2], [1, 0], [5.0, 6.0]).to_dense()
    tensor([[0., 6.],
            [5., 0.]])

    Errors: RuntimeError for parts that do not fit. Source: PyTorch, torch.sparse_csc_tensor.
    """
    return made_as(sparse_csc, args, named)


def sparse_bsr_tensor(*args, **named):
    """sparse_bsr_tensor(crow_indices, col_indices, values, size=None): blocks `values` [nnz, height, width], row by row.

    >>> import minitorch as mt
    >>> mt.sparse_bsr_tensor([0, 1, 2], [1, 0], [[[5.0, 6.0]], [[7.0, 8.0]]]).to_dense()
    tensor([[0., 0., 5., 6.],
            [7., 8., 0., 0.]])

    Errors: RuntimeError for parts that do not fit. Source: PyTorch, torch.sparse_bsr_tensor.
    """
    return made_as(sparse_bsr, args, named)


def sparse_bsc_tensor(*args, **named):
    """sparse_bsc_tensor(ccol_indices, row_indices, values, size=None): blocks `values` [nnz, height, width], column by column.

    >>> import minitorch as mt
    >>> mt.sparse_bsc_tensor([0, 1, 2], [1, 0], [[[5.0, 6.0]], [[7.0, 8.0]]]).to_dense()
    tensor([[0., 0., 7., 8.],
            [5., 6., 0., 0.]])

    Errors: RuntimeError for parts that do not fit. Source: PyTorch, torch.sparse_bsc_tensor.
    """
    return made_as(sparse_bsc, args, named)


# --- what fits ---------------------------------------------------------------------------------------------------------------


def check_dims(compressed, plain, values, layout):
    """Raise PyTorch's errors for parts with too few dimensions."""
    first, second = names_of(layout)
    if compressed.ndim < 1:
        raise RuntimeError(f"{first} must have dimensionality >= 1 but got {compressed.ndim}")
    if compressed.ndim != plain.ndim:
        raise RuntimeError(
            f"{first} and {second} dimensionalities must be equal but got {compressed.ndim} and {plain.ndim}, respectively"
        )
    batch, block = compressed.ndim - 1, 2 * (layout in IN_BLOCKS)
    if values.ndim <= batch + block:
        raise RuntimeError(
            f"values must have dimensionality > sum of batch and block dimensionalities (={batch} + {block}) but got {values.ndim}"
        )


def smallest(compressed, plain, values, layout):
    """The smallest size with room for all places."""
    check_dims(compressed, plain, values, layout)
    if plain.dtype.kind not in "iu":
        kind = from_numpy_dtype(plain.dtype).title
        raise NotImplementedError(f"\"estimate_sparse_compressed_tensor_size\" not implemented for '{kind}'")
    batch = compressed.ndim - 1
    block = values.shape[batch + 1 : batch + 3] if layout in IN_BLOCKS else (1, 1)
    lines, across = compressed.shape[-1] - 1, int(plain.max(initial=-1)) + 1
    rows, columns = (lines, across) if layout in BY_ROWS else (across, lines)
    dense = values.shape[batch + 1 + 2 * (layout in IN_BLOCKS) :]
    return (*values.shape[:batch], rows * block[0], columns * block[1], *dense)


def check_parts(compressed, plain, values, shape, layout):
    """Raise PyTorch's errors for parts that do not fit together."""
    check_dims(compressed, plain, values, layout)
    names, in_blocks, by_rows = names_of(layout), layout in IN_BLOCKS, layout in BY_ROWS
    for name, part in zip(names, (compressed, plain), strict=True):
        if part.shape[-1] > 1 and part.strides[-1] != part.itemsize:
            raise RuntimeError(f"expected {name} to be a contiguous tensor per batch")
    batch = compressed.ndim - 1
    dense = values.ndim - 1 - batch - 2 * in_blocks
    if len(shape) != batch + 2 + dense:
        raise RuntimeError(
            f"tensor dimensionality must be sum of batch, base, and dense dimensionalities (={batch} + 2 + {dense}) but got "
            f"{len(shape)}"
        )
    lead = [list(part[:batch]) for part in (compressed.shape, plain.shape, values.shape, shape)]
    if lead[:3] != [lead[3]] * 3:
        raise RuntimeError(
            f"all batch dimensions of {names[0]} (={lead[0]}), {names[1]} (={lead[1]}), and values (={lead[2]}) must be equal to "
            f"tensor batch dimensions (={lead[3]})"
        )
    block = values.shape[batch + 1 : batch + 3] if in_blocks else (1, 1)
    for dim, length in enumerate(block):
        if length and shape[batch + dim] % length:
            raise RuntimeError(
                f"tensor shape[{batch + dim}] (={shape[batch + dim]}) must be divisible with blocksize[{dim}] (={length}) as defined "
                "by values shape"
            )
    sizes = [n // max(length, 1) for n, length in zip(shape[batch:], block, strict=False)]
    lines, across = sizes if by_rows else sizes[::-1]
    if compressed.shape[-1] != lines + 1:
        what = ("row" if by_rows else "column") + (" blocks" if in_blocks else "s")
        raise RuntimeError(
            f"{names[0]}.shape[-1] must be equal to the number of {what} + 1 (={lines + 1}), but got {compressed.shape[-1]}"
        )
    if plain.shape[-1] != values.shape[batch]:
        raise RuntimeError(
            f"{names[1]}.shape[-1] must be equal to nnz (={values.shape[batch]}) as defined by values.shape[{batch}], but got "
            f"{plain.shape[-1]}"
        )
    check_dtypes(compressed, plain, names)
    check_indices(compressed, plain, across, names, "rc" if by_rows else "cr")


def check_dtypes(compressed, plain, names):
    """Raise PyTorch's errors for indices that are no integers, or not of one kind."""
    first, second = (from_numpy_dtype(part.dtype) for part in (compressed, plain))
    words = f"{names[0]} and {names[1]}"
    if first is not second:
        raise RuntimeError(f"{words} must have the same dtype, bot got {first.title} and {second.title}, respectively")
    if first.name not in ("int32", "int64"):
        raise RuntimeError(f"{words} dtype must be Int or Long, but got {first.title}")


def check_indices(compressed, plain, across, names, letters):
    """Raise PyTorch's errors for indices outside, or in no order. letters: rc where rows are compressed, else cr."""
    lines, others = ("nrows" if letter == "r" else "ncols" for letter in letters)
    first, second = names
    steps = np.diff(compressed)
    conditions = [
        (f"0 <= {second} < {others}", ((plain >= 0) & (plain < across)).all()),
        (f"{first}[..., 0] == 0", (compressed[..., 0] == 0).all()),
        (f"{first}[..., -1] == nnz", (compressed[..., -1] == plain.shape[-1]).all()),
        (f"0 <= {first}[..., 1:] - {first}[..., :-1] <= {others}", ((steps >= 0) & (steps <= across)).all()),
    ]
    for words, holds in conditions:
        if not holds:
            raise RuntimeError(f"`{words}` is not satisfied.")
    rises = plain[..., 1:] > plain[..., :-1]
    ends = np.zeros((*plain.shape[:-1], plain.shape[-1] + 1), bool)
    np.put_along_axis(ends, compressed.astype("int64"), True, -1)
    if not (rises | ends[..., 1:-1]).all():
        raise RuntimeError(
            f"`{second}[..., {first}[..., i - 1]:{first}[..., i]] for all i = 1, ..., {lines} are sorted and distinct along the last "
            "dimension values` is not satisfied."
        )


def _validate_sparse_compressed_tensor_args(
    compressed_indices, plain_indices, values, size, layout, check_pinning=None
):
    """Raise unless the parts of a compressed tensor fit. Source: PyTorch, torch._validate_sparse_compressed_tensor_args."""
    check_parts(compressed_indices._array, plain_indices._array, values._array, tuple(size), layout)


def validator(layout):
    """_validate_sparse_csr_tensor_args or one of its kin."""

    def validate(compressed_indices, plain_indices, values, size, check_pinning=None):
        _validate_sparse_compressed_tensor_args(compressed_indices, plain_indices, values, size, layout)

    validate.__name__ = validate.__qualname__ = f"_validate_{layout.name}_tensor_args"
    validate.__doc__ = f"Raise unless the parts of a tensor fit. Source: PyTorch, torch.{validate.__name__}."
    return validate


_validate_sparse_csr_tensor_args, _validate_sparse_csc_tensor_args = validator(sparse_csr), validator(sparse_csc)
_validate_sparse_bsr_tensor_args, _validate_sparse_bsc_tensor_args = validator(sparse_bsr), validator(sparse_bsc)
