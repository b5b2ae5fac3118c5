"""The likely cause of a wrong answer, in a few sentences.

An attempt that does on every fact what a known wrong answer does is that wrong answer. Else what is sure comes first: a slip
that the text shows, a change of the text that makes every fact hold. Then what the exercise's own rules say of the fact that
fails, what can go wrong in any exercise, the place where the text parts from the solution's if the two are nearly alike, and
the call in which the run parts from the solution's. What is not known is not guessed.
"""

import re
import traceback

from .. import source
from ..facts import piece_from
from ..install import globals_of
from ..limit import Watch
from ..names import names_in, uses
from . import compare, given, plain_words, repair, results, runs, slips
from .blind import is_blind, speaks_of_another_thing
from .by_numbers import by_numbers
from .errors import error_text
from .known import is_new, known
from .origin import files_of, place_of

TRIALS, RUNS = 0.35, 0.2  # seconds of work at most: for changes that are tried, and for three runs of one fact
ENDLESS = "It does not end within the time limit. Does every loop come nearer to its end each time round, and is a loop needed?"


def diagnose(exercise, piece, text, outcomes, printed, seconds):
    """A few sentences on the likely cause, or an empty string."""
    first = next(outcome for outcome in outcomes if not outcome.ok)
    if first.difference.kind == "time":
        return next((wrong.says for wrong in exercise.wrong if wrong.forever), ENDLESS)
    watch, scope = Watch(), globals_of(piece)
    new = bool(text) and is_new(exercise, text)
    exact, partly = known(exercise, outcomes, seconds)
    if exact and not new:
        return exact.says
    line = source.left_open(text) if text else None
    if line and not exact:
        return f"A `...` is still standing in your code: `{text.splitlines()[line - 1].strip()}`."
    slip = (compare.uncalled(text, scope, exercise.solution) or slips.slip(exercise, text)) if new else ""
    tried = ""
    if new and not slip and not (exact and not stands_there(exact.says, text)):
        tried = repair.place(exercise, text, scope, first, min(TRIALS, seconds - watch.spent()))
    if exact:
        return joined(
            slip or compare.turned(exercise, text, scope), exact.says, tried or other_run(exercise, piece, exact, first)
        )
    said, guess = of_the_fact(exercise, piece, text, outcomes, printed, partly)
    if not new:
        return said or guess
    if slip or tried:
        return joined(slip, said, tried, guess if not said and not stands_there(guess, text) else "")
    where = given.place(exercise, text) or compare.place(exercise, text, scope) or given.changes(exercise, text)
    run = runs.parting(exercise, piece, first, RUNS)
    if (where or run) and stands_there(guess, text):
        guess = ""
    return joined(said or guess, where, run) or given.without_use(exercise, text)


def joined(*sentences):
    return " ".join(dict.fromkeys(filter(None, sentences)))


def of_the_fact(exercise, piece, text, outcomes, printed, partly):
    """(what is seen in the fact that fails, what an exercise's rule or a wrong answer that is partly alike makes of it)."""
    failed = [outcome for outcome in outcomes if not outcome.ok]
    first = failed[0]
    sure = results.for_certain(exercise, first)
    if sure:
        return sure, ""
    if first.difference.kind != "changed":  # rules know of answers, and not of what was given
        mistake = next((one for one in exercise.mistakes if holds(one, first)), None)
        if mistake is not None:
            seen = what_it_did(piece, first) if is_blind(mistake, first) else ""
            return "", joined(seen, mistake.says, comes_from(mistake.says, piece, first.error))
    said = results.of_failure(exercise, piece, text, first, printed)
    if not said and partly:
        return "", partly.says
    return said or by_numbers(failed) or in_plain_words(piece, first), ""


def what_it_did(piece, first):
    """What is to be said first where a rule speaks of the case alone: the error of the answer's own line, or another type."""
    if first.difference.kind == "error" and place_of(first.error, piece, None):
        return plain_words.of_error(first.error)
    return results.from_types(first.expected, first.got) if first.difference.kind == "type" else ""


def stands_there(said, text):
    """Whether code that the words ask for stands in the text, so that they do not tell all."""
    quoted = [part for part in said.split("`")[1::2] if "(" in part]
    return any("".join(part.split()) in "".join((text or "").split()) for part in quoted)


def other_run(exercise, piece, wrong, first):
    """Where the run parts from the solution's, if the known wrong answer that does the same parts elsewhere."""
    mine = runs.parting(exercise, piece, first, RUNS)
    theirs = runs.parting(exercise, piece_from(exercise, wrong.source, "wrong answer"), first, RUNS) if mine else ""
    return mine if mine != theirs else ""


def comes_from(said, piece, error):
    """Where an error came, if the words before speak of one function and it was in another of the learner's."""
    named = re.match(r"(?:In|Look at) `(\w+)`", said)
    frames = traceback.extract_tb(error.__traceback__) if error is not None and named else []
    inside = [frame.name for frame in frames if frame.filename in files_of(piece)]
    return f"The error itself comes in `{inside[-1]}`." if inside and inside[-1] != named[1] else ""


def in_plain_words(piece, first):
    """What the error says, or how the contents differ, where nothing is known of the exercise that would tell more."""
    if first.error is not None:
        said = plain_words.of_error(first.error) if first.difference.kind == "error" else ""
        if said and place_of(first.error, piece, None) is None:
            return f"It fails where what your code made is used. {said}"
        return said
    return plain_words.of_contents(first.expected, first.got) or plain_words.of_item(first)


def holds(mistake, outcome):
    """Whether an exercise's rule speaks of this failure."""
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
        if uses(whole, name) or any(is_called(scope.get(word), name) for word in names_in(text)):
            return sentence
    return ""


def is_called(value, name):
    """Is this value, which the notebook may know by another name, what is called `name`?"""
    home = f"{getattr(value, '__module__', '')}.{getattr(value, '__qualname__', getattr(value, '__name__', ''))}"
    return callable(value) and f".{home}".endswith(f".{name}")


def detail(failed):
    """What failed in a few words, within a sentence: the error that came, or how the values differ."""
    if failed.error is None or failed.difference.kind == "time":
        return failed.difference.sentence
    return error_text(failed.error).rstrip(".")
