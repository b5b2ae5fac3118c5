"""Running an exercise's facts against a piece, each as an Outcome.

The piece may do anything, so each call stands under a time limit with printing caught, and what it returns is
copied into facts at once. Nothing here compares with the package's own piece.
"""

import contextlib
import math
import sys

import numpy as np

import minitorch

from . import derive, install, source
from .hooks import classes_kept, put_aside
from .limit import TimeLimit, Watch, call_within, quiet, uncollected
from .values import Difference, compare, freeze
from .watch import changed, variable_of, written_down

SEED = 4711
SECONDS = 0.6  # for all facts of one attempt; the rest of a second is for the diagnosis
PATIENT = 10  # for an answer that has passed before, which must pass on a busy machine, too
READ = 3  # for the definitions of such an answer alone


class Outcome:
    """What one fact gave: expected, got, error, and the difference (None: it holds)."""

    def __init__(self, fact, expected=None, got=None, error=None, difference=None):
        self.fact, self.expected, self.got = fact, expected, got
        self.error, self.difference = error, difference

    @property
    def ok(self):
        return self.difference is None


def run_facts(exercise, piece, seconds, in_place=None, facts=None, more=(), whole=True):
    """The outcomes of all facts (or of those given, and of `more`), up to the first that does not end in time.

    whole  False stops at the first that does not hold
    """
    in_place = exercise.installed if in_place is None else in_place
    # the first use of uint16 changes Tensor's operators: within an attempt that would be undone behind it
    getattr(minitorch.uint16, "numpy", None)
    facts = [*(exercise.facts if facts is None else facts), *more]
    try:
        undo = install.place(exercise, piece) if in_place else lambda: None
    except Exception as error:
        return [Outcome(facts[0], error=error, difference=Difference("error", "it could not be put in place"))]
    try:
        called = install.in_package(exercise, piece) if in_place else piece
        with classes_kept():
            return _run_all(exercise, called, facts, seconds, whole)
    finally:
        undo()


def _run_all(exercise, piece, facts, seconds, whole):
    watch, scope, outcomes = Watch(), scope_for(exercise), []
    scope |= {name: one for name, one in install.globals_of(piece).items() if name in getattr(exercise, "covered", ())}
    scope[exercise.piece_name] = piece
    for fact in facts:
        left = seconds - watch.spent()
        try:
            if left <= 0:
                raise TimeLimit
            with put_aside():
                outcomes.append(call_within(left, lambda: _try(fact, scope, exercise)))  # noqa: B023
        except TimeLimit as error:
            late = Difference("time", "it does not end in time")
            return [*outcomes, Outcome(fact, fact.gives, error=error, difference=late)]
        if not whole and not outcomes[-1].ok:
            break
    return outcomes


def _try(case, scope, exercise):
    before = dict(scope)
    seed_all()
    try:
        value, changes = _followed(case, scope, exercise.piece_name)
        got = freeze(value)
    except (KeyboardInterrupt, TimeLimit):
        raise
    except BaseException as error:  # the attempt may raise anything, SystemExit too
        return _judge_error(case, error)
    if case.raises is not None:
        missing = Difference("no error", f"no error came, and {case.raises.__name__} is expected")
        return Outcome(case, case.raises, got, difference=missing)
    difference = compare(case.gives, got, case.rtol, case.atol)
    unwanted = _unwanted(case, before, exercise, changes) if changes and difference is None else None
    if unwanted is not None:
        _, name, was, now = unwanted
        return Outcome(case, was, now, difference=Difference("changed", f"the call changes its input {name}"))
    return Outcome(case, case.gives, got, difference=difference)


def _followed(case, scope, name):
    """The value of a case's last line, and [(statement, input, before, after)] of what calls of the piece change."""
    own, value, found = set(), None, []
    for number, (code, names, stored) in enumerate(case.statements):
        watched = () if case.changes or name not in names else sorted((names & own) - stored)
        before = written_down({key: scope[key] for key in watched})
        value = eval(code, scope)
        after = written_down({key: scope[key] for key in watched})
        found += [(number, one, before.get(one), after.get(one)) for one in changed(before, after)]
        own |= stored
    return value, found


