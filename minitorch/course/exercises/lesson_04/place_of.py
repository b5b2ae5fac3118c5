"""Where an element lies."""

from ...define import Case, Exercise, Wrong

exercise = Exercise(
    "place_of",
    title="Where an element lies",
    difficulty=2,
    minutes=5,
    stub='''
        def place_of(index, shape, strides, offset=0):
            """The place in memory of the element at a tuple index; negative indices count from the end; IndexError outside."""
            ...
    ''',
    solution='''
        def place_of(index, shape, strides, offset=0):
            """The place in memory of the element at a tuple index; negative indices count from the end; IndexError outside."""
            place = offset
            for i, length, step in zip(index, shape, strides):
                if not -length <= i < length:
                    raise IndexError(f"index {i} is out of bounds for a dimension of size {length}")
                place += (i + length if i < 0 else i) * step
            return place
    ''',
    why="Start at the offset, and take index times stride steps in every dimension. That is all a tensor needs to know to find "
    "its elements, which is why a view is only another shape, strides and offset.",
    facts=[
        Case("place_of((1, 2), (2, 3), (3, 1))", 5),
        Case("place_of((2, 1), (3, 2), (1, 3))", 5),
        Case("place_of((0,), (4,), (2,), 1)", 1),
        Case("place_of((3,), (4,), (2,), 1)", 7),
        Case("place_of((-1, -1), (2, 3), (3, 1))", 5),
        Case("place_of((1, 0), (2, 3), (0, 1))", 0),
        Case("place_of((-2, 1), (2, 3), (3, 1))", 1),
        Case("place_of((), (), (), 7)", 7),
        Case("place_of((2, 0), (2, 3), (3, 1))", raises=IndexError),
        Case("place_of((0, -4), (2, 3), (3, 1))", raises=IndexError),
    ],
    wrong=[
        Wrong(
            """
            def place_of(index, shape, strides, offset=0):
                return offset + sum(i * step for i, step in zip(index, strides))
            """,
            "A negative index leads out of the tensor, and so does one that is too large. Count the first from the end, and raise "
            "IndexError for the second.",
        ),
        Wrong(
            """
            def place_of(index, shape, strides, offset=0):
                place = 0
                for i, length, step in zip(index, shape, strides):
                    if not -length <= i < length:
                        raise IndexError("out of bounds")
                    place += (i % length) * step
                return place
            """,
            "The offset is missing: a view may begin in the middle of the memory.",
        ),
        Wrong(
            """
            def place_of(index, shape, strides, offset=0):
                place = offset
                for i, length in zip(index, shape):
                    if not -length <= i < length:
                        raise IndexError("out of bounds")
                    place = place * length + i % length
                return place
            """,
            "This counts as if the elements lay row by row. The strides say how they lie, and a transposed tensor says otherwise.",
        ),
        Wrong(
            """
            def place_of(index, shape, strides, offset=0):
                place = offset
                for i, length, step in zip(index, shape, strides):
                    place += (i % length) * step
                return place
            """,
            "i % length brings every index back inside, also those that are errors.",
        ),
        Wrong(
            """
            def place_of(index, shape, strides, offset=0):
                place = offset
                for i, length, step in zip(index, shape, strides):
                    if abs(i) >= length:
                        raise IndexError("out of bounds")
                    place += (i % length) * step
                return place
            """,
            "-length is still inside: with two rows, row -2 is the first. The negative side reaches one further than the positive.",
        ),
    ],
    hints=[
        "One step in a dimension moves by its stride. How far do i steps move?",
        "Start with the offset and add i * stride for every dimension. What does i = -1 mean?",
        "Check -length <= i < length first; add length to a negative i; then place += i * step.",
    ],
)
