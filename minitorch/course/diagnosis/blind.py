"""Rules of an exercise that look at the case alone, and not at what this answer did in it.

`Mistake(lambda expected, got, error: expected == [2, 4], ...)` says what the case is about, and that is good for an
answer with other numbers. It misleads where the answer itself tells what is wrong: by an error that names the slip, or by
the right numbers in another type.
"""

import re

import numpy as np

from .by_numbers import numbers_of
from .origin import comes_from_the_answer
from .plain_words import MEANINGS

TRUTH = "Boolean value of Tensor with more than one value|during iteration|in-place modification"
CALL = "positional argument|unexpected keyword argument"


def speaks_of_another_thing(mistake, outcome):
    """Whether the rule holds here whatever the answer was, and the answer tells more by itself."""
    return (is_clear(outcome.error) if outcome.error is not None else right_but_for_its_type(outcome)) and (
        is_blind(mistake, outcome)
    )


def is_blind(mistake, outcome):
    """Whether the rule would hold for another answer too: one without this error, or one that is right."""
    got = outcome.got if outcome.error is not None else outcome.expected
    try:
        return bool(mistake.when(outcome.expected, got, None))
    except Exception:  # it looks at what came
        return False


def is_clear(error):
    """Whether the words of an error name the slip: a name that is not defined, a tensor asked for its truth."""
    if isinstance(error, (NameError, RecursionError)) or re.search(TRUTH, str(error)):
        return True
    if not isinstance(error, (TypeError, ValueError)) or "NoneType" in str(error) or not comes_from_the_answer(error):
        return False
    return any(re.search(words, str(error)) for words in (CALL, *[words for words, _ in MEANINGS]))


def right_but_for_its_type(outcome):
    """Whether the numbers are those that are expected, as floats for ints or a number for a tensor."""
    if outcome.difference is None or outcome.difference.kind != "type":
        return False
    expected, got = numbers_of(outcome.expected), numbers_of(outcome.got)
    if expected is None or got is None or expected.shape != got.shape:
        return False
    return bool(np.allclose(got, expected, equal_nan=True))
