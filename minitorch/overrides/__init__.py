"""overrides: __torch_function__ and modes: classes of the user's that take functions over (shelf)."""

import contextlib
import functools
import sys
import types
from collections.abc import Iterable

from .._tensor import Tensor, method
from .._tower import load
from .asking import DisableTorchFunctionSubclass as DisableTorchFunctionSubclass
from .asking import _disabled_torch_function_impl as _disabled_torch_function_impl
from .asking import ask, asked_of, in_order, place_of, state, takes_over
from .install import PACKAGES, install
from .install import first_stranger as first_stranger

__all__ = [
    "TorchFunctionMode", "enable_reentrant_dispatch", "get_default_nowrap_functions", "get_ignored_functions",
    "get_overridable_functions", "get_testing_overrides", "handle_torch_function", "has_torch_function",
    "has_torch_function_unary", "has_torch_function_variadic", "is_tensor_like", "is_tensor_method_or_property", "resolve_name",
    "wrap_torch_function",
]  # fmt: skip


def is_tensor_like(inp):
    """Whether it is a Tensor, or a class or object that takes PyTorch's functions over.

    >>> import minitorch as mt
    >>> mt.overrides.is_tensor_like(mt.ones(2)), mt.overrides.is_tensor_like([1.0])
    (True, False)

    Source: PyTorch, torch.overrides.is_tensor_like.
    """
    return type(inp) is Tensor or isinstance(inp, Tensor) or hasattr(inp, "__torch_function__")


def has_torch_function(args):
    """Whether one of the arguments takes functions over. Source: PyTorch, torch.overrides.has_torch_function."""
    if not isinstance(args, Iterable):
        raise TypeError("expected a sequence")
    return bool(state.modes) or (not state.off and any([takes_over(x) for x in args]))


def has_torch_function_unary(obj):
    """has_torch_function of one. Source: PyTorch, torch.overrides.has_torch_function_unary."""
    return has_torch_function((obj,))


def has_torch_function_variadic(*args):
    """has_torch_function of several. Source: PyTorch, torch.overrides.has_torch_function_variadic."""
    return has_torch_function(args)


def handle_torch_function(public_api, relevant_args, *args, **kwargs):
    """What the arguments make of a function of yours: `handle_torch_function(f, (x,), x, scale=2)`.

    Errors: TypeError where all decline. Source: PyTorch, torch.overrides.handle_torch_function.
    """
    takers = in_order(relevant_args, True)
    return ask(public_api, args, kwargs, takers, tuple([type(x) for x in takers]), True)


def wrap_torch_function(dispatcher):
    """A decorator that lets a function of yours ask: dispatcher(*args) gives the arguments that count.

    Source: PyTorch, torch.overrides.wrap_torch_function.
    """

    def decorate(function):
        @functools.wraps(function)
        def wrapped(*args, **kwargs):
            counting = dispatcher(*args, **kwargs)
            if has_torch_function(counting):
                return handle_torch_function(wrapped, counting, *args, **kwargs)
            return function(*args, **kwargs)

        return wrapped

    return decorate


class TorchFunctionMode:
    """A with-block that sees every call of a public function: derive from it and write __torch_function__.

        class Counting(TorchFunctionMode):
            def __torch_function__(self, func, types, args=(), kwargs=None):
                print(func.__name__)
                return func(*args, **(kwargs or {}))

    Source: PyTorch, torch.overrides.TorchFunctionMode.
    """

    def __torch_function__(self, func, types, args=(), kwargs=None):
        raise NotImplementedError

    def __enter__(self):
        install()
        state.modes.append(self)
        return self

    def __exit__(self, *error):
        state.modes.pop()

    @classmethod
    def push(cls, *args, **kwargs):
        """An instance, to enter with `with`."""
        return cls(*args, **kwargs)


BaseTorchFunctionMode = TorchFunctionMode


def _get_current_function_mode_stack():
    """The modes whose blocks are open, the outermost first."""
    return list(state.modes)


def _get_current_function_mode():
    """The mode whose block was opened last; None outside of all."""
    return state.modes[-1] if state.modes else None


# --- which functions there are ------------------------------------------------------------------------------------------------


def is_tensor_method_or_property(func):
    """Whether a function is found in Tensor. Source: PyTorch, torch.overrides.is_tensor_method_or_property."""
    name = getattr(func, "__name__", None)
    found = getattr(Tensor, name, None) if isinstance(name, str) else None
    return found is func or (isinstance(func, types.MethodWrapperType) and name == "__get__")


def resolve_name(f):
    """The name under which users find a function: "torch.Tensor.add". Source: PyTorch, torch.overrides.resolve_name."""
    if isinstance(f, str):
        return f
    if isinstance(f, types.MethodWrapperType):
        names = [name for name, value in vars(Tensor).items() if value is f.__self__]
        return f"minitorch.Tensor.{names[0]}.__get__" if names else None
    name = getattr(f, "__name__", None)
    if name is None:
        return None
    return f"minitorch.Tensor.{name}" if is_tensor_method_or_property(f) else f"{place_of(f)}.{name}"


def get_overridable_functions():
    """{package: its functions that ask}. Source: PyTorch, torch.overrides.get_overridable_functions."""
    found = {}
    for package in PACKAGES:
        if package in sys.modules:
            module = sys.modules[package]
            found[module] = [
                f for n, f in vars(module).items() if callable(f) and not (n.startswith("_") or isinstance(f, type))
            ]
    found[Tensor] = [f for n, f in vars(Tensor).items() if callable(f) and n not in ("__new__", "__torch_function__")]
    return found


def get_ignored_functions():
    """Functions that do not ask. Source: PyTorch, torch.overrides.get_ignored_functions."""
    return {Tensor.as_subclass, Tensor.__hash__, Tensor.__new__, Tensor.new_tensor}


def get_default_nowrap_functions():
    """Attributes whose values are left as they are. Source: PyTorch, torch.overrides.get_default_nowrap_functions."""
    return {vars(Tensor)["grad"].__get__}


def get_testing_overrides():
    """{function: one that takes the same arguments and gives -1}. Source: PyTorch, torch.overrides.get_testing_overrides."""
    return {f: lambda *args, **kwargs: -1 for functions in get_overridable_functions().values() for f in functions}


def enable_reentrant_dispatch():
    """A block in which functions may be taken over again inside of a mode, as they may here anyway."""
    return contextlib.nullcontext()


@method
@classmethod
def _noticed(cls):
    """A class was derived from Tensor outside of this package: from now on functions ask."""
    install()
    if "__torch_dispatch__" in vars(cls):
        subclasses = load("minitorch.dispatch.subclasses")
        if cls.__new__ is Tensor.__new__:  # what has a __new__ says when it makes one
            subclasses.noticed(cls)
