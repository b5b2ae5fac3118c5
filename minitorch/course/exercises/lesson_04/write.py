"""Into the memory that is there."""

import textwrap

from ...define import Case, Exercise, Mistake, Wrong
from ..edited import edited
from ..telling import tells, told

SETUP = '''
from minitorch._tensor import touch
from minitorch.ops.inplace.in_place import History, overlaps


def remembered(write, x, out):
    """What History.remember is told while write(x, out) runs, and the count of changes that x has then."""
    told, before = [], History.remember
    History.remember = lambda *args: told.append((*args, args[0]._version))
    try:
        write(x, out)
    finally:
        History.remember = before
    return told
'''

CHECKED = "check_write = write.__globals__['check_write']  # yours\n"

CHECK = """\
def check_write(x, out):
    if x._array.shape != out._array.shape:
        raise RuntimeError(
            f"output with shape {list(x._array.shape)} doesn't match the broadcast shape {list(out._array.shape)}"
        )
    if out.dtype.category > x.dtype.category:
        raise RuntimeError(f"result type {out.dtype.title} can't be cast to the desired output type {x.dtype.title}")
    if overlaps(x._array):
        raise RuntimeError(
            "unsupported operation: more than one element of the written-to tensor refers to a single memory location. "
            "Please clone() the tensor before performing the operation."
        )


"""
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
    return CHECK + HEAD + BODY.replace(unwanted, wanted)


def checking(unwanted, wanted):
    """The same, with a piece of check_write exchanged."""
    if unwanted not in CHECK:
        raise ValueError(f"{unwanted!r} is not in check_write")
    return CHECK.replace(unwanted, wanted) + HEAD + BODY


SOLUTION = CHECK + HEAD + '    """Put the numbers of `out` into the memory of x, and return x."""\n' + BODY

