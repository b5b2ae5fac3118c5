"""The likely cause of a wrong answer.

First the mistakes the exercise knows: an attempt that does on every fact what a known wrong answer does, is
that wrong answer. Then what can go wrong in any exercise, and the place where the text parts from the solution's if
the two are nearly alike. An attempt nobody foresaw gets no guess rather than a wrong one.
"""

import ast
import linecache
import re
import textwrap
import traceback

import numpy as np

from . import compare, errors, install, plain_words, source
from .blind import comes_from_the_answer, speaks_of_another_thing
from .by_numbers import by_numbers
from .errors import error_text
from .facts import piece_from, run_facts
from .install import globals_of
from .limit import Watch
from .names import names_in, uses
from .values import Array, kind_of


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
        return (compare.slip(exercise, text, globals_of(piece)) if text and _is_new(exercise, text) else "") or exact
    line = source.left_open(text) if text else None
    if line:
        return f"A `...` is still standing in your code: `{text.splitlines()[line - 1].strip()}`."
    said = next((mistake.says for mistake in exercise.mistakes if holds(mistake, first)), "")  # what is shown decides
    said = f"{said} {_comes_from(said, piece, first.error)}".strip()
    said = said or _general(exercise, piece, text, failed, printed)
    said = said or partly or by_numbers(failed) or _in_plain_words(piece, first)
    where = compare.place(exercise, text, globals_of(piece)) if text and _is_new(exercise, text) else ""
    return f"{said} {where}".strip()


def _comes_from(said, piece, error):
    """Where an error came, if the words before speak of one function and it was in another of the learner's."""
    named = re.match(r"(?:In|Look at) `(\w+)`", said)
    file = getattr(getattr(piece, "__code__", None), "co_filename", None)
    frames = traceback.extract_tb(error.__traceback__) if error is not None and named else []
    inside = [frame.name for frame in frames if frame.filename == file]
    return f"The error itself comes in `{inside[-1]}`." if inside and inside[-1] != named[1] else ""


def _in_plain_words(piece, first):
    """What the error says, or how the contents differ, where nothing is known of the exercise that would tell more."""
    if first.error is not None:
        said = plain_words.of_error(first.error) if first.difference.kind == "error" else ""
        if said and place_of(first.error, piece, None) is None:
            return f"It fails where what your code made is used. {said}"
        return said
    return plain_words.of_contents(first.expected, first.got)


def _known(exercise, outcomes, seconds, run=run_facts):
    """(what the wrong answer alike in every fact says, what one alike in the first that fails, and in most, says)."""
    watch, partly, most = Watch(), "", 0
    places = [place for place, outcome in enumerate(outcomes) if not outcome.ok]
    telling = [place for place in places if outcomes[place].error is None and outcomes[place].got is not None]
    for wrong in exercise.wrong:
        left = seconds - watch.spent()
        if wrong.forever or left <= 0:
            continue
        try:
            theirs = run(exercise, piece_from(exercise, wrong.source, "wrong answer"), left)
        except Exception:  # a wrong answer may be wrong already when it is defined
            continue
        same = [mine.same_as(other) for mine, other in zip(outcomes, theirs, strict=False)]
        if len(theirs) == len(outcomes) and all(same):
            return wrong.says, ""
        hits = [place for place in telling if place < len(same) and same[place]]
        if places[0] in hits and 2 * len(hits) >= len(telling) and len(hits) > most:
            partly, most = wrong.says, len(hits)
    return "", partly


def _is_new(exercise, text):
    """Whether it is none of the known wrong answers, word for word: another cause may do the same as one of them."""
    try:
        mine = ast.dump(ast.parse(textwrap.dedent(text)))
    except SyntaxError:  # a cell with a notebook's own commands in it
        return False
    return all(mine != ast.dump(ast.parse(textwrap.dedent(wrong.source))) for wrong in exercise.wrong)


def known_in_place(exercise, outcomes, seconds, run):
    """What the wrong answer says that does the same where the package calls it; or an empty string."""
    return _known(exercise, outcomes, seconds, run)[0]


