"""What can go wrong in any exercise: what comes back is an error, None, or of another type, shape or dtype."""

import ast

import numpy as np

from .. import install, source
from ..values import Array, kind_of
from . import errors
from .origin import comes_from_the_answer, files_of, last_line, raised_by_the_answer


def of_failure(exercise, piece, text, outcome, printed):
    """One or two sentences on a fact that does not hold, by the kind of its difference; or an empty string."""
    kind, error, expected, got = outcome.difference.kind, outcome.error, outcome.expected, outcome.got
    wanted = getattr(outcome.fact, "raises", None)
    if isinstance(error, install.Incomplete):
        return f"{error}."
    if kind == "message":
        return other_message(outcome.fact.match, error)
    if error is not None and wanted:
        return other_error(exercise, wanted, error)
    if error is not None:
        return errors.from_error(exercise, piece, error) or refused(piece, error)
    if kind == "no error":
        return returned(got) or f"This input has no answer, so it should `raise {wanted.__name__}(...)`."
    if kind == "none":
        return from_none(exercise, text, outcome, printed)
    if kind == "changed":
        return "It changes what it was given. Whoever called still holds those values: work on a copy, or build a new result."
    if kind == "type":
        if expected is None and source.results_of(exercise.solution, exercise.piece_name)[0]:
            return f"It returns {kind_of(got)}, and for this input the answer is None."
        return of_what_is_looked_at(from_types(expected, got), exercise, outcome.fact)
    if kind == "shape":
        return from_shapes(expected, got)
    if kind == "dtype":
        return f"The numbers are right and the dtype is not: {outcome.difference.sentence}."
    return ""


def for_certain(exercise, outcome):
    """What holds whatever the exercise is about: an error that is returned or of another type, an array for a tensor."""
    wanted, expected, got = getattr(outcome.fact, "raises", None), outcome.expected, outcome.got
    if wanted and outcome.error is None:
        return returned(got)
    if wanted and outcome.difference.kind != "message" and raised_by_the_answer(outcome.error):
        return other_error(exercise, wanted, outcome.error)
    pairs = isinstance(expected, tuple) and isinstance(got, tuple) and len(expected) == 2 == len(got)
    if pairs and expected[0] == got[0]:
        expected, got = expected[1], got[1]  # a fact that says what it is about
    if isinstance(expected, Array) and isinstance(got, Array) and expected.kind != got.kind:
        return from_types(expected, got)
    return ""


# --- errors -----------------------------------------------------------------------------------------------------------


def returned(got):
    """Words for an error that was made and handed back where it is to be raised."""
    if not isinstance(got, BaseException):
        return ""
    return f"The {type(got).__name__} is made and returned, as any value. To stop whoever called, `raise` it."


def other_error(exercise, wanted, error):
    """The answer refuses an input, with another exception than the one that is expected; or fails before that."""
    line = last_line(error)[1] if comes_from_the_answer(error) else ""
    if line.startswith("assert"):
        return f"`assert` raises an AssertionError, and is skipped by `python -O`. Write an `if` with `raise {wanted.__name__}(...)`."
    if line.startswith("raise") and line in exercise.stub:
        return (
            f"It comes as far as `raise {type(error).__name__}`, which stands in the stub and is meant for other inputs. This "
            f"one should be refused before, with `raise {wanted.__name__}(...)`."
        )
    if line.startswith("raise"):
        return f"Here `raise {wanted.__name__}`, not {type(error).__name__}: whoever catches it goes by its type."
    return (
        f"This input should be refused with `raise {wanted.__name__}(...)`. Before your code comes to that, it stops with "
        f"{errors.error_text(error).rstrip('.')}."
    )


def other_message(match, error):
    """An error of the right type with other words: the learner's own, or one that came from somewhere else."""
    name = type(error).__name__
    if raised_by_the_answer(error):
        return (
            f"{'An' if name[0] in 'AEIOU' else 'A'} {name} is right. Its message should say {match!r}, so that whoever reads "
            "it knows what was wrong."
        )
    return (
        f"This is another {name} than the one expected, which says {match!r}. It comes from what your code calls or made, "
        "before that one could."
    )


def refused(piece, error):
    """The answer refuses an input that has an answer."""
    file, line = last_line(error)
    own = line.startswith("raise") and file in files_of(piece)
    return "Your own `raise` stops it here, and this input has an answer." if own else ""


