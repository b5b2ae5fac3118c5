"""What a reader calls in a notebook: exercise, hint, solution, mine, reset, progress."""

import builtins
import contextlib
import sys

from . import accepted, install, source
from .cards import Bar, Card, Code, Facts, Text
from .check import check
from .diagnosis.errors import error_text
from .facts import PATIENT, READ, library_state, load, piece_from, scope_for
from .names import used_and_defined
from .opening import refresh
from .store import store
from .syllabus import PACKAGE, WITHOUT_SOLUTIONS, exercise_named, exercises_of, lesson, lessons, next_lesson
from .values import describe

results: dict = {}  # exercise name -> the last Result in this kernel
pieces: dict = {}  # exercise name -> the learner's last piece in this kernel


def exercise(name):
    """Decorator: check the function or class below, show the verdict, and give the notebook a piece that
    works.

    A passed piece takes the place of the package's, here and in later lessons. When it is not attempted or
    not right yet, the name in the notebook stands for the package's piece (or the solution), so that the
    cells below run; `mine(name)` is your own. Errors: CourseError for a name that no lesson has.
    """
    what = exercise_named(name)
    frame = sys._getframe(1)

    def decorate(piece):
        text, filename = source.of_cell(name, frame)
        with known_as(what.piece_name, piece, frame.f_globals):
            result = check(what, piece, text, filename)
        results[name] = result
        if result.state == "not attempted":
            _not_attempted_card(what).show()
            return placeholder(what, frame.f_globals)
        pieces[name] = piece
        _keep_attempt(what, text, frame.f_globals)
        if result.state == "not yet":
            _not_yet_card(result).show()
            return placeholder(what, frame.f_globals)
        trouble = _keep_answer(what, text, frame.f_globals)
        install.put(what, piece)
        _passed_card(result, trouble).show()
        return install.in_package(what, piece)

    return decorate


@contextlib.contextmanager
def known_as(name, piece, scope):
    """Let the notebook's name stand for the learner's piece during the check, so that it can call itself."""
    missing = object()
    before = scope.get(name, missing)
    scope[name] = piece
    try:
        yield
    finally:
        if before is missing:
            scope.pop(name, None)
        else:
            scope[name] = before


def placeholder(what, scope=None):
    """The piece that the notebook goes on with: what stands in the package, or else the solution.

    `scope` is the notebook's dictionary of names: what else the exercise covers gets the package's piece there, too.
    """
    piece, written = install.package_piece(what), None
    for name, target in what.covered.items():
        if scope is not None and name in scope:
            there = install.standing_at(target)
            if there is None:  # a formula has no name in the package
                written = written or definitions(what)
                there = written.get(name)
            scope[name] = scope[name] if there is None else there
    with library_state():
        return piece if piece is not None else piece_from(what, what.solution, "solution")


def definitions(what):
    """The names that the accepted answer in force defines, or else the solution."""
    text = (store().answer(what.name) if what.name in install.in_force else None) or what.solution
    with library_state():
        return source.run(text, f"<stand-in {what.name}>", scope_for(what))


def _keep_attempt(what, text, scope):
    if text is not None:
        store().keep_attempt(what, text)
        store().change(what.name, lambda state: state.update(tries=number_in(state, "tries") + 1))


def number_in(state, name):
    """A number kept in state.json, which may have been changed by hand."""
    value = state.get(name, 0)
    return value if isinstance(value, int) else 0


def _keep_answer(what, text, scope):
    """Keep an accepted answer for later kernels; a sentence when it counts in this kernel only."""
    if text is None:
        return "Its text could not be found, so it counts in this kernel only."
    whole = source.complete(text, scope, also=what.covered)
    piece, error = load(what, whole, "kept answer", READ)
    used, own = used_and_defined(whole)
    lacks = (used - own - scope_for(what).keys() - set(dir(builtins))) & scope.keys()
    alike = error is None and not lacks  # as in the cell, which was checked in the package's place
    if not alike or check(what, piece, seconds=PATIENT, explain=False, place=False).state != "passed":
        return (
            "It uses something from this notebook that cannot be saved with it, so it counts in this kernel only. "
            "Define that inside your answer, and it will be there in later lessons, too."
        )
    written = store().keep_answer(what, whole)
    if written is not None:
        accepted.record(what, written)
    return " ".join(store().take_notes())


