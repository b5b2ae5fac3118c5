"""with_note: what to do about an error, in a note beneath PyTorch's words for it (core)."""


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
