"""hint: what to do about an error, in a note beneath PyTorch's words for it (core)."""


def hint(error, text):
    """The error with a note: `str(error)` stays PyTorch's message, and the traceback shows what to do below it.

    >>> from minitorch.hints import hint
    >>> error = hint(ValueError("shape mismatch"), "Transpose the second one.")
    >>> str(error), error.__notes__
    ('shape mismatch', ['Transpose the second one.'])

    Source: PEP 678, "Enriching Exceptions with Notes".
    """
    error.add_note(text)
    return error
