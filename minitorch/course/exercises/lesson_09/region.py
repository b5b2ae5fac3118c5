"""region: Which elements a view shows (difficulty 4, 9 minutes)

Both are brought to one measure: bytes from the first element of the base. The base's places, sorted, are a table in
which the view's places are looked up. Nothing is assumed about the base's own strides.

1. Count both in bytes from the base's first element: `offsets(shown, xp) + (address(shown) - address(base))` for the
   view.
2. The base's own offsets, in one row, are a table: the number of an element is where its offset stands. The simplest
   way is a dictionary.
3. Quicker: `order = xp.argsort(places)` sorts the table; `xp.searchsorted(places[order], wanted)` finds in it;
   `order[...]` is the base's number.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.graph.rewrite:region",
    alone=True,
    facts="""
        >>> region(mt.zeros(4)[1:3]).tolist()
        [1, 2]
        if [0, 1]: Those are the places counted from the view's own first element, as if it began where the base begins.
            Add the distance of the two addresses.
        else: Those are bytes, not numbers of elements. Look up where in the base's own offsets each of them stands.
        >>> region(mt.zeros(3, 4)[:, 1:3]).tolist()
        [[1, 2], [5, 6], [9, 10]]
        if [1, 2, 5, 6, 9, 10]: The numbers are right and lie in one row. They should have the view's shape.
        else: The array has the view's shape, and in it the numbers that its elements have in the base, read row by row.
        >>> base = mt.from_numpy(np.zeros((2, 3)).T)
        >>> region(base[1]).tolist()
        [2, 3]
        if [2, 8]: An element has 4 bytes only in float32. Look the places up in the base's own offsets.
        else: This base is stored in another order than it is read in, or with gaps (it shows a NumPy array). The
            numbers are those of reading it row by row: look the places up in the base's own offsets, whatever their
            order.
    """,
)
