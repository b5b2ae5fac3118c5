"""exception_wrapper: ExceptionWrapper, an error raised again in another process (shelf)."""

import sys
import traceback


class KeyErrorMessage(str):
    """Words that stay readable in a KeyError, which shows the repr of what it is given."""

    def __repr__(self):
        return str(self)


class ExceptionWrapper:
    """The error that is being handled, its kind and its traceback as text, to be raised elsewhere.

    where  words that say where it came from

    >>> from minitorch.utils.data._utils.exception_wrapper import ExceptionWrapper
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
