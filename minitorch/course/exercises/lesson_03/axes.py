"""Which dimensions a reduction removes."""

from ...define import Case, Exercise, Wrong

exercise = Exercise(
    "axes",
    title="Which dimensions a reduction removes",
    difficulty=2,
    minutes=5,
    target="minitorch.ops.reduction.sum:axes",
    setup="from minitorch.size import check_dim",
    stub='''
        def axes(dim, ndim):
            """The argument `dim` of a reduction (None, an int, or a tuple or list of them) as a tuple of numbers from 0.

            None and () mean all dimensions. check_dim(d, ndim) counts a negative d from the end, and raises for one that is
            out of range. A dimension named twice is a RuntimeError. A 0-d tensor (ndim 0) has none: ().
            """
            ...
    ''',
    solution='''
        def axes(dim, ndim):
            """The argument `dim` of a reduction (None, an int, or a tuple or list of them) as a tuple of numbers from 0."""
            if dim is None:
                return tuple(range(ndim))
            dims = (dim,) if isinstance(dim, int) else dim
            found = [check_dim(int(d), ndim) for d in dims]
            for d in found:
                if found.count(d) > 1:
                    raise RuntimeError(f"dim {d} appears multiple times in the list of dims")
            return tuple(found or range(ndim)) if ndim else ()
    ''',
    why="Every reduction takes its `dim` in all these forms. Brought to one form at the door, none of the code behind it has to ask "
    "again: it gets a tuple of different numbers from 0.",
    facts=[
        Case("axes(None, 3)", (0, 1, 2)),
        Case("axes(1, 3)", (1,)),
        Case("axes(0, 2)", (0,)),
        Case("axes(-1, 3)", (2,)),
        Case("axes((0, -1), 3)", (0, 2)),
        Case("axes([0, 1], 3)", (0, 1)),
        Case("axes((), 2)", (0, 1)),
        Case("axes(None, 0)", ()),
        Case("axes(0, 0)", ()),
        Case("axes(-1, 0)", ()),
        Case("axes(3, 3)", raises=IndexError),
        Case("axes((0, -4), 3)", raises=IndexError),
        Case("axes((0, -2), 2)", raises=RuntimeError),
        Case("axes((1, 1), 2)", raises=RuntimeError),
    ],
    wrong=[
        Wrong(
            """
            def axes(dim, ndim):
                if not dim:
                    return tuple(range(ndim))
                dims = (dim,) if isinstance(dim, int) else dim
                found = [check_dim(int(d), ndim) for d in dims]
                if len(set(found)) != len(found):
                    raise RuntimeError("twice")
                return tuple(found) if ndim else ()
            """,
            "`not dim` is true for 0 as well, so summing over dimension 0 sums over everything. Ask `dim is None`.",
        ),
        Wrong(
            """
            def axes(dim, ndim):
                if dim is None or dim == ():
                    return tuple(range(ndim))
                dims = (dim,) if isinstance(dim, int) else tuple(dim)
                if len(set(dims)) != len(dims):
                    raise RuntimeError("twice")
                return tuple(check_dim(d, ndim) for d in dims) if ndim else ()
            """,
            "0 and -2 of a matrix are the same dimension. Look for dimensions that come twice after counting from the end.",
        ),
        Wrong(
            """
            def axes(dim, ndim):
                if dim is None or dim == ():
                    return tuple(range(ndim))
                dims = (dim,) if isinstance(dim, int) else dim
                return tuple(sorted({check_dim(d, ndim) for d in dims})) if ndim else ()
            """,
            "A dimension named twice is an error, and a set makes one of the two without a word.",
        ),
        Wrong(
            """
            def axes(dim, ndim):
                if dim is None or dim == ():
                    return tuple(range(ndim))
                dims = (dim,) if isinstance(dim, int) else dim
                found = [d % ndim for d in dims] if ndim else []
                if len(set(found)) != len(found):
                    raise RuntimeError("twice")
                return tuple(found)
            """,
            "d % ndim brings every number inside, also one that is out of range. check_dim raises for that one.",
        ),
        Wrong(
            """
            def axes(dim, ndim):
                if dim is None:
                    return tuple(range(ndim))
                dims = (dim,) if isinstance(dim, int) else dim
                found = [check_dim(d, ndim) for d in dims]
                if len(set(found)) != len(found):
                    raise RuntimeError("twice")
                return tuple(found) if ndim else ()
            """,
            "An empty tuple means all dimensions here, as in PyTorch, and not none.",
        ),
        Wrong(
            """
            def axes(dim, ndim):
                if dim is None or dim == ():
                    return tuple(range(ndim))
                dims = (dim,) if isinstance(dim, int) else dim
                found = [check_dim(d, ndim) for d in dims]
                if len(set(found)) != len(found):
                    raise RuntimeError("twice")
                return tuple(found)
            """,
            "A 0-d tensor has no dimension, although PyTorch lets you say 0 or -1 to it: for ndim 0 the answer is ().",
        ),
        Wrong(
            """
                def axes(dim, ndim):
                    if dim is None: return tuple(range(ndim))
                    return (check_dim(dim, ndim),)
            """,
            "Several dims are not taken. `dim` may be a tuple or a list of them: go through it.",
        ),
    ],
    hints=[
        "First make a sequence of whatever came: None is all of them, an int is one.",
        "Then check_dim for each. What comes twice, comes twice after that: 0 and -2 of a matrix.",
        "dims = (dim,) if isinstance(dim, int) else dim; found = [check_dim(d, ndim) for d in dims]; raise if a number comes "
        "twice; an empty list means all; with ndim 0 return ().",
    ],
)
