"""parameter: Parameter and Buffer, the two kinds of tensor that a module keeps account of, and those of no size yet (core)."""

from .._tensor import Tensor, wrap
from ..checks import check_data
from ..creation.tensor import leaf
from ..creation.zeros import empty


class Parameter(Tensor):
    """A tensor that a module should train: assigned as an attribute, it appears in `module.parameters()`.

    data           any tensor; its memory is shared, its history is not. None makes an empty parameter
    requires_grad  whether gradients are computed for it

    >>> import minitorch as mt
    >>> mt.nn.Parameter(mt.ones(2))
    Parameter containing:
    tensor([1., 1.], requires_grad=True)

    Errors: RuntimeError for integers, which have no gradient; pass requires_grad=False.
    Source: PyTorch, torch.nn.parameter.Parameter.
    """

    def __new__(cls, data=None, requires_grad=True):
        made = checked(cls, data, requires_grad).detach()
        made.__class__ = cls
        return made.requires_grad_(requires_grad)

    def __repr__(self):
        return f"Parameter containing:\n{Tensor.__repr__(self)}"

    def __deepcopy__(self, memo):
        if id(self) not in memo:
            memo[id(self)] = type(self)(self.detach().clone(), self.requires_grad)
        return memo[id(self)]


class Buffer(Tensor):
    """A tensor that belongs to a module's state and is not trained: assigned as an attribute, it becomes a buffer.

    persistent  whether it is part of the module's state_dict

    >>> import minitorch as mt
    >>> module = mt.nn.Module()
    >>> module.mean = mt.nn.Buffer(mt.zeros(2))
    >>> [name for name, _ in module.named_buffers()]
    ['mean']

    Source: PyTorch, torch.nn.parameter.Buffer.
    """

    def __new__(cls, data=None, *, persistent=True):
        data = checked(cls, data)
        made = data.detach()
        made.__class__, made.persistent = cls, persistent
        return made.requires_grad_(data.requires_grad)

    def __deepcopy__(self, memo):
        if id(self) not in memo:
            made = type(self)(self.detach().clone(), persistent=self.persistent)
            memo[id(self)] = made.requires_grad_(self.requires_grad)
        return memo[id(self)]


def checked(cls, data, requires_grad=False):
    """The tensor that a Parameter or Buffer is made of: `data`, or an empty one for None. Raises if it cannot be."""
    if data is None:
        return empty(0)
    if not isinstance(data, Tensor):
        raise TypeError(
            f"{cls.__name__} expected a Tensor for its data, but got {type(data).__name__}: use minitorch.tensor()"
        )
    leaf(data._array, data.device, requires_grad)  # raises if these numbers cannot have a gradient
    return data


# --- those that wait for their size -------------------------------------------------------------------------------------


def is_lazy(param):
    """Whether a parameter or buffer waits for its size. Source: PyTorch, torch.nn.parameter.is_lazy."""
    return isinstance(param, UninitializedTensorMixin)


def allowed(name):
    """A method that a tensor without a size has, too: it gives one of another dtype or device, without a size again."""

    def change(self, *args, **kwargs):
        made = getattr(self.data, name)(*args, **kwargs)
        return self if made.dtype is self.dtype and made.device == self.device else self._alike(made)

    return change


class UninitializedTensorMixin:
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
        raise RuntimeError(NO_SHAPE)

    dtype = property(lambda self: self.data.dtype)
    device = property(lambda self: self.data.device)
    is_meta = property(lambda self: self.data.is_meta)
    ndim = property(lambda self: self.data.ndim)
    is_cuda = property(lambda self: self.data.is_cuda)
    is_cpu = property(lambda self: self.data.is_cpu)
    to, cpu, cuda, half, float, double = map(allowed, ("to", "cpu", "cuda", "half", "float", "double"))
    char, short, int, long = map(allowed, ("char", "short", "int", "long"))

    def size(self, dim=None):
        return self.data.size(dim)

    def dim(self):
        return self.data.dim()

    def get_device(self):
        return self.data.get_device()

    def copy_(self, src, non_blocking=False):
        """Nothing: there are no numbers to copy."""
        return self

    def share_memory_(self):
        raise RuntimeError(
            "Can't share memory on an uninitialized parameter or buffer. Call forward to initialize the parameters "
            "before calling module.share_memory()."
        )

    def _alike(self, model):
        """One of the same kind, with the dtype and device of `model`."""
        return type(self)(self.requires_grad, model.device, model.dtype)

    def __repr__(self):
        return f"<{type(self).__name__}>"

    def __reduce_ex__(self, protocol):
        return type(self), (self.requires_grad,)

    def __deepcopy__(self, memo):
        if id(self) not in memo:
            memo[id(self)] = self._alike(self.data)
        return memo[id(self)]


class UninitializedParameter(UninitializedTensorMixin, Parameter):
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


class UninitializedBuffer(UninitializedTensorMixin, Buffer):
    """A buffer whose size is not known yet. Source: PyTorch, torch.nn.parameter.UninitializedBuffer."""

    cls_to_become = Tensor

    def __new__(cls, requires_grad=False, device=None, dtype=None, persistent=True):
        made = wrap(empty(0, device=device, dtype=dtype)._array, cls).requires_grad_(requires_grad)
        made.persistent = persistent
        return made

    def _alike(self, model):
        return type(self)(self.requires_grad, model.device, model.dtype, self.persistent)


NO_SHAPE = (
    "Can't access the shape of an uninitialized parameter or buffer. This happens in `load_state_dict` when an "
    "uninitialized parameter is to be loaded into an initialized one. Call `forward` to initialize the parameters first."
)
NO_SIZE = (
    "Attempted to use an uninitialized parameter: this {} has no size and no numbers yet. A lazy module learns the size "
    "from its first batch: call forward once before anything is computed with its parameters."
)
