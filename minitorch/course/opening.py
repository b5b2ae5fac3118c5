"""begin(N): open a lesson. Seeds, puts accepted answers in force, shows where we are."""

from collections import Counter

from . import accepted, install
from .cards import Bar, Card, Facts, Text, shell
from .facts import piece_from, seed_all
from .probes import probe_magic
from .store import store
from .syllabus import PACKAGE, exercises_of, lesson, lessons, missing_files, parts
from .tracebacks import shorten

shown = None  # (the handle of the card that opened it, what makes that card anew)


def begin(number, fresh=False):
    """Open lesson `number`: show where we are, seed the random numbers, put your accepted answers in force.

    With `fresh=True` the package's own code is in force, whatever was accepted; nothing is forgotten (see
    `reset`). Errors: CourseError for a lesson that is not there.
    """
    global shown
    here = lesson(number)
    missing = missing_files(number)
    if missing:
        Card(
            f"Lesson {number:02d} cannot open: a part of the package is missing",
            Facts(
                *[("missing", name) for name in missing[:12]],
                *[("and", f"{len(missing) - 12} more")] * (len(missing) > 12),
            ),
            f"Bring {'it' if len(missing) == 1 else 'them'} back, as with `git checkout -- {PACKAGE.name}` "
            "in the course's folder, restart the kernel, and run this cell again.",
            tone="bad",
            label="Missing",
        ).show()
        return
    install.take_out_all()
    kept, notes = ([], []) if fresh else put_answers(number)
    seed_all()
    _prepare_shell()
    said = _said(here, kept, notes + store().take_notes(), fresh)
    later = _said(here, kept, [], fresh)  # the notes are said once
    shown = _card(here, said).show(to_be_changed=True), lambda: _card(here, later)


def refresh():
    """Let the card that opened the lesson show how many exercises are accepted by now."""
    if shown is not None and shown[0] is not None:
        shown[0].update(shown[1]()._repr_mimebundle_(), raw=True)


def put_answers(number):
    """Put accepted answers of lessons up to `number` in force: (their names, sentences on those left out)."""
    names, notes = [], []
    until = [exercise for one in lessons() if one.number <= number for exercise in exercises_of(one.number)]
    for exercise, piece, why in accepted.kept_pieces(until):
        if piece is None:
            notes.append(
                f"{why} The package's own piece is used; your file is left as it is. "
                f"`mine({exercise.name!r})` shows your last attempt."
            )
        else:
            install.put(exercise, piece)
            names.append(exercise.name)
    return names, notes


def put_solutions():
    """Put the solution of every exercise with a target in force, as if a reader had given it; their names."""
    put = []
    for one in lessons():
        for exercise in exercises_of(one.number):
            if exercise.target is not None:
                install.put(exercise, piece_from(exercise, exercise.solution, "solution"))
                put.append(exercise.name)
    return put


def _card(here, said):
    before = [one for one in lessons() if one.number < here.number]
    earlier = [name for one in before for name in one.files]
    pairs = [("you will be able to", Text(here.can)), ("time", Text(here.time))]
    if here.needs:
        pairs.append(("builds on", Text("\n".join(f"{number:02d} · {lesson(number).title}" for number in here.needs))))
    start = "an empty package" if here.number else "the finished package"
    pairs += [("so far", Text(_counted(earlier) or start)), ("new here", _files(here.files))]
    part = parts()[str(here.part)]
    return Card(f"Lesson {here.number:02d} · {here.title}", Facts(("part", Text(part)), *pairs), *_bar(here), *said)


def _bar(here):
    exercises = exercises_of(here.number)
    return [Bar(len(accepted.names(exercises)), len(exercises), "exercises accepted")] if exercises else []


def _said(here, kept, notes, fresh):
    """What there is to say of the reader's own answers."""
    said = [Text(note) for note in notes]
    if fresh:
        said.append(
            Text(
                "The package's own code is in force. Your accepted answers are kept; "
                f"`begin({here.number})` brings them back."
            )
        )
    elif kept:
        said.append(
            Text(
                "Your own code is in force for: " + ", ".join(f"`{name}`" for name in kept) + ". "
                f"`begin({here.number}, fresh=True)` goes back to the package's."
            )
        )
    return said


def _files(names):
    """Files by folder, one line each: "ops/  op, arithmetic"."""
    folders = {}
    for name in names:
        folder, _, file = name.rpartition("/")
        folders.setdefault(folder, []).append(file.removesuffix(".py") + ("/" if not name.endswith(".py") else ""))
    return "\n".join(
        f"{PACKAGE.name}/{folder + '/' if folder else ''}  {', '.join(files)}" for folder, files in folders.items()
    )


def _counted(names):
    """How many files there are, and where: "16 files: 12 in minitorch/ itself, 4 in creation/"."""
    folders = Counter(f"{name.partition('/')[0]}/" if "/" in name else f"{PACKAGE.name}/ itself" for name in names)
    where = ", ".join(f"{count} in {folder}" for folder, count in folders.items())
    return f"{len(names)} files: {where}" if names else ""


def _prepare_shell():
    if shell() is not None:
        shell().register_magic_function(probe_magic, "cell", "pytorch")
        shorten(shell())
