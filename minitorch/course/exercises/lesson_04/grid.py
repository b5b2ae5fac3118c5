"""An index for every element."""

from ...define import A, Case, Exercise, Law, Wrong

exercise = Exercise(
    "grid",
    title="An index for every element",
    difficulty=4,
    minutes=8,
    target="minitorch.ops.index.gather:grid",
    stub='''
        def grid(x, dim, index):
            """A tuple of arrays, one per dimension, for which x[grid(x, dim, index)] is what gather takes from x along `dim`.

            At [i][j], that is x[i][index[i][j]] for dim 1, and x[index[i][j]][j] for dim 0. x and the integers `index` are
            arrays with the same number of dimensions; along the others, `index` may be shorter than x. dim is 0 or more.
            """
            ...
    ''',
    solution='''
        def grid(x, dim, index):
            """x[grid(x, dim, index)] reads x at `index` along dim, and at each element's own index along the other dimensions."""
            places = []
            for d, n in enumerate(index.shape):
                places.append(np.arange(n).reshape([-1 if d == other else 1 for other in range(index.ndim)]))
            places[dim] = index
            return tuple(places)
    ''',
    why="Index arrays are broadcast against each other and read in step. So a row number for every row is a column of numbers, and "
    "along `dim` the index itself says which element to take.",
    facts=[
        Case(
            "x, index = np.array([[10, 11, 12], [20, 21, 22]]), np.array([[2], [0]])\nx[grid(x, 1, index)]",
            A([[12], [20]]),
        ),
        Case(
            "x, index = np.array([[10, 11, 12], [20, 21, 22]]), np.array([[1, 0, 1]])\nx[grid(x, 0, index)]",
            A([[20, 11, 22]]),
        ),
        Case(
            "x, index = np.array([[10, 11, 12], [20, 21, 22]]), np.array([[2, 2], [1, 0]])\nx[grid(x, 1, index)]",
            A([[12, 12], [21, 20]]),
        ),
        Case("x, index = np.array([5, 6, 7]), np.array([2, 2, 0, 1])\nx[grid(x, 0, index)]", A([7, 7, 5, 6])),
        Case("x, index = np.arange(12).reshape(3, 4), np.array([[3, 1]])\nx[grid(x, 1, index)]", A([[3, 1]])),
        Case("x, index = np.arange(12).reshape(3, 4), np.array([[2], [1]])\nx[grid(x, 0, index)]", A([[8], [4]])),
        Case(
            """
            x, index = np.zeros((2, 3)), np.array([[2], [0]])
            x[grid(x, 1, index)] = 1
            x
            """,
            A([[0.0, 0.0, 1.0], [1.0, 0.0, 0.0]]),
            changes=True,
        ),
        Case("[type(one).__name__ for one in grid(np.zeros((2, 2)), 1, np.array([[0], [1]]))]", ["ndarray", "ndarray"]),
        Case("type(grid(np.zeros((2, 2)), 1, np.array([[0], [1]]))).__name__", "tuple"),
        Law("in three dimensions", lambda f, rng: three(f, rng)),
    ],
    wrong=[
        Wrong(
            """
            def grid(x, dim, index):
                places = [np.arange(n) for n in index.shape]
                places[dim] = index
                return tuple(places)
            """,
            "The row numbers lie along the last dimension, as every vector does. Each needs its own direction: reshape the "
            "numbers of dimension d so that only dimension d is longer than 1.",
        ),
        Wrong(
            """
            def grid(x, dim, index):
                places = [np.arange(n).reshape((-1,) + (1,) * (x.ndim - 1 - d)) for d, n in enumerate(x.shape)]
                places[dim] = index
                return tuple(places)
            """,
            "The numbers run through all of x. The result has the shape of `index`, which may be shorter: count along "
            "index.shape.",
        ),
        Wrong(
            """
            def grid(x, dim, index):
                return (index,) * x.ndim
            """,
            "The index is used along every dimension. Along the others, each element stays at its own index.",
        ),
        Wrong(
            """
            def grid(x, dim, index):
                places = [np.arange(n).reshape((-1,) + (1,) * (index.ndim - 1 - d)) for d, n in enumerate(index.shape)]
                return tuple(places)
            """,
            "The index itself does not come into it. Along `dim`, put it in the place of the count.",
        ),
        Wrong(
            """
            def grid(x, dim, index):
                places = [np.arange(n).reshape((-1,) + (1,) * (index.ndim - 1 - d)) for d, n in enumerate(index.shape)]
                places[dim] = index
                return places
            """,
            "The arrays are right, but in a list. Between the brackets, a list is one index array; a tuple is one for each dimension.",
        ),
        Wrong(
            """
            def grid(x, dim, index):
                places = [slice(None) for n in index.shape]
                places[dim] = index
                return tuple(places)
            """,
            "A full slice beside the index reads the whole of it for every row: x[:, index]. To read in step, every dimension "
            "needs an array of numbers.",
        ),
        Wrong(
            """
            def grid(x, dim, index):
                places = [np.arange(n).reshape((1,) * d + (-1,)) for d, n in enumerate(index.shape)]
                places[dim] = index
                return tuple(places)
            """,
            "The 1s stand in front of the numbers and have to stand behind them: broadcasting puts 1s in front by itself. Dimension d "
            "has index.ndim - 1 - d dimensions behind it.",
        ),
        Wrong(
            """
            def grid(x, dim, index):
                places = [np.arange(n).reshape((-1,) + (1,) * (index.ndim - 1 - d)) for d, n in enumerate(index.shape)]
                places[-1] = index
                return tuple(places)
            """,
            "The index goes to the last dimension, whatever `dim` says.",
        ),
        Wrong(
            """
                def grid(x, dim, index):
                    return np.take_along_axis(x, index, dim)
            """,
            "take_along_axis reads the numbers. Asked for is the index with which one reads, and writes: a tuple of "
            "arrays.",
        ),
        Wrong(
            """
                def grid(x, dim, index):
                    places = list(np.indices(x.shape))
                    places[dim] = index
                    return tuple(places)
            """,
            "The numbers run through all of x. The result has the shape of `index`, which may be shorter: count along "
            "its shape.",
        ),
        Wrong(
            """
                def grid(x, dim, index):
                    places = np.meshgrid(*[np.arange(n) for n in index.shape])
                    places[dim] = index
                    return tuple(places)
            """,
            'meshgrid exchanges the first two dimensions unless told indexing="ij".',
        ),
        Wrong(
            """
                def grid(x, dim, index):
                    rows = np.arange(index.shape[0]).reshape(-1, 1)
                    return (rows, index) if dim == 1 else (index, np.arange(index.shape[1]))
            """,
            "This is right for a matrix. It has to do for any number of dimensions, from a vector on.",
        ),
        Wrong(
            """
                def grid(x, dim, index):
                    places = list(np.indices(index.shape))
                    places.insert(dim, index)
                    return tuple(places)
            """,
            "The index is put in beside the count of dimension `dim`, and has to take its place: there is one array "
            "per dimension.",
        ),
        Wrong(
            """
                def grid(x, dim, index):
                    places = list(np.indices(index.shape))
                    places[0] = index
                    return tuple(places)
            """,
            "The index always goes to dimension 0, whatever `dim` says.",
        ),
        Wrong(
            """
                def grid(x, dim, index):
                    return index
            """,
            "The index alone takes whole slices of x. The other dimensions need their own numbers.",
        ),
        Wrong(
            """
                def grid(x, dim, index):
                    places = list(np.indices(index.shape))
                    places[1 - dim] = index
                    return tuple(places)
            """,
            "The index goes to the other dimension: its place is number `dim`.",
        ),
    ],
    hints=[
        "For a matrix and dim 1: x[rows, index] with rows a column of the numbers 0, 1, 2, ... How does that look for dim 0?",
        "For each dimension d, np.arange(index.shape[d]) in the direction d: of shape (n, 1, 1) for the first of three, (n, 1) for "
        "the second. In the place of number `dim` stands the index.",
        "places = [np.arange(n).reshape((-1,) + (1,) * (index.ndim - 1 - d)) for d, n in enumerate(index.shape)]; "
        "places[dim] = index; return tuple(places).",
    ],
)


def three(f, rng):
    x = rng.integers(0, 100, size=(2, 3, 4))
    dim = int(rng.integers(0, 3))
    shape = [int(rng.integers(1, n + 1)) for n in x.shape]
    index = rng.integers(0, x.shape[dim], size=shape)
    expected = index.copy()
    for i in range(shape[0]):
        for j in range(shape[1]):
            for k in range(shape[2]):
                place = [i, j, k]
                place[dim] = index[i, j, k]
                expected[i, j, k] = x[tuple(place)]
    return {"x": x, "dim": dim, "index": index}, expected, x[f(x, dim, index)]
