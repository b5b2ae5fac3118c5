"""_utils: ExceptionWrapper, an error that is raised again elsewhere; the functions that files make tensors with (shelf)."""

import sys
import traceback

from ._tensor import Tensor
from .nn.parameter import Parameter


class KeyErrorMessage(str):
    """Words that stay readable in a KeyError, which shows the repr of what it is given."""

    def __repr__(self):
        return str(self)


class ExceptionWrapper:
    """The error that is being handled, its kind and its traceback as text, to be raised elsewhere.

    where  words that say where it came from

    >>> from minitorch._utils import ExceptionWrapper
    >>> try:
    ...     [][0]
    ... except IndexError:
    ...     wrapped = ExceptionWrapper(where="in worker 3")
    >>> wrapped.reraise()  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    IndexError: Caught IndexError in worker 3.
    Original Traceback (most recent call last):
      ...

    Source: PyTorch, torch._utils.ExceptionWrapper.
    """

    def __init__(self, exc_info=None, where="in background"):
        kind, error, trace = sys.exc_info() if exc_info is None else exc_info
        self.exc_type, self.where = kind, where
        self.exc_msg = "".join(traceback.format_exception(kind, error, trace))

    def reraise(self):
        """Raise an error of the same kind, or a RuntimeError where one cannot be made of words alone."""
        words = f"Caught {self.exc_type.__name__} {self.where}.\nOriginal {self.exc_msg}"
        if self.exc_type is KeyError:
            words = KeyErrorMessage(words)
        elif getattr(self.exc_type, "message", None):
            raise self.exc_type(message=words)
        try:
            error = self.exc_type(words)
        except Exception:
            raise RuntimeError(words) from None
        try:
            raise error
        finally:
            del error  # an error that is held by a frame that it holds is not freed before the garbage collector comes


# --- what a file calls for a tensor ----------------------------------------------------------------------------------------


def _rebuild_tensor(storage, storage_offset, size, stride):
    """A tensor over a storage. Source: PyTorch, torch._utils._rebuild_tensor."""
    return Tensor([]).to(storage.dtype).set_(storage, storage_offset, tuple(size), tuple(stride))


def _rebuild_tensor_v2(storage, storage_offset, size, stride, requires_grad, backward_hooks, metadata=None):
    """The same, which may require a gradient. Source: PyTorch, torch._utils._rebuild_tensor_v2."""
    return _rebuild_tensor(storage, storage_offset, size, stride).requires_grad_(requires_grad)


def _rebuild_parameter(data, requires_grad, backward_hooks):
    """A Parameter of a tensor. Source: PyTorch, torch._utils._rebuild_parameter."""
    return Parameter(data, requires_grad)
