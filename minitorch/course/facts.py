"""Running an exercise's facts against a piece, each as an Outcome.

The piece may do anything, so each call stands under a time limit with printing caught, and what it returns is
copied into facts at once. Nothing here compares with the package's own piece.
"""

import contextlib
import functools
import importlib
import math
import sys
import types

import numpy as np

import minitorch

from . import derive, install, source
from .define import Case
from .hooks import classes_kept, put_aside
from .limit import TimeLimit, Watch, call_within, quiet, uncollected
from .values import Difference, compare, describe, freeze
from .watch import changed, variable_of, written_down

SEED = 4711
SECONDS = 0.6  # for all facts of one attempt; the rest of a second is for the diagnosis
PATIENT = 10  # for an answer that has passed before, which must pass on a busy machine, too
READ = 3  # for the definitions of such an answer alone


class Outcome:
    """What one fact gave: shown (the input), expected, got, error, and the difference (None: it holds)."""

    def __init__(self, fact, shown, expected=None, got=None, error=None, difference=None):
        self.fact, self.shown, self.expected, self.got = fact, shown, expected, got
        self.error, self.difference = error, difference

    @property
    def ok(self):
        return self.difference is None

    def same_as(self, other):
        """Do two attempts do the same here? Errors are told by type and message, values by comparing them."""
        if self.ok != other.ok or (self.difference and self.difference.kind) != (
            other.difference and other.difference.kind
        ):
            return False
        if self.ok:  # both as expected: a right error counts, however it is worded
            return True
        if self.error is not None or other.error is not None:
            return type(self.error) is type(other.error) and wording(self.error) == wording(other.error)
        if isinstance(self.got, BaseException) and isinstance(other.got, BaseException):  # returned, not raised
            return type(self.got) is type(other.got) and wording(self.got) == wording(other.got)
        return compare(self.got, other.got) is None


def wording(error):
    """The message of an error. A KeyError's is its key: unless that is a word, it is another in each run (a node, a number)."""
    if isinstance(error, KeyError) and error.args and not isinstance(error.args[0], str):
        return type(error.args[0]).__name__
    return str(error)


def run_facts(exercise, piece, seconds, in_place=None, facts=None, more=(), watcher=None, whole=True):
    """The outcomes of all facts (or of those given, and of `more`), up to the first that does not end in time.

    watcher  what `sys.setprofile` is given meanwhile          whole  False stops at the first that does not hold
    """
    in_place = exercise.installed if in_place is None else in_place
    # the first use of uint16 changes Tensor's operators: within an attempt that would be undone behind it
    getattr(minitorch.uint16, "numpy", None)
    facts = [*(exercise.facts if facts is None else facts), *more]
    try:
        undo = install.place(exercise, piece) if in_place else lambda: None
    except Exception as error:
        fact = facts[0]
        return [Outcome(fact, shown(fact), error=error, difference=Difference("error", "it could not be put in place"))]
    try:
        called = install.in_package(exercise, piece) if in_place else piece
        with classes_kept(), watched_by(watcher):
            return _run_all(exercise, called, facts, seconds, whole)
    finally:
        undo()


@contextlib.contextmanager
def watched_by(watcher):
    """Calls and returns are told to `watcher`, if there is one."""
    before = sys.getprofile()
    if watcher is not None:
        sys.setprofile(watcher)
    try:
        yield
    finally:
        if watcher is not None:
            before.enable() if hasattr(before, "enable") else sys.setprofile(before)  # `%%prun` has an object there


def _run_all(exercise, piece, facts, seconds, whole=True):
    watch, scope, outcomes = Watch(), scope_for(exercise), []
    scope[exercise.piece_name] = piece
    for fact in facts:
        for trial in range(1 if isinstance(fact, Case) else fact.times):
            left = seconds - watch.spent()
            try:
                if left <= 0:
                    raise TimeLimit
                with put_aside():
                    if isinstance(fact, Case):
                        name = exercise.piece_name
                        outcome = call_within(left, lambda: _try_case(fact, scope, name, exercise))  # noqa: B023
                    else:
                        outcome = call_within(left, lambda: _try_law(fact, piece, trial, exercise))  # noqa: B023
            except TimeLimit as error:
                outcomes.append(
                    Outcome(
                        fact,
                        shown(fact),
                        getattr(fact, "gives", None),
                        error=error,
                        difference=Difference("time", "it does not end in time"),
                    )
                )
                return outcomes
            outcomes.append(outcome)
            if not whole and not outcome.ok:
                return outcomes
    return outcomes


def shown(fact):
    return fact.text if isinstance(fact, Case) else fact.title


