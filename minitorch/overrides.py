"""overrides: is_tensor_like, has_torch_function ...: __torch_function__ is not asked here (shelf)."""

import types

from ._tensor import Tensor

__all__ = ["handle_torch_function", "has_torch_function", "is_tensor_like", "is_tensor_method_or_property"]


def is_tensor_like(inp):
    """Whether it is a Tensor, or a class or object that takes PyTorch's functions over.

    >>> import minitorch as mt
    >>> mt.overrides.is_tensor_like(mt.ones(2)), mt.overrides.is_tensor_like([1.0])
    (True, False)

    Source: PyTorch, torch.overrides.is_tensor_like.
    """
    return type(inp) is Tensor or isinstance(inp, Tensor) or hasattr(inp, "__torch_function__")


def has_torch_function(args):
    """False: __torch_function__ is not asked here. Source: PyTorch, torch.overrides.has_torch_function."""
    return False


has_torch_function_unary = has_torch_function


def has_torch_function_variadic(*args):
    """False, as above."""
    return False


def handle_torch_function(public_api, relevant_args, *args, **kwargs):
    """TypeError: no argument takes functions over here. Source: PyTorch, torch.overrides.handle_torch_function."""
    name = getattr(public_api, "__name__", public_api)
    raise TypeError(f"no implementation found for '{name}': minitorch does not ask __torch_function__")


def is_tensor_method_or_property(func):
    """Whether a function is found in Tensor. Source: PyTorch, torch.overrides.is_tensor_method_or_property."""
    name = getattr(func, "__name__", None)
    found = getattr(Tensor, name, None) if isinstance(name, str) else None
    return found is func or (isinstance(func, types.MethodWrapperType) and name == "__get__")
