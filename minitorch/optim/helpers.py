"""helpers: what optimizers that are written for PyTorch import from torch.optim.optimizer besides Optimizer (shelf)."""

import functools
from collections.abc import Iterable
from typing import Any, TypeAlias

from .._tensor import Tensor
from ..dtypes import float32, float64, get_default_dtype
from ..graph.grad_mode import set_grad_enabled
from .by_parameter import pairs

StateDict: TypeAlias = dict[str, Any]
ParamsT = Iterable[Tensor] | Iterable[dict[str, Any]] | Iterable[tuple[str, Tensor]]


def _use_grad_for_differentiable(func):
    """A `step` that is recorded only if self.defaults["differentiable"]. Source: PyTorch, torch.optim.optimizer."""

    @functools.wraps(func)
    def _use_grad(*args, **kwargs):
        with set_grad_enabled(args[0].defaults["differentiable"]):
            return func(*args, **kwargs)

    return _use_grad


def go(p, size, x, divisor=None):
    """p -= size * x / divisor in one operation, which rounds once in 16 bits; a size that is learned is recorded."""
    if isinstance(size, Tensor) and not size.requires_grad:
        size = size.item()
    if isinstance(size, Tensor):
        p.sub_(size * x if divisor is None else size * x / divisor)
    elif divisor is None:
        p.add_(x, alpha=-size)
    else:
        p.addcdiv_(x, divisor, value=-size)


def _get_value(x):
    """The number in a tensor; a number as it is. Source: PyTorch, torch.optim.optimizer."""
    return x.item() if isinstance(x, Tensor) else x


def _stack_if_compiling(x):
    """x itself: nothing is compiled. Source: PyTorch, torch.optim.optimizer."""
    return x


def _to_scalar(x):
    """A tensor of one element without dimensions; a number as it is. Source: PyTorch, torch.optim.optimizer."""
    return x.squeeze() if isinstance(x, Tensor) and x.dim() != 0 else x


def _view_as_real(params, *state_and_grads):
    """Let lists hold views of real numbers in the place of complex parameters and what belongs to them. Source: PyTorch."""
    for index, p in enumerate(params):
        if p.is_complex():
            for values in (params, *state_and_grads):
                values[index] = pairs(values[index])


def _get_scalar_dtype(is_fused=None):
    """The dtype of the count of steps. Source: PyTorch, torch.optim.optimizer."""
    return float64 if get_default_dtype() is float64 and not is_fused else float32


def _default_to_fused_or_foreach(params, differentiable, use_fused=False):
    """(False, False): parameters are changed one after the other. Source: PyTorch, torch.optim.optimizer."""
    return False, False


# --- what the docstrings of optimizers for PyTorch are put together of ---------------------------------------------------

_params_doc = "params: tensors, (name, tensor) pairs, or dictionaries that describe groups of them"
_foreach_doc = "foreach (bool, optional): step all parameters of a group as one list; taken, and not used"
_fused_doc = "fused (bool, optional): step in one kernel; taken, and not used"
_capturable_doc = "capturable (bool, optional): make steps that a CUDA graph can hold; refused on a CPU"
_differentiable_doc = "differentiable (bool, optional): record the step, so that gradients flow through it"
_maximize_doc = "maximize (bool, optional): make the objective larger instead of smaller"


def _disable_dynamo_if_unsupported(single_tensor_fn=None):
    """A decorator that leaves a step as it is: nothing is compiled. Source: PyTorch, torch.optim.optimizer."""
    return lambda function: function


def _disable_dynamo(fn=None, recursive=True):
    """Mark a function as not to be compiled: it stays as it is. Source: PyTorch, torch._disable_dynamo."""
    return fn if fn is not None else _disable_dynamo


def _get_capturable_supported_devices(supports_xla=True):
    """The types of devices on which steps can be captured. Source: PyTorch, torch.optim.optimizer."""
    return ["cuda", "xpu", "hpu", "privateuseone"] + (["xla"] if supports_xla else [])
