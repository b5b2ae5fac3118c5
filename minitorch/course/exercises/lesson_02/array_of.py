"""array_of: From data to an array of the right dtype (difficulty 3, 8 minutes)

An array keeps its dtype; of Python's numbers the floats become the default dtype, float32, and complex numbers the
complex dtype of its parts. A dtype that was asked for comes before both. astype copies, also where nothing changes.

1. First find an array and a dtype for the data, in one of two ways; then choose between that dtype and the one asked
   for.
2. is_array(data): given_array(data), and the dtype it has. Otherwise nested_array(data, dtype), and
   infer_dtype(array) where it gives None. At the end, astype makes a copy in a dtype.
3. `array, kind = nested_array(data, dtype)`; `if kind is None: kind = infer_dtype(array)`; `return
   array.astype((dtype or kind).numpy, order='C')`. infer_dtype compares kind.category with FLOATING and COMPLEX.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.creation.data:array_of",
    covers="infer_dtype",
    alone=True,
    forbids={
        "mt.tensor": "mt.tensor calls this very function. Work with the helpers.",
        "as_tensor": "This would call the very function that you write. Work with the helpers.",
    },
    facts="""
        >>> array_of([1j]).dtype.name
        'complex64'
        else: This is NumPy's rule: Python's floats become float64. Here they become the default dtype, which
            infer_dtype finds.
        >>> array_of(np.array([1.0, 2.0]), mt.float32).dtype.name
        'float32'
        else: These are 64 bits: the dtype that was asked for comes first, for arrays too; without one, Python's floats
            become the default dtype.
        >>> array_of([np.float64(1.5), 2]).dtype.name
        'float64'
        else: The dtype that the data brings along, or that was asked for, is lost: only plain Python floats get the
            default.
        >>> array_of(mt.tensor([1.0, 2.0], dtype=mt.float64)).dtype.name
        'float64'
        else: An array has a dtype already, and keeps it. The default is for Python's floats, which have none.
        >>> given = np.array([1.0, 2.0])
        >>> made = array_of(given)
        >>> given[0] = 100.0
        >>> made.tolist()
        [1.0, 2.0]
        else: The new array shares memory with the old one: a change of one shows in the other. It has to be a copy.
        >>> mt.set_default_dtype(mt.float64)
        >>> try:
        ...     kinds = array_of([0.5]).dtype.name, array_of([1]).dtype.name, array_of([1j]).dtype.name
        ... finally:
        ...     mt.set_default_dtype(mt.float32)
        >>> kinds
        ('float64', 'int64', 'complex128')
        if ('float64', 'float64', 'complex128'): Only floats become the default dtype. Whole numbers stay int64, and
            truth values bool.
        if ('float32', 'int64', 'complex64'): float32 is only what the default happens to be. get_default_dtype() says
            what it is now.
    """,
)
