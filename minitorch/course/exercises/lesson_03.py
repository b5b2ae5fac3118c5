"""Exercises of lesson 03: shapes, views and indexing."""

from ..define import Case, Exercise, Law, T, Wrong

strides_of = Exercise(
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
    import itertools

    shape = tuple(int(n) for n in rng.integers(1, 4, size=int(rng.integers(1, 4))))
    strides = f(shape)
    places = sorted(
        sum(i * s for i, s in zip(index, strides, strict=True))
        for index in itertools.product(*[range(n) for n in shape])
    )
    return {"shape": shape, "strides": strides}, list(range(len(places))), places


place_of = Exercise(
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
    ],
    hints=[
        "One step in a dimension moves by its stride. How far do i steps move?",
        "Start with the offset and add i * stride for every dimension. What does i = -1 mean?",
        "Check -length <= i < length first; add length to a negative i; then place += i * step.",
    ],
)

view_strides = Exercise(
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
    ],
    hints=[
        "Which two numbers of the shape change places? And of the strides?",
        "Nothing moves in memory, so every dimension takes its stride along.",
        "Swap shape[dim0] with shape[dim1], and strides[dim0] with strides[dim1].",
    ],
)

gather_by_hand = Exercise(
    "gather_rows",
    title="One number from every row",
    difficulty=3,
    minutes=8,
    stub='''
        def gather_rows(x, index):
            """From row i of the matrix x, the element in column index[i]; index is an int64 tensor."""
            ...
    ''',
    solution='''
        def gather_rows(x, index):
            """From row i of the matrix x, the element in column index[i]; index is an int64 tensor."""
            return x[mt.arange(x.shape[0]), index]
    ''',
    why="Two index tensors of one length are read in step: element i comes from row i and column index[i]. This is how a loss picks "
    "the score of the right class.",
    facts=[
        Case("gather_rows(mt.tensor([[1.0, 2.0], [3.0, 4.0]]), mt.tensor([1, 0]))", T([2.0, 3.0])),
        Case("gather_rows(mt.tensor([[1, 2, 3], [4, 5, 6]]), mt.tensor([2, 2]))", T([3, 6])),
        Case("gather_rows(mt.tensor([[1, 2, 3]]), mt.tensor([0]))", T([1])),
        Case("gather_rows(mt.tensor([[1, 2], [3, 4], [5, 6]]), mt.tensor([0, 1, 0]))", T([1, 4, 5])),
    ],
    wrong=[
        Wrong(
            """
            def gather_rows(x, index):
                return x[:, index]
            """,
            "That takes the columns `index` from every row. Name the row as well: mt.arange(number of rows) in the first place.",
        ),
        Wrong(
            """
            def gather_rows(x, index):
                return x[index]
            """,
            "One index tensor picks whole rows. You want one element per row: a row number and a column number for each.",
        ),
        Wrong(
            """
            def gather_rows(x, index):
                return x[index, mt.arange(x.shape[0])]
            """,
            "Rows and columns are exchanged: the row is i, the column index[i].",
        ),
        Wrong(
            """
            def gather_rows(x, index):
                return x.gather(1, index.reshape(-1, 1))
            """,
            "The right numbers, but as a column. One number per row has the shape (rows,).",
        ),
    ],
    hints=[
        "x[rows, columns] with two tensors of one length reads them in step.",
        "The columns are `index`. Which rows go with them?",
        "x[mt.arange(x.shape[0]), index]",
    ],
)
