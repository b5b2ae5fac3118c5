"""getitem: View or copy: the square brackets (difficulty 3, 7 minutes)

Ints, slices, None and ... pick elements in regular steps, and for those there are strides; for anything else there
are none. So this one question decides whether memory is shared.

1. First make a tuple of entries of whatever came. Then look at each entry.
2. All of them ints, slices, None or ...: a view. One of another kind: a copy. True and False have the type bool.
3. index = index if isinstance(index, tuple) else (index,); raise for a slice with a negative step; `all(i is None or
   i is ... or type(i) in (int, slice) for i in index)` decides between view_at and advanced.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.ops.index.getitem:getitem",
    alone=True,
    changes=True,
    solution="""
        def getitem(x, index):
            index = index if isinstance(index, tuple) else (index,)
            for i in index:
                if isinstance(i, slice) and i.step is not None and i.step < 0:
                    raise ValueError("step must be greater than zero")
            if all(i is None or i is ... or type(i) in (int, slice) for i in index):
                return view_at(x, index)
            return advanced(x, index)
    """,
    facts="""
        >>> getitem(mt.arange(6).reshape(2, 3), (..., 0))
        T([0, 3])
        else: Each entry is taken by itself, and so each counts from the first dimension of what the one before left.
            Give view_at all of them at once.
        >>> x = mt.arange(6)
        >>> getitem(x, slice(2, 4))._base is x
        True
        else: That tensor shares the memory and knows nothing of it: it has no base. view_at makes a view of x.
        >>> getitem(mt.arange(6), [3, 0])._base is None
        True
        if False: Everything goes to view_at, also lists and masks. Those are advanced's.
        if 'IndexError: too many indices for tensor of dimension 1': A list is one entry: x[[3, 0]] is the elements 3
            and 0, not x[3, 0]. Only a tuple holds several entries.
        >>> getitem(mt.tensor([[1, 2], [3, 4]]), (slice(None), [1]))._base is None
        True
        else: One int among lists does not make a view, and the first entry does not decide: all of them have to be
            ints, slices, None or ...
        >>> getitem(mt.arange(2), True)._base is None
        True
        else: In Python True is an int as well, so a bool comes through as one. Here it is a mask: ask for `type(i)`.
        >>> getitem(mt.arange(4), slice(None, None, -1))
        raises ValueError: step must be greater than zero
        else: A negative step is taken, as NumPy does. PyTorch refuses it: raise ValueError for such a slice.
    """,
)
