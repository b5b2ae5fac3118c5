"""_mode_utils: no_dispatch, all_same_mode: what classes with a __torch_dispatch__ import (shelf)."""

from ..dispatch.calling import NoDispatch

__all__ = ["all_same_mode", "no_dispatch"]

no_dispatch = NoDispatch


def all_same_mode(modes):
    """Whether all modes are one. Source: PyTorch, torch.utils._mode_utils.all_same_mode."""
    return all([mode == modes[0] for mode in modes])
