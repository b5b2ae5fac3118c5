"""Transpose without moving anything."""

from ...define import Case, Exercise, Wrong

exercise = Exercise(
    "transposed",
    title="Transpose without moving anything",
    difficulty=3,
    minutes=6,
    stub='''
        def transposed(shape, strides, dim0, dim1):
            """The shape and the strides of the view in which two dimensions are swapped: two tuples."""
            ...
    ''',
    solution='''
        def transposed(shape, strides, dim0, dim1):
            """The shape and the strides of the view in which two dimensions are swapped: two tuples."""
            shape, strides = list(shape), list(strides)
            for numbers in (shape, strides):
                numbers[dim0], numbers[dim1] = numbers[dim1], numbers[dim0]
            return tuple(shape), tuple(strides)
    ''',
    why="To walk the columns instead of the rows, swap the steps. No element moves, so transposing a gigabyte takes no time.",
    facts=[
        Case("transposed((2, 3), (3, 1), 0, 1)", ((3, 2), (1, 3))),
        Case("transposed((2, 3, 4), (12, 4, 1), 0, 2)", ((4, 3, 2), (1, 4, 12))),
        Case("transposed((2, 3, 4), (12, 4, 1), 0, 1)", ((3, 2, 4), (4, 12, 1))),
        Case("transposed((2, 3, 4), (12, 4, 1), 1, 1)", ((2, 3, 4), (12, 4, 1))),
        Case("transposed((2, 3, 4), (12, 4, 1), -1, 0)", ((4, 3, 2), (1, 4, 12))),
        Case("shape, strides = [2, 3], [3, 1]\ntransposed(shape, strides, 0, 1)", ((3, 2), (1, 3))),
    ],
    wrong=[
        Wrong(
            """
            def transposed(shape, strides, dim0, dim1):
                shape = list(shape)
                shape[dim0], shape[dim1] = shape[dim1], shape[dim0]
                return tuple(shape), tuple(strides)
            """,
            "Only the shape is swapped. With the old strides the elements are read in the wrong order: swap them as well.",
        ),
        Wrong(
            """
            def transposed(shape, strides, dim0, dim1):
                shape = list(shape)
                shape[dim0], shape[dim1] = shape[dim1], shape[dim0]
                steps, step = [], 1
                for length in reversed(shape):
                    steps.append(step)
                    step *= length
                return tuple(shape), tuple(reversed(steps))
            """,
            "These are the strides of a fresh tensor of that shape: for them the elements would have to move. A view keeps the "
            "memory and swaps the steps.",
        ),
        Wrong(
            """
            def transposed(shape, strides, dim0, dim1):
                return tuple(reversed(shape)), tuple(reversed(strides))
            """,
            "You turn all dimensions round. With three of them, only dim0 and dim1 change places.",
        ),
        Wrong(
            """
            def transposed(shape, strides, dim0, dim1):
                shape = list(shape)
                shape[dim0], shape[dim1] = shape[dim1], shape[dim0]
                return tuple(shape), tuple(strides[::-1])
            """,
            "The shape is right. Of the strides, too, only those of dim0 and dim1 change places.",
        ),
    ],
    hints=[
        "Which two numbers of the shape change places? And of the strides?",
        "Nothing moves in memory, so every dimension takes its stride along.",
        "Swap shape[dim0] with shape[dim1], and strides[dim0] with strides[dim1].",
    ],
)
