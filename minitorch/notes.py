"""with_note: what to do about an error, in a note beneath PyTorch's words for it; warn, warn_once (core)."""

import sys
import warnings


def with_note(error, text):
    """The error with a note: `str(error)` stays PyTorch's message, and the traceback shows what to do below it.

    >>> from minitorch.notes import with_note
    >>> error = with_note(ValueError("shape mismatch"), "Transpose the second one.")
    >>> str(error), error.__notes__
    ('shape mismatch', ['Transpose the second one.'])

    Source: PEP 678, "Enriching Exceptions with Notes".
    """
    error.add_note(text)
    return error


# --- warnings ---------------------------------------------------------------------------------------------------------

warned: dict = {}  # the words that were said in this process
always = [False]  # set_warn_always: to say them each time


def warn(words, category=UserWarning):
    """A warning that names the user's line, however many of the package's functions lie between."""
    warnings.warn(words, category, stacklevel=user_level())


def warn_once(words):
    """The same, the first time that there is reason for it; after set_warn_always(True), each time."""
    if always[0] or words not in warned:
        warned[words] = True
        warnings.warn(words, stacklevel=user_level())


def user_level():
    """How far up the user's own line is."""
    frame, level = sys._getframe(2), 2
    while frame.f_back is not None and frame.f_globals.get("__name__", "").startswith("minitorch"):
        frame, level = frame.f_back, level + 1
    return level
