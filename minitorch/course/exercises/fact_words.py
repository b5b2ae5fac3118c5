"""Words for the fact that fails: what it asks, said when no known mistake tells more."""

from ..define import Mistake
from ..values import compare, freeze


def where(value, says):
    """A Mistake for the fact that should have given `value`, and gave something else."""
    return Mistake(
        lambda expected, got, error: error is None and got is not None and compare(freeze(value), expected) is None,
        says,
    )


def stops(words, says):
    """A Mistake for an error with these words in it."""
    return Mistake(lambda expected, got, error: words in f"{type(error).__name__}: {error}", says)
