"""array: SparseArray: what a sparse tensor holds in the place of an array: the numbers that are there, and where (shelf).

A sparse tensor is a Tensor like any other. What it holds is no NumPy array but a pair: `indices` [sparse_dim, nnz], of
each number its place in the first dimensions, and `values` [nnz, *the other dimensions]. NumPy's functions ask such an
object what they shall do with it, as they ask CuPy's arrays; so operations and formulas stay what they are. The files of
this folder say what a function makes of it. Every other function raises the error that PyTorch raises, and none can read
numbers that are not there.
"""

import sys
from types import SimpleNamespace

import numpy as np
from numpy.lib.mixins import NDArrayOperatorsMixin

from ..backend import KINDS
from ..memory_format import sparse_coo

NOT_IN_ROWS = SimpleNamespace(c_contiguous=False, f_contiguous=False, forc=False, owndata=True, writeable=True)
kernels: dict = {}  # name of a function of NumPy's -> what it makes of sparse arrays
KEEPING = frozenset(
    """
    sin tan arcsin arctan sinh tanh arcsinh arctanh sqrt expm1 log1p absolute fabs sign floor ceil rint trunc deg2rad rad2deg
    isnan isinf signbit square erf erfinv nan_to_num round isposinf isneginf fix
    """.split()
)  # functions of one number that make zero of zero: they are applied to the numbers that are there
OUTSIDE = "size is inconsistent with indices: for dim {}, size is {} but found index {}"


def kernel(*names):
    """Enter a function as what NumPy's functions of these names make of sparse arrays."""

    def enter(function):
        kernels.update(dict.fromkeys(names, function))
        return function

    return enter


