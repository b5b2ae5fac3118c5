"""The wrong answers that an exercise knows: which of them does what the attempt does."""

import ast
import functools
import textwrap

from .. import install
from ..facts import piece_from, run_facts
from ..limit import Watch

tried: dict = {}  # (wrong answer, a fact or None for all of them) -> its outcomes, while the package stays as it is
tried_on: list = []  # the readers' pieces that are in force in that package


def known(exercise, outcomes, seconds, run=run_facts):
    """(the wrong answer alike in every fact, one alike in the first that fails and in most); None where there is none."""
    watch, partly, most = Watch(), None, 0
    places = [place for place, outcome in enumerate(outcomes) if not outcome.ok]
    telling = [place for place in places if outcomes[place].error is None and outcomes[place].got is not None]
    for wrong in exercise.wrong:
        left = seconds - watch.spent()
        if wrong.forever or left <= 0:
            continue
        try:
            if run is run_facts:
                if not alike_at_first(exercise, wrong, outcomes, places[0], left):
                    continue
                theirs = outcomes_of(exercise, wrong, left)
            else:
                theirs = run(exercise, piece_from(exercise, wrong.source, "wrong answer"), left)
        except Exception:  # a wrong answer may be wrong already when it is defined
            continue
        same = [mine.same_as(other) for mine, other in zip(outcomes, theirs, strict=False)]
        if len(theirs) == len(outcomes) and all(same):
            return wrong, None
        hits = [place for place in telling if place < len(same) and same[place]]
        wrongs = sum(not other.ok for other in theirs)  # one that fails in far more is another mistake
        if places[0] in hits and 2 * len(hits) >= max(len(telling), wrongs) and len(hits) > most:
            partly, most = wrong, len(hits)
    return None, partly


def alike_at_first(exercise, wrong, outcomes, place, seconds):
    """Whether a wrong answer does what the attempt does at the fact that fails first: most do not, and that is soon told."""
    fact = outcomes[place].fact
    trial = sum(outcome.fact is fact for outcome in outcomes[:place])
    theirs = outcomes_of(exercise, wrong, seconds, fact)
    return trial < len(theirs) and outcomes[place].same_as(theirs[trial])


def outcomes_of(exercise, wrong, seconds, fact=None):
    """What a known wrong answer does at one fact, or at all: run once for all attempts that are compared with it."""
    now = [piece for _, piece, _ in install.in_force.values()]
    if len(now) != len(tried_on) or any(one is not other for one, other in zip(now, tried_on, strict=True)):
        tried.clear()
        tried_on[:] = now
    if (wrong, fact) not in tried:
        facts = None if fact is None else [fact]
        found = run_facts(exercise, piece_from(exercise, wrong.source, "wrong answer"), seconds, facts=facts)
        if any(outcome.difference and outcome.difference.kind == "time" for outcome in found):
            return found
        for outcome in found:
            if outcome.error is not None:
                outcome.error.__traceback__ = None  # which would keep all that it came through
        tried[wrong, fact] = found
    return tried[wrong, fact]


def known_in_place(exercise, outcomes, seconds, run):
    """What the wrong answer says that does the same where the package calls it; or an empty string.

    The whole road is long, so a wrong answer is first tried on the stretch that failed.
    """
    failed = next(outcome for outcome in outcomes if not outcome.ok)

    def stretch_first(exercise, piece, seconds):
        there = run_facts(exercise, piece, seconds, in_place=True, facts=[], more=[failed.fact])
        return run(exercise, piece, seconds) if failed.same_as(there[0]) else there

    with install.places_kept():
        exact = known(exercise, outcomes, seconds, stretch_first)[0]
    return exact.says if exact else ""


def is_new(exercise, text):
    """Whether it is none of the known wrong answers, word for word: another cause may do the same as one of them."""
    try:
        mine = ast.dump(ast.parse(textwrap.dedent(text)))
    except SyntaxError:  # a cell with a notebook's own commands in it
        return False
    return all(mine != as_tree(wrong.source) for wrong in exercise.wrong)


@functools.cache
def as_tree(source):
    return ast.dump(ast.parse(textwrap.dedent(source)))
