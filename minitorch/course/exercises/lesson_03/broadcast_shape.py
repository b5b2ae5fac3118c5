"""The shape two shapes stretch to."""

from ...define import Case, Exercise, Law, Wrong

exercise = Exercise(
    "broadcast_shape",
    title="The shape two shapes stretch to",
    difficulty=3,
    minutes=7,
    target="minitorch.ops.view.expand:broadcast_shape",
    setup="from minitorch.ops.call import broadcast_error",
    stub='''
        def broadcast_shape(a, b):
            """The shape to which the shapes a and b, tuples of ints, broadcast, as a tuple; raise RuntimeError if they do not.

            Not with np.broadcast_shapes or the like, and not by broadcasting something and looking: the rule is what you write.
            """
            ...
    ''',
    solution='''
        def broadcast_shape(a, b):
            """The shape to which the shapes a and b broadcast, as a tuple; RuntimeError if they do not."""
            n = max(len(a), len(b))
            a, b = (1,) * (n - len(a)) + tuple(a), (1,) * (n - len(b)) + tuple(b)
            if any(i != j and 1 not in (i, j) for i, j in zip(a, b)):
                raise broadcast_error(a, b)
            return tuple(j if i == 1 else i for i, j in zip(a, b))
    ''',
    why="Shapes are lined up at their right ends, missing sizes count as 1, and a 1 is stretched to the other's size.",
    facts=[
        Case("broadcast_shape((3, 1), (1, 4))", (3, 4)),
        Case("broadcast_shape((2, 3), (3,))", (2, 3)),
        Case("broadcast_shape((), (2, 2))", (2, 2)),
        Case("broadcast_shape((5, 4), (5, 4))", (5, 4)),
        Case("broadcast_shape((0,), (1,))", (0,)),
        Case("broadcast_shape((2, 1), (8, 1, 3))", (8, 2, 3)),
        Case("broadcast_shape((2,), (3,))", raises=RuntimeError),
        Case("broadcast_shape((2, 3), (2,))", raises=RuntimeError),
        Case("broadcast_shape((0,), (3,))", raises=RuntimeError),
        Case("broadcast_shape((2,), (4,))", raises=RuntimeError),
        Law("the order of the two does not matter", lambda f, rng: symmetric(f, rng)),
    ],
    forbids=dict.fromkeys(
        ("broadcast_shapes", "broadcast", "broadcast_arrays", "broadcast_tensors", "broadcast_to", "nditer"),
        "That applies the rule for you, and the rule is what this exercise asks for: compare the two shapes size by size.",
    )
    | dict.fromkeys(
        ("zeros", "ones", "empty", "full", "add", "expand"),
        "This lets NumPy or the package broadcast something, and looks at the result. Write the rule itself: compare the sizes.",
    ),
    wrong=[
        Wrong(
            """
            def broadcast_shape(a, b):
                n = max(len(a), len(b))
                a, b = tuple(a) + (1,) * (n - len(a)), tuple(b) + (1,) * (n - len(b))
                for i, j in zip(a, b):
                    if i != j and 1 not in (i, j):
                        raise RuntimeError("no match")
                return tuple(j if i == 1 else i for i, j in zip(a, b))
            """,
            "You line the shapes up at their left ends. Broadcasting starts from the last dimension: put the 1s in front.",
        ),
        Wrong(
            """
            def broadcast_shape(a, b):
                n = max(len(a), len(b))
                a, b = (1,) * (n - len(a)) + tuple(a), (1,) * (n - len(b)) + tuple(b)
                return tuple(max(i, j) for i, j in zip(a, b))
            """,
            "Taking the larger size lets 2 and 3 through as 3. Only a 1 may be stretched; anything else is an error. And 1 "
            "with 0 gives 0.",
        ),
        Wrong(
            """
            def broadcast_shape(a, b):
                n = max(len(a), len(b))
                a, b = (1,) * (n - len(a)) + tuple(a), (1,) * (n - len(b)) + tuple(b)
                for i, j in zip(a, b):
                    if i != j and 1 not in (i, j) and (0 in (i, j) or max(i, j) % min(i, j)):
                        raise RuntimeError("no match")
                return tuple(j if i == 1 else i for i, j in zip(a, b))
            """,
            "Nothing is repeated to fill a multiple: 2 and 4 do not fit. Only a 1 may be stretched.",
        ),
        Wrong(
            """
            def broadcast_shape(a, b):
                for i, j in zip(a[::-1], b[::-1]):
                    if i != j and 1 not in (i, j):
                        raise RuntimeError("no match")
                return tuple(j if i == 1 else i for i, j in zip(a, b))
            """,
            "zip stops at the shorter shape. The missing sizes count as 1: fill them in, in front.",
        ),
        Wrong(
            """
            def broadcast_shape(a, b):
                n = max(len(a), len(b))
                a, b = (1,) * (n - len(a)) + tuple(a), (1,) * (n - len(b)) + tuple(b)
                if any(i != j and 1 not in (i, j) for i, j in zip(a, b)):
                    return None
                return tuple(j if i == 1 else i for i, j in zip(a, b))
            """,
            "Shapes that do not fit are an error, not None: raise RuntimeError, so that nobody computes on.",
        ),
        Wrong(
            """
                def broadcast_shape(a, b):
                    n = max(len(a), len(b))
                    a, b = (1,) * (n - len(a)) + tuple(a), (1,) * (n - len(b)) + tuple(b)
                    for i, j in zip(a, b):
                        if i != j and 1 not in (i, j): raise RuntimeError("no")
                    return tuple(i for i, j in zip(a, b))
            """,
            "You return the first shape with 1s in front. Where a size of it is 1, the other's size is the result's.",
        ),
        Wrong(
            """
                def broadcast_shape(a, b):
                    n = max(len(a), len(b))
                    a, b = (1,) * (n - len(a)) + tuple(a), (1,) * (n - len(b)) + tuple(b)
                    for i, j in zip(a, b):
                        if i != j and i != 1: raise RuntimeError("no")
                    return tuple(j if i == 1 else i for i, j in zip(a, b))
            """,
            "A 1 in b may be stretched as well: either of the two sizes may be the 1.",
        ),
        Wrong(
            """
                def broadcast_shape(a, b):
                    n = max(len(a), len(b))
                    a, b = (0,) * (n - len(a)) + tuple(a), (0,) * (n - len(b)) + tuple(b)
                    for i, j in zip(a, b):
                        if i != j and 1 not in (i, j): raise RuntimeError("no")
                    return tuple(j if i == 1 else i for i, j in zip(a, b))
            """,
            "The missing sizes are filled in as 0. They count as 1, which can be stretched; a 0 is a size like any "
            "other.",
        ),
    ],
    hints=[
        "Write the two shapes under each other, with their right ends in line.",
        "Fill the shorter one with 1s in front. Then look at each pair of sizes: equal, one of them 1, or an error.",
        "The result's size is `j if i == 1 else i` for each pair.",
    ],
)


def symmetric(f, rng):
    shape = tuple(int(n) for n in rng.integers(1, 4, size=3))
    ones = tuple(1 if rng.random() < 0.5 else n for n in shape)[int(rng.integers(0, 3)) :]
    return {"a": shape, "b": ones}, (shape, shape), (f(shape, ones), f(ones, shape))
