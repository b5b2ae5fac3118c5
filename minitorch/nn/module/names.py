"""names: what readers of PyTorch's source look for beside Module: _addindent, _has_any_global_hook ... (shelf)."""

from typing import Any, TypeVar

from ..._tensor import Tensor
from . import backward_hooks, call, state

T = TypeVar("T", bound="call.Call")
T_destination = TypeVar("T_destination", bound=dict[str, Any])
_grad_t = tuple[Tensor, ...] | Tensor
_EXTRA_STATE_KEY_SUFFIX = state.EXTRA_STATE
_forward_unimplemented = call.Call.forward
_global_forward_hooks_with_kwargs = call._global_forward_hooks_with_kwargs


def _addindent(s_, numSpaces):
    """Text with so many spaces before each line but the first and the empty ones.

    Source: PyTorch, torch.nn.modules.module._addindent.
    """
    first, *rest = s_.split("\n")
    return "\n".join([first, *[" " * numSpaces + line if line.strip() else "" for line in rest]])


def _has_any_global_hook():
    """Whether some hook is called for every module. Source: PyTorch, torch.nn.modules.module._has_any_global_hook."""
    return bool(
        call._global_forward_hooks
        or call._global_forward_pre_hooks
        or backward_hooks._global_backward_hooks
        or backward_hooks._global_backward_pre_hooks
    )
