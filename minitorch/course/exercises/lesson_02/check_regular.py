"""check_regular: Lists of one length (difficulty 3, 9 minutes)

The first element of each list gives the shape, and all other lists must agree with it. The depth tells the reader where to look.

1. Both functions call themselves for the data one level deeper. Where does each of them stop?
2. check_regular compares one length, then calls itself for each item with dim + 1. At dim == len(shape) it does nothing.
3. shape_of: `()` for a number, `(0,)` for an empty list, otherwise `(len(data), *shape_of(data[0]))`. check_regular: `if
   len(data) != shape[dim]: raise ValueError(...)`, then `for item in data: check_regular(item, shape, dim + 1)`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.creation.data:check_regular",
    covers="shape_of",
    facts="""
        if "has no len()": check_regular goes one step too deep: single numbers have no length.
        if "object is not iterable": check_regular goes one step too deep: a number has no items. Stop at the last dimension of `shape`.
        >>> shape_of([[1, 2, 3], [4, 5, 6]]), shape_of(((1, 2),)), shape_of(5), shape_of([[], []]), shape_of([[1], [2, 3]])
        ((2, 3), (1, 2), (), (2, 0), (2, 1))
        if ((2, 3), (1, 2), (), (2, 0), (2, 2)): shape_of([[1], [2, 3]]) is (2, 1): only the first element of each list counts, not the last or the longest.
        if "IndexError": An empty list has no first element: stop there.
        if "inhomogeneous": NumPy raised this error, not you. Read the shape off the lists themselves.
        else: The shape is a tuple: the length of the list, then the length of its first element, and so on. Tuples count as lists.
        >>> shape_of([mt.tensor(1.0), mt.tensor(2.0)]), shape_of(["ab"]), shape_of(None)
        ((2,), (1,), ())
        else: Only lists and tuples have a length here. Anything else counts as a number, and is looked at later.
        >>> check_regular([1, 2], (3,))
        raises ValueError: expected sequence of length 3 at dim 0 (got 2)
        if "expected sequence of length 3 at dim 0 (got 2)": The text is right. Raise it: `raise ValueError(...)`.
        if "length 2 at dim 0 (got 3)": The check is right, but its message is not: first the expected length, then the actual length.
        if "at dim 1": The check is right, but its message is not: `dim` is 0 for the outer list, and 1 for a list inside it.
        if "ValueError": The error is right, its message is not: expected sequence of length 3 at dim 0 (got 2).
        else: `data` itself is at depth `dim`, here 0: compare its own length, 2, with shape[0], which is 3.
        >>> check_regular([[1, 2], [3, 4], [5, 6]], (3, 2)), check_regular(7, ()), check_regular([1, [2]], (2,))
        (None, None, None)
        if "length 3 at dim 0 (got 2)": The depth never grows: an item of `data` is one deeper, at dim + 1.
        if (True, True, True): check_regular returns nothing: it raises the error, or ends. Whether all is well is not asked.
        else: Below the last dimension of `shape` nothing is checked. For a number there is no length, and no shape[0], to compare.
        >>> mt.tensor([[(1, 2), ()], [(3, 4), (5, 6)]])
        raises ValueError: expected sequence of length 2 at dim 2 (got 0)
        if "at dim 0": The outer list is at dim 0 and has the right length. A list inside it is at dim 1, and so on: dim + 1.
        else: The second tuple is empty, and no error was raised: every list and every tuple must be checked, the empty ones, too.
        >>> mt.tensor([[[1], [2]], [[3, 4], [5, 6]], [[7], [8]]])
        raises ValueError: expected sequence of length 1 at dim 2 (got 2)
        else: The lists [3, 4] and [5, 6] agree, but `shape` says 1: compare each list with `shape`.
    """,
)
