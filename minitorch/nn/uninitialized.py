"""uninitialized: UninitializedParameter, UninitializedBuffer: those that wait for their size (shelf)."""

from .._tensor import Tensor, wrap
from ..checks import check_data
from ..creation.zeros import empty
from .parameter import Buffer, Parameter, UninitializedTensorMixin, is_lazy

NO_SIZE = (
    "Attempted to use an uninitialized parameter: this {} has no size and no numbers yet. A lazy module learns the size "
    "from its first batch: call forward once before anything is computed with its parameters."
)
CONVERTING = ("to", "cpu", "cuda", "half", "float", "double")  # these give one of another dtype, without a size again


class _Waiting(UninitializedTensorMixin):
    """A tensor whose size is not known yet: it has a dtype and a device, and no numbers.

    A lazy layer holds such tensors until it sees its first batch; `materialize(shape)` then makes each of them an
    ordinary one, the same object.

    Errors: RuntimeError for its shape, ValueError for whatever needs its numbers.
    Source: PyTorch, torch.nn.parameter.UninitializedTensorMixin.
    """

    __slots__ = ()

    def materialize(self, shape, device=None, dtype=None):
        """Become a tensor of this shape, whose numbers are to be filled in."""
        self.data = empty(shape, device=device or self.device, dtype=dtype or self.dtype)
        self.__class__ = self.cls_to_become

    @property
    def _array(self):
        raise ValueError(NO_SIZE.format(type(self).__name__))

    @_array.setter
    def _array(self, array):
        Tensor._array.__set__(self, array)

    @property
    def data(self):
        """An empty tensor of its dtype and device."""
        return wrap(Tensor._array.__get__(self))

    @data.setter
    def data(self, other):
        self._array = check_data(self, other.data if is_lazy(other) else other)._array  # no step has saved it yet

    @property
    def shape(self):
        raise RuntimeError("Can't access the shape of an uninitialized parameter or buffer: call forward once before")

    dtype = property(lambda self: self.data.dtype)
    device = property(lambda self: self.data.device)
    is_meta = property(lambda self: self.data.is_meta)
    ndim = property(lambda self: self.data.ndim)

    def size(self, dim=None):
        return self.data.size(dim)

    def dim(self):
        return self.data.dim()

    def copy_(self, src, non_blocking=False):
        """Nothing: there are no numbers to copy."""
        return self

    def _alike(self, model):
        """One of the same kind, with the dtype and device of `model`."""
        return type(self)(self.requires_grad, model.device, model.dtype)

    def __getattribute__(self, name):
        if name in CONVERTING:
            return lambda *args, **kwargs: self._alike(getattr(self.data, name)(*args, **kwargs))
        return super().__getattribute__(name)

    def __repr__(self):
        return f"<{type(self).__name__}>"

    def __reduce_ex__(self, protocol):
        return type(self), (self.requires_grad,)

    def __deepcopy__(self, memo):
        return memo.setdefault(id(self), self._alike(self.data))


class UninitializedParameter(_Waiting, Parameter):
    """A parameter whose size is not known yet.

    >>> import minitorch as mt
    >>> weight = mt.nn.UninitializedParameter()
    >>> weight
    <UninitializedParameter>
    >>> weight.materialize((2, 3))
    >>> type(weight).__name__, weight.shape
    ('Parameter', minitorch.Size([2, 3]))

    Source: PyTorch, torch.nn.parameter.UninitializedParameter.
    """

    cls_to_become = Parameter

    def __new__(cls, requires_grad=True, device=None, dtype=None):
        return wrap(empty(0, device=device, dtype=dtype)._array, cls).requires_grad_(requires_grad)


class UninitializedBuffer(_Waiting, Buffer):
    """A buffer whose size is not known yet. Source: PyTorch, torch.nn.parameter.UninitializedBuffer."""

    cls_to_become = Tensor

    def __new__(cls, requires_grad=False, device=None, dtype=None, persistent=True):
        made = wrap(empty(0, device=device, dtype=dtype)._array, cls).requires_grad_(requires_grad)
        made.persistent = persistent
        return made
