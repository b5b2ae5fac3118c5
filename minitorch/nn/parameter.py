"""parameter: Parameter and Buffer, the two kinds of tensor that a module registers (core)."""

from .._lazy import lazy_names
from .._tensor import Tensor
from ..creation.zeros import empty


class Parameter(Tensor):
    """A tensor that a module trains: assigned as an attribute, it appears in `module.parameters()`.

    >>> import minitorch as mt
    >>> mt.nn.Parameter(mt.ones(2))
    Parameter containing:
    tensor([1., 1.], requires_grad=True)

    Errors: AttributeError for data that is not a tensor. RuntimeError for integers, which have no gradient; pass
    requires_grad=False.
    Source: PyTorch, torch.nn.parameter.Parameter.
    """

    def __new__(cls, data=None, requires_grad=True):
        """A new leaf of the class `cls` that shares the memory of the tensor `data`.

        data           stays as it is; None stands for an empty tensor of shape (0,)
        requires_grad  whether the new leaf requires a gradient

        An in-place change of either tensor also raises the version of the other.
        """
        data = empty(0) if data is None else data
        made = data.detach()
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
        data = empty(0) if data is None else data
        made = data.detach()
        made.__class__, made.persistent = cls, persistent
        return made.requires_grad_(data.requires_grad)

    def __deepcopy__(self, memo):
        if id(self) not in memo:
            made = type(self)(self.detach().clone(), persistent=self.persistent)
            memo[id(self)] = made.requires_grad_(self.requires_grad)
        return memo[id(self)]


class UninitializedTensorMixin:
    """The mark of a parameter or buffer that has no size yet. Lazy layers hold them; see uninitialized.py."""

    __slots__ = ()


def is_lazy(param):
    """Whether a parameter or buffer has no size yet. Source: PyTorch, torch.nn.parameter.is_lazy."""
    return isinstance(param, UninitializedTensorMixin)


__getattr__, __dir__ = lazy_names(__name__)
