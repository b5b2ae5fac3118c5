"""How far to step."""

import itertools

from ...define import Case, Exercise, Law, Wrong

exercise = Exercise(
    "strides_of",
    title="How far to step",
    difficulty=2,
    minutes=6,
    stub='''
        def strides_of(shape):
            """The strides, counted in elements, of a tensor of this shape whose elements lie in memory row by row."""
            ...
    ''',
    solution='''
        def strides_of(shape):
            """The strides, counted in elements, of a tensor of this shape whose elements lie in memory row by row."""
            strides, step = [], 1
            for length in reversed(shape):
                strides.append(step)
                step *= length
            return tuple(reversed(strides))
    ''',
    why="The last dimension is walked one by one. One step in the dimension before it skips a whole row, and so on outwards.",
    facts=[
        Case("strides_of((2, 3))", (3, 1)),
        Case("strides_of((5,))", (1,)),
        Case("strides_of(())", ()),
        Case("strides_of((2, 3, 4))", (12, 4, 1)),
        Case("strides_of((4, 1, 2))", (2, 2, 1)),
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
    ],
    hints=[
        "How many elements lie between one element and the next in the last dimension? And in the one before?",
        "Go from the last dimension to the first, and multiply the lengths you have passed.",
        "step = 1; for length in reversed(shape): note step, then step *= length; reverse the notes.",
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
