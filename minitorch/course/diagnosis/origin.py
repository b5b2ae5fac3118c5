"""Where an error came from: a line of the answer, of the package, or of a case."""

import linecache
import os
import traceback

from ..members import functions_of

COURSE = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep
PACKAGE = os.path.dirname(COURSE[:-1]) + os.sep
CASES = ("<check>", "<setup", COURSE + "exercises")


def last_line(error):
    """(file, text) of the last line that an error came through, without an `if` before its `raise`; or ("", "")."""
    frames = traceback.extract_tb(error.__traceback__)
    if not frames:
        return "", ""
    last = frames[-1]
    text = linecache.getline(last.filename, last.lineno).encode()[last.colno or 0 :].decode(errors="ignore").strip()
    return last.filename, text if text.startswith("raise") else (last.line or "").strip()


def comes_from_a_case(error):
    """Whether the last line that an error came through is one of a case, or of what stands ready for it."""
    return last_line(error)[0].startswith(CASES)


def comes_from_the_answer(error):
    """Whether that line is no line of the package, nor of a case."""
    file = last_line(error)[0]
    return bool(file) and not file.startswith((PACKAGE, *CASES))


def raised_by_the_answer(error):
    """Whether the answer itself says `raise`, or `assert`."""
    return comes_from_the_answer(error) and last_line(error)[1].startswith(("raise", "assert"))


def files_of(piece):
    """The files in which the functions of a piece are written: of a notebook, its cell."""
    return {one.__code__.co_filename for one in functions_of(piece)}


def place_of(error, piece, filename):
    """(line number, lines around it) of the learner's line that an error came through, or None."""
    files = {filename} | files_of(piece)
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename in files]
    if not frames:
        return None
    number = frames[-1].lineno
    lines = linecache.getlines(frames[-1].filename)
    around = range(max(1, number - 2), min(len(lines), number + 1) + 1)
    return (number, [(line, lines[line - 1].rstrip("\n")) for line in around]) if around else None
