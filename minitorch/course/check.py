"""Checking an attempt: run every fact against the piece, and say what happened as a Result."""

import time

from . import source
from .diagnose import diagnose, forbidden, place_of
from .facts import SECONDS, library_state, replaces, run_facts
from .limit import quiet


class Result:
    """The verdict on one attempt. `state` is "not attempted", "passed" or "not yet"."""

    def __init__(self, exercise, state, **details):
        self.exercise, self.state = exercise, state
        self.outcomes = details.get("outcomes", [])
        self.failed = details.get("failed")  # the first Outcome that does not hold
        self.diagnosis = details.get("diagnosis", "")
        self.where = details.get("where")  # (line number, lines of the learner's text around it)
        self.printed = details.get("printed", "")
        self.seconds = details.get("seconds", 0.0)

    def __repr__(self):
        return f"Result({self.exercise.name!r}, {self.state!r}, diagnosis={self.diagnosis!r})"


def check(exercise, piece, text=None, filename=None, seconds=SECONDS):
    """Check a piece (function or class) against the exercise's facts; `text` is its source where known."""
    started = time.perf_counter()
    if text is not None and source.is_stub(text, exercise.stub) or text is None and _looks_empty(piece):
        return Result(exercise, "not attempted")
    with quiet() as paper, library_state():
        sentence = forbidden(exercise, text)
        outcomes = [] if sentence else run_facts(exercise, piece, seconds)
        failed = next((outcome for outcome in outcomes if not outcome.ok), None)
        if failed is None and not sentence and not exercise.installed and replaces(exercise):
            again = run_facts(exercise, piece, seconds, in_place=True)
            failed = next((outcome for outcome in again if not outcome.ok), None)
            if failed:
                sentence = (
                    "By itself your version gives the right answers, but not in the package's place: there "
                    "it calls the very piece that it replaces. Write it without that call."
                )
        if failed is None and not sentence:
            return Result(exercise, "passed", outcomes=outcomes, seconds=time.perf_counter() - started)
        left = max(0.1, started + seconds + 0.3 - time.perf_counter())
        sentence = sentence or diagnose(exercise, piece, text, outcomes, paper.text, left)
        where = place_of(failed.error, piece, filename) if failed and failed.error else None
    return Result(
        exercise,
        "not yet",
        outcomes=outcomes,
        failed=failed,
        diagnosis=sentence,
        where=where,
        printed=paper.text,
        seconds=time.perf_counter() - started,
    )


def _looks_empty(piece):
    code = getattr(piece, "__code__", None)
    empty = (lambda: None).__code__
    return code is not None and code.co_code == empty.co_code and code.co_consts in ((None,), (code.co_consts[0], None))
