"""Words for the fact that fails in the exercises of lessons 19 and 20, whatever came of it: a value, None, or an error."""

from ...define import Mistake
from ...values import compare, freeze
from ..fact_words import stops

ERRORS = (
    KeyError,
    IndexError,
    AttributeError,
    TypeError,
    RuntimeError,
    ValueError,
    ZeroDivisionError,
)  # others tell by themselves


def asked(value, says):
    """A Mistake for the fact that should have given `value`, and did not."""

    def when(expected, got, error):
        tells = error is None or (isinstance(error, ERRORS) and "argument" not in str(error))
        return tells and compare(freeze(value), expected) is None

    return Mistake(when, says)


BEFORE = "Call super().__init__(...) first: it makes the dictionaries in which a module keeps what it holds."
NO_INIT = [
    stops(f"has no attribute '{name}'", BEFORE) for name in ("_modules", "_parameters", "_buffers", "_backward_hooks")
] + [stops("before Module.__init__() call", BEFORE)]
