"""What can go wrong in any exercise: what comes back is an error, None, or of another type."""

import ast

import numpy as np

from .. import install, source
from ..values import Array, kind_of
from . import errors
from .origin import comes_from_the_answer, last_line, raised_by_the_answer


def of_failure(exercise, piece, text, outcome, printed):
    """One or two sentences on a fact that does not hold, by the kind of its difference; or an empty string."""
    kind, error, expected, got = outcome.difference.kind, outcome.error, outcome.expected, outcome.got
    wanted = outcome.fact.raises
    if isinstance(error, install.Incomplete):
        return f"{error}."
    if kind == "message":
        return other_message(outcome.fact.match, error)
    if error is not None:
        return other_error(exercise, wanted, error) if wanted else errors.from_error(exercise, piece, error)
    if kind == "no error":
        return returned(got) or f"This input is an error: `raise {wanted.__name__}(...)`."
    if kind == "none":
        return from_none(exercise, text, outcome, printed)
    if kind == "changed":
        return "It changes what it was given, and the caller still uses that. Work on a copy, or build a new result."
    if kind == "type":
        if expected is None and source.results_of(exercise.solution, exercise.piece_name)[0]:
            return f"It returns {kind_of(got)}, and for this input the answer is None."
        looked_at = "It returns" if is_the_call(outcome.fact, exercise) else f"`{ast.unparse(outcome.fact.last)}` is"
        return from_types(looked_at, expected, got)
    return ""


def for_certain(exercise, outcome):
    """What holds whatever the exercise is about: an error that is returned or of another type, an array for a tensor."""
    wanted, expected, got = outcome.fact.raises, outcome.expected, outcome.got
    if not wanted and "before Module.__init__() call" in str(outcome.error):
        return "Call super().__init__() first: it makes the dictionaries of Module."
    if wanted and outcome.error is None:
        return returned(got)
    if wanted and outcome.difference.kind != "message" and raised_by_the_answer(outcome.error):
        return other_error(exercise, wanted, outcome.error)
    pairs = isinstance(expected, tuple) and isinstance(got, tuple) and len(expected) == 2 == len(got)
    if pairs and expected[0] == got[0]:
        expected, got = expected[1], got[1]  # a fact that says what it is about
    if isinstance(expected, Array) and isinstance(got, Array) and expected.kind != got.kind:
        return from_types("It returns", expected, got)
    return ""


# --- errors -----------------------------------------------------------------------------------------------------------


def returned(got):
    """Words for an error that was made and handed back where it is to be raised."""
    if not isinstance(got, BaseException):
        return ""
    return f"The {type(got).__name__} is returned like any value. To stop the caller, `raise` it."


def other_error(exercise, wanted, error):
    """The answer refuses an input, with another exception than the one that is expected; or fails before that."""
    line = last_line(error)[1] if comes_from_the_answer(error) else ""
    if line.startswith("assert"):
        return f"`assert` raises an AssertionError, and is skipped by `python -O`. Write an `if` with `raise {wanted.__name__}(...)`."
    if line.startswith("raise") and line in exercise.stub:
        return (
            f"It reaches the stub's `raise {type(error).__name__}`, which is meant for other inputs. For this one, "
            f"`raise {wanted.__name__}(...)` before that line."
        )
    if line.startswith("raise"):
        names = [f"{'an' if kind.__name__[0] in 'AEIOU' else 'a'} {kind.__name__}" for kind in (wanted, type(error))]
        return f"Raise {names[0]} here, not {names[1]}: callers catch errors by their type."
    return (
        f"For this input, `raise {wanted.__name__}(...)`. Your code stops earlier, with "
        f"{errors.error_text(error).rstrip('.')}."
    )


def other_message(match, error):
    """An error of the right type with other words: the learner's own, or one that came from somewhere else."""
    name = type(error).__name__
    if raised_by_the_answer(error):
        return f"{'An' if name[0] in 'AEIOU' else 'A'} {name} is right. Its message should say {match!r}."
    return (
        f"This is not the {name} that is expected, which says {match!r}. It comes from something that your code calls."
    )


# --- None and other types ---------------------------------------------------------------------------------------------


def from_none(exercise, text, outcome, printed):
    """Words for an answer that is None: returned by the call itself, or found where something should have been stored."""
    if outcome.got is not None:
        return f"Part of the answer was never filled in: {outcome.difference.sentence}."
    returns, stores = source.results_of(text, exercise.piece_name) if text else (True, None)
    if not is_the_call(outcome.fact, exercise):
        looked_at = ast.unparse(outcome.fact.last)
        if returns and not stores:
            return f"Your code returns its result. Store it in `{looked_at}` instead."
        return f"`{looked_at}` is None after your code has run. Nothing was stored there."
    if printed.strip():
        return "Your code prints its answer and returns None. End with `return` instead of `print`."
    if not returns and stores:
        return f"Your code stores its result in `{stores}` and returns None. Return the result."
    return "It returns None. Is a `return` missing, or does a path through your code end without one?"


def is_the_call(fact, exercise):
    """Is the last line of the fact a call of the piece itself, so that None is what it returned?"""
    return isinstance(fact.last, ast.Call) and exercise.piece_name in ast.unparse(fact.last.func)


def is_of_another_type(exercise, text, outcome):
    """Whether the call returns None for want of a `return`, or the right numbers in another type."""
    expected, got, kind = outcome.expected, outcome.got, outcome.difference.kind
    if kind == "none":
        returns = source.results_of(text, exercise.piece_name)[0] if text else True
        return got is None and not returns and is_the_call(outcome.fact, exercise)
    if kind != "type" or type(expected) is tuple and type(got) is list:
        return kind == "type" and len(expected) == len(got)
    try:
        return np.allclose(*[getattr(one, "values", one) for one in (expected, got)], equal_nan=True)
    except (TypeError, ValueError):  # they are not numbers
        return False


def from_types(looked_at, expected, got):
    """Words for a value of another type than expected; `looked_at` says what it is: "It returns"."""
    if isinstance(expected, Array) and isinstance(got, Array):
        if expected.kind == "tensor":
            return f"{looked_at} a NumPy array where a Tensor is expected. Stay with tensors, or wrap the result."
        return f"{looked_at} a Tensor where a NumPy array is expected: this piece works below the tensors."
    if isinstance(got, Array) and isinstance(expected, bool | int | float):
        return f"{looked_at} {kind_of(got)} where a plain Python number is expected: `.item()` takes it out."
    if expected is None:
        return f"{looked_at} {kind_of(got)} where None is expected: its result is what it changes."
    if isinstance(expected, tuple) and isinstance(got, list):
        return f"{looked_at} a list where a tuple is expected: `tuple(...)` around the result makes it one."
    if isinstance(expected, tuple) and len(expected) == 1 and type(got) is type(expected[0]):
        return "A tuple of one item needs its comma: `(x,)`."
    if kind_of(got) != kind_of(expected):
        return f"{looked_at} {kind_of(got)}, and {kind_of(expected)} is expected.{division(expected, got)}"
    if isinstance(expected, (tuple, list)):  # of the same kind: the difference is inside
        for mine, theirs in zip(got, expected, strict=False):
            if kind_of(mine) != kind_of(theirs):
                return f"Inside it, {kind_of(mine)} stands where {kind_of(theirs)} is expected.{division(theirs, mine)}"
    return ""


def division(expected, got):
    """A hint for a float that should be an int, and is the same number."""
    whole = type(expected) is int and type(got) is float and got == expected
    return " `/` gives a float, and `//` an int." if whole else ""
