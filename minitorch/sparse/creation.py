"""creation: sparse_coo_tensor, and the old sparse.FloatTensor and its kin (shelf)."""

import warnings

import numpy as np

from .. import dtypes
from .._tensor import Tensor, wrap
from .._tower import load
from ..backend import device as device_type
from ..creation.tensor import as_tensor, check_dtype, tensor, wishing
from ..memory_format import sparse_coo
from .array import SparseArray, check_places, is_sparse
from .conversion import _made
from .parts import nothing


class check_sparse_tensor_invariants:
    """Whether sparse tensors are looked at when they are made; a switch, a with-block and a decorator.

    What is outside of a tensor is noticed when it is used, in any case.
    Source: PyTorch, torch.sparse.check_sparse_tensor_invariants.
    """

    on = False

    def __init__(self, enable=True):
        self.wanted = enable

    @classmethod
    def is_enabled(cls):
        """Whether they are."""
        return check_sparse_tensor_invariants.on

    @classmethod
    def enable(cls):
        """Look at them from now on."""
        check_sparse_tensor_invariants.on = True

    @classmethod
    def disable(cls):
        """Do not."""
        check_sparse_tensor_invariants.on = False

    def __enter__(self):
        self.before, check_sparse_tensor_invariants.on = self.is_enabled(), self.wanted

    def __exit__(self, *error):
        check_sparse_tensor_invariants.on = self.before

    def __call__(self, function):
        def checked(*args, **named):
            with type(self)(self.wanted):
                return function(*args, **named)

        return checked


def sparse_coo_tensor(
    indices=None, values=None, size=None, *, dtype=None, device=None, pin_memory=False, requires_grad=False,
    check_invariants=None, is_coalesced=None,
):  # fmt: skip
    """A sparse tensor: the numbers `values` [nnz, ...] at the places `indices` [sparse_dim, nnz], and zeros elsewhere.

    size              its size; where it is left out, the smallest with room for them. Alone: a tensor without numbers
    check_invariants  look whether all places are inside. Where not, it is noticed when the tensor is used
    is_coalesced      say that the places are in order, each there once
    dtype, device, requires_grad  as of other tensors; `values` that require a gradient are given it

    Numbers that stand at one place count as their sum.

    >>> import minitorch as mt
    >>> mt.sparse_coo_tensor([[0, 1], [2, 0]], [3.0, 4.0], (2, 3)).to_dense()
    tensor([[0., 0., 3.],
            [4., 0., 0.]])

    Errors: RuntimeError for parts that do not fit. Source: PyTorch, torch.sparse_coo_tensor.
    """
    kind = check_dtype(dtype)
    if values is None:
        return alone(indices if size is None else size, kind, requires_grad)
    values = number_tensor(values, kind, device)
    places = as_tensor(indices)._array.astype("int64", copy=False)
    if places.ndim == 1 and not places.size:
        places = places.reshape(1, 0)
    numbers = values._array
    check_parts(places, numbers)
    shape = smallest(places, numbers) if size is None else tuple([int(n) for n in size])
    check_shape(shape, places, numbers)
    if check_sparse_tensor_invariants.on if check_invariants is None else check_invariants:
        check_places(places, shape)
        check_order(is_coalesced, places, shape)
    made = _made(values, places, shape, bool(is_coalesced) if is_coalesced is not None else places.shape[1] < 2)
    return wishing(made) if requires_grad and not made.requires_grad else made


def number_tensor(values, kind, where, vector=True):
    """The numbers as a tensor, a single one as a vector unless `vector` is False."""
    if isinstance(values, str):
        raise TypeError("new(): invalid data type 'str'")
    made = values if isinstance(values, Tensor) else tensor(values, dtype=kind)
    made = made if kind in (None, made.dtype) else made.to(kind)
    if where is not None and device_type(where).type != "cpu":
        made.to(where)  # which says what is wrong
        raise NotImplementedError(f"sparse tensors are on the CPU here, and not on {where}")
    return made if made.ndim or not vector else made.reshape(1)


def alone(size, kind, requires_grad):
    """A tensor of a size without numbers."""
    if size is None or not isinstance(size, (tuple, list)):
        raise TypeError(
            "sparse_coo_tensor() received an invalid combination of arguments: it takes (indices, values), "
            "(indices, values, size) or (size)"
        )
    made = wrap(nothing(tuple(size), (kind or dtypes.get_default_dtype()).numpy, len(size)))
    return wishing(made) if requires_grad else made


