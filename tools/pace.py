"""How long the lessons and their sittings take, how long a reader only looks on: `python tools/pace.py [LESSON ...]`.

Words at 220 a minute; a line of code in 2.5 seconds, of the library's own in 3.5, of a long cell the first 25; an output
in 10; an exercise in its own minutes. What stands behind a heading of LATER is counted apart.
"""

import json
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT)]

from minitorch.course.syllabus import exercises_of, lessons  # noqa: E402

STOP = "## A place to stop"
LATER = ("## To look things up in", "## If you")
TO_DO = ("**Predict", "## Break it", "Check yourself")  # a question, beside the exercises
WORDS, LINE, BUILT, OUTPUT = 220 / 60, 2.5, 3.5, 10  # words a second, and seconds


def pace(lesson):
    """([minutes of each sitting], minutes of the last section, the longest stretch in which nothing is to be done)."""
    cells = json.loads((ROOT / "lessons" / f"{lesson.stem}.ipynb").read_text(encoding="utf-8"))["cells"]
    minutes = {exercise.name: exercise.minutes for exercise in exercises_of(lesson.number)}
    sittings, behind, stretch, longest, later = [0.0], 0.0, 0.0, 0.0, False
    for cell in cells:
        text = "".join(cell["source"])
        later = later or text.startswith(LATER)
        if text.startswith(STOP):
            sittings.append(0.0)
        asked = re.search(r'^@exercise\("(\w+)"\)', text, re.M) if cell["cell_type"] == "code" else None
        some = minutes[asked[1]] if asked else seconds(cell, text) / 60
        if later:
            behind += some
        else:
            sittings[-1] += some
        if asked:
            longest, stretch = max(longest, 0 if later else stretch), 0.0
            continue
        stretch += some
        if cell["cell_type"] == "markdown" and any(word in text for word in TO_DO):
            longest, stretch = max(longest, 0 if later else stretch - some / 2), some / 2
    return sittings, behind, longest


def seconds(cell, text):
    """What a cell takes to read."""
    if cell["cell_type"] == "markdown":
        return len(re.sub(r"```.*?```", "", text, flags=re.S).split()) / WORDS
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith(("import ", "from ", "#"))]
    built = "build" in cell["metadata"].get("tags", ())
    return min(len(lines), 25) * (BUILT if built else LINE) + (OUTPUT if cell["outputs"] else 0)


def main(names):
    print("lesson                     minutes  and later  longest stretch  in the syllabus")
    for lesson in lessons():
        if not names or any(lesson.stem.startswith(name) for name in names):
            sittings, later, longest = pace(lesson)
            measured, said = (" + ".join(f"{one:.0f}" for one in some) for some in (sittings, lesson.sittings))
            print(f"{lesson.stem:22} {measured:>11} {later:10.0f} {longest:16.1f} {said:>16}")


if __name__ == "__main__":
    main(sys.argv[1:])
