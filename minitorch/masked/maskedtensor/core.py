"""core: MaskedTensor: a tensor and a mask that says which of its elements are specified (shelf).

A subclass that has no numbers of its own: functions are handed to it, and it hands them the data and the mask it holds.
"""

import warnings

from ... import dtypes
from ..._tensor import Tensor
from ..._tower import load
from ...autograd.function import Function
from ...dispatch.subclasses import _make_wrapper_subclass
from ...memory_format import strided
from ...overrides.asking import DisableTorchFunctionSubclass

__all__ = ["MaskedTensor", "is_masked_tensor"]

KINDS = "float16 float32 float64 bool int8 int16 int32 int64"
PROTOTYPE = (
    "The PyTorch API of MaskedTensors is in prototype stage and will change in the near future. Please open a Github issue "
    "for features requests and see our documentation on the torch.masked module for further information about the project."
)
HISTORY = (
    "It is not recommended to create a MaskedTensor with a tensor that requires_grad. To avoid this, you can use "
    "data.detach().clone()"
)
UNKNOWN = (
    "{} is not implemented in __torch_dispatch__ for MaskedTensor.\nIf you would like this operator to be supported, please "
    "file an issue for a feature request at https://github.com/pytorch/maskedtensor/issues with a minimal reproducible code "
    "snippet.\nIn the case that the semantics for the operator are not trivial, it would be appreciated to also include a "
    "proposal for the semantics."
)


def is_masked_tensor(obj, /):
    """Whether an object is a MaskedTensor.

    >>> import minitorch as mt
    >>> mt.masked.is_masked_tensor(mt.ones(2))
    False

    Source: PyTorch, torch.masked.is_masked_tensor.
    """
    return isinstance(obj, MaskedTensor)


class MaskedTensor(Tensor):
    """Data and a mask of the same shape and layout, True where the data is specified.

    data           strided, sparse_coo or sparse_csr
    mask           of bools
    requires_grad  whether it is a leaf that gets a gradient, which has the same mask

    Errors: TypeError for what is no tensor, another layout or a mask that is not of bools, ValueError for other shapes.
    Source: PyTorch, torch.masked.MaskedTensor.
    """

    __module__ = "minitorch.masked.maskedtensor.core"

    def __new__(cls, data, mask, requires_grad=False):
        for name, x in (("data", data), ("mask", mask)):
            if is_masked_tensor(x) or not isinstance(x, Tensor):
                raise TypeError(f"{name} must be a Tensor")
        warnings.warn(PROTOTYPE, UserWarning, stacklevel=2)
        if data.requires_grad:
            warnings.warn(HISTORY, UserWarning, stacklevel=2)
        cls._noticed()
        return _make_wrapper_subclass(
            cls, data.size(), dtype=data.dtype, device=data.device, requires_grad=requires_grad
        )

    def __init__(self, data, mask, requires_grad=False):
        if layout_of(data) is not layout_of(mask):
            raise TypeError("data and mask must have the same layout.")
        if data.is_sparse:
            data, mask = data.coalesce(), mask.coalesce()
        if layout_of(data) is not strided and data._nnz() != mask._nnz():
            data = data.sparse_mask(mask)
        self._masked_data, self._masked_mask = data.detach().clone(), mask.detach().clone()
        self._check()

    def _check(self):
        """Raise PyTorch's errors for data and a mask that do not belong together."""
        data, mask = self._masked_data, self._masked_mask
        if layout_of(data) is not strided and not same_places(data, mask):
            kind, what = ("COO", "the same") if data.is_sparse else ("CSR", "either crow or col")
            verb = "have" if data.is_sparse else "share"
            raise ValueError(f"data and mask are both sparse {kind} tensors but do not {verb} {what} indices.")
        if mask.dtype is not dtypes.bool:
            raise TypeError("mask must have dtype bool.")
        if data.dtype.name not in KINDS.split():
            raise TypeError(f"{data.dtype} is not supported in MaskedTensor.")
        for name in ("dim", "size"):
            if getattr(data, name)() != getattr(mask, name)():
                raise ValueError(f"data.{name}() must equal mask.{name}()")

    def _set_data_mask(self, data, mask):
        self._masked_data, self._masked_mask = data, mask
        self._check()

    @staticmethod
    def _from_values(data, mask):
        """A MaskedTensor that keeps the history of its data."""
        return Constructor.apply(data, mask)

    def __repr__(self, *, tensor_contents=None):
        with DisableTorchFunctionSubclass():
            data, mask = dense(self._masked_data), dense(self._masked_mask)
        if not data.dim():
            return f"MaskedTensor({written(data.item()) if mask.item() else '--'}, {mask.item()})"
        return f"MaskedTensor(\n{indented(shown(data, mask))}\n)"

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        rule = load("minitorch.masked.maskedtensor.operators").function_rule(func)
        if rule is not None:
            return rule(*args, **kwargs)
        if not all([issubclass(cls, kind) for kind in types]):
            return NotImplemented
        return super().__torch_function__(func, types, args, kwargs)

    @classmethod
    def __torch_dispatch__(cls, func, types, args=(), kwargs=None):
        name = func.overloadpacket.__name__
        rule = load("minitorch.masked.maskedtensor.operators").RULES.get(name)
        if rule is None:
            warnings.warn(UNKNOWN.format(name), stacklevel=2)
            return NotImplemented
        return rule(func.overloadpacket, *args, **(kwargs or {}))

    def __lt__(self, other):
        other = other.get_data() if is_masked_tensor(other) else other
        return MaskedTensor(self.get_data() < other, self.get_mask())

    def to_tensor(self, value):
        """The data, with a number where it is not specified."""
        return self.get_data().masked_fill(~self.get_mask(), value)

    def get_data(self):
        """The data, what is not specified too; gradients that reach it have the mask."""
        return GetData.apply(self)

    def get_mask(self):
        """True where the data is specified."""
        return self._masked_mask

    @property
    def layout(self):
        return layout_of(self._masked_data)

    def is_sparse_coo(self):
        """Whether the data is a sparse COO tensor."""
        return self._masked_data.is_sparse

    def is_sparse_csr(self):
        """Whether the data is a sparse CSR tensor."""
        return layout_of(self._masked_data) is not strided and not self._masked_data.is_sparse

    @property
    def is_sparse(self):
        return layout_of(self._masked_data) is not strided


