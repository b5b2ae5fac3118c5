"""Transpose without moving anything."""

from ...define import A, Case, Exercise, Mistake, Wrong
from ..edited import edited

SOLUTION = '''
def transpose(x, dim0, dim1):
    """The forward of transpose: the array x with two dimensions swapped, without copying a number."""
    dim0, dim1 = check_dim(dim0, x.ndim), check_dim(dim1, x.ndim)
    if x.ndim == 0:
        return x[...]
    shape, strides = list(x.shape), list(x.strides)
    for numbers in (shape, strides):
        numbers[dim0], numbers[dim1] = numbers[dim1], numbers[dim0]
    return shown_as(x, tuple(shape), tuple(strides))
'''

exercise = Exercise(
    "transpose",
    title="Transpose without moving anything",
    difficulty=2,
    minutes=5,
    target="minitorch.ops.view.transpose:transpose",
    setup="from minitorch.ops.view.reshape import shown_as\nfrom minitorch.size import check_dim",
    stub='''
        def transpose(x, dim0, dim1):
            """The forward of transpose: the array x with two dimensions swapped, without copying a number.

            check_dim(dim, x.ndim) counts a dim from the end where it is negative. shown_as(x, shape, strides) shows the memory
            of x in another shape, with other strides (in bytes, as x.strides has them). A 0-d array comes back as x[...].
            NumPy's swapaxes and transpose are not allowed: they are what you write.
            """
            ...
    ''',
    solution=SOLUTION,
    why="To walk the columns instead of the rows, swap the steps. No element moves, so transposing a gigabyte takes no time.",
    facts=[
        Case("transpose(np.arange(60).reshape(6, 10)[:2, :3], 0, 1)", A([[0, 10], [1, 11], [2, 12]])),
        Case("transpose(np.zeros((2, 3, 4)), 0, 2).strides", (8, 32, 96)),
        Case("transpose(np.arange(8).reshape(2, 2, 2), 0, 1)", A([[[0, 1], [4, 5]], [[2, 3], [6, 7]]])),
        Case("transpose(np.zeros((2, 3, 4)), -1, 0).shape", (4, 3, 2)),
        Case("transpose(np.arange(4).reshape(2, 2), 1, 1)", A([[0, 1], [2, 3]])),
        Case("transpose(np.arange(16).reshape(4, 4)[:2, ::2], 0, 1)", A([[0, 4], [2, 6]])),
        Case("x = np.arange(6).reshape(2, 3)\nnp.shares_memory(x, transpose(x, 0, 1))", True),
        Case("x = np.arange(6).reshape(2, 3)\n_ = transpose(x, 0, 1)\nx.shape", (2, 3)),
        Case("transpose(np.array(5.0), 0, -1)", A(5.0)),
        Case("transpose(np.zeros((2, 3)), 0, 2)", raises=IndexError),
    ],
    forbids=dict.fromkeys(
        ("swapaxes", "transpose", "T", "permute", "permute_dims", "matrix_transpose", "moveaxis", "rollaxis", "einsum"),
        "That swaps the dimensions for you. Say with shown_as what changes: the shape, and the strides.",
    ),
    wrong=[
        Wrong(
            """
            def transpose(x, dim0, dim1):
                dim0, dim1 = check_dim(dim0, x.ndim), check_dim(dim1, x.ndim)
                if x.ndim == 0:
                    return x[...]
                shape = list(x.shape)
                shape[dim0], shape[dim1] = shape[dim1], shape[dim0]
                return shown_as(x, tuple(shape), x.strides)
            """,
            "Only the shape is swapped. With the old strides the elements are read in the wrong order: swap them as well.",
        ),
        Wrong(
            """
            def transpose(x, dim0, dim1):
                dim0, dim1 = check_dim(dim0, x.ndim), check_dim(dim1, x.ndim)
                if x.ndim == 0:
                    return x[...]
                strides = list(x.strides)
                strides[dim0], strides[dim1] = strides[dim1], strides[dim0]
                return shown_as(x, x.shape, tuple(strides))
            """,
            "Only the strides are swapped. Every dimension takes its length along: swap the shape as well.",
        ),
        Wrong(
            """
            def transpose(x, dim0, dim1):
                dim0, dim1 = check_dim(dim0, x.ndim), check_dim(dim1, x.ndim)
                if x.ndim == 0:
                    return x[...]
                shape = list(x.shape)
                shape[dim0], shape[dim1] = shape[dim1], shape[dim0]
                return x.reshape(shape)
            """,
            "A reshape keeps the elements in their order and cuts the rows elsewhere. Transposing changes the order in which they "
            "are walked: swap the strides.",
        ),
        Wrong(
            """
            def transpose(x, dim0, dim1):
                check_dim(dim0, x.ndim), check_dim(dim1, x.ndim)
                if x.ndim == 0:
                    return x[...]
                return shown_as(x, x.shape[::-1], x.strides[::-1])
            """,
            "You turn all dimensions round. With three of them, only dim0 and dim1 change places.",
        ),
        Wrong(
            """
            def transpose(x, dim0, dim1):
                dim0, dim1 = check_dim(dim0, x.ndim), check_dim(dim1, x.ndim)
                if x.ndim == 0:
                    return x[...]
                shape = list(x.shape)
                shape[dim0], shape[dim1] = shape[dim1], shape[dim0]
                steps, step = [], x.itemsize
                for length in reversed(x.shape):
                    steps.append(step)
                    step *= length
                steps = steps[::-1]
                steps[dim0], steps[dim1] = steps[dim1], steps[dim0]
                return shown_as(x, tuple(shape), tuple(steps))
            """,
            "These strides are worked out from the shape, as if x lay row by row. x may be a view itself: take x.strides.",
        ),
        Wrong(
            edited(SOLUTION, ("tuple(strides))", "tuple(strides)).copy()")),
            "The result is a copy. A transpose shares the memory: leave the numbers where they are.",
        ),
        Wrong(
            edited(
                SOLUTION,
                ("\n    dim0, dim1 = check_dim(dim0, x.ndim), check_dim(dim1, x.ndim)", ""),
                ("return x[...]", "return x[...]\n    dim0, dim1 = dim0 % x.ndim, dim1 % x.ndim"),
            ),
            "A dim that is out of range is brought inside by %. check_dim raises for it.",
        ),
        Wrong(
            edited(SOLUTION, ("\n    if x.ndim == 0:\n        return x[...]", "")),
            "A 0-d array has no dimension to swap, though check_dim lets 0 and -1 through for it: return x[...] then.",
        ),
        Wrong(
            """
                def transpose(x, dim0, dim1):
                    dim0, dim1 = check_dim(dim0, x.ndim), check_dim(dim1, x.ndim)
                    if x.ndim == 0: return x[...]
                    s, t = list(x.shape), list(x.strides)
                    s[dim0] = s[dim1]; s[dim1] = s[dim0]
                    t[dim0] = t[dim1]; t[dim1] = t[dim0]
                    return shown_as(x, s, t)
            """,
            "After `a = b` the old a is gone, and `b = a` changes nothing. Swap both in one line: `a, b = b, a`.",
        ),
        Wrong(
            """
                def transpose(x, dim0, dim1):
                    dim0, dim1 = check_dim(dim0, x.ndim), check_dim(dim1, x.ndim)
                    if x.ndim == 0: return x[...]
                    s, t = list(x.shape), list(x.strides)
                    s[dim0], s[dim1] = s[dim1], s[dim0]
                    t[dim0], t[dim1] = t[dim1], t[dim0]
                    return shown_as(x, s, [n // x.itemsize for n in t])
            """,
            "These strides are in elements. NumPy counts in bytes: take the numbers of x.strides as they are.",
        ),
        Wrong(
            """
                def transpose(x, dim0, dim1):
                    dim0, dim1 = check_dim(dim0, x.ndim), check_dim(dim1, x.ndim)
                    if x.ndim == 0: return x[...]
                    s, t = list(x.shape), list(x.strides)
                    s[0], s[1] = s[1], s[0]
                    t[0], t[1] = t[1], t[0]
                    return shown_as(x, s, t)
            """,
            "Always the first two dimensions change places. It has to be dim0 and dim1.",
        ),
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: error is None and expected.values.ndim > 0,
            "Other numbers come out than those of the swapped dimensions. shown_as(x, shape, strides) wants x itself, then "
            "the lengths, then "
            "the steps in bytes as x.strides has them: both with the two places swapped.",
        ),
    ],
    hints=[
        "Which two numbers of the shape change places? And of the strides?",
        "Nothing moves in memory, so every dimension takes its stride along.",
        "Make lists of x.shape and x.strides, swap entries dim0 and dim1 in both, and give them to shown_as.",
    ],
)
