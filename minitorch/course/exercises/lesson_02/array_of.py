"""array_of: From data to an array (difficulty 3, 10 minutes)

This is what mt.tensor(data) does: it finds an array and a dtype, and makes one copy.

1. Either `data` has an array and a dtype already, or it is a number or a list. One line at the end copies for both.
2. An array: given_array(data), and the dtype of that. Lists: check_regular(data, shape_of(data)), then nested_array. infer_dtype
   has three cases, one for each of FLOATING, COMPLEX and the rest.
3. `if is_array(data): array = given_array(data)`, `kind = from_numpy_dtype(array.dtype)`; otherwise `array, kind =
   nested_array(data, dtype)` after the check; `return array.astype((dtype or kind).numpy, order="C")`.
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
        >>> array_of([[1, 2], [3]])
        raises ValueError: expected sequence of length 2 at dim 1 (got 1)
        else: Check the lists before nested_array sees them: check_regular(data, shape_of(data)).
        >>> [array_of(one).dtype.name for one in ([0.5, 2], [], [1, 2], True, [1j])]
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
        >>> array_of(np.array([1.0, 2.0])).dtype.name, array_of(mt.tensor([1.0], dtype=mt.float64, requires_grad=True)).dtype.name
        ('float64', 'float64')
        if "requires grad": given_array(data) is the array of any tensor, also of one that requires a gradient.
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