exercise = Exercise(
    "write",
    title="Into the memory that is there",
    difficulty=2,
    minutes=7,
    target="minitorch.ops.inplace.in_place:write",
    covers={"check_write": "minitorch.ops.inplace.in_place:check_write"},
    setup=SETUP,
    stub='''
        def check_write(x, out):
            """Raise RuntimeError, in words of your own, unless the numbers of the tensor `out` fit into the memory of x.

            They do not fit if the shapes differ: what is there cannot be stretched. Nor if out.dtype.category is higher than that
            of x.dtype: a fraction does not fit among integers. Nor if overlaps(x._array): several elements of x lie in one place.
            """
            ...


        def write(x, out):
            """Put the numbers of the tensor `out` into the memory of the tensor x, and return x.

            Your check_write(x, out) comes first; touch(x) counts the change; History.remember(x, out) is told of it, last.
            """
            ...
    ''',
    solution=SOLUTION,
    why="`x._array = ...` would give x another array and leave views and base behind. `x._array[...] = ...` writes into the one that "
    "they all share, and the count that they share says that it happened.",
    facts=[
        told(
            "written", "x = mt.ones(3)\nwrite(x, mt.tensor([1.0, 2.0, 3.0]))\nx.tolist()", [1.0, 2.0, 3.0], changes=True
        ),
        told("returned", "x = mt.ones(3)\nwrite(x, mt.zeros(3)) is x", True, changes=True),
        told(
            "into a view",
            "x = mt.ones(2, 2)\nwrite(x[0], mt.zeros(2))\nx.tolist()",
            [[0.0, 0.0], [1.0, 1.0]],
            changes=True,
        ),
        told(
            "into the base",
            "x = mt.ones(2, 2)\nrow = x[0]\nwrite(x, mt.zeros(2, 2))\nrow.tolist()",
            [0.0, 0.0],
            changes=True,
        ),
        told(
            "counted",
            "x = mt.ones(2, 2)\nwrite(x[0], mt.zeros(2))\nwrite(x, mt.zeros(2, 2))\nx._version",
            2,
            changes=True,
        ),
        told(
            "copied",
            "out = mt.zeros(2)\nx = write(mt.ones(2), out)\nout[0] = 5.0\nx.tolist()",
            [0.0, 0.0],
            changes=True,
        ),
        told("the other", "out = mt.zeros(2)\nx = write(mt.ones(2), out)\nout._version", 0, changes=True),
        told(
            "integers among floats",
            "x = mt.ones(2, dtype=mt.float64)\nwrite(x, mt.tensor([1, 2])).dtype is mt.float64",
            True,
            changes=True,
        ),
        Case("write(mt.ones(3, 2), mt.ones(2, 3))", raises=RuntimeError, changes=True),
        told("a larger float", "write(mt.ones(2), mt.ones(2, dtype=mt.float64)).tolist()", [1.0, 1.0], changes=True),
        told("a stretched source", "write(mt.zeros(2), mt.ones(1).expand(2)).tolist()", [1.0, 1.0], changes=True),
        Case("write(mt.ones(1).expand(3), mt.zeros(3))", raises=RuntimeError, changes=True),
        told("into complex", "write(mt.ones(2, dtype=mt.complex64), mt.zeros(2)).tolist()", [0j, 0j], changes=True),
        told("a single number", "write(mt.tensor(1.0), mt.tensor(2.0)).item()", 2.0, changes=True),
        Case("write(mt.ones(2, 3), mt.ones(1, 3))", raises=RuntimeError, changes=True),
        Case("write(mt.ones(3), mt.ones(2, 3))", raises=RuntimeError, changes=True),
        Case("write(mt.ones(2, 3), mt.ones(3))", raises=RuntimeError, changes=True),
        Case("write(mt.tensor([1, 2]), mt.tensor([0.5, 0.5]))", raises=RuntimeError, changes=True),
        Case(CHECKED + "check_write(mt.ones(2), mt.ones(3))", raises=RuntimeError, changes=True),
        Case(CHECKED + "check_write(mt.ones(2), mt.ones(2))", None, changes=True),
        told(
            "checked first",
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
        told(
            "remembered",
            """
            x, out = mt.ones(2), mt.zeros(2)
            told = remembered(write, x, out)
            [len(told), told[0][0] is x, told[0][1] is out, told[0][2]]
            """,
            [1, True, True, 1],
            changes=True,
        ),
    ],
    wrong=[
        Wrong(
            checking("if x._array.shape != out._array.shape:", "if x._array.size != out._array.size:"),
            "The numbers of elements are compared. The shapes must be equal: (2, 3) does not fit into (3, 2).",
        ),
        Wrong(
            checking("if x._array.shape != out._array.shape:", "if x._array.ndim != out._array.ndim:"),
            "The numbers of dimensions are compared. The shapes must be equal: NumPy would stretch what is shorter.",
        ),
        Wrong(
            checking("out.dtype.category > x.dtype.category", "out.dtype != x.dtype"),
            "A float64 may be written into a float32, and integers into floats. Only a higher category does not fit.",
        ),
        Wrong(
            checking("out.dtype.category > x.dtype.category", "out.dtype.category < x.dtype.category"),
            "It is the wrong way round: integers fit among floats, and fractions not among integers.",
        ),
        Wrong(
            checking("    if overlaps(x._array):", "    if overlaps(out._array):"),
            "`out` may have been stretched: it is only read. What is written to must have a place for every element: "
            "overlaps(x._array).",
        ),
        Wrong(
            checking("    if overlaps(x._array):", "    if False:"),
            "An expanded tensor has several elements in one place. They cannot each be changed: ask overlaps(x._array).",
        ),
        Wrong(
            checking("    if out.dtype.category > x.dtype.category:", "    if False:"),
            "Fractions are written among integers, and cut off without a word. Compare out.dtype.category with x.dtype.category.",
        ),
        Wrong(
            checking("    if x._array.shape != out._array.shape:", "    if False:"),
            "Nobody looks at the shapes, and NumPy stretches what is shorter. They must be equal.",
        ),
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
            variant("    touch(x)\n    History.remember(x, out)\n", "    History.remember(x, out)\n    touch(x)\n"),
            "History.remember is told before the change is counted. It comes last, when everything has happened.",
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
            edited(SOLUTION, ("x._array[...] = out._array", "x = out")),
            "`x = out` gives the name x to another tensor. The numbers have to go into x's memory: `x._array[...] = "
            "out._array`.",
        ),
        Wrong(
            CHECK
            + textwrap.dedent("""
            def write(x, out):
                check_write(out, x)
                x._array[...] = out._array
                touch(x)
                History.remember(x, out)
                return x
            """),
            "check_write is asked the wrong way round: first the tensor that is written to, then the numbers.",
        ),
        Wrong(
            variant("x._array[...] = out._array", "x._array[:] = out._array"),
            "`[:]` needs a dimension, and a single number has none: `[...]` means all of an array, whatever its shape.",
        ),
        Wrong(
            edited(SOLUTION, ("x._array[...] = out", "out._array[...] = x")),
            "The numbers go the wrong way: x is written into `out`.",
        ),
        Wrong(
            edited(SOLUTION, ("touch(x)", "touch(out)")),
            "The change of `out` is counted, and `out` has not changed: touch(x).",
        ),
        Wrong(
            edited(SOLUTION, ("_array[...] =", "_array +=")),
            "The numbers are added to the old ones. They take their place: `=`, not `+=`.",
        ),
        Wrong(
            edited(
                SOLUTION,
                (
                    "check_write(x, out)\n    x._array[...] = out._array\n    touch(x)\n    History.remember(x, out)",
                    (
                        "if check_write(x, out):\n"
                        "        x._array[...] = out._array\n"
                        "        touch(x)\n"
                        "        History.remember(x, out)"
                    ),
                ),
            ),
            "check_write raises when they do not fit, and returns nothing when they do: call it, without an if.",
        ),
        Wrong(
            edited(SOLUTION, ("touch(x)", "touch(x)\n    touch(x)")),
            "The change is counted twice: touch(x) once. (An assignment `x[...] = ...`, or x.copy_(...), counts by itself.)",
        ),
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: isinstance(error, IndexError),
            "`[:]` needs a dimension, and a single number has none: `[...]` means all of an array, whatever its shape.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(got, bool) and expected in (None, RuntimeError),
            "check_write raises the error itself, and returns nothing: who calls it goes on if it comes back.",
        ),
        Mistake(
            lambda expected, got, error: expected[0] == got[0] == "counted" and got[1] > expected[1],
            "A change is counted more than once: touch(x) once. (An assignment `x[...] = ...`, or x.copy_(...), counts by itself.)",
        ),
        *tells(
            written="The numbers of `out` go into x: x._array[...] = out._array, once check_write lets them.",
            returned="write returns the tensor that was changed: x.",
            into_a_view="A view shares its base's memory: write into the array that is there.",
            into_the_base="The base shares its memory with its views: write into the array that is there.",
            counted="touch(x) counts every change once; views and base share the count.",
            copied="The numbers are copied: x and `out` share no memory afterwards.",
            the_other="`out` is only read, and its changes are not counted.",
            integers_among_floats="Integers fit among floats: only a higher category than that of x does not.",
            a_larger_float="A float64 fits into a float32: the categories are the same.",
            a_stretched_source="`out` may be stretched: it is only read.",
            into_complex="Floats fit among complex numbers: only a higher category than that of x does not.",
            checked_first="After the error x is as it was: check before you write.",
            remembered="History.remember(x, out) is told once, last, when the change is written and counted.",
        ),
    ],
    hints=[
        "Four things happen to x, in an order: it is checked, written, counted, and the change is told.",
        "Writing into the memory that is there is an assignment to all of its elements: `array[...] = numbers`.",
        "check_write(x, out); x._array[...] = out._array; touch(x); History.remember(x, out); return x.",
    ],
)
