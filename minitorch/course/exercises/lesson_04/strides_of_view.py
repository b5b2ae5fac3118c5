"""Another shape for the same memory, or none."""

import numpy as np

from ...define import Case, Exercise, Law, Mistake, Wrong
from ..edited import edited

HEAD = "def strides_of_view(shape, strides, size):\n"
BODY = """\
    runs = runs_of(shape, strides)
    length, step = runs.pop(0)
    found = []
    for n in reversed(size):
        if length == 1 and n > 1 and runs:
            length, step = runs.pop(0)
        if length % n:
            return None
        found.append(step)
        length, step = length // n, step * n
    return tuple(reversed(found))
"""


def variant(unwanted, wanted=""):
    """The solution with one piece of it exchanged."""
    if unwanted not in BODY:
        raise ValueError(f"{unwanted!r} is not in the solution")
    return HEAD + BODY.replace(unwanted, wanted)


SOLUTION = (
    HEAD
    + '    """The strides that show memory laid out as (shape, strides) in the shape `size`; None if that takes a copy."""\n'
    + BODY
)

exercise = Exercise(
    "strides_of_view",
    title="Another shape for the same memory, or none",
    difficulty=4,
    minutes=9,
    target="minitorch.ops.view.reshape:strides_of_view",
    setup="from minitorch.ops.view.reshape import runs_of",
    stub='''
        def strides_of_view(shape, strides, size):
            """The strides, a tuple, that show memory laid out as (shape, strides) in the shape `size`; None if there are none.

            runs_of(shape, strides) gives the evenly spaced runs, the last first: [(how many elements, the step between them)].
            Both shapes have the same number of elements; no length is 0, and `shape` has at least one dimension.
            """
            ...
    ''',
    solution=SOLUTION,
    why="From the right, each new dimension takes its part of the run at hand and leaves the rest, with a step that is as many times "
    "larger, to the next one. When a length does not divide what is left, the dimension would reach into another run.",
    facts=[
        Case("strides_of_view((2, 3), (3, 1), (6,))", (1,)),
        Case("strides_of_view((2, 3), (3, 1), (3, 2))", (2, 1)),
        Case("strides_of_view((6,), (1,), (2, 3))", (3, 1)),
        Case("strides_of_view((6,), (2,), (2, 3))", (6, 2)),
        Case("strides_of_view((3, 2), (1, 3), (6,))", None),
        Case("strides_of_view((3, 2), (1, 3), (2, 3))", None),
        Case("strides_of_view((3, 2), (1, 3), (3, 2))", (1, 3)),
        Case("strides_of_view((3, 2), (1, 3), (3, 1, 2))", (1, 6, 3)),
        Case("strides_of_view((4, 6), (1, 4), (2, 2, 3, 2))", (2, 1, 8, 4)),
        Case("strides_of_view((4, 6), (1, 4), (4, 2, 3))", (1, 12, 4)),
        Case("strides_of_view((2, 3, 4), (24, 8, 1), (6, 4))", (8, 1)),
        Case("strides_of_view((2, 3, 4), (24, 8, 1), (2, 12))", None),
        Case("strides_of_view((5, 6), (1, 5), (2, 3, 5))", None),
        Case("strides_of_view((2, 3), (0, 1), (6,))", None),
        Case("strides_of_view((2, 3), (0, 1), (2, 3))", (0, 1)),
        Law("the elements are read in the same order", lambda f, rng: same_order(f, rng), times=12),
    ],
    wrong=[
        Wrong(
            """
            def strides_of_view(shape, strides, size):
                found, step = [], strides[-1]
                for n in reversed(size):
                    found.append(step)
                    step *= n
                return tuple(reversed(found))
            """,
            "This goes on with one step for ever, as if all elements were one run. In a transposed matrix they are not, and there "
            "the answer is None or begins another run.",
        ),
        Wrong(
            """
            def strides_of_view(shape, strides, size):
                runs = runs_of(shape, strides)
                if len(runs) > 1:
                    return None
                found, step = [], runs[0][1]
                for n in reversed(size):
                    found.append(step)
                    step *= n
                return tuple(reversed(found))
            """,
            "More than one run need not be a copy: a run may be cut by itself, as in (4, 6) to (2, 2, 3, 2). Only a dimension that "
            "reaches from one run into the next makes it impossible.",
        ),
        Wrong(
            variant("length == 1 and n > 1 and runs", "length == 1 and runs"),
            "A dimension of length 1 takes nothing of a run, so it begins no new one: ask n > 1, too. Its stride is where the run "
            "before has come to.",
        ),
        Wrong(
            variant("        if length % n:\n            return None\n"),
            "You never give up. Where a length does not divide what is left of the run, the dimension would reach into the next, and "
            "the answer is None.",
        ),
        Wrong(
            variant("return tuple(reversed(found))", "return tuple(found)"),
            "The strides are in the order of your loop, the last dimension first. Turn them round at the end.",
        ),
        Wrong(
            variant("length // n, step * n", "length // n, step"),
            "The step does not grow. A dimension of n elements has used n of them up: the next one steps n times as far.",
        ),
        Wrong(
            variant("    for n in reversed(size):", "    for n in size:"),
            "The runs come from the last, and so must the new dimensions: go through `size` from its end.",
        ),
        Wrong(
            variant("runs.pop(0)", "runs.pop()"),
            "runs_of gives the last run first, and the new dimensions are served from the last, too: take the runs from the "
            "front of the list.",
        ),
        Wrong(
            variant("length // n, step * n", "length - n, step * n"),
            "A run of 6 elements that is cut into 2 leaves 3 for the dimensions before it: divide, do not subtract.",
        ),
        Wrong(
            """
                def strides_of_view(shape, strides, size):
                    s, t = [], 1
                    for n in reversed(size):
                        s.append(t); t *= n
                    return tuple(s[::-1])
            """,
            "The strides of a contiguous tensor come out, whatever the strides of the memory. Start from the step of "
            "its runs.",
        ),
        Wrong(
            """
                def strides_of_view(shape, strides, size):
                    if tuple(shape) == tuple(size): return strides
                    return None
            """,
            "Only the same shape is let through. A run may be cut, or dimensions of one run joined: see how far each "
            "new length goes.",
        ),
        Wrong(
            edited(SOLUTION, ("if length % n:\n            return None", 'if length % n: raise RuntimeError("no")')),
            "Where there are no strides, an error is raised. The answer is None, because reshape wants to copy then.",
        ),
        Wrong(
            edited(
                SOLUTION,
                ("if length % n:\n            return None", "if length % n: return None\n        step *= n"),
                ("length, step = length // n, step * n", "length //= n"),
            ),
            "Each stride is already that of the next dimension: note the step before it grows.",
        ),
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: expected is None and isinstance(got, tuple),
            "A dimension of this size begins in one run and ends in the next, and one stride cannot say that: the answer is None. The "
            "length of a dimension has to divide what is left of its run.",
        ),
    ],
    hints=[
        "Take the last run, (how many, step). The last new dimension gets this step. How many elements does that leave, and how "
        "far apart are they for the dimension before?",
        "A dimension of n leaves length / n elements, step * n apart. If n does not divide length: None. If nothing is left, "
        "the next dimension begins the next run.",
        "for n in reversed(size): if length == 1 and n > 1 and runs, take the next run; if length % n, return None; note step; "
        "length, step = length // n, step * n. At the end turn the notes round.",
    ],
)


