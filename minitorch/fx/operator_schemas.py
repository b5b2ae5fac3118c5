"""operator_schemas: the arguments of a call by the signature of what is called (shelf)."""

import inspect
from typing import NamedTuple

from .. import nn
from ..ops.op import Op

__all__ = ["ArgsKwargsPair", "normalize_function", "normalize_module"]


class ArgsKwargsPair(NamedTuple):
    """The arguments by place and by name."""

    args: tuple
    kwargs: dict


def normalize_function(target, args, kwargs=None, arg_types=None, kwarg_types=None, normalize_to_only_use_kwargs=False):
    """The arguments of a function's call, with its defaults; None where its signature does not say.

    normalize_to_only_use_kwargs   all by name; else those that were by place stay so

    Source: PyTorch, torch.fx.operator_schemas.normalize_function.
    """
    try:
        signature = inspect.signature(inspect.unwrap(target.call if isinstance(target, Op) else target))
    except (TypeError, ValueError):
        return None
    return bound(signature, args, kwargs or {}, normalize_to_only_use_kwargs)


def normalize_module(root, target, args, kwargs=None, normalize_to_only_use_kwargs=False):
    """The same for the call of a layer of nn inside of a module; None for other modules.

    Source: PyTorch, torch.fx.operator_schemas.normalize_module.
    """
    try:
        module = root.get_submodule(target)
    except AttributeError as error:
        raise RuntimeError(
            f"Tried to normalize node with target {target} but root did not have that target!"
        ) from error
    if getattr(nn, type(module).__name__, None) is not type(module):
        return None
    return bound(inspect.signature(inspect.unwrap(module.forward)), args, kwargs or {}, normalize_to_only_use_kwargs)


def bound(signature, args, kwargs, only_kwargs):
    """The arguments as a signature takes them."""
    kinds = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    if any([parameter.kind not in kinds for parameter in signature.parameters.values()]):
        return None
    found = signature.bind(*args, **kwargs)
    found.apply_defaults()
    count = 0 if only_kwargs else len(args)
    names = list(found.arguments)
    by_place = tuple([found.arguments[name] for name in names[:count]])
    return ArgsKwargsPair(by_place, {name: found.arguments[name] for name in names[count:]})