class SparseArray(NDArrayOperatorsMixin):
    """Numbers and their places.

    indices    int64 [sparse_dim, nnz]     values  [nnz, *shape[sparse_dim:]]
    coalesced  whether it is known that the places are in order and none stands there twice
    """

    base, layout = None, sparse_coo
    flags = NOT_IN_ROWS
    __hash__ = object.__hash__

    def __init__(self, indices, values, shape, coalesced=False):
        self.indices, self.values, self.shape = indices, values, tuple(shape)
        self.coalesced = coalesced or self.nnz < 2

    # Python's code that asks whether this is an array on the CPU is told so; NumPy's own looks at the type itself
    __class__ = property(lambda self: np.ndarray)  # type: ignore[assignment]
    ndim = property(lambda self: len(self.shape))
    dtype = property(lambda self: self.values.dtype)
    size = property(lambda self: int(np.prod(self.shape, dtype=object)))
    itemsize = property(lambda self: self.values.itemsize)
    strides = property(lambda self: (1,) * self.ndim)  # in bytes: none in elements
    nnz = property(lambda self: self.indices.shape[1])
    sparse_dim = property(lambda self: self.indices.shape[0])
    T = property(lambda self: self.transpose())
    mT = property(lambda self: self.swapaxes(-1, -2))
    real = property(lambda self: self.like(self.values.real))
    imag = property(lambda self: self.like(self.values.imag))

    def __reduce__(self):
        return type(self), (self.indices, self.values, self.shape, self.coalesced)

    __reduce_ex__ = lambda self, protocol: self.__reduce__()

    # --- what asks it ----------------------------------------------------------------------------------------------------

    def __array_ufunc__(self, ufunc, method, *inputs, out=None, **named):
        name = ufunc.__name__ if method == "__call__" else f"{ufunc.__name__}.{method}"
        if name not in kernels and name not in KEEPING:
            raise refusal(name)
        if out is not None and name in ("add", "subtract") and out[0] is inputs[0] and not is_sparse(out[0]):
            return kernels["onto"](out[0], inputs[1], ufunc)
        made = kernels[name](*inputs, **named) if name in kernels else inputs[0].kept(ufunc, *inputs[1:], **named)
        return made if out is None else written(made, out[0])

    def __array_function__(self, function, kinds, args, named):
        name = function.__name__
        if name in KEEPING:
            return args[0].kept(function, *args[1:], **named)
        if name not in kernels:
            raise refusal(name)
        return kernels[name](*args, **named)

    def __array__(self, *args, **named):
        raise TypeError("can't convert Sparse layout tensor to numpy. Use Tensor.to_dense() first.")

    def __getattr__(self, name):
        if hasattr(np.ndarray, name) and not name.startswith("__array"):
            raise WORDS.get(name) or refusal(name)
        raise AttributeError(f"'SparseArray' object has no attribute '{name}'")

    def __len__(self):
        return self.shape[0]

    def __setitem__(self, place, value):
        """Only all of it can be given other numbers."""
        if place is not Ellipsis:
            raise TypeError("Cannot assign to a sparse tensor")
        written(value, self)

    def __getitem__(self, place):
        return kernels["getitem"](self, place if isinstance(place, tuple) else (place,))

    # --- other forms of it -----------------------------------------------------------------------------------------------

    def like(self, values):
        """Other numbers at the same places."""
        return type(self)(self.indices, values, self.shape, self.coalesced)

    def kept(self, function, *args, **named):
        """A function that makes zero of zero, applied to the numbers that are there."""
        found = self.coalesce()
        return found.like(function(found.values, *args, **named))

    def copy(self, order=None):
        """Another one with memory of its own, or (order=None: what becomes a leaf's gradient) with the same memory.

        Changes in place put other arrays here and write into none.
        """
        if order is None:
            return self.like(self.values)
        return type(self)(self.indices.copy(), self.values.copy(), self.shape, self.coalesced)

    def astype(self, dtype, order="K", casting=None, subok=True, copy=True):
        return self if not copy and self.dtype == dtype else self.like(self.values.astype(dtype))

    def conj(self):
        return self.like(self.values.conj())

    def transpose(self, *dims):
        """The dimensions in another order; those of the places and those of the numbers stay apart."""
        dims = dims[0] if dims and not isinstance(dims[0], int) else dims or range(self.ndim)[::-1]
        order = [d % self.ndim for d in dims if -self.ndim <= d < self.ndim]
        if len(dims) != self.ndim or sorted(order) != list(range(self.ndim)):
            raise ValueError("axes do not fit")
        count = self.sparse_dim
        if any([(d < count) != (place < count) for place, d in enumerate(order)]):
            raise RuntimeError(
                "permute(sparse_coo): permuting sparse and dense dimensions with each other is not supported"
            )
        if order == sorted(order):
            return self
        inner = [0, *[d - count + 1 for d in order[count:]]]
        kept = order[:count] == list(range(count))
        shape = [self.shape[d] for d in order]
        return SparseArray(self.indices[order[:count]], self.values.transpose(inner), shape, kept and self.coalesced)

    def reshape(self, *shape):
        """Only a dimension of length 1 can be inserted, which is what unsqueeze asks for."""
        shape = shape[0] if len(shape) == 1 and isinstance(shape[0], tuple) else shape
        for dim in range(len(shape)):
            if shape[dim] == 1 and (*shape[:dim], *shape[dim + 1 :]) == self.shape:
                return kernels["expand_dims"](self, dim)
        raise WORDS["ravel"]

    def take(self, index, axis=0):
        return kernels["take"](self, index, axis)

    def sum(self, axis=None, dtype=None, keepdims=False):
        return kernels["add.reduce"](self, axis, keepdims, dtype)

    def any(self, axis=None, keepdims=False):
        return kernels["logical_or.reduce"](self, axis if axis is None or len(axis) < self.ndim else None)

    def swapaxes(self, first, second):
        order = list(range(self.ndim))
        order[first], order[second] = order[second], order[first]
        return self.transpose(order)

    # --- its numbers -----------------------------------------------------------------------------------------------------

    def keys(self):
        """The places as numbers, counted through row by row; RuntimeError where one is outside."""
        check_places(self.indices, self.shape)
        keys = np.zeros(self.nnz, "int64")
        for index, n in zip(self.indices, self.shape, strict=False):
            keys = keys * n + index
        return keys

    def places(self, keys):
        """The reverse."""
        lengths = self.shape[: self.sparse_dim]
        return np.stack(np.unravel_index(keys, lengths)) if lengths else np.zeros((0, len(keys)), "int64")

    def coalesce(self):
        """The same with the places in order and each there once: numbers at one place are added up."""
        if self.coalesced:
            return self
        if self.nnz < 2:
            return SparseArray(self.indices, self.values, self.shape, True)
        keys = self.keys()
        order = np.argsort(keys, kind="stable")
        keys = keys[order]
        starts = np.flatnonzero(np.concatenate([[True], keys[1:] != keys[:-1]]))
        added = np.logical_or if self.dtype.kind == "b" else np.add
        values = added.reduceat(self.values[order], starts, 0).astype(self.dtype, copy=False)
        return SparseArray(self.indices[:, order[starts]], values, self.shape, True)

    def dense(self):
        """The whole as an array, with zeros where nothing is."""
        check_places(self.indices, self.shape)
        found = self.coalesce()
        whole = np.zeros(self.shape, self.dtype)
        if self.sparse_dim:
            whole[tuple(found.indices)] = found.values
        elif found.nnz:
            whole[...] = found.values[0]
        return whole

    def parts(self):
        """What is shown of it."""
        return {"indices": self.indices, "values": self.values}