# --- None -------------------------------------------------------------------------------------------------------------


def from_none(exercise, text, outcome, printed):
    """Words for an answer that is None: returned by the call itself, or found where something should have been stored."""
    if outcome.got is not None:
        return f"Part of the answer was never filled in: {outcome.difference.sentence}."
    returns, stores = source.results_of(text, exercise.piece_name) if text else (True, None)
    if not is_the_call(outcome.fact, exercise.piece_name):
        looked_at = ast.unparse(outcome.fact.last)
        if returns and not stores:
            return f"Your code returns its result. It is looked for in `{looked_at}`, so it has to be stored there."
        return f"`{looked_at}` is None after your code has run: nothing was stored there."
    if printed.strip():
        return "Your code prints its answer and returns None. End with `return` instead of `print`."
    if not returns and stores:
        return f"Your code stores its result in `{stores}` and returns None. Whoever calls it waits for a `return`."
    return "It returns None. Is a `return` missing, or does a path through your code end without one?"


def is_the_call(fact, name):
    """Is the last line of the fact a call of the piece itself, so that None is what it returned?"""
    last = getattr(fact, "last", None)
    if last is None:  # a law calls the piece
        return True
    return isinstance(last, ast.Call) and name in ast.unparse(last.func)


def of_what_is_looked_at(said, exercise, fact):
    """The words for what the piece returned, put for what the fact looks at if that is another thing, such as `x.grad`."""
    if is_the_call(fact, exercise.piece_name):
        return said
    looked_at = f"`{ast.unparse(fact.last)}`"
    return said.replace("It returns", f"{looked_at} is", 1).replace("Inside what it returns", f"In {looked_at}", 1)


# --- types and shapes -------------------------------------------------------------------------------------------------


def from_types(expected, got):
    if isinstance(expected, Array) and isinstance(got, Array):
        if expected.kind == "tensor":
            return "It returns a NumPy array where a Tensor is expected. Stay with tensors, or wrap the result."
        return "It returns a Tensor where a NumPy array is expected: this piece works below the tensors."
    if isinstance(got, Array) and isinstance(expected, bool | int | float):
        return f"It returns {kind_of(got)} where a plain Python number is expected: `.item()` takes it out."
    if expected is None:
        return f"It returns {kind_of(got)} where nothing is to come back: what it does is seen in what it was given."
    if isinstance(expected, tuple) and isinstance(got, list):
        return "It returns a list where a tuple is expected: `tuple(...)` around the result makes it one."
    if isinstance(expected, tuple) and len(expected) == 1 and type(got) is type(expected[0]):
        return "A tuple of one item needs its comma: `(x,)`."
    if isinstance(got, tuple) and not isinstance(expected, tuple):
        return f"It returns a tuple of {len(got)} where one answer is expected. Is there a comma too many?"
    if kind_of(got) != kind_of(expected):
        return f"It returns {kind_of(got)}, and {kind_of(expected)} is expected.{division(expected, got)}"
    if isinstance(expected, (tuple, list)):  # of the same kind: the difference is inside
        for mine, theirs in zip(got, expected, strict=False):
            if kind_of(mine) != kind_of(theirs):
                inside = f"{kind_of(mine)} stands where {kind_of(theirs)} is expected"
                return f"Inside what it returns, {inside}.{division(theirs, mine)}"
    return ""


def division(expected, got):
    """A hint for a float that should be an int, and is the same number."""
    whole = type(expected) is int and type(got) is float and got == expected
    return " `/` gives a float, and `//` an int." if whole else ""


def from_shapes(expected, got):
    if not isinstance(expected, Array) or not isinstance(got, Array):
        return ""
    wanted, shape = expected.values.shape, got.values.shape
    if len(wanted) > 1 and shape == wanted[::-1]:
        if np.allclose(got.values.T, expected.values, equal_nan=True):
            return "The numbers are right and the shape is turned round: the result is transposed."
    elif tuple(n for n in shape if n != 1) == tuple(n for n in wanted if n != 1):
        many = "too many" if len(shape) > len(wanted) else "too few"
        return f"It has dimensions of size 1 {many}: {shape} where {wanted} is expected. Think of `keepdim`."
    if got.values.size == expected.values.size and np.allclose(got.values.ravel(), expected.values.ravel()):
        return f"The numbers are right and the shape is not: {shape} where {wanted} is expected."
    return ""
