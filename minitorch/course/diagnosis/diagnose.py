"""The likely cause of a wrong answer: one, the most specific that holds.

First what is sure: a name that nobody defined, a `...` left standing, a slip that the text shows. Then what the exercise
says of just this value or error; a change of the text that makes every fact hold; the one place where the text parts from the
solution's. Then what the exercise says of the fact that fails, and what can go wrong in any exercise. What is not known is
not guessed.
"""

import re

from .. import source
from ..define import look_of
from ..install import Incomplete, globals_of
from ..limit import Watch
from ..names import names_in, uses
from . import compare, repair, results, slips
from .errors import CALL, error_text, from_error, meaning
from .origin import comes_from_the_answer, place_of

# how a sentence begins that shows a place, and not what is wrong there
POINTERS = ("Is `", "Is a ", "Is the ", "Look at ", "Should `", "A ", "The solution does ")

TRIALS = 0.35  # seconds of work at most for changes that are tried
ENDLESS = "Your code does not finish within the time limit. Does every round of a loop bring it nearer to its end?"
SURE = (NameError, RecursionError, SystemExit, NotImplementedError)
TRUTH = "Boolean value of Tensor with more than one value|during iteration|in-place modification"


def diagnose(exercise, piece, text, outcomes, printed, seconds):
    """A sentence or two on the likely cause, or an empty string."""
    first = next(outcome for outcome in outcomes if not outcome.ok)
    if first.difference.kind == "time":
        return ENDLESS
    watch = Watch()
    causes = [
        lambda: of_sure_errors(exercise, piece, text, first),
        lambda: text and slips.slip(exercise, text),
        lambda: of_this_value(exercise, first),
        lambda: of_itself(exercise, piece, text, first, printed),
        lambda: of_a_change(exercise, piece, text, first, seconds - watch.spent()),
        lambda: of_one_place(exercise, piece, text, first),
        lambda: of_the_fact(exercise, piece, text, first, printed),
    ]
    return next((said for cause in causes if (said := cause())), "")


def of_sure_errors(exercise, piece, text, first):
    """A name that is not defined, a call without end; a `...` that stands in the text."""
    if isinstance(first.error, Incomplete):
        return f"{first.error}."
    if isinstance(first.error, RecursionError) and look_of([*first.fact.looks, *exercise.looks], first):
        return ""  # the exercise says more of it
    if isinstance(first.error, SURE) and first.fact.raises is None:
        said = from_error(exercise, piece, first.error)
        if said:
            return said
    line = source.left_open(text) if text else None
    if line and look_of(first.fact.looks, first) and "None" not in str(first.error or first.got):
        return ""  # the fact is about another function of the cell
    return f"A `...` is still standing in your code: `{text.splitlines()[line - 1].strip()}`." if line else ""


def of_this_value(exercise, first):
    """What the exercise says of an answer that gives this value, or this error; what is so in any exercise."""
    if first.difference.kind == "changed":
        return ""
    own = look_of(first.fact.looks, first) or look_of(exercise.looks, first)
    if not own and first.difference.kind == "message" and not first.fact.says:
        return results.other_message(first.fact.match, first.error)
    return own or results.for_certain(exercise, first)


def of_itself(exercise, piece, text, first, printed):
    """What the failure tells by itself: an error whose words are clear, the right numbers in another type."""
    error, kind = first.error, first.difference.kind
    if error is not None:
        clear = re.search(f"{TRUTH}|{CALL}", str(error))
    else:
        clear = kind == "changed" or results.is_of_another_type(exercise, text, first)
    if not clear or first.fact.raises:
        return ""
    said = results.of_failure(exercise, piece, text, first, printed)
    if said and error is not None and place_of(error, piece, None) is None:
        return f"The error comes where your result is used. {said}"
    return said


def of_a_change(exercise, piece, text, first, seconds):
    said = repair.place(exercise, text, globals_of(piece), first, min(TRIALS, seconds)) if text else ""
    return with_meaning(said, first)


def of_one_place(exercise, piece, text, first):
    """Where the text parts from the solution's, if that is in one place alone."""
    return with_meaning(compare.place(exercise, text, globals_of(piece)) if text else "", first)


def with_meaning(said, first):
    """A sentence that only shows a place, and before it what the exercise says of the fact that fails."""
    says = first.fact.says if said.startswith(POINTERS) or " comes too " in said else ""
    return f"{says} {said}".lstrip()


def of_the_fact(exercise, piece, text, first, printed):
    """What the exercise says of the fact that fails; of an error that tells more by itself, what that says."""
    says = first.fact.says
    if says and not (first.error is not None and is_clear(first.error)):
        return says
    return results.of_failure(exercise, piece, text, first, printed) or says


def is_clear(error):
    """Whether the words of an error name the slip: a tensor asked for its truth, a call that does not fit."""
    if isinstance(error, SURE) or re.search(TRUTH, str(error)):
        return True
    if not isinstance(error, (TypeError, ValueError)) or "NoneType" in str(error) or not comes_from_the_answer(error):
        return False
    return bool(re.search(CALL, str(error)) or meaning(error))


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