def _try_case(case, scope, name, exercise=None):
    own, fresh, scope, value, change = set(), scope, dict(scope), None, None
    seed_all()
    try:
        for number, (code, is_expression, names, stored) in enumerate(case.statements):
            watched = () if case.changes or name not in names else sorted((names & own) - stored)
            kept = written_down({key: scope[key] for key in watched})
            value = eval(code, scope) if is_expression else exec(code, scope)
            if kept and change is None:
                now = written_down({key: scope[key] for key in watched})
                found = _blamed(changed(kept, now), watched, exercise, case, fresh, name, number)
                change = _changes(case, shown(case), found, kept, now) if found else None
            own |= stored
        got = freeze(value)
    except (KeyboardInterrupt, TimeLimit):
        raise
    except BaseException as error:  # the attempt may raise anything, SystemExit too
        return _judge_error(case, error)
    if case.raises is not None:
        return Outcome(
            case,
            shown(case),
            case.raises,
            got,
            difference=Difference("no error", f"no error came, and {case.raises.__name__} is expected"),
        )
    difference = compare(case.gives, got, case.rtol, case.atol)
    if change is not None and difference is None:
        return change
    return Outcome(case, shown(case), case.gives, got, difference=difference)


def _changes(fact, text, found, before, after):
    """The Outcome of a call that changes what it was given."""
    return Outcome(
        fact,
        text,
        before.get(found),
        after.get(found),
        difference=Difference("changed", f"the call changes its input {found}"),
    )


def _blamed(found, watched, exercise, case, scope, name, number):
    """The first of the changes, in an input that the exercise's own solution leaves alone in the same statement."""
    if not found or exercise is None or not exercise.solution:
        return next(iter(found), None)
    scope = dict(scope)
    scope[name] = piece_from(exercise, exercise.solution, "solution")
    seed_all()
    try:
        for code, is_expression, _, _ in case.statements[:number]:
            eval(code, scope) if is_expression else exec(code, scope)
        kept = {key: written_down({key: scope[key]}) for key in watched}
        code, is_expression = case.statements[number][:2]
        eval(code, scope) if is_expression else exec(code, scope)
        allowed = [key for key in watched if changed(kept[key], written_down({key: scope[key]}))]
    except Exception:
        return None  # it cannot be told here what may change
    return next((one for one in found if variable_of(one) not in allowed), None)


def _judge_error(case, error):
    if case.raises is None:
        return Outcome(
            case, shown(case), case.gives, error=error, difference=Difference("error", "it stops with an error")
        )
    difference = None
    if not isinstance(error, case.raises):
        difference = Difference(
            "error", f"it stops with {type(error).__name__}, and {case.raises.__name__} is expected"
        )
    elif case.match not in str(error):
        difference = Difference("message", f"the message should say {case.match!r}")
    return Outcome(case, shown(case), case.raises, error=error, difference=difference)


def _try_law(law, piece, trial, exercise=None):
    watch = Watched(piece)
    seed_all()
    try:
        inputs, expected, got = law.function(watch.piece, np.random.default_rng(trial))
        expected, got = freeze(expected), freeze(got)
    except (KeyboardInterrupt, TimeLimit):
        raise
    except BaseException as error:
        return Outcome(law, law.title, error=error, difference=Difference("error", "it stops with an error"))
    text = "\n".join([f"# {law.title}"] + [f"{key} = {describe(freeze(value))}" for key, value in inputs.items()])
    difference = compare(expected, got, law.rtol, law.atol)
    if difference is None and watch.found and not _solution_changes(law, trial, exercise):
        return _changes(law, text, watch.found, watch.before, watch.after)
    return Outcome(law, text, expected, got, difference=difference)


class Watched:
    """A function with an eye on what it is given: `found` names the first input that a call changes."""

    def __init__(self, piece):
        self.found, self.before, self.after = None, {}, {}
        self.piece = self.watching(piece) if isinstance(piece, types.FunctionType) else piece

    def watching(self, piece):
        names = piece.__code__.co_varnames[: piece.__code__.co_argcount]

        @functools.wraps(piece)
        def call(*args, **kwargs):
            given = dict(zip(names, args, strict=False)) | kwargs
            before = written_down(given)
            answer = piece(*args, **kwargs)
            after = written_down(given)
            found = changed(before, after)
            if found and self.found is None:
                self.found, self.before, self.after = found[0], before, after
            return answer

        return call


def _solution_changes(law, trial, exercise):
    """Does the exercise's own solution change what it is given, too, so that it is meant?"""
    if exercise is None or not exercise.solution:
        return False
    watch = Watched(piece_from(exercise, exercise.solution, "solution"))
    seed_all()
    try:
        law.function(watch.piece, np.random.default_rng(trial))
    except Exception:
        return True
    return watch.found is not None


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
    seed = getattr(importlib.import_module("minitorch"), "manual_seed", None)
    if seed is not None:
        with contextlib.suppress(Exception):  # the attempt may be the very piece that seeds
            seed(SEED)


@contextlib.contextmanager
def library_state():
    """Leave the package's random numbers, gradient mode and default dtype as they were, whatever an attempt does."""
    states = []
    generator = getattr(minitorch, "default_generator", None)
    if generator is not None:
        states.append((generator.set_state, generator.get_state()))
    if hasattr(minitorch, "set_grad_enabled"):
        states.append((minitorch.set_grad_enabled, minitorch.is_grad_enabled()))
    if hasattr(minitorch, "set_default_dtype"):
        states.append((minitorch.set_default_dtype, minitorch.get_default_dtype()))
    try:
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
