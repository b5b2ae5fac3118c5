"""The likely cause of a wrong answer.

First the mistakes the exercise knows: an attempt that does on every fact what a known wrong answer does, is
that wrong answer. Then what can go wrong in any exercise. An attempt nobody foresaw gets no guess rather than
a wrong one.
"""

import ast
import inspect
import linecache
import time
import traceback

import numpy as np

from . import source
from .facts import piece_from, run_facts
from .values import Array, kind_of, without_addresses


def diagnose(exercise, piece, text, outcomes, printed, seconds):
    """One or two sentences on the likely cause, or an empty string."""
    failed = [outcome for outcome in outcomes if not outcome.ok]
    first = failed[0]
    if first.difference.kind == "time":
        known = [wrong.says for wrong in exercise.wrong if wrong.forever]
        return (
            known[0]
            if known
            else (
                "It does not end within the time limit. Does every loop come nearer to its end "
                "each time round, and is a loop needed?"
            )
        )
    exact, partly = _known(exercise, outcomes, seconds)
    if exact:
        return exact
    line = source.left_open(text) if text else None
    if line:
        return f"A `...` is still standing in your code: `{text.splitlines()[line - 1].strip()}`."
    for mistake in exercise.mistakes:
        for outcome in failed:
            if _holds(mistake, outcome):
                return mistake.says
    return _general(exercise, piece, failed, printed) or partly or _by_numbers(failed)


def _known(exercise, outcomes, seconds):
    """(what the wrong answer alike in every fact says, what one alike in most of the failed says)."""
    deadline, partly = time.perf_counter() + seconds, ""
    telling = [
        place
        for place, outcome in enumerate(outcomes)
        if not outcome.ok and outcome.error is None and outcome.got is not None
    ]
    for wrong in exercise.wrong:
        left = deadline - time.perf_counter()
        if wrong.forever or left <= 0:
            continue
        try:
            theirs = run_facts(exercise, piece_from(exercise, wrong.source, "wrong answer"), left)
        except Exception:  # a wrong answer may be wrong already when it is defined
            continue
        same = [mine.same_as(other) for mine, other in zip(outcomes, theirs, strict=False)]
        if len(theirs) == len(outcomes) and all(same):
            return wrong.says, ""
        hits = [place for place in telling if place < len(same) and same[place]]
        if telling and telling[0] in hits and 2 * len(hits) >= len(telling) and not partly:
            partly = wrong.says
    return "", partly


def _holds(mistake, outcome):
    try:
        return bool(mistake.when(outcome.expected, outcome.got, outcome.error))
    except Exception:  # a rule meant for another kind of answer
        return False


def forbidden(exercise, text):
    """What to say when the text uses a name that gives the answer away."""
    if text is None or not exercise.forbids:
        return ""
    used = source.names_used(text)
    return next((sentence for name, sentence in exercise.forbids.items() if name in used), "")


def _general(exercise, piece, failed, printed):
    first = failed[0]
    kind, error = first.difference.kind, first.error
    if error is not None and kind != "message":
        return _from_error(exercise, piece, error)
    if kind == "none":
        if printed.strip():
            return "Your code prints its answer and returns None. End with `return` instead of `print`."
        return "It returns None. Is a `return` missing, or does a path through your code end without one?"
    if kind == "changed":
        return (
            "It changes what it was given. Whoever called still holds those values: work on a copy, or build "
            "a new result."
        )
    if kind == "no error":
        return f"This input has no answer, so it should `raise {first.fact.raises.__name__}(...)`."
    if kind == "type":
        return _from_types(first.expected, first.got)
    if kind == "shape":
        return _from_shapes(first.expected, first.got)
    if kind == "dtype":
        return f"The numbers are right and the dtype is not: {first.difference.sentence}."
    return ""


def _from_error(exercise, piece, error):
    wanted = _first_line(exercise.stub)
    if isinstance(error, TypeError) and callable(piece) and not isinstance(piece, type):
        try:
            mine = list(inspect.signature(piece).parameters)
        except (TypeError, ValueError):
            mine = None
        node = next(node for node in reversed(ast.parse(exercise.stub).body) if hasattr(node, "name"))
        if mine is not None and hasattr(node, "args") and mine != _parameters(node.args):
            return f"It is called as in the stub's first line, `{wanted}`: keep those parameters."
    if isinstance(error, RecursionError):
        return "It calls itself again and again. Where does it stop, and does each call come nearer to it?"
    if isinstance(error, SystemExit):
        return "It asks Python to stop (`exit` or `quit`). Use `return` to hand back an answer."
    if isinstance(error, NotImplementedError):
        return "A `raise NotImplementedError` is still standing in your code."
    if isinstance(error, NameError):
        return f"{error}. Is it spelled as you defined it, and defined before this cell?".replace("..", ".")
    return ""


