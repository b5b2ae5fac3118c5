"""What the numbers of a wrong answer tell, where all that failed tells the same."""

import numpy as np

from ..values import Array


def by_numbers(failed):
    """A rule that turns every wrong answer into the expected one, where it says what the mistake is."""
    pairs, failed = [], [outcome for outcome in failed if outcome.error is None]
    for outcome in failed:
        expected, got = numbers_of(outcome.expected), numbers_of(outcome.got)
        if expected is None or got is None or expected.shape != got.shape or not expected.size:
            return ""
        pairs.append((expected, got))
    if not any(np.any(expected) for expected, _ in pairs):
        return ""
    if all(np.allclose(got, -expected) for expected, got in pairs):
        return "Every number has the opposite sign. Are the two sides of a subtraction the wrong way round?"
    if all(np.allclose(got, 0) for _, got in pairs):
        return "Every number is 0. A product that starts from 0 stays 0, and so does a sum to which nothing comes."
    if all(expected.ndim and np.allclose(got, expected[::-1]) for expected, got in pairs):
        return "The right numbers come in the opposite order."
    if all(np.all(expected) and np.all(got) and np.allclose(got, 1 / expected) for expected, got in pairs):
        return "Every number is 1 over what it should be. Are the two sides of a division the wrong way round?"
    whole = all(_whole(outcome.expected) and _whole(outcome.got) for outcome in failed)
    several = sum(expected.size for expected, _ in pairs) > 1  # of one number alone it says nothing
    for step, word in ((1, "large"), (-1, "small")):
        if several and all(np.allclose(got, expected + step, rtol=1e-9, atol=1e-9) for expected, got in pairs):
            count = " Where does the count begin, and is its end still counted?" if whole else ""
            return f"Every number is one too {word}.{count}"
    if all(
        np.array_equal(got, np.trunc(expected)) or np.array_equal(got, np.floor(expected)) for expected, got in pairs
    ):
        return (
            "What stands behind the point is cut off: every number comes out whole. Is an int made of it, or `//` used?"
        )
    return _one_of_several(failed)


def _one_of_several(failed):
    """Which item of a tuple is wrong, if it is the same one in all that failed."""
    places = set()
    for outcome in failed:
        expected, got = outcome.expected, outcome.got
        if not isinstance(expected, tuple) or not isinstance(got, tuple) or not 2 <= len(expected) == len(got):
            return ""
        apart = [
            place
            for place, pair in enumerate(zip(expected, got, strict=True))
            if not np.allclose(*map(numbers_of, pair))
        ]
        places.add(apart[0] if len(apart) == 1 else None)
    if len(places) != 1 or None in places:
        return ""
    place, several = places.pop(), len(failed[0].expected) > 2
    return f"Only item {place} of the answer is wrong; the other{'s are' if several else ' is'} right."


def _whole(value):
    """Is it made of integers?"""
    if isinstance(value, Array):
        return value.values.dtype.kind in "iu"
    if isinstance(value, (tuple, list)):
        return all(map(_whole, value))
    return isinstance(value, int)


def numbers_of(value):
    """A value as an array of floats, or None if it is not made of numbers."""
    if isinstance(value, Array):
        return value.values.astype("f8") if value.values.dtype.kind in "fiu" else None
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, (tuple, list)) and any(isinstance(item, bool) for item in value):
        return None
    try:
        array = np.array(value)
    except ValueError:
        return None
    return array.astype("f8") if array.dtype.kind in "fiu" else None
