"""_python_dispatch: TorchDispatchMode: a block that sees every operator below autograd, by PyTorch's names for them (shelf)."""

import contextlib

from .._tensor import Tensor
from ..dispatch.calling import state
from ..dispatch.install import entered, left

__all__ = ["TorchDispatchMode"]


class TorchDispatchMode:
    """A with-block that sees every operator that runs in it: derive from it and write __torch_dispatch__.

    func    the operator, torch.ops.aten.mul.Tensor; types: the classes of yours among the arguments
    args, kwargs  what it is given, without what has its default; func(*args, **kwargs) computes it

    >>> import minitorch as mt
    >>> class Logging(TorchDispatchMode):
    ...     def __torch_dispatch__(self, func, types, args=(), kwargs=None):
    ...         print(func)
    ...         return func(*args, **(kwargs or {}))
    >>> layer = mt.nn.Linear(2, 3)
    >>> with Logging():
    ...     y = layer(mt.ones(1, 2)).relu()
    aten.ones.default
    aten.t.default
    aten.addmm.default
    aten.relu.default
    aten.detach.default

    In the block of an inner mode's __torch_dispatch__ the outer modes see what is called. What an operator's kernel does is
    not seen, nor what works on arrays alone. Source: PyTorch, torch.utils._python_dispatch.TorchDispatchMode.
    """

    supports_higher_order_operators = False

    def __init__(self, _dispatch_key=None):
        self.old_dispatch_mode_flags = []

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        raise NotImplementedError

    def __enter__(self):
        _push_mode(self)
        return self

    def __exit__(self, *error):
        _pop_mode()

    @classmethod
    def push(cls, *args, **kwargs):
        """An instance, to enter with `with`."""
        return cls(*args, **kwargs)

    @classmethod
    def is_infra_mode(cls):
        """Whether PyTorch itself needs the mode to trace programs: no."""
        return False


BaseTorchDispatchMode = TorchDispatchMode


# --- the modes that are on ----------------------------------------------------------------------------------------------------


def _push_mode(mode):
    """Begin a mode's block."""
    entered()
    state.modes.append(mode)


def _pop_mode(mode=None):
    """End the innermost block; the mode is returned."""
    if not state.modes:
        raise AssertionError("there is no mode to leave")
    left()
    return state.modes.pop()


def _get_current_dispatch_mode():
    """The innermost mode; None where none is on."""
    return state.modes[-1] if state.modes else None


def _get_current_dispatch_mode_stack():
    """The modes that are on, the innermost last."""
    return list(state.modes)


def is_in_torch_dispatch_mode(include_infra_modes=True):
    """Whether a mode is on."""
    return bool(state.modes)


@contextlib.contextmanager
def _pop_mode_temporarily(k=None):
    """A block without the innermost mode, which is given."""
    mode = state.modes.pop()
    try:
        yield mode
    finally:
        state.modes.append(mode)


@contextlib.contextmanager
def _disable_current_modes():
    """A block without modes; those that were on are given."""
    before, state.modes = state.modes, []
    try:
        yield before
    finally:
        state.modes = before


# --- classes that hold tensors ------------------------------------------------------------------------------------------------


def is_traceable_wrapper_subclass(t):
    """Whether a tensor is of a class that can be taken apart: it has __tensor_flatten__ and __tensor_unflatten__."""
    kind = t if isinstance(t, type) else type(t)
    wraps = issubclass(kind, Tensor) and kind is not Tensor
    return wraps and hasattr(kind, "__tensor_flatten__") and hasattr(kind, "__tensor_unflatten__")


def is_traceable_wrapper_subclass_type(t):
    """The same of a class."""
    return is_traceable_wrapper_subclass(t)


def return_and_correct_aliasing(func, args, kwargs, out):
    """The result of a __torch_dispatch__ as its operator promises it: an operator that changes an argument returns that one.

    Source: PyTorch, torch.utils._python_dispatch.return_and_correct_aliasing.
    """
    changed = [] if func._schema is None else [i for i, one in enumerate(func._schema.arguments) if one.is_write]
    if len(changed) == 1 and isinstance(out, Tensor):
        place, name = changed[0], func._schema.arguments[changed[0]].name
        return args[place] if place < len(args) else kwargs.get(name, out)
    return out
