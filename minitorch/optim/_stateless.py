"""_stateless: swap_in_optimizer_params_and_state: an optimizer with other parameters and another memory for a while (shelf)."""

import contextlib
from collections import defaultdict

from .._tensor import Tensor

NAME = "swap_in_optimizer_params_and_state"


@contextlib.contextmanager
def swap_in_optimizer_params_and_state(optimizer, swapin_parameters, swapin_optim_state):
    """A block of code in which an optimizer has other parameters, and the options and the memory of a state_dict.

    optimizer           one that has taken a step
    swapin_parameters   name -> tensor, in the order of the optimizer's parameters
    swapin_optim_state  what optimizer.state_dict() returns; its tensors are written into

    >>> import minitorch as mt
    >>> w, v = mt.ones(1, requires_grad=True), mt.ones(1, requires_grad=True)
    >>> optimizer = mt.optim.SGD([w], lr=0.5, momentum=0.9)
    >>> w.grad = v.grad = mt.ones(1)
    >>> optimizer.step()
    >>> with mt.optim.swap_in_optimizer_params_and_state(optimizer, {"v": v}, optimizer.state_dict()):
    ...     optimizer.step()
    >>> w.item(), round(v.item(), 2)
    (0.5, 0.05)

    Errors: RuntimeError for a state that does not fit the optimizer.
    Source: PyTorch, torch.optim.swap_in_optimizer_params_and_state.
    """
    state, groups = checked(optimizer, list(swapin_parameters.values()), swapin_optim_state)
    before, own = optimizer.state, [dict(group) for group in optimizer.param_groups]
    try:
        other = defaultdict(dict)
        for group, (saved, params) in zip(optimizer.param_groups, groups, strict=True):
            group.update(saved | {"params": params})
            for p, number in zip(params, saved["params"], strict=True):
                other[p] = dict(state.get(number, {}))
        optimizer.state = other
        yield
    finally:
        for group, kept in zip(optimizer.param_groups, own, strict=True):
            group.clear()
            group.update(kept)
        optimizer.state = before


def checked(optimizer, params, saved):
    """(the remembered by number, [(the saved group, its parameters)]), if they fit the optimizer."""
    if not optimizer.state:
        raise RuntimeError(f"{NAME} requires initialized optimizer state.")
    if not isinstance(saved, dict):
        raise RuntimeError(f"{NAME} requires a DCP-style optimizer state_dict.")
    state, groups = checked_state(saved.get("state")), saved.get("param_groups")
    if not isinstance(groups, list):
        raise RuntimeError(
            f"{NAME} requires swapin_optim_state['param_groups'] to be a list of param-group dicts, got "
            f"{type(groups).__name__}."
        )
    if len(groups) != len(optimizer.param_groups):
        raise RuntimeError("swapin_optim_state has a different number of parameter groups than the live optimizer.")
    found, place, seen = [], 0, {}
    for index, (own, group) in enumerate(zip(optimizer.param_groups, groups, strict=True)):
        numbers = checked_group(index, own, group)
        seen |= dict.fromkeys(numbers)
        if place + len(numbers) > len(params):
            raise RuntimeError(
                f"{NAME} requires the explicit parameter state to match optimizer.param_groups ordering."
            )
        found.append((group, params[place : place + len(numbers)]))
        place += len(numbers)
    extra = [key for key in state if key not in seen]
    if extra:
        raise RuntimeError(
            f"{NAME} requires swapin_optim_state['state'] to be keyed only by packed parameter ids from "
            f"param_groups[*]['params']; got extra keys {extra!r}."
        )
    return state, found


def checked_state(state):
    """What is remembered, if it is a dictionary from numbers to dictionaries."""
    if not isinstance(state, dict):
        raise RuntimeError(
            f"{NAME} requires swapin_optim_state['state'] to be a dict mapping packed parameter ids to per-param state "
            f"dicts, got {type(state).__name__}."
        )
    if any(isinstance(key, Tensor) for key in state):
        raise RuntimeError(f"{NAME} requires optimizer.state_dict()-style state keyed by packed parameter ids.")
    if any(isinstance(key, int) and not isinstance(value, dict) for key, value in state.items()):
        raise RuntimeError(f"{NAME} requires per-parameter optimizer state entries to be dictionaries.")
    return state


def checked_group(index, own, group):
    """The numbers of a saved group's parameters, if it fits the optimizer's own group."""
    if not isinstance(group, dict):
        raise RuntimeError(f"{NAME} requires each optimizer param group to be a dictionary.")
    numbers = group.get("params")
    if not isinstance(numbers, list) or not all(isinstance(number, int) for number in numbers):
        raise RuntimeError(
            f"{NAME} requires optimizer.state_dict()-style param_groups[*]['params'] entries keyed by packed parameter ids."
        )
    if len(numbers) != len(own["params"]):
        raise RuntimeError(
            f"swapin_optim_state param group {index} has a different number of params than the live optimizer param group."
        )
    more, fewer = [key for key in group if key not in own], [key for key in own if key not in group]
    if more or fewer:
        raise RuntimeError(
            f"{NAME} requires optimizer.state_dict()-style param group keys to exactly match the live optimizer group "
            f"keys for group {index}. Keys only in swap-in: {more}. Keys only in live: {fewer}."
        )
    return numbers
