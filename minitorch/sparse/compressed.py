"""compressed: CompressedArray: sparse matrices of which one index is kept in a compressed form: csr, csc, bsr, bsc (shelf).

Of a matrix in sparse_csr the places are told row by row: `compressed` says where each row's numbers begin, `plain` their
columns. In sparse_csc rows and columns change parts, and in sparse_bsr and sparse_bsc what has a place is no number but a
block of them. In front there may be dimensions of batches, with as many numbers in each matrix, and behind dense ones:

    compressed  [*batch, rows + 1]     plain  [*batch, nnz]     values  [*batch, nnz, *blocksize, *dense]

of a csc matrix columns + 1, with blocks as many as there are rows or columns of blocks. compressed_products.py says what
functions make of such arrays.
"""

import numpy as np

from ..backend import KINDS
from ..memory_format import sparse_bsc, sparse_bsr, sparse_csc, sparse_csr
from .array import KINDS_OF_SPARSE, SparseArray, is_sparse, op_called

OTHER_WAY = {sparse_csr: sparse_csc, sparse_csc: sparse_csr, sparse_bsr: sparse_bsc, sparse_bsc: sparse_bsr}
IN_BLOCKS, BY_ROWS = (sparse_bsr, sparse_bsc), (sparse_csr, sparse_bsr)
compressed_kernels: dict = {}  # name of a function of NumPy's -> what it makes of compressed arrays
KEEPING = frozenset(
    """
    sin tan arcsin arctan sinh tanh arcsinh arctanh sqrt expm1 log1p absolute fabs sign floor ceil rint trunc deg2rad rad2deg
    isnan isinf signbit erf erfinv round isposinf isneginf fix angle negative conjugate positive
    """.split()
)  # functions of one number that are applied to the numbers that are there
SHAPES = "getitem slice narrow unsqueeze diagonal split chunk sort tensor_split squeeze".split()  # they ask for strides
WHOLE = "reshape flatten ravel concatenate stack cat contiguous".split()  # they ask whether it is contiguous
WITHOUT_KERNEL = """
    floor_divide equal max min nonzero trace median take masked_select flip unfold topk.values cumprod.out std.correction
    var.correction index_add.out index_fill.int_Scalar scatter.out index_select prod mean.out any.all_out all.all_out norm.out
    nan_to_num.out argmax.out argmin.out count_nonzero.dim_IntList unique:_unique2 amax:max amin:min view
    bernoulli:bernoulli_.float cumsum.out gather.out tril.out triu.out softmax:_softmax.out log_softmax:_log_softmax.out
""".split()  # operations that PyTorch has no kernel for, by the name of the one that it looks for
KERNELS = {one.split(":")[0].split(".")[0]: one.split(":")[-1] for one in WITHOUT_KERNEL}
# they make room for a result before they look for a kernel
SHAPED_FIRST = "cumsum gather tril triu softmax log_softmax".split()
ELEMENTWISE = (
    "pow square gt lt ge le ne eq clamp clamp_min clamp_max gelu threshold div sub addcmul addcdiv lerp".split()
)
OF_ELEMENTS = (
    ".pointwise.",
    ".comparison.",
    ".functional.activation",
    ".functional.hard_activation",
)  # files of such operations


def compressed_kernel(*names):
    """Enter a function as what NumPy's functions of these names make of compressed arrays."""

    def enter(function):
        compressed_kernels.update(dict.fromkeys(names, function))
        return function

    return enter


def title(layout):
    """SparseCsr: a layout's name in PyTorch's errors."""
    return "".join([part.capitalize() for part in layout.name.split("_")[: 1 if layout.name == "sparse_coo" else 2]])


def lacking(layout, what):
    """PyTorch's error for what only tensors with all numbers in their memory have."""
    return RuntimeError(f"Sparse {layout.name[-3:].upper()} tensors do not have {what}")


def not_in_blocks(layout, name):
    """PyTorch's error for what is not done with blocks."""
    words = f"{name} expected sparse compressed (non-block) tensor layout but got {title(layout)}"
    return RuntimeError(words)


def compressed_refusal(name, x):
    """PyTorch's error for a function that compressed tensors have not, under the name of the operation that was called."""
    op = op_called()
    name = op.name if op is not None else name
    if name in SHAPED_FIRST and x.in_blocks:
        return not_in_blocks(x.layout, "empty_sparse_compressed")
    if name in KERNELS:
        return could_not_run(KERNELS[name])
    if name in WHOLE:
        return lacking(x.layout, "is_contiguous")
    if name in SHAPES:
        return lacking(x.layout, "strides")
    if op is None or name in ELEMENTWISE or any([part in str(op.__module__) for part in OF_ELEMENTS]):
        return RuntimeError(f"unsupported tensor layout: {title(x.layout)}")
    return could_not_run(name)


