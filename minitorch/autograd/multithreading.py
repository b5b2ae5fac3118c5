"""multithreading: set_multithreading_enabled: whether a backward pass may use several threads; here it uses one (shelf)."""

import threading

__all__ = ["is_multithreading_enabled", "set_multithreading_enabled"]


class _State(threading.local):
    enabled = True


state = _State()


def is_multithreading_enabled():
    """What was set last: whether several threads may walk. Source: PyTorch, torch.autograd.is_multithreading_enabled."""
    return state.enabled


class set_multithreading_enabled:
    """Remember whether several threads may walk backwards, from now on or in a block; the walk is one thread's anyway.

    >>> import minitorch as mt
    >>> with mt.autograd.set_multithreading_enabled(False):
    ...     mt._C._is_multithreading_enabled()
    False

    Source: PyTorch, torch.autograd.grad_mode.set_multithreading_enabled.
    """

    def __init__(self, mode):
        self.prev, state.enabled = state.enabled, bool(mode)
        self.mode = mode

    def __enter__(self):
        pass

    def __exit__(self, *error):
        state.enabled = self.prev

    def clone(self):
        """Another one for the same wish."""
        return type(self)(self.mode)


def _is_multithreading_enabled():
    """What set_multithreading_enabled has been told last."""
    return state.enabled