WORDS = {
    "ravel": RuntimeError("reshape is not implemented for sparse tensors"),
    "flatten": RuntimeError("reshape is not implemented for sparse tensors"),
    "tolist": RuntimeError("Cannot access data pointer of Tensor that doesn't have storage"),
    "ctypes": RuntimeError("Cannot access data pointer of Tensor that doesn't have storage"),
    "nbytes": RuntimeError(
        "nbytes is not defined for sparse tensors.  If you want the size of the constituent tensors, add the nbytes of the "
        "indices and values.  If you want the size of the  equivalent dense tensor, multiply numel() by element_size()"
    ),
}


def written(made, out):
    """Put a result into an array, or let a sparse one have its numbers; what does not fit is refused."""
    if not is_sparse(out):
        out[...] = made.dense() if is_sparse(made) else made
        return out
    if not is_sparse(made):
        raise RuntimeError("add(sparse, dense) is not supported. Use add(dense, sparse) instead.")
    if made is not out:
        out.indices, out.values = made.indices.copy(), made.values.astype(out.dtype)
        out.shape, out.coalesced = made.shape, made.coalesced
    return out


def is_sparse(x):
    """Whether this is a sparse array."""
    return type(x) in KINDS_OF_SPARSE


def check_places(indices, shape):
    """Raise where a place is outside of the shape."""
    for dim, index in enumerate(indices if indices.size else ()):
        low, high = index.min(), index.max()
        if low < 0:
            raise RuntimeError(f"found negative index {low} for dim {dim}")
        if high >= shape[dim]:
            raise RuntimeError(OUTSIDE.format(dim, shape[dim], high))


def op_called():
    """The operation that is being computed; None in a formula."""
    frame = sys._getframe(1)
    while frame is not None:
        op = frame.f_locals.get("op")
        if hasattr(op, "parameters") and hasattr(op, "forward"):
            return op
        frame = frame.f_back
    return None


def refusal(name):
    """PyTorch's error for a function that sparse tensors have not, under the name of the operation that was called."""
    op = op_called()
    name = name if op is None else op.name
    return NotImplementedError(f"Could not run 'aten::{name}' with arguments from the 'SparseCPU' backend.")


KINDS.append(SparseArray)
KINDS_OF_SPARSE = [SparseArray]  # and the compressed ones