class Constructor(Function):
    """as_masked_tensor: the gradient goes on as it comes, with its mask."""

    @staticmethod
    def forward(ctx, data, mask):
        return MaskedTensor(data, mask)

    @staticmethod
    def backward(ctx, grad):
        return grad, None


class GetData(Function):
    """get_data: the gradient gets the mask."""

    @staticmethod
    def forward(ctx, masked):
        ctx.mask = masked._masked_mask
        return masked._masked_data.detach()

    @staticmethod
    def backward(ctx, grad):
        return grad if is_masked_tensor(grad) else MaskedTensor(grad, ctx.mask)


# --- layouts ------------------------------------------------------------------------------------------------------------------


def layout_of(x):
    return x.layout


def dense(x):
    return x if layout_of(x) is strided else x.to_dense()


def places(x):
    """The indices that a sparse tensor has values at."""
    return (x.indices(),) if x.is_sparse else (x.crow_indices(), x.col_indices())


def same_places(x, y):
    """Whether two sparse tensors have values at the same indices."""
    return all([a.shape == b.shape and bool((a == b).all()) for a, b in zip(places(x), places(y), strict=True)])


def _tensors_match(a, b, exact=True, rtol=1e-05, atol=1e-08):
    """Whether two tensors have the same numbers, or close ones, and sparse ones the same indices.

    Errors: ValueError for MaskedTensors and for several layouts.
    """
    if is_masked_tensor(a) or is_masked_tensor(b):
        raise ValueError("Neither `a` nor `b` can be a MaskedTensor.")
    if layout_of(a) is not layout_of(b):
        raise ValueError(f"`a` and `b` must have the same layout. Got {a.layout} and {b.layout}")
    if layout_of(a) is not strided:
        return same_places(a, b) and _tensors_match(a.values(), b.values(), exact, rtol, atol)
    b = b.to(a.dtype)
    return a.dim() == b.dim() and bool((a == b).all() if exact else a.allclose(b, rtol, atol))


def _masks_match(a, b):
    """Whether two MaskedTensors have the same mask; what is none has any."""
    return not (is_masked_tensor(a) and is_masked_tensor(b)) or _tensors_match(a.get_mask(), b.get_mask())


# --- printing -----------------------------------------------------------------------------------------------------------------


def written(number):
    return f"{number:8.4f}" if isinstance(number, float) else str(number)


def indented(text):
    return "\n".join(["  " + line for line in text.split("\n")])


def shown(data, mask):
    """Numbers in brackets, -- for what is not specified."""
    if data.dim() == 1:
        numbers, seen = [written(number) for number in data.tolist()], mask.tolist()
        width = max([len(text) if there else 8 for text, there in zip(numbers, seen, strict=True)])
        return f"[{', '.join([t if there else '--'.rjust(width) for t, there in zip(numbers, seen, strict=True)])}]"
    rows = [indented(shown(d, m)) for d, m in zip(data.unbind(), mask.unbind(), strict=True)]
    return "[\n" + ",\n".join(rows) + "\n]"