def _unwanted(case, scope, exercise, changes):
    """The first of the changes in an input that the exercise's own solution leaves alone in the same statement."""
    scope[exercise.piece_name] = piece_from(exercise, exercise.solution, "solution")
    seed_all()
    try:
        _, allowed = _followed(case, scope, exercise.piece_name)
    except Exception:
        return None  # it cannot be told here what may change
    meant = {(number, variable_of(one)) for number, one, *_ in allowed}
    return next((one for one in changes if (one[0], variable_of(one[1])) not in meant), None)


def _judge_error(case, error):
    difference = None
    if case.raises is None:
        difference = Difference("error", "it stops with an error")
    elif not isinstance(error, case.raises):
        said = f"it stops with {type(error).__name__}, and {case.raises.__name__} is expected"
        difference = Difference("error", said)
    elif case.match not in "\n".join([str(error), *getattr(error, "__notes__", ())]):
        difference = Difference("message", f"the message should say {case.match!r}")
    return Outcome(case, case.raises or case.gives, error=error, difference=difference)


def scope_for(exercise):
    """The names that stub, cases and solution find: mt, minitorch, np, math, those of the files that the exercise is about,
    and what the setup adds."""
    scope = derive.names_at_hand([*exercise.covers, exercise.target])
    scope |= {"__name__": "exercise", "mt": minitorch, "minitorch": minitorch, "np": np, "math": math}
    if exercise.setup:
        source.run(exercise.setup, f"<setup of {exercise.name}>", scope)
    return scope


def piece_from(exercise, text, label="answer"):
    """The function or class that a source text defines for this exercise."""
    scope = scope_for(exercise)
    for name in [exercise.piece_name, *getattr(exercise, "covered", ())]:  # the package's own are no answer
        scope.pop(name, None)
    return source.run(text, f"<{label} {exercise.name}>", scope)[exercise.piece_name]


def load(exercise, text, label="answer", seconds=SECONDS):
    """(piece, None) from a text that may be anything, or (None, the error it stops with)."""
    try:
        with uncollected(), quiet(), library_state():
            return call_within(seconds, lambda: piece_from(exercise, text, label)), None
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # a file changed by hand may do anything, sys.exit() too
        return None, error


def seed_all():
    """The same random numbers in every run, and others than those of a generator that a fact seeds with 0 or 1."""
    np.random.seed(0)
    if hasattr(minitorch, "manual_seed"):
        with contextlib.suppress(Exception):  # the attempt may be the very piece that seeds
            minitorch.manual_seed(SEED)


@contextlib.contextmanager
def library_state():
    """Leave the package's random numbers, gradient mode, default dtype and lists as they were, whatever an attempt does."""
    states, twins = [], sys.modules.get("minitorch.fast.twins")
    if twins is not None:  # no kernels: an answer has less time than numba needs to compile the first one
        states.append((lambda least: setattr(twins, "LEAST", least), twins.LEAST))
        twins.LEAST = sys.maxsize
    generator = getattr(minitorch, "default_generator", None)
    if generator is not None:
        states.append((generator.set_state, generator.get_state()))
    if hasattr(minitorch, "set_grad_enabled"):
        states.append((minitorch.set_grad_enabled, minitorch.is_grad_enabled()))
    if hasattr(minitorch, "set_default_dtype"):
        states.append((minitorch.set_default_dtype, minitorch.get_default_dtype()))
    try:
        with put_aside():
            yield
    finally:
        for put, state in states:
            put(state)
        clean_node_classes()


def clean_node_classes():
    """Remove what an attempt wrote into the classes of nodes: it meant a node, and forgot to make one."""
    node = sys.modules.get("minitorch.graph.node")
    for kind in node.Node.__subclasses__() if node else ():
        for name in vars(kind).keys() & set(node.Node.__slots__):
            delattr(kind, name)
