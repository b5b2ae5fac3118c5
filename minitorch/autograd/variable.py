"""variable: `Variable`, what tensors with a history were called before PyTorch 0.4; today it is a tensor (shelf)."""

import contextlib
import warnings

from .._tensor import Tensor, method
from .engine import tasks
from .hooks import Hooks, hooks_of, hooks_of_leaf

NO_EFFECT = "volatile was removed and now has no effect. Use `with torch.no_grad():` instead."


def is_checkpoint_valid():
    """Whether a step may start a backward pass of its own for what it computes anew: not inside of one for some inputs."""
    return all([walk.wanted is None for walk in tasks])


class _Engine:
    """The part of PyTorch's engine object that programs call."""

    @staticmethod
    def queue_callback(call):
        """Call `call()` when the backward pass that is going on is done."""
        if not tasks:
            raise RuntimeError("Final callbacks can only be installed during backward pass.")
        tasks[-1].callbacks.append(call)

    is_checkpoint_valid = staticmethod(is_checkpoint_valid)


class _VariableType(type):
    def __instancecheck__(cls, thing):
        return isinstance(thing, Tensor)


class Variable(metaclass=_VariableType):
    """`Variable(data, requires_grad=False)` is another tensor in the memory of `data`; every tensor is a Variable.

    >>> import minitorch as mt
    >>> mt.autograd.Variable(mt.ones(2), requires_grad=True)
    tensor([1., 1.], requires_grad=True)

    Source: PyTorch, torch.autograd.Variable.
    """

    _execution_engine = _Engine()

    def __new__(cls, data, requires_grad=False, volatile=None):
        if volatile:
            warnings.warn(NO_EFFECT, stacklevel=2)
        x = data.detach()
        return x.requires_grad_() if requires_grad else x


def _volatile(self):
    """Always False: no_grad took its place."""
    warnings.warn("volatile was removed (Variable.volatile is always False)", stacklevel=2)
    return False


def _set_volatile(self, value):
    """Nothing changes."""
    warnings.warn(NO_EFFECT, stacklevel=2)


def _output_nr(self):
    """Which result of its step this tensor is."""
    return self._edge[1] if self.grad_fn is not None else 0


method(property(_volatile, _set_volatile), "volatile")
method(property(_output_nr), "output_nr")


# --- attributes that cannot be deleted, under their old names and their new ones ------------------------------------------


def _kept(words):
    """A deleter that refuses, in PyTorch's words."""

    def refuse(self):
        raise RuntimeError(words)

    return refuse


def _set_grad_fn(self, value):
    if value is not None:
        raise RuntimeError("_grad_fn can be only set to None")
    self.detach_()


def _backward_hooks(self):
    """The hooks on the gradient of this tensor, by number; None if it never had any."""
    node = self.grad_fn
    if node is None:
        return self._hooks and self._hooks.gradient
    return node.hooks and node.hooks.results.get(self._edge[1])


def _set_backward_hooks(self, hooks):
    """Put these hooks in the place of those that the tensor has; None for no hooks."""
    node = self.grad_fn
    if node is None:
        mine = hooks_of_leaf(self).gradient
    else:
        mine = hooks_of(node).results.setdefault(self._edge[1], Hooks())
    mine.clear()
    mine.update(hooks or {})


def _post_accumulate_grad_hooks(self):
    """The hooks that run when this leaf's .grad has grown, by number; None if it never had any."""
    hooks = self._hooks if self.grad_fn is None else None
    return hooks and hooks.accumulated


method(Tensor.data.deleter(_kept("Deleting tensor data is not allowed. Delete tensor instead!")), "data")
method(Tensor.requires_grad.deleter(_kept("requires_grad must be a bool")), "requires_grad")
_DETACH = _kept("Deletion of _grad_fn not allowed. Detach tensor instead!")
_HOOKED = _kept("Deletion of _backwards_hooks not allowed!")
method(property(lambda self: self.grad_fn, _set_grad_fn, _DETACH), "_grad_fn")
method(property(_backward_hooks, _set_backward_hooks, _HOOKED), "_backward_hooks")
method(property(_post_accumulate_grad_hooks), "_post_accumulate_grad_hooks")


@contextlib.contextmanager
def preserve_version_counter(tensors):
    """Within this block, changes of the tensors in place are not counted."""
    tensors = (tensors,) if isinstance(tensors, Tensor) else tuple(tensors)
    before = [x._version for x in tensors]
    try:
        yield
    finally:
        for x, version in zip(tensors, before, strict=True):
            x._counter[0] = version
