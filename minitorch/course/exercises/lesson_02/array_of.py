"""From data to an array of the right dtype."""

from ...define import Case, Exercise, Mistake, Wrong

SETUP = """
from minitorch.creation.data import given_array, is_array, nested_array
from minitorch.dtypes import COMPLEX, FLOATING, from_numpy_dtype, get_default_dtype
"""
INFER = '''
        def infer_dtype(array):
            """The dtype of Python's numbers, which NumPy has made an array."""
            kind = from_numpy_dtype(array.dtype)
            if kind.category == FLOATING:
                return get_default_dtype()
            if kind.category == COMPLEX:
                return get_default_dtype().to_complex()
            return kind
'''
ARRAY = '''
        def array_of(data, dtype=None):
            """One array from a number, nested sequences or an array. Always a copy."""
            if is_array(data):
                array = given_array(data)
                kind = from_numpy_dtype(array.dtype)
            else:
                array, kind = nested_array(data, dtype)
                if kind is None:
                    kind = infer_dtype(array)
            wanted = kind if dtype is None else dtype
            return array.astype(wanted.numpy, order="C")
'''


def with_these(infer=INFER, array=ARRAY):
    return infer + array


exercise = Exercise(
    "array_of",
    title="From data to an array of the right dtype",
    difficulty=3,
    minutes=8,
    target="minitorch.creation.data:array_of",
    covers={"infer_dtype": "minitorch.creation.data:infer_dtype"},
    setup=SETUP,
    stub='''
        def infer_dtype(array):
            """The dtype of Python's numbers, which NumPy has made an array."""
            ...

        def array_of(data, dtype=None):
            """One array from a number, nested sequences or an array. Always a copy."""
            ...
    ''',
    solution=with_these(),
    why="An array keeps its dtype; of Python's numbers the floats become the default dtype, float32, and complex numbers the "
    "complex dtype of its parts. A dtype that was asked for comes before both. astype copies, also where nothing changes.",
    facts=[
        Case("array_of(np.ones((2, 3)).T).flags.c_contiguous", True),
        Case("array_of(300, mt.int8)", raises=RuntimeError, match="overflow"),
        Case("array_of([1, 2]).dtype.name", "int64"),
        Case("array_of([0.5, 2]).dtype.name", "float32"),
        Case("array_of([True, False]).dtype.name", "bool"),
        Case("array_of([1j]).dtype.name", "complex64"),
        Case("array_of(3).shape, array_of([[1, 2], [3, 4]]).tolist()", ((), [[1, 2], [3, 4]])),
        Case("array_of([]).dtype.name, array_of([]).shape", ("float32", (0,))),
        Case("array_of(np.array([1.0, 2.0])).dtype.name", "float64"),
        Case("array_of(np.array([1, 2], 'int16')).dtype.name", "int16"),
        Case("array_of(np.array([1.0, 2.0]), mt.float32).dtype.name", "float32"),
        Case("array_of([1, 2], mt.float64).dtype.name", "float64"),
        Case("array_of([1.5, 2.5], mt.int64).tolist()", [1, 2]),
        Case("array_of([np.float64(1.5), 2]).dtype.name", "float64"),
        Case("array_of(mt.tensor([1.0, 2.0], dtype=mt.float64)).dtype.name", "float64"),
        Case(
            """
            given = np.array([1.0, 2.0])
            made = array_of(given)
            given[0] = 100.0
            made.tolist()
            """,
            [1.0, 2.0],
        ),
        Case(
            """
            given = np.array([1.0, 2.0])
            made = array_of(given, mt.float64)
            made[0] = 100.0
            given.tolist()
            """,
            [1.0, 2.0],
        ),
        Case("array_of([[1, 2], [3]])", raises=ValueError, match="expected sequence of length 2"),
        Case(
            """
            mt.set_default_dtype(mt.float64)
            try:
                kinds = array_of([0.5]).dtype.name, array_of([1]).dtype.name, array_of([1j]).dtype.name
            finally:
                mt.set_default_dtype(mt.float32)
            kinds
            """,
            ("float64", "int64", "complex128"),
        ),
        Case("mt.tensor([[1, 2.5], [True, 4]]).dtype.name, mt.tensor(2).dtype.name", ("float32", "int64")),
    ],
    wrong=[
        Wrong(
            with_these(
                array="""
        def array_of(data, dtype=None):
            array = np.array(data)
            return array if dtype is None else array.astype(dtype.numpy)
"""
            ),
            "This is NumPy's rule: Python's floats become float64. Here they become the default dtype, which infer_dtype finds.",
        ),
        Wrong(
            with_these(
                infer="""
        def infer_dtype(array):
            kind = from_numpy_dtype(array.dtype)
            return get_default_dtype() if kind.category == FLOATING else kind
"""
            ),
            "Complex numbers are left in 128 bits. The default dtype decides about their parts: get_default_dtype().to_complex().",
        ),
        Wrong(
            with_these(
                infer="""
        def infer_dtype(array):
            kind = from_numpy_dtype(array.dtype)
            if kind.category == FLOATING:
                return mt.float32
            return mt.complex64 if kind.category == COMPLEX else kind
"""
            ),
            "float32 is only what the default happens to be. get_default_dtype() says what it is now.",
        ),
        Wrong(
            with_these(
                infer="""
        def infer_dtype(array):
            if from_numpy_dtype(array.dtype).category == COMPLEX:
                return get_default_dtype().to_complex()
            return get_default_dtype()
"""
            ),
            "Only floats become the default dtype. Whole numbers stay int64, and truth values bool.",
        ),
        Wrong(
            with_these(
                array="""
        def array_of(data, dtype=None):
            if is_array(data):
                array = given_array(data)
                kind = infer_dtype(array)
            else:
                array, kind = nested_array(data, dtype)
                if kind is None:
                    kind = infer_dtype(array)
            wanted = kind if dtype is None else dtype
            return array.astype(wanted.numpy, order="C")
"""
            ),
            "An array has a dtype already, and keeps it. The default is for Python's floats, which have none.",
        ),
        Wrong(
            with_these(
                array="""
        def array_of(data, dtype=None):
            if is_array(data):
                array = given_array(data)
                kind = from_numpy_dtype(array.dtype)
            else:
                array, kind = nested_array(data, dtype)
                kind = infer_dtype(array)
            wanted = kind if dtype is None else dtype
            return array.astype(wanted.numpy, order="C")
"""
            ),
            "nested_array says when NumPy's own numbers decide the dtype: infer_dtype is asked only when it says None.",
        ),
        Wrong(
            with_these(
                array="""
        def array_of(data, dtype=None):
            if is_array(data):
                array = given_array(data)
                kind = from_numpy_dtype(array.dtype)
            else:
                array, kind = nested_array(data, dtype)
                if kind is None:
                    kind = infer_dtype(array)
            return array.astype(kind.numpy, order="C")
"""
            ),
            "The dtype that was asked for is not looked at. It comes before what the data says.",
        ),
        Wrong(
            with_these(
                array="""
        def array_of(data, dtype=None):
            if is_array(data):
                array = given_array(data)
                kind = from_numpy_dtype(array.dtype)
            else:
                array, kind = nested_array(data, dtype)
                if kind is None:
                    kind = infer_dtype(array)
            wanted = kind if dtype is None else dtype
            return array.astype(wanted.numpy, order="C", copy=False)
"""
            ),
            "Where the dtype is right already, this hands out the very array that was given: a change of one shows in the other. "
            "It has to be a copy.",
        ),
        Wrong(
            with_these(
                array="""
        def array_of(data, dtype=None):
            if is_array(data):
                return given_array(data)
            array, kind = nested_array(data, dtype)
            if kind is None:
                kind = infer_dtype(array)
            wanted = kind if dtype is None else dtype
            return array.astype(wanted.numpy, order="C")
"""
            ),
            "An array is handed out as it is, in the dtype that it has. It is to be copied, and into the dtype asked for.",
        ),
        Wrong(
            with_these(
                array="""
        def array_of(data, dtype=None):
            array, kind = nested_array(data, dtype)
            if kind is None:
                kind = infer_dtype(array)
            wanted = kind if dtype is None else dtype
            return array.astype(wanted.numpy, order="C")
"""
            ),
            "Arrays and tensors are not lists: ask is_array(data), and take given_array(data) as it is.",
        ),
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: error is None and expected is True and got is False,
            'The copy has to lie row by row, whatever the order of the array that was given: astype(..., order="C").',
        ),
        Mistake(
            lambda expected, got, error: expected == "float32" and got == "complex64",
            "Floats get the default dtype itself, and complex numbers the complex one that belongs to it. Here "
            "they have changed places.",
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(expected, tuple) and "float64" in expected and isinstance(got, tuple) and got[0] == "float32"
            ),
            "Another default dtype may have been set: ask get_default_dtype(), each time.",
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(expected, type) and issubclass(expected, RuntimeError) and error is None
            ),
            "nested_array checks whether the numbers fit the dtype that is asked for. Hand it `dtype`.",
        ),
        Mistake(
            lambda expected, got, error: (expected, got) == ("complex64", "float32"),
            "A complex number does not fit into the default dtype, which is a float: "
            "get_default_dtype().to_complex() does for these.",
        ),
        Mistake(
            lambda expected, got, error: "'dtype' object" in str(error) or "Cannot interpret" in str(error),
            "NumPy wants its own dtype: each of ours has it as `.numpy`.",
        ),
        Mistake(
            lambda expected, got, error: expected == [1.0, 2.0] and got == [100.0, 2.0],
            "The new array shares memory with the old one: a change of one shows in the other. It has to be a copy.",
        ),
        Mistake(
            lambda expected, got, error: got == "float64" and expected == "float32",
            "These are 64 bits: the dtype that was asked for comes first, for arrays too; without one, Python's floats become the "
            "default dtype.",
        ),
        Mistake(
            lambda expected, got, error: got == "float32" and expected == "float64",
            "The dtype that the data brings along, or that was asked for, is lost: only plain Python floats get the default.",
        ),
        Mistake(
            lambda expected, got, error: "object is not subscriptable" in str(error) or "'tuple' object" in str(error),
            "nested_array gives two things, the array and a dtype or None: `array, kind = nested_array(data, dtype)`.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, AttributeError) and "'NoneType'" in str(error),
            "A dtype is None here: of the data, where nested_array leaves it open (ask infer_dtype), or the one asked for, where "
            "nobody asked.",
        ),
    ],
    forbids={
        "mt.tensor": "mt.tensor calls this very function. Work with the helpers.",
        "as_tensor": "This would call the very function that you write. Work with the helpers.",
    },
    hints=[
        "First find an array and a dtype for the data, in one of two ways; then choose between that dtype and the one asked for.",
        "is_array(data): given_array(data), and the dtype it has. Otherwise nested_array(data, dtype), and infer_dtype(array) "
        "where it gives None. At the end, astype makes a copy in a dtype.",
        "`array, kind = nested_array(data, dtype)`; `if kind is None: kind = infer_dtype(array)`; "
        "`return array.astype((dtype or kind).numpy, order='C')`. infer_dtype compares kind.category with FLOATING and COMPLEX.",
    ],
)
