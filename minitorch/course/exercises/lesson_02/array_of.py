"""array_of: From data to an array (difficulty 3, 11 minutes)

This is what mt.tensor(data) does: it finds an array and a dtype, and makes one copy.

1. Either `data` has an array and a dtype already, or it is a number or a list. One line at the end copies in both cases.
2. An array: given_array(data), and from_numpy_dtype(array.dtype). Lists: check_regular(data, shape_of(data)), then nested_array.
3. infer_dtype looks at from_numpy_dtype(array.dtype).category. array_of ends with `array.astype((dtype or kind).numpy, order="C")`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.creation.data:array_of",
    covers="infer_dtype",
    forbids=dict.fromkeys(("mt.tensor", "as_tensor"), "It calls the function that you write. Work with the helpers."),
    facts="""
        if "'tuple' object has no attribute": nested_array returns a pair: the array and its dtype.
        if "inhomogeneous": NumPy raised this error, not you. Check every list before NumPy makes an array.
        if "Cannot interpret 'minitorch.": astype takes NumPy's dtype: the attribute `numpy` of the dtype.
        if "DType' object has no attribute": This is NumPy's dtype. from_numpy_dtype(...) is minitorch's, which has the attribute `numpy`.
        if "'NoneType' object has no attribute": If no dtype is given, `dtype` is None, and the dtype of the data decides.
        >>> array_of(((1, 2), (3,)), mt.float32)
        raises ValueError: expected sequence of length 2 at dim 1 (got 1)
        else: Check nested lists and tuples, with a dtype and without: check_regular(data, shape_of(data)), before nested_array sees them.
        >>> [array_of(one).shape for one in (7, [[1, 0.5]], np.ones((1, 2)), np.float64(3))]
        [(), (1, 2), (1, 2), ()]
        else: The array has the shape of the data: () for a number, and (1, 2) for one row of two.
        >>> kinds, _ = [infer_dtype(np.array(one)).name for one in (0.5, 1j, 2, True)], mt.set_default_dtype(mt.float64)
        >>> _ = kinds.extend(infer_dtype(np.array(one)).name for one in (0.5, 1j)), mt.set_default_dtype(mt.float32)
        >>> kinds
        ['float32', 'complex64', 'int64', 'bool', 'float64', 'complex128']
        if ['float32', 'complex64', 'int64', 'bool', 'float32', 'complex64']: In `infer_dtype`: the default dtype may be another one than float32.
        else: In `infer_dtype`: floats get the default dtype, and complex numbers its to_complex(). Integers and bools keep theirs.
        >>> [array_of(one).dtype.name for one in ([0.5, 2], [], [1, 2], True, [1j])]
        ['float32', 'float32', 'int64', 'bool', 'complex64']
        else: nested_array returns the dtype, too: NumPy's float64 is only on the way to it. Floats become float32, integers and bools stay.
        >>> array_of(np.array([1.0, 2.0])).dtype.name, array_of(mt.from_numpy(np.array([1.0, 2.0])).requires_grad_()).dtype.name
        ('float64', 'float64')
        if "requires grad": given_array(data) is the array of any tensor, also of one that requires a gradient.
        if "cannot reshape": A tensor is neither a number nor a list. is_array(data) is True for it, and given_array(data) is its array.
        else: An array or a tensor has a dtype already, and keeps it. nested_array is for Python's numbers and lists.
        >>> array_of(np.array([1.0, 2.0]), mt.float32).dtype.name, array_of([0.5], mt.float64).dtype.name, array_of([2**70], mt.float64).dtype.name, array_of([1.5], mt.int64).tolist()
        ('float32', 'float64', 'float64', [1])
        else: A dtype that is given comes before any other, for arrays as well as for lists; nested_array gets it, too.
        >>> given = np.array([1.0, 2.0])
        >>> tensor = mt.from_numpy(given)
        >>> result = array_of(given), array_of(tensor), array_of(given, mt.float64), array_of(tensor, mt.float64)
        >>> given[0] = 100.0
        >>> [one.tolist()[0] for one in result], all(array_of(np.ones((2, 3)).T, kind).flags.c_contiguous for kind in (None, mt.float32))
        ([1.0, 1.0, 1.0, 1.0], True)
        if ([1.0, 1.0, 1.0, 1.0], False): The rows of a new array are one after the other in memory, with a dtype and without: order="C".
        if ([1.0, 1.0, 100.0, 100.0], True): If the data already has the given dtype, nothing is converted. The result must still be a copy.
        else: The new array shares memory with the array or the tensor that was given. It must be a copy, whatever the dtype.
    """,
)
