"""What to say of an answer nobody foresaw: which of several functions the fact that fails is about, and what that asks."""

from ...define import Mistake
from ...diagnosis.blind import is_clear
from ...values import compare, freeze


def asks(says, *values, error=None):
    """A Mistake for the facts that expect one of these values, or this exception, however they fail.

    An error whose own words name the mistake is left to those.
    """
    values = [freeze(value) for value in values]

    def when(expected, got, stopped):
        if stopped is not None and is_clear(stopped):
            return False
        if error is not None and expected is error:
            return True
        return any(type(value) is type(expected) and compare(value, expected) is None for value in values)

    return Mistake(when, says)
