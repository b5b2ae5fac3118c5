"""with_note: what to do about an error, in a note beneath PyTorch's words for it; warn, warn_once (core)."""

import os
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
# A warning names the user's line. From Python 3.12 on, warnings can skip the package's own files.
PLACE = {"skip_file_prefixes": (os.path.dirname(__file__),)} if sys.version_info >= (3, 12) else {"stacklevel": 4}


def warn(words, category=UserWarning):
    """A warning that names the user's line."""
    warnings.warn(words, category, **PLACE)


def warn_once(words):
    """The same, the first time that there is reason for it."""
    if words not in warned:
        warned[words] = True
        warn(words)
