"""How long the lessons take, how long a reader only looks on: `python tools/pace.py [LESSON ...]`.

Honest minutes, calibrated on readings: 180 words of prose a minute, 15 lines of code, 60 lines of output, and an exercise
three minutes and 0.7 for each statement of its solution. What stands behind a heading of LATER is counted apart.
"""

import ast
import json
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT)]

from minitorch.course.syllabus import exercises_of, lessons  # noqa: E402

LATER = ("## To look things up in", "## If you")
TO_DO = ("**Predict", "## Break it", "Check yourself")  # a question, beside the exercises
WORDS, LINES, OUTPUT = 180, 15, 60  # words of prose, lines of code and of output that are read in a minute
START, STATEMENT = 3, 0.7  # minutes of an exercise: to read and check it, and for each statement of its solution


def pace(lesson):
    """(minutes, minutes of the last section, the longest stretch in which nothing is to be done)."""
    cells = json.loads((ROOT / "lessons" / f"{lesson.stem}.ipynb").read_text(encoding="utf-8"))["cells"]
    minutes = {exercise.name: minutes_of(exercise) for exercise in exercises_of(lesson.number)}
    total, behind, stretch, longest, later = 0.0, 0.0, 0.0, 0.0, False
    for cell in cells:
        text = "".join(cell["source"])
        later = later or text.startswith(LATER)
        asked = re.search(r'^@exercise\("(\w+)"\)', text, re.M) if cell["cell_type"] == "code" else None
        some = minutes[asked[1]] if asked else minutes_to_read(cell, text)
        if later:
            behind += some
        else:
            total += some
        if asked:
            longest, stretch = max(longest, 0 if later else stretch), 0.0
            continue
        stretch += some
        if cell["cell_type"] == "markdown" and any(word in text for word in TO_DO):
            longest, stretch = max(longest, 0 if later else stretch - some / 2), some / 2
    return total, behind, longest


def minutes_of(exercise):
    """What an exercise takes: docstrings and the lines that define functions and classes are no statements."""
    tree = ast.parse(exercise.solution)
    kinds = (ast.FunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom)
    doc = [
        node.body[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and ast.get_docstring(node)
    ]
    found = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.stmt) and not isinstance(node, kinds) and node not in doc
    ]
    return START + STATEMENT * len(found)


def minutes_to_read(cell, text):
    """What a cell takes to read, with what it shows."""
    if cell["cell_type"] == "markdown":
        return len(re.sub(r"```.*?```", "", text, flags=re.S).split()) / WORDS
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith(("import ", "from ", "#"))]
    return len(lines) / LINES + sum(output_lines(output) for output in cell["outputs"]) / OUTPUT


def output_lines(output):
    """The lines of text of an output; a picture counts as ten."""
    data = output.get("data", {})
    if "image/svg+xml" in data or "image/png" in data:
        return 10
    text = output.get("text") or data.get("text/plain") or ""
    return len("".join(text).splitlines())


def main(names):
    print("lesson                     minutes  and later  longest stretch  in the syllabus")
    for lesson in lessons():
        if not names or any(lesson.stem.startswith(name) for name in names):
            minutes, later, longest = pace(lesson)
            print(f"{lesson.stem:22} {minutes:11.0f} {later:10.0f} {longest:16.1f} {lesson.minutes:16}")


if __name__ == "__main__":
    main(sys.argv[1:])