def _line_about(what):
    return f"{what.title} · difficulty {what.difficulty} of 5 · about {what.minutes} minutes"


def _not_attempted_card(what):
    unchanged = "There is nothing in this cell yet" if "..." in what.stub else "You have not changed this cell yet"
    if what.name in install.in_force:
        said = f"{unchanged}. Your accepted answer from before stays in force."
    else:
        said = f"{unchanged}, so {_stand_in_words(what)} stands in and the notebook goes on."
    return Card(
        f"{what.name}: {_line_about(what)}",
        said,
        f"Stuck? `hint({what.name!r})`",
        *_notes(),
        tone="quiet",
        label="Not attempted",
    )


def _passed_card(result, trouble):
    what, count = result.exercise, len(result.outcomes)
    place = f" The package now uses it for `{what.target.replace(':', '.')}`." if what.target else ""
    return Card(
        f"{what.name}: {count} {'check passes' if count == 1 else 'checks pass'}.{place}",
        f"`solution({what.name!r})` shows our answer.",
        Text(trouble) if trouble else None,
        *_how_far(what),
        *_notes(),
        tone="good",
        label="Passed",
    )


def _how_far(what):
    """How many exercises of the lesson are accepted; after the last one, where it goes on. The opening card says it, too."""
    if what.lesson is None:
        return []
    refresh()
    exercises = exercises_of(what.lesson)
    done = len(accepted.names(exercises))
    parts = [Bar(done, len(exercises), "exercises accepted")]
    if done == len(exercises):
        after = next_lesson(what.lesson)
        to = f" Next: lesson {after.number:02d} · {after.title}." if after else " It is the last lesson."
        parts.append(Text(f"All exercises of this lesson are done.{to}"))
    return parts


def _stand_in_words(what):
    return "the package's own version" if what.target else "a finished version"


def _not_yet_card(result):
    what, failed, parts = result.exercise, result.failed, []
    if failed is not None:
        late = failed.difference.kind == "time"
        holds = sum(outcome.ok for outcome in result.outcomes)
        parts.append(
            Text(
                "The time was up at:"
                if late
                else f"All {holds} checks pass, but the package fails with your version:"
                if result.in_place
                else f"{holds} of {len(result.outcomes)} checks pass. The first that fails:"
            )
        )
        parts.append(Facts(*_facts(failed)))
    if result.where:
        number, lines = result.where
        parts.append(Text(f"{'It was at' if late else 'The error comes from'} line {number} of your cell:"))
        parts.append(Code("\n".join(line for _, line in lines), first=lines[0][0], mark=number))
    if result.printed.strip():
        parts.append(Facts(("printed", _short(result.printed))))
    cause = result.diagnosis or _next_step(failed)
    parts.append(Text(f"**{'Likely cause' if result.diagnosis else 'Next step'}:** {cause}"))
    parts.append(
        Text(
            f"Your answer is saved, and `mine({what.name!r})` gives it to you to try. The cells below use "
            f"{_stand_in_words(what)}. `hint({what.name!r})` shows a hint."
        )
    )
    return Card(f"{what.name}: {what.title}", *parts, *_notes(), tone="bad", label="Not yet")


def _facts(failed):
    yield "input", failed.fact.text
    if failed.difference.kind == "changed":
        yield "before", describe(failed.expected)
        yield "after", describe(failed.got)
    else:
        raises, match = failed.fact.raises, failed.fact.match
        expected = (
            describe(failed.expected) if not raises else raises.__name__ + (f" saying {match!r}" if match else "")
        )
        yield (
            "expected",
            None if failed.error is not None and failed.expected is None and not raises else expected,
        )
        got = describe(failed.got) if failed.error is None else error_text(failed.error)
        yield "got", "no answer in time" if failed.difference.kind == "time" else got
    yield "that is", Text(failed.difference.sentence)


