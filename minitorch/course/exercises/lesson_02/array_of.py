"""array_of: From data to an array (difficulty 4, 17 minutes)

This is what mt.tensor(data) does. The first list at each depth gives the shape, and all others must keep to it.

1. Write the four functions from top to bottom. Each is tried by itself as well.
2. shape_of walks from a list to its first element until it comes to something that is not a list. check_regular compares one
   length, then calls itself for each item of the list with dim + 1, but not for single numbers. array_of has two ways to an
   array and a dtype, and one line at the end for both.
3. `while isinstance(data, (list, tuple))`: append len(data), stop if it is empty, `data = data[0]`. check_regular: `if dim <
   len(shape) and len(data) != shape[dim]: raise ValueError(...)`, then `if dim + 1 < len(shape): for item in data:
   check_regular(item, shape, dim + 1)`. array_of: `return array.astype((dtype or kind).numpy, order="C")`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.creation.data:array_of",
    covers="shape_of check_regular infer_dtype",
    forbids={
        "mt.tensor": "mt.tensor calls this very function. Work with the helpers.",
        "as_tensor": "This would call the very function that you write. Work with the helpers.",
    },
    facts="""
        if "inhomogeneous": NumPy raised this error, not you. Check every list before NumPy makes an array.
        if "Cannot interpret 'minitorch.": astype takes NumPy's dtype: the attribute `numpy` of the dtype.
        if "TypeError: object of type 'int' has no len()": check_regular goes one step too deep: single numbers have no length.
        >>> shape_of([[1, 2, 3], [4, 5, 6]]), shape_of(((1, 2),)), shape_of(5), shape_of([[], []]), shape_of([[1, 2], [3]])
        ((2, 3), (1, 2), (), (2, 0), (2, 2))
        if ((2, 3), (1, 2), (), (2, 0), (2, 1)): If the lengths differ, the first list at each depth counts, and not the last.
        if "IndexError": An empty list has no first element: stop there.
        else: The length of the list, then of its first element, and so on; lists and tuples count. The result is a tuple.
        >>> check_regular([1, 2], (2,)), check_regular([[1, 2], [3, 4], [5, 6]], (3, 2))
        (None, None)
        if "length 3 at dim 0 (got 2)": The depth never grows: an item of `data` is one deeper, at dim + 1.
        >>> array_of(7).shape, array_of([]).shape
        ((), (0,))
        else: A single number has the shape (): there is no length, and no shape[0], to compare.
        >>> array_of([[[1, 2], []], [[3, 4], [5, 6]]])
        raises ValueError: expected sequence of length 2 at dim 2 (got 0)
        if "at dim 0": The outer list is at dim 0 and has the right length. A list inside it is at dim 1, and so on: dim + 1.
        if "at dim 3": The check is right, its message is not: `dim` is 0 for the outer list, and 1 for a list inside it.
        if "length 0 at dim 2 (got 2)": The check is right, its message is not: first the expected length, then the one that was got.
        else: The second list is shorter than the first: check all lists before nested_array sees them.
        >>> array_of([[[1], [2]], [[3, 4], [5, 6]], [[7], [8]]])
        raises ValueError: expected sequence of length 1 at dim 2 (got 2)
        else: The lists [3, 4] and [5, 6] agree, but `shape` says 1. Compare each list with `shape`, and count `dim` up.
        >>> [array_of(one).dtype.name for one in ([0.5, 2], [], [1, 2], [True, False], [1j])]
        ['float32', 'float32', 'int64', 'bool', 'complex64']
        else: Only floats get the default dtype, now float32: NumPy's float64 is only on the way. Integers and bools keep theirs.
        >>> array_of(np.array([1.0, 2.0]), mt.float32).dtype.name, array_of([0.5], mt.float64).dtype.name, array_of([2**70], mt.float64).dtype.name
        ('float32', 'float64', 'float64')
        else: A dtype that is given comes before any other, for arrays as well as for lists; nested_array gets it, too.
        >>> mt.set_default_dtype(mt.float64)
        >>> array_of([0.5]).dtype.name, array_of([1j]).dtype.name
        ('float64', 'complex128')
        else: float32 is only the first default dtype: get_default_dtype() says what it is now. Complex: get_default_dtype().to_complex().
        >>> mt.set_default_dtype(mt.float32)
        >>> array_of(np.array([1.0, 2.0])).dtype.name, array_of(mt.tensor([1.0], dtype=mt.float64)).dtype.name
        ('float64', 'float64')
        else: An array or a tensor has a dtype already, and keeps it. infer_dtype is for Python's numbers.
        >>> given = np.array([1.0, 2.0])
        >>> result = array_of(given), array_of(mt.from_numpy(given))
        >>> given[0] = 100.0
        >>> [one.tolist() for one in result], array_of(np.ones((2, 3)).T).flags.c_contiguous
        ([[1.0, 2.0], [1.0, 2.0]], True)
        if ([[1.0, 2.0], [1.0, 2.0]], False): The rows of a new array are one after the other in memory: order="C".
        else: The new array shares memory with the array or the tensor that was given. It must be a copy.
    """,
)