def holds(mistake, outcome):
    try:
        found = bool(mistake.when(outcome.expected, outcome.got, outcome.error))
        return found and not speaks_of_another_thing(mistake, outcome)
    except Exception:  # a rule meant for another kind of answer
        return False


def forbidden(exercise, text, piece):
    """What to say when the text, or a helper from the notebook, uses a name that gives the answer away."""
    if text is None or not exercise.forbids:
        return ""
    scope = globals_of(piece)
    whole = source.complete(text, scope)
    for name, sentence in exercise.forbids.items():
        if uses(whole, name) or any(_is_called(scope.get(word), name) for word in names_in(text)):
            return sentence
    return ""


def _is_called(value, name):
    """Is this value, which the notebook may know by another name, what is called `name`?"""
    home = f"{getattr(value, '__module__', '')}.{getattr(value, '__qualname__', getattr(value, '__name__', ''))}"
    return callable(value) and f".{home}".endswith(f".{name}")


def _general(exercise, piece, text, failed, printed):
    first = failed[0]
    kind, error = first.difference.kind, first.error
    if isinstance(error, install.Incomplete):
        return f"{error}."
    if error is not None and kind != "message":
        wanted = getattr(first.fact, "raises", None)
        return _other_error(wanted, error) if wanted else errors.from_error(exercise, piece, error)
    if kind == "message":
        name = type(error).__name__
        return (
            f"{'An' if name[0] in 'AEIOU' else 'A'} {name} is right. Its message should say {first.fact.match!r}, so that "
            "whoever reads it knows what was wrong."
        )
    if kind == "none":
        return _from_none(exercise, text, first, printed)
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


def _other_error(wanted, error):
    """The learner refuses an input, with another exception than the one that is expected; or fails before that."""
    frames = traceback.extract_tb(error.__traceback__)
    line = (frames[-1].line or "").lstrip() if frames and comes_from_the_answer(error) else ""
    if line.startswith("assert"):
        return f"`assert` raises an AssertionError, and is skipped by `python -O`. Write an `if` with `raise {wanted.__name__}(...)`."
    if line.startswith("raise"):
        return f"Here `raise {wanted.__name__}`, not {type(error).__name__}: whoever catches it goes by its type."
    return (
        f"This input should be refused with `raise {wanted.__name__}(...)`. Before your code comes to that, it stops with "
        f"{error_text(error).rstrip('.')}."
    )


def _from_none(exercise, text, first, printed):
    """Words for an answer that is None: returned by the call itself, or found where something should have been stored."""
    if first.got is not None:
        return f"Part of the answer was never filled in: {first.difference.sentence}."
    returns, stores = source.results_of(text, exercise.piece_name) if text else (True, None)
    if not _is_the_call(first.fact, exercise.piece_name):
        looked_at = ast.unparse(first.fact.last)
        if returns and not stores:
            return f"Your code returns its result. It is looked for in `{looked_at}`, so it has to be stored there."
        return f"`{looked_at}` is None after your code has run: nothing was stored there."
    if printed.strip():
        return "Your code prints its answer and returns None. End with `return` instead of `print`."
    if not returns and stores:
        return f"Your code stores its result in `{stores}` and returns None. Whoever calls it waits for a `return`."
    return "It returns None. Is a `return` missing, or does a path through your code end without one?"


def _is_the_call(fact, name):
    """Is the last line of the fact a call of the piece itself, so that None is what it returned?"""
    last = getattr(fact, "last", None)
    if last is None:  # a law calls the piece
        return True
    return isinstance(last, ast.Call) and name in ast.unparse(last.func)


def _from_types(expected, got):
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
        return f"It returns {kind_of(got)}, and {kind_of(expected)} is expected.{_division(expected, got)}"
    if isinstance(expected, (tuple, list)):  # of the same kind: the difference is inside
        for mine, theirs in zip(got, expected, strict=False):
            if kind_of(mine) != kind_of(theirs):
                division = _division(theirs, mine)
                return f"Inside what it returns, {kind_of(mine)} stands where {kind_of(theirs)} is expected.{division}"
    return ""


def _division(expected, got):
    return (
        " `/` gives a float, and `//` an int."
        if type(expected) is int and (got, type(got)) == (expected, float)
        else ""
    )


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
