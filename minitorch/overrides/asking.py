"""asking: __torch_function__: which arguments take a function over, in which order they are asked, and modes (shelf)."""

import inspect
import threading
from types import MethodType

from .._tensor import Tensor, method
from ..nn.parameter import Buffer, Parameter


class _State(threading.local):
    def __init__(self):
        self.off = 0  # how many blocks are open in which subclasses are not asked
        self.modes = []  # the modes whose blocks are open, the innermost last


state = _State()
PLAIN = (Tensor, Parameter, Buffer)  # types that take nothing over


# --- who is asked ---------------------------------------------------------------------------------------------------------


def takes_over(x):
    """Whether an argument is of a type of the user's that takes functions over."""
    kind = type(x)
    return kind not in PLAIN and not isinstance(x, type) and asked_of(kind) is not None


def asked_of(kind):
    """A type's __torch_function__, unless that is switched off."""
    function = getattr(kind, "__torch_function__", None)
    return None if function is _disabled_torch_function_impl else function


def relevant(args, kwargs):
    """The arguments that may be tensors, those in lists and tuples too."""
    for x in (*args, *kwargs.values()):
        if type(x) in (list, tuple):
            yield from x
        else:
            yield x


def in_order(args, plain_too=False):
    """One argument of each type that takes over, as PyTorch asks them: from the left, a subclass before what it derives from."""
    found = []
    for x in args:
        if any([type(x) is type(one) for one in found]):
            continue
        if takes_over(x) or (plain_too and type(x) is Tensor):
            place = next((i for i, one in enumerate(found) if issubclass(type(x), type(one))), len(found))
            found.insert(place, x)
    return found


# --- asking ------------------------------------------------------------------------------------------------------------------


def ask(function, args, kwargs, takers, types, written_in_python):
    """What the innermost mode, or the first of the arguments that does not decline, makes of a call.

    Where nothing was given by name, PyTorch's compiled functions hand no dictionary over: `kwargs=None` stays None.
    """
    named = (kwargs,) if kwargs or written_in_python else ()
    if state.modes:
        mode = state.modes.pop()
        try:
            result = mode.__torch_function__(function, types, args, *named)
        finally:
            state.modes.append(mode)
        if result is not NotImplemented:
            return result
    for x in takers:
        result = asked_of(type(x))(function, types, args, *named)
        if result is not NotImplemented:
            return result
    raise TypeError(declined(function, takers, written_in_python))


def declined(function, takers, written_in_python):
    """PyTorch's words where nobody took a function over."""
    name = f"{place_of(function)}.{function.__name__}"
    if written_in_python:
        return f"no implementation found for '{name}' on types that implement __torch_function__: {[type(x) for x in takers]}"
    kinds = "".join([f"  - tensor subclass {type(x)}\n" for x in takers])
    return (
        f"Multiple dispatch failed for '{name}'; all __torch_function__ handlers returned NotImplemented:\n\n{kinds}\n"
        "For more information, try re-running with TORCH_LOGS=not_implemented"
    )


def place_of(function):
    """The package that users find a function in, as PyTorch's word it."""
    module = getattr(function, "__module__", None) or ""
    for package in ("nn.functional", "nn.init", "linalg", "special", "fft"):
        if module.startswith(f"minitorch.{package}"):
            return f"minitorch.{package}"
    return "minitorch" if module.startswith("minitorch") else module


def shaped(function, args, kwargs):
    """A call as PyTorch's functions in Python hand it on: what has no default by place, the rest by name."""
    try:
        parameters = inspect.signature(function).parameters
        bound = inspect.signature(function).bind(*args, **kwargs)
    except (TypeError, ValueError):
        return args, kwargs
    if any([p.kind in (p.VAR_POSITIONAL, p.VAR_KEYWORD) for p in parameters.values()]):
        return args, kwargs
    bound.apply_defaults()
    if place_of(function) == "minitorch.nn.init":
        return (), dict(bound.arguments)
    first = tuple([bound.arguments[name] for name, p in parameters.items() if p.default is p.empty])
    return first, {name: bound.arguments[name] for name, p in parameters.items() if p.default is not p.empty}


# --- what Tensor itself answers ------------------------------------------------------------------------------------------------


class DisableTorchFunctionSubclass:
    """A block in which subclasses of Tensor are not asked. Source: PyTorch, torch._C.DisableTorchFunctionSubclass."""

    def __enter__(self):
        state.off += 1
        return self

    def __exit__(self, *error):
        state.off -= 1


class DisableTorchFunction(DisableTorchFunctionSubclass):
    """A block in which modes are not asked either. Source: PyTorch, torch._C.DisableTorchFunction."""

    def __enter__(self):
        self.modes, state.modes = state.modes, []
        return super().__enter__()

    def __exit__(self, *error):
        state.modes = self.modes
        return super().__exit__(*error)


def _disabled_torch_function_impl(func, types, args=(), kwargs=None):
    """The function's own result: `__torch_function__ = torch._C._disabled_torch_function_impl` in a class that takes nothing over."""
    with DisableTorchFunctionSubclass():
        return func(*args, **(kwargs or {}))


class Inherited:
    """Tensor.__torch_function__. Parameter and Buffer take nothing over, and what derives from them neither unless it says so."""

    def __get__(self, value, cls):
        plain = issubclass(cls, (Parameter, Buffer))
        return _disabled_torch_function_impl if plain else MethodType(__torch_function__, cls)


def __torch_function__(cls, func, types, args=(), kwargs=None):
    """The function's own result, with tensors in it made tensors of this class. Subclasses override it.

    Source: PyTorch, torch.Tensor.__torch_function__.
    """
    if not all([issubclass(cls, kind) for kind in types]):
        return NotImplemented
    with DisableTorchFunctionSubclass():
        result = func(*args, **(kwargs or {}))
    return result if func in AS_THEY_ARE() else converted(result, cls)


method(Inherited(), "__torch_function__")


def AS_THEY_ARE():
    """Attributes that stay what they are: gradients and bases."""
    return [Tensor.__dict__[name].__get__ for name in ("grad", "_base") if hasattr(Tensor.__dict__.get(name), "fget")]


def converted(result, cls):
    """Tensors, also in lists and tuples, as tensors of a class."""
    if cls is Tensor:
        return result
    if isinstance(result, Tensor):
        return result if isinstance(result, cls) else result.as_subclass(cls)
    if isinstance(result, (list, tuple)):
        parts = [converted(part, cls) for part in result]
        return type(result)._make(parts) if hasattr(result, "_make") else type(result)(parts)
    return result
