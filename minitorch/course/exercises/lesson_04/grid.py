"""An index for every element."""

import numpy as np

import minitorch as mt

from ...define import Exercise, Law, Mistake, Wrong
from ..telling import tells, told, variant

SETUP = """
from minitorch.backend import array_module
from minitorch.ops.index import gather as gathering

TABLE = np.arange(12).reshape(3, 4)
BLOCK = np.arange(24).reshape(2, 3, 4)


def read(x, dim, index):
    index = np.array(index)
    return x[gathering.grid(x, dim, index)].tolist()
"""

SOLUTION = '''
def grid(x, dim, index):
    """What to put in the brackets, an array for each dimension: x[grid(x, dim, index)] reads x at `index` along dim."""
    xp = array_module(index)
    places = []
    for d, n in enumerate(index.shape):
        places.append(xp.arange(n).reshape([n if one == d else 1 for one in range(index.ndim)]))
    places[dim] = index
    return tuple(places)
'''

LAID = "xp.arange(n).reshape([n if one == d else 1 for one in range(index.ndim)])"

exercise = Exercise(
    "grid",
    title="An index for every element",
    difficulty=3,
    minutes=6,
    target="minitorch.ops.index.gather:grid",
    installed=True,
    setup=SETUP,
    stub='''
        def grid(x, dim, index):
            """What to put in the brackets, an array for each dimension: x[grid(x, dim, index)] reads x at `index` along dim.

            Along dim, that is `index` itself. For every other dimension d it is 0, 1, 2 ... index.shape[d] - 1, laid out along d,
            with a length of 1 in all other dimensions, so that broadcasting makes one shape of them.
            array_module(index) is NumPy, or CuPy for an array on a GPU: array_module(index).arange(n) counts.
            """
            ...
    ''',
    solution=SOLUTION,
    why="NumPy broadcasts the arrays in the brackets, and then reads them in step. So each needs to know only its own dimension.",
    facts=[
        told("a vector", "read(np.arange(10, 20), 0, [3, 0, 3])", [13, 10, 13]),
        told("columns of each row", "read(TABLE, 1, [[3], [0], [1]])", [[3], [4], [9]]),
        told("several columns", "read(TABLE, 1, [[3, 0], [0, 0], [1, 2]])", [[3, 0], [4, 4], [9, 10]]),
        told("rows of each column", "read(TABLE, 0, [[2, 0, 1, 1]])", [[8, 1, 6, 7]]),
        told("an index smaller than the table", "read(TABLE, 1, [[3, 1]])", [[3, 1]]),
        told("an index that is longer along dim", "read(TABLE, 0, [[0], [1], [2], [0]])", [[0], [4], [8], [0]]),
        told(
            "three dimensions, the last",
            "read(BLOCK, 2, [[[3], [0], [1]], [[0], [1], [2]]])",
            [[[3], [4], [9]], [[12], [17], [22]]],
        ),
        told(
            "three dimensions, the middle one",
            "read(BLOCK, 1, [[[2, 0, 1, 0]], [[0, 0, 2, 1]]])",
            [[[8, 1, 6, 3]], [[12, 13, 22, 19]]],
        ),
        told("three dimensions, the first", "read(BLOCK, 0, [[[1, 0, 1, 0]]])", [[[12, 1, 14, 3]]]),
        told("a tuple", "type(gathering.grid(TABLE, 1, np.array([[3], [0], [1]]))).__name__", "tuple"),
        told(
            "arrays of numbers",
            "[type(one).__name__ for one in gathering.grid(TABLE, 1, np.array([[3], [0], [1]]))]",
            ["ndarray", "ndarray"],
        ),
        told("as many as dimensions", "len(gathering.grid(BLOCK, 0, np.zeros((1, 1, 1), int)))", 3),
        told(
            "gather and its gradient",
            """
            x = mt.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
            y = x.gather(1, mt.tensor([[1, 1], [0, 1]]))
            y.backward(mt.tensor([[1.0, 10.0], [100.0, 1000.0]]))
            y.tolist(), x.grad.tolist()
            """,
            ([[2.0, 2.0], [3.0, 4.0]], [[0.0, 11.0], [100.0, 1000.0]]),
        ),
        told(
            "scatter",
            "mt.zeros(2, 3).scatter(1, mt.tensor([[2], [0]]), 5.0).tolist()",
            [[0.0, 0.0, 5.0], [5.0, 0.0, 0.0]],
        ),
        Law("element by element", lambda piece, rng: one_by_one(rng), times=4),
    ],
    wrong=[
        Wrong(
            variant(SOLUTION, (LAID, "xp.arange(n)")),
            "The numbers lie in a row for every dimension, so all broadcast along the last one. Lay the numbers of dimension d "
            "out along d: a shape of ones, with n at place d.",
        ),
        Wrong(
            variant(SOLUTION, ("enumerate(index.shape)", "enumerate(x.shape)")),
            "The numbers go as far as the index does, index.shape[d], which may be less than x has.",
        ),
        Wrong(
            variant(SOLUTION, ("    places[dim] = index\n", "")),
            "Along dim, the place is the index itself: places[dim] = index.",
        ),
        Wrong(
            variant(SOLUTION, ("places[dim] = index", "places[-1] = index")),
            "The index stands where dim says, and not always last.",
        ),
        Wrong(
            variant(SOLUTION, ("places[dim] = index", "places.insert(dim, index)")),
            "There is one array too many: the index takes the place of the numbers of its dimension.",
        ),
        Wrong(
            variant(SOLUTION, ("return tuple(places)", "return places")),
            "NumPy takes a list for one index. In the brackets, a tuple stands for several: tuple(places).",
        ),
        Wrong(
            variant(SOLUTION, ("xp.arange(n)", "xp.arange(1, n + 1)")),
            "Places count from 0.",
        ),
        Wrong(
            variant(SOLUTION, ("[n if one == d else 1 for one in range(index.ndim)]", "[n] + [1] * (index.ndim - 1)")),
            "All numbers are laid out along the first dimension. Those of dimension d belong along d.",
        ),
        Wrong(
            variant(SOLUTION, ("return tuple(places)", "return tuple(reversed(places))")),
            "The places stand in the wrong order: first those of dimension 0.",
        ),
        Wrong(
            """
            def grid(x, dim, index):
                return tuple([slice(None)] * dim + [index])
            """,
            "With `:` in the other dimensions, each of their elements meets every index. They have to be named by numbers, so that "
            "all are read in step.",
        ),
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: isinstance(error, IndexError) and "broadcast" in str(error),
            "The arrays do not broadcast together. Each has length 1 in all dimensions but its own; the index has its own shape.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, IndexError) and "too many indices" in str(error),
            "There are more arrays than dimensions. The index takes the place of the numbers of its dimension.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, ValueError) and "reshape" in str(error),
            "The n numbers of a dimension get a shape with n at the place of that dimension, and 1 elsewhere.",
        ),
        *tells(
            a_vector="With one dimension, there is only the index.",
            columns_of_each_row="Each row is named by its number, as a column of numbers: [[0], [1], [2]].",
            several_columns="Each row is named by its number, as a column of numbers: [[0], [1], [2]].",
            rows_of_each_column="For dim 0 it is the columns that are named by their numbers, laid out as a row.",
            an_index_smaller_than_the_table="The numbers go as far as the index does: index.shape[d].",
            **{
                "an_index_that_is_longer_along_dim": "Along dim, only the index counts, however long it is.",
                "three_dimensions,_the_last": "Those of dimension 0 have the shape (n, 1, 1), those of 1 (1, n, 1).",
                "three_dimensions,_the_middle_one": "Those of dimension 0 have the shape (n, 1, 1), those of 2 (1, 1, n).",
                "three_dimensions,_the_first": "Those of dimension 1 have the shape (1, n, 1), those of 2 (1, 1, n).",
            },
            a_tuple="In the brackets, a tuple stands for several indices: tuple(places).",
            arrays_of_numbers="The places are arrays, as the index is: xp.arange(n).",
            as_many_as_dimensions="One array for each dimension of the index.",
        ),
    ],
    forbids={
        "take_along_axis": "That reads for you. Say which places are to be read.",
        "put_along_axis": "That writes for you. Say which places are meant.",
    },
    hints=[
        "For a table and dim 1, it is ([[0], [1], [2]], index): the row numbers as a column, and the index.",
        "`xp.arange(n)` for each n of index.shape, reshaped so that n stands at its own place, and 1 at all others. Then "
        "places[dim] = index.",
        "`xp.arange(n).reshape([n if one == d else 1 for one in range(index.ndim)])`, with d and n from enumerate(index.shape).",
    ],
)


def one_by_one(rng):
    """gather of a random table, against its definition."""
    shape = tuple(int(n) for n in rng.integers(1, 4, size=3))
    dim = int(rng.integers(3))
    x = rng.integers(100, size=shape)
    size = tuple(int(rng.integers(1, 5)) if d == dim else int(rng.integers(1, n + 1)) for d, n in enumerate(shape))
    index = rng.integers(shape[dim], size=size)
    expected = []
    for place in np.ndindex(size):
        at = list(place)
        at[dim] = index[place]
        expected.append(int(x[tuple(at)]))
    got = mt.tensor(x).gather(dim, mt.tensor(index)).flatten().tolist()
    return {"x": x, "dim": dim, "index": index}, expected, got
