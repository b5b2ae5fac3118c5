"""names: what torch.nn.functional has beside its functions, and what losses and layers that were copied from it use (shelf)."""

import importlib
import math
import warnings
from collections.abc import Callable
from typing import TYPE_CHECKING, Optional

from ..._tensor import Tensor
from ...graph.grad_mode import no_grad
from ...overrides import handle_torch_function, has_torch_function
from .. import _reduction as _Reduction
from ..modules.utils import _list_with_default, _pair, _single, _triple
from .native_embedding import embedding_renorm_

__all__ = ["BroadcastingList1", "BroadcastingList2", "BroadcastingList3", "Callable", "Optional", "TYPE_CHECKING",
           "_no_grad_embedding_renorm_", "importlib",
           "Tensor", "_Reduction", "_get_softmax_dim", "_list_with_default", "_pair", "_single", "_triple",
           "_unpool_output_size", "_verify_batch_size", "assert_int_or_pair", "boolean_dispatch",
           "handle_torch_function", "has_torch_function", "has_torch_function_unary", "has_torch_function_variadic",
           "math", "warnings"]  # fmt: skip


class BroadcastingList:
    """For annotations: `BroadcastingList2[int]` is one int, or as many. Source: PyTorch, torch._jit_internal."""

    def __getitem__(self, kind):
        """Nothing, as in PyTorch, where a compiler alone reads it."""


BroadcastingList1 = BroadcastingList2 = BroadcastingList3 = BroadcastingList()


def _no_grad_embedding_renorm_(weight, input, max_norm, norm_type):
    """Shorten, in place, the rows of `weight` at `input` to a norm of max_norm. Source: PyTorch, torch.nn.functional."""
    with no_grad():
        embedding_renorm_(weight, input, max_norm, norm_type)


def has_torch_function_unary(obj):
    """has_torch_function of one. Source: PyTorch, torch.overrides."""
    return has_torch_function((obj,))


def has_torch_function_variadic(*objects):
    """has_torch_function of several. Source: PyTorch, torch.overrides."""
    return has_torch_function(objects)


def _get_softmax_dim(name, ndim, stacklevel):
    """The dimension that softmax takes without one, with PyTorch's warning: 0 of 0, 1 or 3 dimensions, else 1."""
    warnings.warn(
        f"Implicit dimension choice for {name} has been deprecated. Change the call to include dim=X as an argument.",
        stacklevel=stacklevel,
    )
    return 0 if ndim in (0, 1, 3) else 1


def _verify_batch_size(size):
    """Raise for a batch of one number a channel, which has no spread. Source: PyTorch, torch.nn.functional."""
    if size[0] * math.prod(size[2:]) == 1:
        raise ValueError(f"Expected more than 1 value per channel when training, got input size {size}")


def _unpool_output_size(input, kernel_size, stride, padding, output_size):
    """The size of what unpooling gives: the usual one, or one near it. Source: PyTorch, torch.nn.functional."""
    count, size = len(kernel_size), input.size()
    usual = [(size[d - count] - 1) * stride[d] + kernel_size[d] - 2 * padding[d] for d in range(count)]
    if output_size is None:
        return usual
    wanted = output_size[2:] if len(output_size) == count + 2 else output_size
    if len(wanted) != count:
        raise ValueError(
            f"output_size should be a sequence containing {count} or {count + 2} elements, but it has a length of "
            f"'{len(wanted)}'"
        )
    for d in range(count):
        low, high = usual[d] - stride[d], usual[d] + stride[d]
        if not low < wanted[d] < high:
            raise ValueError(f'invalid output_size "{wanted}" (dim {d} must be between {low} and {high})')
    return wanted


def assert_int_or_pair(arg, arg_name, message):
    """Raise unless it is an int or two numbers. Source: PyTorch, torch.nn.functional."""
    if not (isinstance(arg, int) or len(arg) == 2):
        raise AssertionError(message.format(arg_name))


def boolean_dispatch(arg_name, arg_index, default, if_true, if_false, module_name, func_name):
    """A function that calls one of two, as one of its arguments says. Source: PyTorch, torch._jit_internal."""

    def fn(*args, **kwargs):
        chosen = kwargs.get(arg_name, args[arg_index] if arg_index < len(args) else default)
        return (if_true if chosen else if_false)(*args, **kwargs)

    doc = if_true.__doc__ if if_false.__doc__ is None else if_false.__doc__
    fn.__doc__, fn.__module__, fn.__name__ = doc, module_name or fn.__module__, func_name or fn.__name__
    return fn
