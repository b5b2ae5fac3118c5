"""Into the memory that is there."""

from ...define import Case, Exercise, Wrong

SETUP = '''
from minitorch._tensor import touch
from minitorch.ops.inplace.in_place import History, check_write


def remembered(write, x, out):
    """What History.remember is told while write(x, out) runs."""
    told, before = [], History.remember
    History.remember = lambda *args: told.append(args)
    try:
        write(x, out)
    finally:
        History.remember = before
    return told
'''

HEAD = "def write(x, out):\n"
BODY = """\
    check_write(x, out)
    x._array[...] = out._array
    touch(x)
    History.remember(x, out)
    return x
"""


def variant(unwanted, wanted=""):
    """The solution with one piece of it exchanged."""
    if unwanted not in BODY:
        raise ValueError(f"{unwanted!r} is not in the solution")
    return HEAD + BODY.replace(unwanted, wanted)


exercise = Exercise(
    "write",
    title="Into the memory that is there",
    difficulty=2,
    minutes=5,
    target="minitorch.ops.inplace.in_place:write",
    setup=SETUP,
    stub='''
        def write(x, out):
            """Put the numbers of the tensor `out` into the memory of the tensor x, and return x.

            check_write(x, out) raises unless they fit; touch(x) counts the change; History.remember(x, out) is told of it, last.
            """
            ...
    ''',
    solution=HEAD + '    """Put the numbers of `out` into the memory of x, and return x."""\n' + BODY,
    why="`x._array = ...` would give x another array and leave views and base behind. `x._array[...] = ...` writes into the one that "
    "they all share, and the count that they share says that it happened.",
    facts=[
        Case("x = mt.ones(3)\nwrite(x, mt.tensor([1.0, 2.0, 3.0]))\nx.tolist()", [1.0, 2.0, 3.0], changes=True),
        Case("x = mt.ones(3)\nwrite(x, mt.zeros(3)) is x", True, changes=True),
        Case("x = mt.ones(2, 2)\nwrite(x[0], mt.zeros(2))\nx.tolist()", [[0.0, 0.0], [1.0, 1.0]], changes=True),
        Case("x = mt.ones(2, 2)\nrow = x[0]\nwrite(x, mt.zeros(2, 2))\nrow.tolist()", [0.0, 0.0], changes=True),
        Case("x = mt.ones(2, 2)\nwrite(x[0], mt.zeros(2))\nwrite(x, mt.zeros(2, 2))\nx._version", 2, changes=True),
        Case("out = mt.zeros(2)\nx = write(mt.ones(2), out)\nout[0] = 5.0\nx.tolist()", [0.0, 0.0], changes=True),
        Case("out = mt.zeros(2)\nx = write(mt.ones(2), out)\nout._version", 0, changes=True),
        Case("x = mt.ones(2, dtype=mt.float64)\nwrite(x, mt.tensor([1, 2])).dtype is mt.float64", True, changes=True),
        Case("write(mt.ones(3), mt.ones(2, 3))", raises=RuntimeError, changes=True),
        Case("write(mt.ones(2, 3), mt.ones(3))", raises=RuntimeError, changes=True),
        Case("write(mt.tensor([1, 2]), mt.tensor([0.5, 0.5]))", raises=RuntimeError, changes=True),
        Case(
            """
            x = mt.tensor([1, 2])
            try:
                write(x, mt.tensor([0.5, 0.5]))
            except RuntimeError:
                pass
            [x.tolist(), x._version]
            """,
            [[1, 2], 0],
            changes=True,
        ),
        Case(
            """
            x, out = mt.ones(2), mt.zeros(2)
            told = remembered(write, x, out)
            [len(told), told[0][0] is x, told[0][1] is out]
            """,
            [1, True, True],
            changes=True,
        ),
    ],
    wrong=[
        Wrong(
            variant("x._array[...] = out._array", "x._array = out._array"),
            "x gets another array, and its views and its base keep the old one. Write into the memory: `x._array[...] = ...`.",
        ),
        Wrong(
            variant("    touch(x)\n"),
            "The change is not counted, so nobody can notice it: touch(x).",
        ),
        Wrong(
            variant("    touch(x)\n", "    x._counter = [x._version + 1]\n"),
            "x gets a count of its own. Views and base share one, and touch counts in it.",
        ),
        Wrong(
            variant("    check_write(x, out)\n"),
            "NumPy would broadcast `out` into x, or cut fractions off, without a word. check_write(x, out) first.",
        ),
        Wrong(
            variant(
                "    check_write(x, out)\n    x._array[...] = out._array\n",
                "    x._array[...] = out._array\n    check_write(x, out)\n",
            ),
            "The numbers are written before it is checked that they fit: after the error, x has changed all the same. Check first.",
        ),
        Wrong(
            variant("    History.remember(x, out)\n"),
            "History.remember is not told. It does nothing yet, and will be where autograd learns of the change.",
        ),
        Wrong(
            variant("History.remember(x, out)", "History.remember(out, x)"),
            "History.remember is told the wrong way round: first what was changed, then what was written into it.",
        ),
        Wrong(
            variant("    return x\n", "    return out\n"),
            "It returns `out`. A change in place returns the tensor that was changed, so that calls can be chained.",
        ),
        Wrong(
            variant("    return x\n"),
            "It returns nothing, so x.add_(1).mul_(2) would stop at the second call: return x.",
        ),
        Wrong(
            """
                def write(x, out):
                    check_write(x, out)
                    x = out
                    touch(x)
                    History.remember(x, out)
                    return x
            """,
            "`x = out` gives the name x to another tensor. The numbers have to go into x's memory: `x._array[...] = "
            "out._array`.",
        ),
        Wrong(
            """
                def write(x, out):
                    check_write(out, x)
                    x._array[...] = out._array
                    touch(x)
                    History.remember(x, out)
                    return x
            """,
            "check_write is asked the wrong way round: first the tensor that is written to, then the numbers.",
        ),
        Wrong(
            """
                def write(x, out):
                    check_write(x, out)
                    out._array[...] = x._array
                    touch(x)
                    History.remember(x, out)
                    return x
            """,
            "The numbers go the wrong way: x is written into `out`.",
        ),
        Wrong(
            """
                def write(x, out):
                    check_write(x, out)
                    x._array[...] = out._array
                    touch(out)
                    History.remember(x, out)
                    return x
            """,
            "The change of `out` is counted, and `out` has not changed: touch(x).",
        ),
        Wrong(
            """
                def write(x, out):
                    check_write(x, out)
                    x._array += out._array
                    touch(x)
                    History.remember(x, out)
                    return x
            """,
            "The numbers are added to the old ones. They take their place: `=`, not `+=`.",
        ),
        Wrong(
            """
                def write(x, out):
                    if check_write(x, out):
                        x._array[...] = out._array
                        touch(x)
                        History.remember(x, out)
                    return x
            """,
            "check_write raises when they do not fit, and returns nothing when they do: call it, without an if.",
        ),
        Wrong(
            """
                def write(x, out):
                    check_write(x, out)
                    x._array[...] = out._array
                    touch(x)
                    touch(x)
                    History.remember(x, out)
                    return x
            """,
            "The change is counted twice.",
        ),
    ],
    hints=[
        "Four things happen to x, in an order: it is checked, written, counted, and the change is told.",
        "Writing into the memory that is there is an assignment to all of its elements: `array[...] = numbers`.",
        "check_write(x, out); x._array[...] = out._array; touch(x); History.remember(x, out); return x.",
    ],
)
