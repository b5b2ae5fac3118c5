"""Checking an attempt: run every fact against the piece, and say what happened as a Result.

A piece that replaces one of the package's is checked three times: by itself, in its place, and on the road: a short
program with a forward pass, a backward pass and a training step that runs through it.
"""

import ast

from . import install, source
from .define import look_of
from .diagnosis.diagnose import detail, diagnose, forbidden
from .diagnosis.origin import place_of
from .facts import SECONDS, library_state, run_facts
from .limit import Watch, quiet, uncollected
from .road import road_on


class Result:
    """The verdict on one attempt. `state` is "not attempted", "passed" or "not yet"."""

    def __init__(self, exercise, state, outcomes=(), failed=None, diagnosis="", where=None, printed="", in_place=False):
        self.exercise, self.state, self.outcomes, self.diagnosis = exercise, state, outcomes, diagnosis
        self.failed = failed  # the first Outcome that does not hold
        self.where = where  # (line number, lines of the learner's text around it)
        self.printed, self.in_place = printed, in_place  # it failed only where the package calls it

    def __repr__(self):
        return f"Result({self.exercise.name!r}, {self.state!r}, diagnosis={self.diagnosis!r})"


def check(exercise, piece, text=None, filename=None, seconds=SECONDS, explain=True, place=True):
    """Check a piece (function or class) against the exercise's facts; `text` is its source where known.

    With `explain=False` no cause is looked for, which takes longer than the facts do. With `place=False` the piece is
    checked by itself only.
    """
    watch = Watch()
    if text is not None and source.is_stub(text, exercise.stub) or text is None and _looks_empty(piece):
        return Result(exercise, "not attempted")
    kept = install.places_kept(exercise if exercise.installed else None)
    with uncollected(), kept, quiet() as paper, library_state():
        sentence, in_place = forbidden(exercise, text, piece), False
        outcomes = [] if sentence else run_facts(exercise, piece, seconds, whole=explain)
        failed = next((outcome for outcome in outcomes if not outcome.ok), None)
        if failed is None and not sentence and place and install.replaces(exercise):
            with install.places_kept(exercise):
                failed, sentence = _in_its_place(exercise, piece, seconds)
            in_place = failed is not None
        if failed is None and not sentence:
            return Result(exercise, "passed", outcomes)
        if not explain:
            return Result(exercise, "not yet", outcomes, failed, sentence, in_place=in_place)
        if not sentence:
            foreseen = look_of([*failed.fact.looks, *exercise.looks], failed)
            if exercise.installed and isinstance(failed.error, RecursionError) and not foreseen:
                sentence = _calls_itself_through_the_package(exercise, piece, seconds)
            left = max(0.1, seconds + 0.3 - watch.spent())
            sentence = sentence or diagnose(exercise, piece, text, outcomes, paper.text, left)
        where = place_of(failed.error, piece, filename) if failed and failed.error else None
    return Result(exercise, "not yet", outcomes, failed, sentence, where, paper.text, in_place)


def _in_its_place(exercise, piece, seconds):
    """(the first Outcome that does not hold when the package itself calls the piece, what to say of it); or (None, "")."""
    again = [] if exercise.installed else exercise.facts
    road = road_on()  # what of it runs on the package as it is
    if not again and not road:
        return None, ""

    outcomes = run_facts(exercise, piece, seconds, in_place=True, facts=again, more=road)
    failed = next((outcome for outcome in outcomes if not outcome.ok), None)
    if failed is None:
        return None, ""
    return failed, f"{_words_in_place(failed)} {_cause_in_place(exercise, failed)}".rstrip()


SELF_CALL = "it calls what it replaces, which is then your own version, without end. Write it without that call."


def _words_in_place(failed):
    if isinstance(failed.error, install.Incomplete):
        return f"{failed.error}."
    if isinstance(failed.error, RecursionError):
        return f"Your version gives the right answers by itself, but not inside the package: there {SELF_CALL}"
    scene = getattr(failed.fact, "scene", "inside the package")
    busy = " The machine may be busy: run the cell again." if failed.difference.kind == "time" else ""
    return f"It gives the right answers by itself, but not {scene}: {detail(failed)}.{busy}"


def _cause_in_place(exercise, failed):
    """What the exercise says of a fact of its own that does not hold there."""
    if isinstance(failed.error, (install.Incomplete, RecursionError)):
        return ""
    return look_of([*failed.fact.looks, *exercise.looks], failed) or failed.fact.says


def _calls_itself_through_the_package(exercise, piece, seconds):
    """The same sentence for a piece that is checked in place only: beside the package's own it does not recurse.

    Where the solution calls the piece as well, for what is inside, it is the end of that which is missing.
    """
    calls = [node.func for node in ast.walk(ast.parse(exercise.solution)) if isinstance(node, ast.Call)]
    if exercise.piece_name in [getattr(one, "attr", getattr(one, "id", "")) for one in calls]:
        return ""
    alone = run_facts(exercise, piece, seconds, in_place=False)
    first = next((outcome for outcome in alone if not outcome.ok), None)
    if first is None or not isinstance(first.error, RecursionError):
        return f"Inside the package {SELF_CALL}"
    return ""


def _looks_empty(piece):
    code = getattr(piece, "__code__", None)
    empty = (lambda: None).__code__
    return code is not None and code.co_code == empty.co_code and code.co_consts in ((None,), (code.co_consts[0], None))
