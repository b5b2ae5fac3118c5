"""Which dimensions a reduction removes."""

import textwrap

from ...define import Case, Exercise, Mistake, Wrong

RESTORE = """
def restore(g, shape, dim, keepdim):
    if keepdim or not shape:
        return g
    reduced = axes(dim, len(shape))
    return g.reshape(tuple([1 if d in reduced else n for d, n in enumerate(shape)]))

"""


def wrong(source, says):
    """A wrong answer whose mistake is in axes."""
    return Wrong(RESTORE + textwrap.dedent(source), says)


RES = "restore = axes.__globals__['restore']  # yours\n"
AXES = """
def axes(dim, ndim):
    '''The argument `dim` as a tuple of numbers from 0.'''
    if dim is None:
        return tuple(range(ndim))
    dims = (dim,) if isinstance(dim, int) else dim
    found = [check_dim(int(d), ndim) for d in dims]
    for d in found:
        if found.count(d) > 1:
            raise RuntimeError(f"dim {d} appears multiple times in the list of dims")
    return tuple(found or range(ndim)) if ndim else ()
"""


def restoring(unwanted, wanted, says):
    """A wrong answer whose mistake is in restore."""
    if unwanted not in RESTORE:
        raise ValueError(f"{unwanted!r} is not in restore")
    return Wrong(RESTORE.replace(unwanted, wanted) + AXES, says)


exercise = Exercise(
    "axes",
    title="Which dimensions a reduction removes",
    difficulty=2,
    minutes=6,
    target="minitorch.ops.reduction.sum:axes",
    covers={"restore": "minitorch.ops.reduction.sum:restore"},
    setup="from minitorch.size import check_dim",
    stub='''
        def restore(g, shape, dim, keepdim):
            """What a reduction over `dim` made, with the dimensions of `shape` back.

            The reduced ones come back with length 1. g is an array, or a tensor (which gets
            its reshape in lesson 04): g.reshape(...) gives it the shape. Where keepdim was
            set, the dimensions are there already.
            """
            ...


        def axes(dim, ndim):
            """The argument `dim` of a reduction as a tuple of numbers from 0.

            It is None, an int, or a tuple or list of them. None and () mean all dimensions.
            check_dim(d, ndim) counts a negative d from the end, and raises for one that is
            out of range. A dimension named twice is a RuntimeError. A 0-d tensor (ndim 0)
            has none: ().
            """
            ...
    ''',
    solution=RESTORE + AXES,
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
        Case(
            RES
            + "tuple(restore(np.ones(2), (2, 3), 1, False).shape), tuple(restore(np.ones(3), (2, 3), 0, False).shape)",
            ((2, 1), (1, 3)),
        ),
        Case(RES + "tuple(restore(np.ones(3), (2, 3, 4), (0, -1), False).shape)", (1, 3, 1)),
        Case(RES + "tuple(restore(np.ones((2, 4)), (2, 3, 4), 1, False).shape)", (2, 1, 4)),
        Case(RES + "tuple(restore(np.array(6.0), (2, 3), None, False).shape)", (1, 1)),
        Case(
            RES
            + "tuple(restore(np.ones((2, 1)), (2, 3), 1, True).shape), tuple(restore(np.array(6.0), (), None, False).shape)",
            ((2, 1), ()),
        ),
        Case(RES + "restore(mt.tensor([3.0, 12.0]), (2, 3), [1], False).tolist()", [[3.0], [12.0]]),
        Case("axes(3, 3)", raises=IndexError),
        Case("axes((0, -4), 3)", raises=IndexError),
        Case("axes((0, -2), 2)", raises=RuntimeError),
        Case("axes((1, 1), 2)", raises=RuntimeError),
    ],
    wrong=[
        restoring(
            "1 if d in reduced else n",
            "n if d in reduced else 1",
            "The reduced dimensions are those that get length 1; the others keep theirs.",
        ),
        restoring("axes(dim, len(shape))", "(dim,)", "dim comes in many forms here, too: axes brings them to one."),
        restoring(
            "axes(dim, len(shape))",
            "axes(dim, g.ndim)",
            "The dims are those of `shape`; g has fewer dimensions, unless keepdim was set.",
        ),
        restoring(
            "return g.reshape(tuple([1 if d in reduced else n for d, n in enumerate(shape)]))",
            "return g.reshape(shape)",
            "g does not have the numbers for the whole shape: the reduced dimensions get length 1.",
        ),
        wrong(
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
        wrong(
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
        wrong(
            """
            def axes(dim, ndim):
                if dim is None or dim == ():
                    return tuple(range(ndim))
                dims = (dim,) if isinstance(dim, int) else dim
                return tuple(sorted({check_dim(d, ndim) for d in dims})) if ndim else ()
            """,
            "A dimension named twice is an error, and a set makes one of the two without a word.",
        ),
        wrong(
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
        wrong(
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
        wrong(
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
        wrong(
            """
                def axes(dim, ndim):
                    if dim is None: return tuple(range(ndim))
                    return (check_dim(dim, ndim),)
            """,
            "Several dims are not taken. `dim` may be a tuple or a list of them: go through it.",
        ),
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: isinstance(error, IndexError) and expected is not IndexError,
            "check_dim counts a dim from the end and raises for one out of range: check_dim(d, ndim), first the dim.",
        ),
        Mistake(
            lambda expected, got, error: (
                expected in (((2, 1), (1, 3)), (1, 3, 1), (1, 1), (2, 1, 4), ((2, 1), ()), [[3.0], [12.0]])
            ),
            "restore gives g the lengths of `shape`, with 1 for each of axes(dim, len(shape)): g.reshape(...) with a tuple "
            "of them. Where "
            "keepdim was set, or `shape` is (), g is right as it is.",
        ),
    ],
    hints=[
        "First make a sequence of whatever came: None is all of them, an int is one.",
        "Then check_dim for each. What comes twice, comes twice after that: 0 and -2 of a matrix.",
        "restore: 1 for each d in axes(dim, len(shape)), else the length that it had. "
        "dims = (dim,) if isinstance(dim, int) else dim; found = [check_dim(d, ndim) for d in dims]; raise if a number comes "
        "twice; an empty list means all; with ndim 0 return ().",
    ],
)
