"""assertions: _assert and _check, by which libraries on PyTorch say what must hold (shelf)."""

from ._tensor import Tensor
from ._tower import load

__all__ = ["_assert", "_assert_async", "_check", "_check_index", "_check_value", "_check_type", "_check_not_implemented",
           "_check_with", "_check_is_size", "_check_tensor_all"]  # fmt: skip


def _assert(condition, message):
    """AssertionError with the message, where the condition is false. Source: PyTorch, torch._assert."""
    if type(condition) not in (bool, Tensor) and hasattr(type(condition), "__torch_function__"):
        return load("minitorch.overrides").handle_torch_function(_assert, (condition,), condition, message)
    if not condition:
        raise AssertionError(message)


def _assert_async(input, assert_msg="Expected Tensor with single nonzero value, but got zero"):
    """RuntimeError with the message, where the one element is zero. Source: PyTorch, torch._assert_async."""
    if not input:
        raise RuntimeError(assert_msg)


def _check_with(error_type, cond, message=None):
    """An error of that type where cond, a bool, is false; message is a function that makes its words.

    Source: PyTorch, torch._check_with.
    """
    if not isinstance(cond, bool):
        if isinstance(cond, Tensor):
            raise TypeError(
                "cond must be a bool, but got a Tensor. For tensor conditions, use torch._check_tensor_all() to assert "
                "that all elements are true."
            )
        raise TypeError(f"cond must be a bool, but got {type(cond)}")
    if cond:
        return
    if message is not None and not callable(message):
        raise TypeError("message must be a callable")
    raise error_type("Expected cond to be True, but got False." if message is None else str(message()))


def _check(cond, message=None):
    """RuntimeError where cond is false. Source: PyTorch, torch._check."""
    _check_with(RuntimeError, cond, message)


def _check_index(cond, message=None):
    """IndexError where cond is false. Source: PyTorch, torch._check_index."""
    _check_with(IndexError, cond, message)


def _check_value(cond, message=None):
    """ValueError where cond is false. Source: PyTorch, torch._check_value."""
    _check_with(ValueError, cond, message)


def _check_type(cond, message=None):
    """TypeError where cond is false. Source: PyTorch, torch._check_type."""
    _check_with(TypeError, cond, message)


def _check_not_implemented(cond, message=None):
    """NotImplementedError where cond is false. Source: PyTorch, torch._check_not_implemented."""
    _check_with(NotImplementedError, cond, message)


def _check_is_size(i, message=None, *, max=None):
    """RuntimeError where a length is negative, or over `max`. Source: PyTorch, torch._check_is_size."""
    _check(i >= 0, message)
    _check(max is None or i <= max, message)


def _check_tensor_all(cond, message=None):
    """RuntimeError where not all elements of a bool tensor are true. Source: PyTorch, torch._check_tensor_all."""
    _check(bool(cond.all()), message)
