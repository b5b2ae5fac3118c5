"""old_functions: FunctionMeta and InplaceFunction, what programs of long ago know of a Function's class (shelf)."""

from .function import Function

__all__ = ["FunctionMeta", "InplaceFunction"]


class _Asking(type):
    def __instancecheck__(cls, kind):
        return isinstance(kind, type) and (issubclass(kind, Function) or type.__instancecheck__(cls, kind))


class FunctionMeta(type, metaclass=_Asking):
    """The class of Function and of the classes that derive from it, as far as isinstance goes.

    >>> import minitorch as mt
    >>> isinstance(mt.autograd.Function, mt.autograd.function.FunctionMeta)
    True

    Source: PyTorch, torch.autograd.function.FunctionMeta.
    """


class InplaceFunction(Function):
    """The base that Functions working in place had once. Source: PyTorch, torch.autograd.function."""
