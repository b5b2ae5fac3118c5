"""The shape that nested lists promise."""

import numpy as np

from ...define import Case, Exercise, Law, Wrong

exercise = Exercise(
    "shape_of",
    title="The shape that nested lists promise",
    difficulty=2,
    minutes=6,
    target="minitorch.creation.data:shape_of",
    stub='''
        def shape_of(data):
            """The shape that the first element of every level promises: [[1, 2], [3]] promises (2, 2)."""
            ...
    ''',
    solution='''
        def shape_of(data):
            """The shape that the first element of every level promises: [[1, 2], [3]] promises (2, 2)."""
            shape = []
            while isinstance(data, (list, tuple)):
                shape.append(len(data))
                if not data:
                    break
                data = data[0]
            return tuple(shape)
    ''',
    why="One length per level, always of the first element. Whether the others keep that promise is checked afterwards, "
    "so that the error can name the dimension that breaks it.",
    facts=[
        Case("shape_of([[1, 2, 3], [4, 5, 6]])", (2, 3)),
        Case("shape_of([7, 8])", (2,)),
        Case("shape_of(7)", ()),
        Case("shape_of([[[1], [2]]])", (1, 2, 1)),
        Case("shape_of(((1, 2), (3, 4), (5, 6)))", (3, 2)),
        Case("shape_of([])", (0,)),
        Case("shape_of([[], []])", (2, 0)),
        Case("shape_of([[1, 2], [3]])", (2, 2)),
        Case("shape_of([[1], [2, 3]])", (2, 1)),
        Law("an array's nested lists have its shape", lambda f, rng: nested(f, rng)),
    ],
    wrong=[
        Wrong(
            """
            def shape_of(data):
                shape = []
                while isinstance(data, (list, tuple)):
                    shape.append(len(data))
                    data = data[0]
                return tuple(shape)
            """,
            "An empty list has no first element to look into. Note its length 0 and stop there.",
        ),
        Wrong(
            """
            def shape_of(data):
                if not isinstance(data, list):
                    return ()
                if not data:
                    return (0,)
                return (len(data),) + shape_of(data[0])
            """,
            "Tuples nest as lists do: shape_of(((1, 2), (3, 4))) is (2, 2).",
        ),
        Wrong(
            """
            def shape_of(data):
                if not isinstance(data, (list, tuple)):
                    return ()
                if not data:
                    return (0,)
                return (len(data),) + shape_of(data[-1])
            """,
            "You follow the last element of each level. The promise is made by the first.",
        ),
        Wrong(
            """
            def shape_of(data):
                if not isinstance(data, (list, tuple)):
                    return ()
                if not data:
                    return (0,)
                return (len(data), *max(shape_of(item) for item in data))
            """,
            "You look for the longest element of each level. The promise is made by the first, and [[1], [2, 3]] breaks it.",
        ),
        Wrong(
            """
            def shape_of(data):
                if not data or not isinstance(data[0], (list, tuple)):
                    return (len(data),)
                return (len(data), len(data[0]))
            """,
            "Lists nest to any depth, and a bare number has depth 0, shape (). Go on while there is a list.",
        ),
        Wrong(
            """
            def shape_of(data):
                if not isinstance(data, (list, tuple)):
                    return ()
                if not data:
                    return ()
                return (len(data),) + shape_of(data[0])
            """,
            "An empty list is a dimension too, of length 0: shape_of([]) is (0,).",
        ),
        Wrong(
            """
            def shape_of(data):
                if not isinstance(data, (list, tuple)):
                    return ()
                if not data:
                    return (0,)
                return shape_of(data[0]) + (len(data),)
            """,
            "The outermost level comes first: three rows of two numbers have shape (3, 2).",
        ),
    ],
    forbids={
        "np.array": "NumPy would do the whole exercise. Walk down the lists yourself.",
        "np.shape": "NumPy would do the whole exercise. Walk down the lists yourself.",
        "np.asarray": "NumPy would do the whole exercise. Walk down the lists yourself.",
    },
    hints=[
        "Each level of brackets is one dimension, and its length is one number of the shape.",
        "Note the length, step into the first element, and go on while there is a list or tuple. Mind the empty list.",
        "`while isinstance(data, (list, tuple)): shape.append(len(data))`, then break if it is empty, else `data = data[0]`.",
    ],
)


def nested(f, rng):
    shape = tuple(int(n) for n in rng.integers(1, 4, size=int(rng.integers(0, 5))))
    data = np.zeros(shape).tolist()
    return {"data": data}, shape, f(data)