def could_not_run(name):
    return NotImplementedError(f"Could not run 'aten::{name}' with arguments from the 'SparseCsrCPU' backend.")


class CompressedArray(SparseArray):
    """Numbers or blocks of them, and their places: `compressed`, `plain`, `values`, `shape` and the `layout`."""

    layout = property(lambda self: self._layout)  # type: ignore[assignment]

    def __init__(self, compressed, plain, values, shape, layout):
        self.compressed, self.plain, self.values = compressed, plain, values
        self.shape, self._layout = tuple(shape), layout

    nnz = property(lambda self: self.plain.shape[-1])
    sparse_dim = property(lambda self: 2)
    batch = property(lambda self: self.compressed.ndim - 1)
    batches = property(lambda self: self.compressed.shape[:-1])
    in_blocks = property(lambda self: self.layout in IN_BLOCKS)
    by_rows = property(lambda self: self.layout in BY_ROWS)
    dense_dim = property(lambda self: self.values.ndim - 1 - self.batch - 2 * self.in_blocks)
    coalesced = property(lambda self: True)  # type: ignore[assignment]

    @property
    def blocksize(self):
        """Rows and columns of a block: (1, 1) without blocks."""
        return self.values.shape[self.batch + 1 : self.batch + 3] if self.in_blocks else (1, 1)

    def __reduce__(self):
        return type(self), (self.compressed, self.plain, self.values, self.shape, self.layout)

    # --- what asks it ----------------------------------------------------------------------------------------------------

    def __array_ufunc__(self, ufunc, method, *inputs, out=None, **named):
        name = ufunc.__name__ if method == "__call__" else f"{ufunc.__name__}.{method}"
        made = self.answer(name, ufunc, inputs, named)
        return made if out is None else written(made, out[0])

    def __array_function__(self, function, kinds, args, named):
        return self.answer(function.__name__, function, args, named)

    def answer(self, name, function, args, named):
        """What a function of NumPy's makes of the arguments, of which this is one."""
        op = op_called()
        if op is not None and (op.name in KERNELS or op.name in ELEMENTWISE or (op.name == "round" and args[1:])):
            raise compressed_refusal(name, self)
        if name in KEEPING:
            return args[0].kept(function, *args[1:], **{key: value for key, value in named.items() if key != "out"})
        if name not in compressed_kernels:
            raise compressed_refusal(name, self)
        return compressed_kernels[name](*args, **named)

    def __getattr__(self, name):
        if hasattr(np.ndarray, name) and not name.startswith("__array"):
            if name in ("tolist", "ctypes"):
                raise RuntimeError("Cannot access data pointer of Tensor that doesn't have storage")
            raise compressed_refusal(name, self)
        raise AttributeError(f"'CompressedArray' object has no attribute '{name}'")

    def __array__(self, *args, **named):
        if op_called() is not None:
            raise compressed_refusal("", self)
        raise TypeError(f"can't convert {title(self.layout)} layout tensor to numpy. Use Tensor.to_dense() first.")

    def __setitem__(self, place, value):
        """Only all of it can be given other numbers."""
        if place is not Ellipsis:
            raise TypeError("Cannot assign to a sparse tensor")
        written(value, self)

    def __getitem__(self, place):
        return compressed_kernels["getitem"](self, place if isinstance(place, tuple) else (place,))

    # --- other forms of it -----------------------------------------------------------------------------------------------

    def like(self, values):
        """Other numbers at the same places."""
        return CompressedArray(self.compressed, self.plain, values, self.shape, self.layout)

    def kept(self, function, *args, **named):
        return self.like(function(self.values, *args, **named))

    @property
    def real(self):
        """The real parts, of real numbers alone: PyTorch has no others."""
        if self.dtype.kind == "c":
            raise could_not_run("view_as_real")
        return self

    imag = property(lambda self: self.like(self.values.imag))  # type: ignore[assignment]

    def coalesce(self):
        return self

    def copy(self, order=None):
        """Another one with memory of its own, or (order=None: what becomes a leaf's gradient) with the same memory."""
        if order is None:
            return self.like(self.values)
        parts = self.compressed.copy(), self.plain.copy(), self.values.copy()
        return CompressedArray(*parts, self.shape, self.layout)

    def reshape(self, *shape):
        op = op_called()
        if op is not None and op.name == "view":
            raise could_not_run("view")
        raise lacking(self.layout, "strides" if op is not None and op.name == "unsqueeze" else "is_contiguous")

    def transpose(self, *dims):
        raise could_not_run("as_strided")

    def take(self, index, axis=0):
        raise could_not_run("index_select")

    def sum(self, axis=None, dtype=None, keepdims=False):
        return compressed_kernels["add.reduce"](self, axis, keepdims, dtype)

    def any(self, axis=None, keepdims=False):
        raise could_not_run("any.all_out")

    def nonzero(self):
        raise could_not_run("nonzero")

    T = property(lambda self: self.swapaxes(0, 1))  # type: ignore[assignment]

    def swapaxes(self, first, second):
        """Two dimensions of one kind in each other's place; rows and columns make the layout the other one."""
        first, second = first % self.ndim, second % self.ndim
        if first == second:
            return self
        if self.dense_dim:
            raise RuntimeError("transpose(): hybrid sparse compressed tensors with dense dimensions are not supported")
        kinds = ["Batch" if d < self.batch else "Sparse" for d in (first, second)]
        if kinds[0] != kinds[1]:
            raise RuntimeError(
                "transpose(): can only transpose dimensions of the same type (Batch, Sparse, Dense), got "
                f"{first}({kinds[0]}) and {second}({kinds[1]})"
            )
        shape = list(self.shape)
        shape[first], shape[second] = shape[second], shape[first]
        if kinds[0] == "Batch":
            parts = [part.swapaxes(first, second) for part in (self.compressed, self.plain, self.values)]
            return CompressedArray(*parts, shape, self.layout)
        values = self.values.swapaxes(self.batch + 1, self.batch + 2) if self.in_blocks else self.values
        return CompressedArray(self.compressed, self.plain, values, shape, OTHER_WAY[self.layout])

    # --- its numbers -----------------------------------------------------------------------------------------------------

    def lines(self):
        """Of each number or block the index that is kept compressed [*batch, nnz]."""
        counts = np.diff(self.compressed)
        if (counts < 0).any() or (counts.sum(-1) != self.nnz).any():
            name = self.names()[0]
            raise RuntimeError(f"`{name}[..., -1] == nnz` is not satisfied.")
        count = self.compressed.shape[-1] - 1
        starts = np.broadcast_to(np.arange(count), counts.shape)
        return np.repeat(starts.reshape(-1), counts.reshape(-1)).reshape(self.plain.shape)

    def places(self):
        """The places of all numbers, block by block [batch dimensions + 2, *batch, nnz, *blocksize]."""
        lines, plain = self.lines(), self.plain.astype("int64", copy=False)
        rows, columns = (lines, plain) if self.by_rows else (plain, lines)
        height, width = self.blocksize
        rows = rows[..., None, None] * height + np.arange(height)[:, None]
        columns = columns[..., None, None] * width + np.arange(width)
        rows, columns = np.broadcast_arrays(rows, columns)
        found = [*np.indices(rows.shape)[: self.batch], rows, columns]
        for index, n in zip(found, self.shape, strict=False):
            if index.size and (index.min() < 0 or index.max() >= n):
                raise IndexError("index out of range in self")
        return np.stack(found)

    def pair(self):
        """The same with all places of each number named."""
        places = self.places()
        dense = self.values.shape[self.values.ndim - self.dense_dim :]
        places = places.reshape(len(places), -1)
        values = self.values.reshape(places.shape[1], *dense)
        return SparseArray(places, values, self.shape, self.layout is sparse_csr and self.in_order())

    def in_order(self):
        """Whether the numbers of each line stand in order, each place there once."""
        lines, plain = self.lines(), self.plain
        return bool(((plain[..., 1:] > plain[..., :-1]) | (lines[..., 1:] > lines[..., :-1])).all())

    def dense(self):
        return self.pair().dense()

    def names(self):
        """What its indices are called."""
        return ("crow_indices", "col_indices") if self.by_rows else ("ccol_indices", "row_indices")

    def parts(self):
        """What is shown of it."""
        return dict(zip((*self.names(), "values"), (self.compressed, self.plain, self.values), strict=True))


def written(made, out):
    """Put a result into a compressed array, or into another one."""
    if not isinstance_compressed(out):
        out[...] = made.dense() if is_sparse(made) and not is_sparse(out) else made
        return out
    if not is_sparse(made):
        made = out.like(np.broadcast_to(made, out.values.shape))
    if made is not out:
        out.compressed, out.plain = made.compressed, made.plain
        out.values, out.shape, out._layout = made.values.astype(out.dtype), made.shape, made.layout
    return out


def isinstance_compressed(x):
    """Whether this is a compressed array; its class says that it is one of NumPy's."""
    return type(x) is CompressedArray


KINDS.append(CompressedArray)
KINDS_OF_SPARSE.append(CompressedArray)
