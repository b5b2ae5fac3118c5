"""_utils: ExceptionWrapper, an error raised again elsewhere; many tensors in one row (shelf)."""

import sys
import traceback

from .ops.join.cat import cat


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
        self.notes = error.__dict__.pop("__notes__", [])  # PyTorch's words have none
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
        for note in self.notes:
            error.add_note(note)
        try:
            raise error
        finally:
            del error  # an error that is held by a frame that it holds is not freed before the garbage collector comes


# --- many tensors in one ---------------------------------------------------------------------------------------------------


def _flatten_dense_tensors(tensors):
    """The elements of all of them in a row. Source: PyTorch, torch._utils._flatten_dense_tensors.

    >>> import minitorch as mt
    >>> from minitorch._utils import _flatten_dense_tensors, _unflatten_dense_tensors
    >>> row = _flatten_dense_tensors([mt.ones(2), mt.zeros(1, 2)])
    >>> row, _unflatten_dense_tensors(row, [mt.ones(2), mt.zeros(1, 2)])[1]
    (tensor([1., 1., 0., 0.]), tensor([[0., 0.]]))
    """
    return cat([x.reshape(-1) for x in tensors])


def _unflatten_dense_tensors(flat, tensors):
    """Parts of a row, as views, in the shapes of the tensors. Source: PyTorch, torch._utils._unflatten_dense_tensors."""
    tensors = list(tensors)
    parts = flat.split([x.numel() for x in tensors])
    return tuple([part.view(x.shape) for part, x in zip(parts, tensors, strict=True)])