def in_layout(function, name, args, named):
    """What zeros or empty make in a sparse layout: a tensor without numbers, of the size that they would have."""
    if name in ("ones", "full"):
        raise RuntimeError("full(...) is not implemented for sparse layout")
    options = {key: value for key, value in named.items() if key in ("size", "dtype")}
    form = function(*args, **options, device="meta")
    layout = named["layout"]
    if layout is sparse_coo:
        made = wrap(nothing(form.shape, form.dtype.numpy, form.ndim))
    else:
        made = wrap(
            load("minitorch.sparse.compressed_forms").without_numbers(form.shape, form.dtype.numpy, layout, name)
        )
    return wishing(made) if named.get("requires_grad") else made


def check_parts(places, numbers):
    """Raise PyTorch's errors where places and numbers do not fit."""
    if places.ndim != 2:
        raise RuntimeError(f"indices must be sparse_dim x nnz, but got: {list(places.shape)}")
    if places.shape[1] != numbers.shape[0]:
        raise RuntimeError(
            f"indices and values must have same nnz, but got nnz from indices: {places.shape[1]}, nnz from values: "
            f"{numbers.shape[0]}"
        )


def smallest(places, numbers):
    """The smallest size with room for all places."""
    if not places.size:
        return (*[0] * len(places), *numbers.shape[1:])
    for dim, low in enumerate(places.min(1)):
        if low < 0:
            raise RuntimeError(f"found negative index {low} for dim {dim}")
    return (*[int(n) + 1 for n in places.max(1)], *numbers.shape[1:])


def check_shape(shape, places, numbers):
    """Raise PyTorch's errors where a size does not fit."""
    count, rest = len(places), numbers.ndim - 1
    if len(shape) != count + rest:
        raise RuntimeError(
            f"'len(size) == sparse_dim + dense_dim' is not satisfied: len(size) = {len(shape)}, sparse_dim = {count}, "
            f"dense_dim = {rest}"
        )
    if any([n < 0 for n in shape]):
        raise RuntimeError("numel: integer multiplication overflow")
    if tuple(shape[count:]) != numbers.shape[1:]:
        raise RuntimeError(
            f"values has incorrect size, expected [{', '.join(map(str, [numbers.shape[0], *shape[count:]]))}], got "
            f"{list(numbers.shape)}"
        )


def check_order(is_coalesced, places, shape):
    """Raise where places that are said to be in order are not."""
    keys = SparseArray(places, np.zeros(places.shape[1]), shape).keys()
    if is_coalesced and (keys[1:] <= keys[:-1]).any():
        raise RuntimeError("cannot set is_coalesced to true if indices correspond to uncoalesced COO tensor")


# --- the old constructors ----------------------------------------------------------------------------------------------------


def warn_once():
    """Warn, the first time, that there is a younger constructor."""
    if not warned:
        warned.append(True)
        warnings.warn(
            "torch.sparse.SparseTensor(indices, values, shape, *, device=) is deprecated.  Please use "
            "torch.sparse_coo_tensor(indices, values, shape, dtype=, device=).",
            stacklevel=3,
        )


warned: list = []  # whether that has happened in this process


class _Typed(type):
    """sparse.FloatTensor and its kin: they make plain tensors, and isinstance asks for the dtype."""

    def __call__(cls, *args, device=None):
        if len(args) > 1 and isinstance(args[0], Tensor):
            warn_once()
            return sparse_coo_tensor(*args)
        if any([not isinstance(n, (int, tuple, list)) for n in args]) or (
            len(args) > 1 and isinstance(args[0], (list, tuple))
        ):
            got = ", ".join([type(x).__name__ for x in args])
            raise TypeError(f"new() received an invalid combination of arguments - got ({got})")
        size = args[0] if args and not isinstance(args[0], int) else args or (0,)
        return sparse_coo_tensor(size=size, dtype=cls.dtype)

    def __instancecheck__(cls, x):
        return isinstance(x, Tensor) and is_sparse(x._array) and x.dtype is cls.dtype

    def __repr__(cls):
        return f"<class 'minitorch.sparse.{cls.__name__}'>"


def _typed(name, kind):
    doc = f"`{name}(indices, values, size)`: PyTorch's old constructor of sparse {kind.name} tensors."
    return _Typed(name, (), {"dtype": kind, "__doc__": doc, "__module__": "minitorch.sparse"})


FloatTensor, DoubleTensor = _typed("FloatTensor", dtypes.float32), _typed("DoubleTensor", dtypes.float64)
HalfTensor, BFloat16Tensor = _typed("HalfTensor", dtypes.float16), _typed("BFloat16Tensor", dtypes.bfloat16)
ByteTensor, CharTensor = _typed("ByteTensor", dtypes.uint8), _typed("CharTensor", dtypes.int8)
ShortTensor, IntTensor = _typed("ShortTensor", dtypes.int16), _typed("IntTensor", dtypes.int32)
LongTensor = _typed("LongTensor", dtypes.int64)
