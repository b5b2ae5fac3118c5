"""How far to step."""

import itertools

from ...define import Case, Exercise, Law, Wrong

exercise = Exercise(
    "strides_of",
    title="How far to step",
    difficulty=2,
    minutes=4,
    target="minitorch.ops.view.stride:strides_of",
    stub='''
        def strides_of(shape):
            """The strides, counted in elements, of a tensor of this shape whose elements lie in memory row by row.

            A length of 0 counts as 1, as PyTorch has it.
            """
            ...
    ''',
    solution='''
        def strides_of(shape):
            """The strides, counted in elements, of a tensor of this shape whose elements lie in memory row by row."""
            strides, step = [], 1
            for length in reversed(shape):
                strides.append(step)
                step *= max(length, 1)
            return tuple(reversed(strides))
    ''',
    why="The last dimension is walked one by one. One step in the dimension before it skips a whole row, and so on outwards.",
    facts=[
        Case("strides_of((2, 3))", (3, 1)),
        Case("strides_of((5,))", (1,)),
        Case("strides_of(())", ()),
        Case("strides_of((2, 3, 4))", (12, 4, 1)),
        Case("strides_of((4, 1, 2))", (2, 2, 1)),
        Case("strides_of((2, 0, 3))", (3, 3, 1)),
        Law("the strides lead to every place once", lambda f, rng: every_place(f, rng)),
    ],
    wrong=[
        Wrong(
            """
            def strides_of(shape):
                strides, step = [], 1
                for length in shape:
                    strides.append(step)
                    step *= length
                return tuple(strides)
            """,
            "You start with the first dimension: that is column by column. Row by row, the last dimension has stride 1.",
        ),
        Wrong(
            """
            def strides_of(shape):
                strides, step = [], 1
                for length in reversed(shape):
                    strides.append(step)
                    step *= length
                return tuple(strides)
            """,
            "The numbers are right, but in the order of your loop. Turn them round at the end.",
        ),
        Wrong(
            """
            def strides_of(shape):
                return tuple(shape[1:]) + (1,) if shape else ()
            """,
            "One step skips everything inside, not just the next dimension: (2, 3, 4) steps by 12 first.",
        ),
        Wrong(
            """
            def strides_of(shape):
                strides, step = [], 4
                for length in reversed(shape):
                    strides.append(step)
                    step *= length
                return tuple(reversed(strides))
            """,
            "These are bytes, as NumPy counts them. PyTorch counts strides in elements.",
        ),
        Wrong(
            """
            def strides_of(shape):
                strides, step = [], 1
                for length in reversed(shape):
                    strides.append(step)
                    step *= length
                return tuple(reversed(strides))
            """,
            "A length of 0 makes every stride before it 0. It counts as 1 here: multiply by max(length, 1).",
        ),
        Wrong(
            """
                def strides_of(shape):
                    return tuple(math.prod(shape[i:]) for i in range(len(shape)))
            """,
            "Each stride counts its own dimension in. One step in a dimension skips what is inside it: multiply only "
            "the lengths behind it.",
        ),
        Wrong(
            """
                def strides_of(shape):
                    out, step = [], 1
                    for n in reversed(shape):
                        out.append(step); step += max(n, 1)
                    return tuple(out[::-1])
            """,
            "The lengths are added. A step in a dimension skips every element inside it: multiply.",
        ),
        Wrong(
            """
                def strides_of(shape):
                    out = [1] * len(shape)
                    for i in range(len(shape) - 2, 0, -1):
                        out[i] = out[i + 1] * max(shape[i + 1],1)
                    return tuple(out)
            """,
            "The first dimension is left out: its stride stays 1.",
        ),
    ],
    hints=[
        "How many elements lie between one element and the next in the last dimension? And in the one before?",
        "Go from the last dimension to the first, and multiply the lengths you have passed.",
        "step = 1; for length in reversed(shape): note step, then step *= max(length, 1); reverse the notes.",
    ],
)


def every_place(f, rng):
    shape = tuple(int(n) for n in rng.integers(1, 4, size=int(rng.integers(1, 4))))
    strides = f(shape)
    places = sorted(
        sum(i * s for i, s in zip(index, strides, strict=True))
        for index in itertools.product(*[range(n) for n in shape])
    )
    return {"shape": shape, "strides": strides}, list(range(len(places))), places