def _next_step(failed):
    if failed is not None and failed.error is not None:
        return "Read the error message. Print the values that it names just before that line."
    return "This is none of the known mistakes. Work through the case by hand, and compare the result of each line."


def _short(text, lines=6):
    kept = text.strip("\n").splitlines()
    return "\n".join(kept[:lines] + (["..."] if len(kept) > lines else []))


def _notes():
    return [Text(note) for note in store().take_notes()]


def hint(name, number=None):
    """Show the next of an exercise's three hints, or hint `number`. Which come next is remembered."""
    what = exercise_named(name)
    if number not in (None, 1, 2, 3):
        raise ValueError(f"hint {number!r} of {name!r}: an exercise has hints 1, 2 and 3")
    wanted = number

    def see(state):
        nonlocal wanted
        seen = number_in(state, "hints")
        wanted = min(max(seen, 0) + 1, 3) if number is None else number
        state["hints"] = max(seen, wanted)

    store().change(name, see)
    after = f"`hint({name!r})` gives the next." if wanted < 3 else f"`solution({name!r})` shows the solution."
    Card(f"{name}: hint {wanted} of 3", what.hints[wanted - 1], after, *_notes(), label="Hint").show()


def solution(name):
    """Show the solution of an exercise and why it is right. Your own text stays as it is."""
    what = exercise_named(name)
    if (PACKAGE / "course" / WITHOUT_SOLUTIONS).exists():
        said = f"This copy of the course is for a class and has no solutions. `hint({name!r}, 3)` helps most."
        Card(f"{name}: {what.title}", said, tone="quiet").show()
        return
    store().note(name, solution=True)
    Card(f"{name}: {what.title}", Code(what.solution), what.why, *_notes(), label="Solution").show()


def mine(name):
    """Your own last piece for this exercise, also when it is not right yet: the function or class, to try by
    hand.

    In a new kernel it comes from the text that was kept, which is shown.
    """
    what = exercise_named(name)
    if name in pieces:
        return pieces[name]
    text = store().attempt(name) or store().answer(name)
    if text is None:
        Card(f"{name}: there is no attempt of yours yet", tone="quiet").show()
        return None
    Card(f"{name}: your last attempt", Code(text), *_notes()).show()
    piece, error = load(what, text, "your attempt")
    if error is not None:
        Card(f"{name}: your last attempt does not run by itself", error_text(error), tone="bad").show()
    return piece


def reset(name):
    """Forget that an exercise was accepted and which hints were seen. Your text is kept."""
    what = exercise_named(name)
    install.take_out(name)
    pieces.pop(name, None)
    results.pop(name, None)
    kept = store().forget(name)
    said = f"Your text is kept as {kept}." if kept else "There was no accepted answer."
    Card(f"{what.name}: starts anew, and the package's own version is in use", said, *_notes(), tone="quiet").show()


def progress(number=None):
    """Show which exercises are accepted, in all lessons or in lesson `number`."""
    parts = []
    for one in lessons() if number is None else [lesson(number)]:
        exercises = exercises_of(one.number)
        done = accepted.names(exercises)
        rest = [what.name for what in exercises if what.name not in done]
        parts.append(Text(f"**{one.number:02d} · {one.title}**"))
        if exercises:
            parts.append(Bar(len(done), len(exercises), "exercises accepted"))
            parts.append(Facts(("accepted", ", ".join(done)), ("open", ", ".join(rest))))
            parts += [
                Text(f"{accepted.why_not(what)} It does not count.") for what in exercises if accepted.why_not(what)
            ]
    Card("Progress", *parts, *_notes()).show()
