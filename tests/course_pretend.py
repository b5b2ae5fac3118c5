"""A pretended lesson 00 with two exercises, and cells to run in it: what the tests of the machinery share."""

import contextlib
import io
import linecache
import sys
import types

from minitorch.course import attempt, install, store, syllabus
from minitorch.course.define import A, Case, Exercise, T

MODULE = "minitorch.pretended"
SOURCE = '''
def widen(shape, n):
    """The shape with 1s in front, up to n dimensions."""
    return (1,) * (n - len(shape)) + tuple(shape)


def users(shape):
    return widen(shape, 3)


class Box:
    def __init__(self, sides):
        self.sides = sides

    def volume(self):
        return self.sides[0] * self.sides[1]

    @property
    def corners(self):
        return 2 ** len(self.sides)
'''


def made(name, title="A title", *, why="Why.", hints=("One.", "Two.", "Three."), **options):
    """An Exercise, of words for its parts."""
    listed = "\n".join(f"{number}. {hint}" for number, hint in enumerate(hints, 1))
    return Exercise(f"{name}: {title} (difficulty 1, 3 minutes)\n\n{why}\n\n{listed}\n", **options)


def exercises():
    widen = made(
        "widen",
        title="A shape with 1s in front",
        target=f"{MODULE}:widen",
        stub='''
            def widen(shape, n):
                """The shape with 1s in front, up to n dimensions."""
                ...
        ''',
        solution="""
            def widen(shape, n):
                return (1,) * (n - len(shape)) + tuple(shape)
        """,
        why="Shapes are aligned at the right.",
        facts=[
            Case(
                "widen((2, 3), 4)",
                (1, 1, 2, 3),
                looks=[((2, 3, 1, 1), "The 1s stand behind; shapes are aligned at the right.")],
                says="It loses a dimension.",
            ),
            Case("widen((2,), 1)", (2,)),
            Case(
                """
                   shape = [2, 3]
                   widen(shape, 3)
               """,
                (1, 2, 3),
            ),
            Case("len(widen((1, 2), 5))", 5),
        ],
        forbids={"broadcast_to": "NumPy's broadcast_to does it all."},
        hints=["Count what is missing.", "A tuple times a number repeats it.", "Put `(1,) * k` in front."],
    )
    scale = made(
        "scale",
        title="Twice as much",
        stub="def scale(x):\n    ...",
        solution="def scale(x):\n    return x * 2.0",
        why="Elementwise.",
        facts=[
            Case("scale(np.array([1., 2.]))", A([2.0, 4.0])),
            Case(
                """
                   x = np.array([[1., 2., 3.], [4., 5., 6.]])
                   scale(x)
               """,
                A([[2.0, 4.0, 6.0], [8.0, 10.0, 12.0]]),
            ),
            Case("scale(None)", raises=TypeError),
        ],
        hints=["a", "b", "c"],
    )
    return widen, scale


class Classroom:
    """Runs cells as a notebook would, with one dictionary of names, and gives the text they print."""

    def __init__(self):
        self.names, self.count = {"__name__": "__main__"}, 0
        self.run("from minitorch.course import *\nimport numpy as np")

    def run(self, text):
        self.count += 1
        filename = f"<cell {self.count}>"
        linecache.cache[filename] = (len(text), None, text.splitlines(True), filename)
        paper = io.StringIO()
        with contextlib.redirect_stdout(paper):
            exec(compile(text, filename, "exec"), self.names)
        return paper.getvalue()

    def widen(self, body, before=""):
        text = '@exercise("widen")\ndef widen(shape, n):\n' + "".join(f"    {line}\n" for line in body.splitlines())
        return self.run(before + text)

    @property
    def package(self):
        return sys.modules[MODULE]


class Patch:
    """pytest's monkeypatch for a process that ends afterwards; where answers are kept is left to its environment."""

    setattr = staticmethod(setattr)

    def setitem(self, table, key, value):
        table[key] = value

    def setenv(self, key, value):
        pass


@contextlib.contextmanager
def classroom(folder, monkeypatch):
    """A Classroom with the pretended module and exercises in place, keeping answers in `folder`."""
    module = types.ModuleType(MODULE)
    sys.modules[MODULE] = module
    exec(compile(SOURCE, MODULE, "exec"), vars(module))
    for piece in (module.widen, module.users, module.Box):
        piece.__module__ = MODULE
    for one in exercises():
        file = types.ModuleType(f"minitorch.course.exercises.lesson_00.{one.name}")
        file.exercise = one
        monkeypatch.setitem(sys.modules, file.__name__, file)
    monkeypatch.setattr(syllabus.lesson(0), "exercise_names", [one.name for one in exercises()])
    monkeypatch.setenv("MINITORCH_PROGRESS", str(folder))
    syllabus.exercises_of.cache_clear()
    store._stores.clear()
    try:
        yield Classroom()
    finally:
        install.take_out_all()
        attempt.results.clear()
        attempt.pieces.clear()
        store._stores.clear()
        syllabus.exercises_of.cache_clear()
        del sys.modules[MODULE]


__all__ = ["A", "Case", "Exercise", "Patch", "T", "classroom", "exercises"]
