"""grad_mode: no_grad, enable_grad, set_grad_enabled, inference_mode: whether the graph is recorded right now (core).

Each is a switch for a block of code, or for a function; each thread has its own switch.
"""

import functools
from _thread import _local as local

from .. import _tensor as tensor
from .._extension import override
from .._lazy import lazy_names, load

__all__ = ["enable_grad", "inference_mode", "no_grad", "set_grad_enabled"]


class _State(local):
    enabled = True
    inference = False


state = _State()


def switch(enabled):
    """Turn recording on or off in this thread."""
    state.enabled = enabled


def is_grad_enabled():
    """Whether operations are recorded right now, in this thread."""
    return state.enabled


class _Switch:
    """A context manager that is also a decorator: `with no_grad():` and `@no_grad()`."""

    def __enter__(self):
        self.before = state.enabled
        switch(self.inside)

    def __exit__(self, *error):
        switch(self.before)

    def __call__(self, function):
        if getattr(getattr(function, "__code__", None), "co_flags", 0) & 0x20:  # a generator
            return load("minitorch.graph.generators").switched_generator(function, self._again)

        @functools.wraps(function)
        def switched(*args, **kwargs):
            with self._again():
                return function(*args, **kwargs)

        return switched

    def _again(self):
        return type(self)()


class no_grad(_Switch):
    """Compute without recording: results need no gradient, whatever they were computed from.

    >>> import minitorch as mt
    >>> x = mt.tensor([1.0], requires_grad=True)
    >>> with mt.no_grad():
    ...     y = x * 2
    >>> y.requires_grad
    False

    Source: PyTorch, torch.no_grad.
    """

    inside = False

    def __new__(cls, function=None):
        switch = object.__new__(cls)
        return switch if function is None else switch(function)  # @no_grad without parentheses


class enable_grad(no_grad):
    """Record again, inside a no_grad block. Source: PyTorch, torch.enable_grad."""

    inside = True


class set_grad_enabled(_Switch):
    """Switch recording on or off: at once when called, and back again when used as a context manager.

    Source: PyTorch, torch.set_grad_enabled.
    """

    def __init__(self, mode):
        self.before, self.inside = state.enabled, bool(mode)
        switch(self.inside)

    def __enter__(self):
        switch(self.inside)

    def __call__(self, function):
        self.__exit__(None, None, None)  # a decorator switches inside the function only
        return super().__call__(function)

    def _again(self):
        return set_grad_enabled(self.inside)


class inference_mode(_Switch):
    """no_grad for good: tensors made inside can never be part of a graph, and are not counted as versions.

    Source: PyTorch, torch.inference_mode.
    """

    def __new__(cls, mode=True):
        switch = object.__new__(cls)
        if callable(mode):
            switch.mode = True
            return switch(mode)
        return switch

    def __init__(self, mode=True):
        self.mode = bool(mode)

    def __enter__(self):
        self.before = state.enabled, state.inference
        if self.mode:
            switch(False)
        state.inference = self.mode
        if self.mode:
            tensor.listeners.append(_mark)

    def __exit__(self, *error):
        enabled, state.inference = self.before
        switch(enabled)
        if self.mode:
            tensor.listeners.remove(_mark)

    def _again(self):
        return inference_mode(self.mode)


def _mark(t):
    """A tensor made inside inference_mode has no counter of changes."""
    if state.inference:
        t._counter = None


__getattr__, __dir__ = lazy_names(__name__)


override(tensor.__name__, recording=is_grad_enabled)
