"""Every answer of a class, checked anew: `./course grade FOLDER [--csv FILE]`.

FOLDER holds one folder for each student: a progress folder, or a folder with `.progress` or `lessons/.progress` in it.
The answers of a student are checked in a process of their own, on the package's own code, and nothing in FOLDER changes.
An answer that does not load, ends Python or does not end is a row of the table like any other.
"""

import argparse
import csv
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parent.parent)]

from minitorch.course.check import check  # noqa: E402
from minitorch.course.facts import PATIENT, READ, load  # noqa: E402
from minitorch.course.store import Store  # noqa: E402
from minitorch.course.syllabus import exercises_of, lessons  # noqa: E402

RIGHT, WRONG = "right", "not right"
LIMIT = 30  # seconds for one answer, the start of Python included


def exercises():
    """{name: exercise}, in the order of the lessons."""
    return {exercise.name: exercise for one in lessons() for exercise in exercises_of(one.number)}


def students(folder):
    """{name of a student: the folder with the answers}, by name. Errors: NotADirectoryError."""
    folder = Path(folder)
    if not folder.is_dir():
        raise NotADirectoryError(f"{folder} is not a folder; name the one that holds a folder for each student")
    found = {}
    for one in sorted(path for path in folder.iterdir() if path.is_dir()):
        places = (one / ".progress", one / "lessons" / ".progress", one)
        found[one.name] = next(place for place in places if place.is_dir())
    return found


def names_in(folder):
    """The names of the exercises that a progress folder has an answer to, in the order of the lessons."""
    kept = Store(folder).names()
    return [name for name in exercises() if name in kept]


def verdict(exercise, text):
    """("right", "") for the text of an answer, or ("not right", why)."""
    piece, error = load(exercise, text, "answer", READ)
    if error is not None:
        return WRONG, f"it does not load: {type(error).__name__}: {error}"
    result = check(exercise, piece, text, seconds=PATIENT)
    if result.state == "passed":
        return RIGHT, ""
    return WRONG, result.diagnosis or result.state


def answer_all(folder, names, paper):
    """Check these answers one after the other, and write each verdict as a line of JSON."""
    for name in names:
        try:
            text = (folder / f"{name}.py").read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            said = WRONG, f"it cannot be read: {type(error).__name__}"
        else:
            said = verdict(exercises()[name], text)
        with open(paper, "a", encoding="utf-8") as file:
            file.write(json.dumps([name, *said]) + "\n")


def graded(folder, limit=LIMIT):
    """{name: (verdict, why)} of all answers in a progress folder, each checked in another process than this one."""
    left, found = names_in(folder), {}
    with tempfile.TemporaryDirectory() as place:
        paper = Path(place) / "verdicts"
        while left:
            paper.write_text("", encoding="utf-8")
            trouble = run(folder, left, paper, limit)
            for line in paper.read_text(encoding="utf-8").splitlines():
                name, *said = json.loads(line)
                found[name] = tuple(said)
                left.remove(name)
            if left and trouble:
                found[left.pop(0)] = WRONG, trouble
    return found


def run(folder, names, paper, limit):
    """Let another process check these answers; "", or what went wrong with the first that has no verdict yet."""
    command = [sys.executable, __file__, "--answers", str(folder), str(paper), *names]
    silent = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    child = subprocess.Popen(command, env={**os.environ, "MINITORCH_PROGRESS": "none"}, **silent)
    size, since = 0, time.monotonic()
    try:
        while child.poll() is None:
            time.sleep(0.05)
            if paper.stat().st_size != size:
                size, since = paper.stat().st_size, time.monotonic()
            elif time.monotonic() - since > limit:
                return f"it does not end within {limit} seconds"
    finally:
        child.kill()
        child.wait()
    return f"it ended Python (exit status {child.returncode})"


def one_line(text):
    return " ".join(text.split())


def table(results):
    """The lines to print: a row for each student, then a row for each answer that is not right."""
    width = max([len(name) for name in results] + [7])
    lines = [f"{'student':{width}}  right  not right"]
    for student, found in results.items():
        right = sum(said == RIGHT for said, _ in found.values())
        lines.append(f"{student:{width}}  {right:5}  {len(found) - right:9}")
    wrong = [
        (student, name, why)
        for student, found in results.items()
        for name, (said, why) in found.items()
        if said != RIGHT
    ]
    if wrong:
        lines += ["", "Not right:"]
        lines += [f"{student:{width}}  {name}: {one_line(why)}" for student, name, why in wrong]
    return lines


def write_csv(path, results):
    """One row for each answer: student, lesson, exercise, verdict, why."""
    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["student", "lesson", "exercise", "verdict", "why"])
        for student, found in results.items():
            for name, (said, why) in found.items():
                writer.writerow([student, exercises()[name].lesson, name, said, one_line(why)])


def main(words):
    if words[:1] == ["--answers"]:
        answer_all(Path(words[1]), words[3:], words[2])
        return 0
    parser = argparse.ArgumentParser(prog="./course grade", description="Check every answer of a class anew.")
    parser.add_argument("folder", help="holds a folder for each student, with their progress folder in it")
    parser.add_argument("--csv", metavar="FILE", help="write a row for each answer into this file")
    options = parser.parse_args(words)
    try:
        results = {student: graded(folder) for student, folder in students(options.folder).items()}
        if options.csv:
            write_csv(options.csv, results)
    except OSError as error:
        print(f"grade: {error}", file=sys.stderr)
        return 1
    print(*table(results), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
