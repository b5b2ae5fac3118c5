"""axes: Which dimensions a reduction removes (difficulty 2, 6 minutes)

Every reduction takes its `dim` in all these forms. Brought to one form at the door, none of the code behind it has to
ask again: it gets a tuple of different numbers from 0.

1. First make a sequence of whatever came: None is all of them, an int is one.
2. Then check_dim for each. What comes twice, comes twice after that: 0 and -2 of a matrix.
3. restore: 1 for each d in axes(dim, len(shape)), else the length that it had. dims = (dim,) if isinstance(dim, int)
   else dim; found = [check_dim(d, ndim) for d in dims]; raise if a number comes twice; an empty list means all; with
   ndim 0 return ().
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.ops.reduction.sum:axes",
    covers="restore",
    alone=True,
    facts="""
        >>> axes(None, 3)
        (0, 1, 2)
        >>> axes(0, 2)
        (0,)
        else: `not dim` is true for 0 as well, so summing over dimension 0 sums over everything. Ask `dim is None`.
        >>> axes((), 2)
        (0, 1)
        if (): An empty tuple means all dimensions here, as in PyTorch, and not none.
        if "TypeError: '<=' not supported between instances of 'int' and 'tuple'": Several dims are not taken. `dim` may
            be a tuple or a list of them: go through it.
        >>> axes(0, 0)
        ()
        else: A 0-d tensor has no dimension, although PyTorch lets you say 0 or -1 to it: for ndim 0 the answer is ().
        >>> restore = axes.__globals__['restore']  # yours
        >>> tuple(restore(np.ones(3), (2, 3, 4), (0, -1), False).shape)
        (1, 3, 1)
        else: restore gives g the lengths of `shape`, with 1 for each of axes(dim, len(shape)): g.reshape(...) with a
            tuple of them. Where keepdim was set, or `shape` is (), g is right as it is.
        >>> axes(3, 3)
        raises IndexError
        else: d % ndim brings every number inside, also one that is out of range. check_dim raises for that one.
        >>> axes((0, -2), 2)
        raises RuntimeError
        if (0,): A dimension named twice is an error, and a set makes one of the two without a word.
        if (0, 0): 0 and -2 of a matrix are the same dimension. Look for dimensions that come twice after counting from
            the end.
    """,
)
