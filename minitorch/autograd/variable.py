"""variable: what tensors with a history were called before PyTorch 0.4; today `Variable` makes a tensor (shelf)."""

from .._tensor import Tensor


class _VariableType(type):
    def __instancecheck__(cls, thing):
        return isinstance(thing, Tensor)


class Variable(metaclass=_VariableType):
    """`Variable(data, requires_grad=False)` is another tensor in the memory of `data`; every tensor is a Variable.

    >>> import minitorch as mt
    >>> mt.autograd.Variable(mt.ones(2), requires_grad=True)
    tensor([1., 1.], requires_grad=True)

    Source: PyTorch, torch.autograd.Variable.
    """

    def __new__(cls, data, requires_grad=False):
        x = data.detach()
        return x.requires_grad_() if requires_grad else x
