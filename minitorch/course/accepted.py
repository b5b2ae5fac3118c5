"""Which kept answers count: each is checked anew before it does, and once only.

A file in the progress folder may have been changed, copied or cut short. So an answer counts when it has passed the
check exactly as it stands; state.json has a hash of its text and of what was asked at that time. An answer that fails is
remembered by this kernel alone: a mended package may accept it tomorrow.
"""

import hashlib

from .check import check
from .facts import PATIENT, READ, load
from .store import store
from .values import Array, describe

refused: dict = {}  # fingerprint -> why the answer does not count, in this kernel


def names(exercises):
    """The names of those exercises whose kept answer counts."""
    kept = set(store().names())
    return [exercise.name for exercise in exercises if exercise.name in kept and counts(exercise)]


def counts(exercise):
    """Is there an accepted answer to this exercise that still passes?"""
    text = store().answer(exercise.name)
    return text is not None and (
        is_recorded(exercise, fingerprint(text, exercise)) or kept_piece(exercise)[0] is not None
    )


def why_not(exercise):
    """Why a kept answer does not count, in a sentence; "" where it counts, or where none is kept."""
    return "" if exercise.name not in store().names() or counts(exercise) else kept_piece(exercise)[1]


def kept_piece(exercise):
    """(the piece that the kept answer defines, "") when the answer counts, otherwise (None, why it does not)."""
    place, text = f"{store().label}/{exercise.name}.py", store().answer(exercise.name)
    if text is None:
        return None, f"{place} could not be read."
    mark = fingerprint(text, exercise)
    if mark in refused:
        return None, refused[mark]
    piece, error = load(exercise, text, store().label, READ)
    if error is not None:
        line = getattr(error, "lineno", None)
        where = f" (line {line})" if line else ""
        refused[mark] = f"{place} does not load: {type(error).__name__}{where}."
    elif not is_recorded(exercise, mark):
        if check(exercise, piece, text, seconds=PATIENT, explain=False).state == "passed":
            record(exercise, text)
        else:
            refused[mark] = f"{place} was changed and no longer passes."
    return (None, refused[mark]) if mark in refused else (piece, "")


def kept_pieces(exercises):
    """(exercise, its piece or None, why it does not count) of those exercises that an answer is kept of."""
    kept = set(store().names())
    for exercise in exercises:
        if exercise.name in kept:
            yield exercise, *kept_piece(exercise)


def record(exercise, text):
    """Write down that this text has passed the check."""
    store().note(exercise.name, accepted=fingerprint(text, exercise))


def is_recorded(exercise, mark):
    return store().state(exercise.name).get("accepted") == mark


def fingerprint(text, exercise):
    """A short hash of an answer and of what is asked: when either changes, the answer is checked again."""
    asked = [exercise.target, *exercise.covers, exercise.setup, *exercise.forbids, *map(fact_in_full, exercise.facts)]
    return hashlib.sha256("\n".join([text, *map(str, asked)]).encode()).hexdigest()[:16]


def fact_in_full(fact):
    """All that a fact asks for, as text: what its definition was given."""
    asked = {
        name: value for name, value in vars(fact).items() if name not in ("statements", "last")
    }  # made of the text
    return " ".join(f"{name}={in_full(value)}" for name, value in asked.items())


def in_full(value):
    """A fact's value as text, with every element of an array."""
    if isinstance(value, Array):
        return f"{value.kind} {value.dtype} {value.values.shape} {value.values.tolist()}"
    if isinstance(value, tuple | list):
        return f"{type(value).__name__}({', '.join(map(in_full, value))})"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key!r}: {in_full(item)}" for key, item in value.items()) + "}"
    return value if isinstance(value, str) else describe(value)