def same_order(f, rng):
    """Memory in a shuffled order of dimensions, another shape for it, and the order in which the elements are read."""
    shape = tuple(int(n) for n in rng.integers(2, 4, size=3))
    places = np.arange(int(np.prod(shape))).reshape(shape)
    places = places.transpose(rng.permutation(3)) if rng.random() < 0.7 else places[:, :, :1]
    strides = tuple(n // places.itemsize for n in places.strides)
    sizes = factorisations(places.size)
    size = sizes[int(rng.integers(len(sizes)))]
    wanted = places.reshape(size)
    steps = [wanted[(0,) * d + (1,) + (0,) * (len(size) - d - 1)] - wanted[(0,) * len(size)] for d in range(len(size))]
    possible = wanted.flat[0] + sum(
        np.arange(n).reshape((-1,) + (1,) * (len(size) - d - 1)) * steps[d] for d, n in enumerate(size)
    )
    expected = tuple(int(step) for step in steps) if np.array_equal(possible, wanted) else None
    return {"shape": places.shape, "strides": strides, "size": size}, expected, f(places.shape, strides, size)


def factorisations(count):
    """All ways to write a number as a product of numbers above 1, in every order."""
    found = [(count,)]
    for n in range(2, count):
        if count % n == 0:
            found += [(n, *rest) for rest in factorisations(count // n)]
    return found
