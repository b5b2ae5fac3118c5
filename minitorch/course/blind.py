"""Rules of an exercise that look at the case alone, and not at what this answer did in it.

`Mistake(lambda expected, got, error: expected == [2, 4], ...)` says what the case is about, and that is good for an
answer with other numbers. It misleads where the answer itself tells what is wrong: by an error that names the slip, or by
the right numbers in another type.
"""

import os
import re
import traceback

import numpy as np

from .by_numbers import numbers_of
from .plain_words import MEANINGS

PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep
EXERCISES = os.path.join(PACKAGE, "course", "exercises")
TRUTH = "Boolean value of Tensor with more than one value"
CALL = "positional argument|unexpected keyword argument"


def speaks_of_another_thing(mistake, outcome):
    """Whether the rule holds here whatever the answer was, and the answer tells more by itself."""
    if outcome.error is not None:
        return is_clear(outcome.error) and bool(mistake.when(outcome.expected, outcome.got, None))
    return right_but_for_its_type(outcome) and bool(mistake.when(outcome.expected, outcome.expected, None))


def is_clear(error):
    """Whether the words of an error name the slip: a name that is not defined, a tensor asked for its truth."""
    if isinstance(error, (NameError, RecursionError)) or re.search(TRUTH, str(error)):
        return True
    if not isinstance(error, (TypeError, ValueError)) or "NoneType" in str(error) or not comes_from_the_answer(error):
        return False
    return any(re.search(words, str(error)) for words in (CALL, *[words for words, _ in MEANINGS]))


def comes_from_the_answer(error):
    """Whether the last line that an error came through is no line of the package, nor of a case."""
    frames = traceback.extract_tb(error.__traceback__)
    return bool(frames) and not is_package_or_case(frames[-1])


def comes_from_a_case(error):
    """Whether the last line that an error came through is one of a case, or of what stands ready for it."""
    frames = traceback.extract_tb(error.__traceback__)
    return bool(frames) and frames[-1].filename.startswith(("<check>", "<setup", EXERCISES))


def is_package_or_case(frame):
    return frame.filename.startswith((PACKAGE, "<check>", "<setup"))


def right_but_for_its_type(outcome):
    """Whether the numbers are those that are expected, as floats for ints or a number for a tensor."""
    if outcome.difference is None or outcome.difference.kind != "type":
        return False
    expected, got = numbers_of(outcome.expected), numbers_of(outcome.got)
    if expected is None or got is None or expected.shape != got.shape:
        return False
    return bool(np.allclose(got, expected, equal_nan=True))