def _parameters(arguments):
    """The names of a definition's parameters, as inspect.signature lists them."""
    single = [[one] if one else [] for one in (arguments.vararg, arguments.kwarg)]
    found = arguments.posonlyargs + arguments.args + single[0] + arguments.kwonlyargs + single[1]
    return [one.arg for one in found]


def _first_line(stub):
    return next((line.rstrip(":") for line in stub.splitlines() if line.startswith(("def ", "class "))), "")


def _from_types(expected, got):
    if isinstance(expected, Array) and isinstance(got, Array):
        if expected.kind == "tensor":
            return "It returns a NumPy array where a Tensor is expected. Stay with tensors, or wrap the result."
        return "It returns a Tensor where a NumPy array is expected: this piece works below the tensors."
    if isinstance(got, Array) and isinstance(expected, bool | int | float):
        return f"It returns {kind_of(got)} where a plain Python number is expected: `.item()` takes it out."
    if isinstance(expected, tuple) and isinstance(got, list):
        return "It returns a list where a tuple is expected: `tuple(...)` around the result makes it one."
    if isinstance(expected, tuple) and len(expected) == 1 and type(got) is type(expected[0]):
        return "A tuple of one item needs its comma: `(x,)`."
    if isinstance(got, tuple) and not isinstance(expected, tuple):
        return f"It returns a tuple of {len(got)} where one answer is expected. Is there a comma too many?"
    if kind_of(got) != kind_of(expected):
        return f"It returns {kind_of(got)}, and {kind_of(expected)} is expected."
    if isinstance(expected, (tuple, list)):  # of the same kind: the difference is inside
        for mine, theirs in zip(got, expected, strict=False):
            if kind_of(mine) != kind_of(theirs):
                return f"Inside what it returns, {kind_of(mine)} stands where {kind_of(theirs)} is expected."
    return ""


def _from_shapes(expected, got):
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


def _by_numbers(failed):
    """A rule that turns every wrong answer into the expected one: another sign, a factor, the other order."""
    pairs = []
    for outcome in failed:
        expected, got = _numbers(outcome.expected), _numbers(outcome.got)
        if expected is None or got is None or expected.shape != got.shape or not expected.size:
            return ""
        pairs.append((expected, got))
    if not any(np.any(expected) for expected, _ in pairs):
        return ""
    if all(np.allclose(got, -expected) for expected, got in pairs):
        return "Every number has the opposite sign."
    if all(np.allclose(got, 0) for _, got in pairs):
        return "Every number is 0."
    if all(expected.ndim and np.allclose(got, expected[::-1]) for expected, got in pairs):
        return "The right numbers come in the opposite order."
    top = sum(float(np.sum(expected * got)) for expected, got in pairs)
    factor = top / sum(float(np.sum(expected * expected)) for expected, _ in pairs)
    if np.isfinite(factor) and factor and all(np.allclose(got, factor * expected) for expected, got in pairs):
        return f"Every number is {factor:.4g} times what it should be."
    offset = float(np.mean(pairs[0][1] - pairs[0][0]))
    if np.isfinite(offset) and all(np.allclose(got - expected, offset) for expected, got in pairs):
        return f"Every number is off by {offset:+.4g}."
    return ""


def _numbers(value):
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


def detail(failed):
    """What failed in a few words, within a sentence: the error that came, or how the values differ."""
    if failed.error is None or failed.difference.kind == "time":
        return failed.difference.sentence
    return error_text(failed.error).rstrip(".")


def place_of(error, piece, filename):
    """(line number, lines around it) of the learner's line that an error came through, or None."""
    files = {filename} | {code.co_filename for code in _codes(piece)}
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename in files]
    if not frames:
        return None
    number = frames[-1].lineno
    lines = linecache.getlines(frames[-1].filename)
    around = range(max(1, number - 2), min(len(lines), number + 1) + 1)
    return number, [(line, lines[line - 1].rstrip("\n")) for line in around if lines]


def _codes(piece):
    found = [piece] if not isinstance(piece, type) else list(vars(piece).values())
    found = [getattr(one, "__func__", one) for one in found]
    return [one.__code__ for one in found if hasattr(one, "__code__")]


def error_text(error):
    """An error in one line, as Python prints it."""
    lines = traceback.format_exception_only(error)[-1].strip().splitlines()
    return without_addresses(lines[0] if lines else type(error).__name__)[:300]
