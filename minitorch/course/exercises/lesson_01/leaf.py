"""What every function that makes a tensor needs: a size, and a tensor around the array."""

from minitorch.creation import tensor as creation

from ...define import Case, Exercise, Law, Mistake, Wrong

SETUP = '''
from minitorch._tensor import wrap
from minitorch.backend import CPU, get_default_device, to_device
from minitorch.creation import tensor as creation
from minitorch.creation.tensor import negative_error, wishing


def with_default(where, make):
    """What make() gives while new tensors go to another device."""
    mt.set_default_device(where)
    try:
        return make()
    finally:
        mt.set_default_device(None)
'''
SIZE = '''
        def size_of(size, name):
            """A size given as several ints or as one sequence of them, as a tuple of ints."""
            if len(size) == 1 and isinstance(size[0], (tuple, list)):
                size = size[0]
            return tuple([length_of(one, size, name) for one in size])
'''
TYPES = """
            if isinstance(one, bool) or not hasattr(one, "__index__"):
                raise TypeError(
                    f"{name}(): argument 'size' must be tuple of ints, but found element of type {type(one).__name__}"
                )"""
LENGTH = f'''
        def length_of(one, size, name):
            """One length of a size as a Python int, or PyTorch's error."""{TYPES}
            length = one.__index__()
            if length < 0:
                raise negative_error(length, size, name)
            return length
'''
LEAF = '''
        def leaf(array, where, requires_grad):
            """A leaf around an array that is nobody else's, on the device asked for."""
            where = get_default_device() if where is None else where
            t = wrap(array if where is CPU else to_device(array, where))
            return wishing(t) if requires_grad else t
'''


def answer(size=SIZE, length=LENGTH, leaf=LEAF):
    return size + length + leaf


def sized(lines):
    return f"""
        def size_of(size, name):
            {lines}
"""


def lengths(lines):
    return f"""
        def length_of(one, size, name):{TYPES}
            {lines}
"""


def leaves(lines):
    return f"""
        def leaf(array, where, requires_grad):
            {lines}
"""


exercise = Exercise(
    "leaf",
    title="A size, and a tensor around the array",
    difficulty=2,
    minutes=8,
    target="minitorch.creation.tensor:leaf",
    covers={
        "size_of": "minitorch.creation.tensor:size_of",
        "length_of": "minitorch.creation.tensor:length_of",
    },
    installed=True,
    setup=SETUP,
    stub=f'''
        def size_of(size, name):
            """A size given as several ints or as one sequence of them, as a tuple of ints."""
            ...

        def length_of(one, size, name):
            """One length of a size as a Python int, or PyTorch's error."""{TYPES}
            ...

        def leaf(array, where, requires_grad):
            """A leaf around an array that is nobody else's, on the device asked for."""
            ...
    ''',
    solution=answer(),
    why="Every function that makes a tensor reads its size with the one and ends with the other, so each of them is about "
    "its numbers alone.",
    facts=[
        Case("creation.size_of((2, 3), 'zeros')", (2, 3)),
        Case("creation.size_of(((2, 3),), 'zeros')", (2, 3)),
        Case("creation.size_of(([2, 3],), 'zeros')", (2, 3)),
        Case("creation.size_of((mt.Size([2, 3]),), 'zeros')", (2, 3)),
        Case("creation.size_of((4,), 'zeros')", (4,)),
        Case("creation.size_of((), 'zeros')", ()),
        Case("creation.size_of(((),), 'zeros')", ()),
        Case("creation.size_of((0, 2), 'zeros')", (0, 2)),
        Law("the same size in both ways", lambda f, rng: both_ways(f, rng), times=3),
        Case("type(creation.size_of((np.int64(3),), 'zeros')[0]).__name__", "int"),
        Case("creation.size_of((2.0,), 'zeros')", raises=TypeError, match="found element of type float"),
        Case("creation.size_of((True,), 'zeros')", raises=TypeError, match="found element of type bool"),
        Case("creation.size_of(((2,), 3), 'zeros')", raises=TypeError, match="found element of type tuple"),
        Case("creation.size_of((2, -1), 'zeros')", raises=RuntimeError, match="must be non-negative"),
        Case("creation.size_of(((-3, 2),), 'rand')", raises=RuntimeError, match="negative dimension -3"),
        Case("leaf(np.array([1.0, 2.0]), 'cpu', False).tolist()", [1.0, 2.0]),
        Case("leaf(np.array([1.0, 2.0]), mt.device('cpu'), False).requires_grad", False),
        Case("leaf(np.array([1.0, 2.0]), None, False).is_leaf", True),
        Case("leaf(np.array([1.0, 2.0]), None, True).requires_grad", True),
        Case("leaf(np.array([1, 2]), None, True)", raises=RuntimeError, match="complex dtype can require gradients"),
        Case("leaf(np.array([1, 2]), None, False).tolist()", [1, 2]),
        Case("a = np.array([1.0, 2.0])\nnp.shares_memory(leaf(a, None, False)._array, a)", True),
        Case("leaf(np.array([1.0, 2.0]), 'cuda:99', False)", raises=Exception, match="CUDA"),
        Case("with_default('cuda:99', lambda: leaf(np.array([1.0]), None, False))", raises=Exception, match="CUDA"),
        Case("with_default('cuda:99', lambda: leaf(np.array([1.0]), 'cpu', False).tolist())", [1.0]),
        Case(
            "mt.zeros((2, 3)).shape == mt.zeros(2, 3).shape, mt.ones(2, requires_grad=True).requires_grad", (True, True)
        ),
    ],
    wrong=[
        Wrong(
            answer(size=sized("return tuple(size)")),
            "A size may come as one tuple or list, zeros((2, 3)): then it is the only element of `size`, and has to be taken out.",
        ),
        Wrong(
            answer(size=sized("return tuple([length_of(one, size, name) for one in size])")),
            "A size may come as one tuple or list, zeros((2, 3)): take it out where it is the only element of `size`.",
        ),
        Wrong(
            answer(
                size=sized(
                    "size = size[0] if len(size) == 1 else size\n            return tuple([length_of(n, size, name) for n in size])"
                )
            ),
            "zeros(4) has one element, too, and it is the length itself. Only a tuple or a list is taken out.",
        ),
        Wrong(
            answer(
                size=sized(
                    "if isinstance(size[0], (tuple, list)):\n                size = size[0]\n"
                    "            return tuple([length_of(n, size, name) for n in size])"
                )
            ),
            "A size may be empty, and one with a tuple in it may go on behind the tuple, zeros((2,), 3), which is an error: take the "
            "first out only where it is the only one.",
        ),
        Wrong(
            answer(
                size=sized(
                    "if len(size) == 1 and isinstance(size[0], tuple):\n                size = size[0]\n"
                    "            return tuple([length_of(n, size, name) for n in size])"
                )
            ),
            "A list is as good as a tuple: zeros([2, 3]).",
        ),
        Wrong(
            answer(
                size=sized(
                    "if len(size) == 1 and isinstance(size[0], (tuple, list)):\n                size = size[0]\n"
                    "            return [length_of(n, size, name) for n in size]"
                )
            ),
            "This is a list. A size is a tuple.",
        ),
        Wrong(
            answer(
                size=sized(
                    "if len(size) == 1 and isinstance(size[0], (tuple, list)):\n                size = size[0]\n"
                    "            return tuple(size)"
                )
            ),
            "Nobody looks at the lengths: give each of them to length_of.",
        ),
        Wrong(
            answer(length=lengths("return one.__index__()")),
            "A length below 0 is let through: raise negative_error(length, size, name).",
        ),
        Wrong(
            answer(
                length=lengths(
                    "if one <= 0:\n                raise negative_error(one, size, name)\n"
                    "            return one.__index__()"
                )
            ),
            "0 is a length: a tensor of shape (0, 2) has no elements. Only what is below 0 is refused.",
        ),
        Wrong(
            answer(
                length=lengths(
                    "if one < 0:\n                raise negative_error(one, size, name)\n            return one"
                )
            ),
            "A NumPy integer comes out as it went in. one.__index__() makes a Python int of it.",
        ),
        Wrong(
            answer(
                length=lengths(
                    "if one < 0:\n                raise ValueError(f'{name}: Dimension size must be non-negative')\n"
                    "            return one.__index__()"
                )
            ),
            "PyTorch raises a RuntimeError for a length below 0.",
        ),
        Wrong(
            answer(leaf=leaves("return wrap(array)")),
            "Neither the device nor the wish for a gradient is looked at.",
        ),
        Wrong(
            answer(
                leaf=leaves(
                    "where = get_default_device() if where is None else where\n            t = wrap(to_device(array, where))\n"
                    "            return t"
                )
            ),
            "Nobody looks at requires_grad: wishing(t) gives a tensor that wants a gradient.",
        ),
        Wrong(
            answer(
                leaf=leaves(
                    "where = get_default_device() if where is None else where\n            t = wrap(to_device(array, where))\n"
                    "            return wishing(t)"
                )
            ),
            "Every tensor wants a gradient here. Only where requires_grad is true.",
        ),
        Wrong(
            answer(
                leaf=leaves(
                    "where = get_default_device() if where is None else where\n            t = wrap(to_device(array, where))\n"
                    "            t._requires_grad = requires_grad\n            return t"
                )
            ),
            "This gives integers a gradient, too. wishing(t) asks whether the dtype can have one.",
        ),
        Wrong(
            answer(
                leaf=leaves(
                    "where = get_default_device() if where is None else where\n            t = wrap(to_device(array, where))\n"
                    "            return t.requires_grad_(requires_grad)"
                )
            ),
            "For integers this raises the error of requires_grad_, which is another one. wishing(t) raises the one for new tensors.",
        ),
        Wrong(
            answer(leaf=leaves("t = wrap(array)\n            return wishing(t) if requires_grad else t")),
            "The device is not looked at. to_device(array, where) gives the array there.",
        ),
        Wrong(
            answer(
                leaf=leaves(
                    "where = CPU if where is None else where\n            t = wrap(to_device(array, where))\n"
                    "            return wishing(t) if requires_grad else t"
                )
            ),
            "Where no device is named, the default one counts, and that need not be the CPU: get_default_device().",
        ),
        Wrong(
            answer(
                leaf=leaves(
                    "where = get_default_device()\n            t = wrap(to_device(array, where))\n"
                    "            return wishing(t) if requires_grad else t"
                )
            ),
            "The default device is for those who name none. Here it comes before the one that was asked for.",
        ),
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: error is None and expected is TypeError and got == (2, 3),
            "A tuple is a size only where it is all that stands between the brackets. Here more comes behind it, and so it is an "
            "element of the size, and no int: length_of refuses it.",
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(error, RuntimeError) and "non-negative" in str(error) and expected == (0, 2)
            ),
            "0 is a length: a tensor of shape (0, 2) has no elements. Only what is below 0 is refused.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, AttributeError) and "no attribute 'id'" in str(error),
            "to_device wants an array, and wrap makes a tensor: first the array on its device, then the tensor around it.",
        ),
        Mistake(
            lambda expected, got, error: error is None and expected is True and got is False,
            "The array is copied on the way. It is nobody else's: put the tensor around it as it is.",
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(error, AttributeError) and "'bool' object has no attribute" in str(error)
            ),
            "wishing wants the tensor, and is called only where requires_grad is true.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, TypeError) and "but got None" in str(error),
            "None is no device: where none is named, take get_default_device().",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, IndexError) and "tuple index" in str(error),
            "A size may be empty: zeros(()) is a single number. Ask for len(size) == 1 before you look at size[0].",
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(error, TypeError) and "found element of type" in str(error) and isinstance(expected, tuple)
            ),
            "A tuple or a list has come to length_of as if it were a length: size_of has to take it out where it is the only element.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, TypeError) and "'int' object is not iterable" in str(error),
            "zeros(4) has one element, too, and it is the length itself. Only a tuple or a list is taken out.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(expected, tuple) and isinstance(got, tuple) and None in got,
            "length_of has to return the length.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, AttributeError) and "NoneType" in str(error),
            "leaf has to return the tensor, with requires_grad and without.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, AttributeError) and "numpy.ndarray" in str(error),
            "The array has to be wrapped: wishing, and whoever calls leaf, wants a tensor.",
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(error, RuntimeError) and "non-negative" in str(error) and isinstance(expected, tuple)
            ),
            "Only a length below 0 is refused.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, TypeError) and "device() expects" in str(error),
            "to_device is given the array first, and then the device.",
        ),
        Mistake(
            lambda expected, got, error: error is None and expected is False and got is True,
            "Only where requires_grad is true is the tensor sent through wishing; otherwise it is returned as it is.",
        ),
    ],
    hints=[
        "size_of is given what stood between the brackets of zeros(...), as a tuple. When is its only element the size itself?",
        "size_of: one element which is a tuple or a list? Then that is the size. Each length goes through "
        "length_of. leaf: the default "
        "device where none is named; the array there; a tensor around it; and wishing(t) where a gradient is wanted.",
        "`if len(size) == 1 and isinstance(size[0], (tuple, list)): size = size[0]`, `return "
        "tuple([length_of(one, size, name) for one in "
        "size])`; `length = one.__index__()`; `where = get_default_device() if where is None else where`, "
        "`t = wrap(to_device(array, where))`, `return wishing(t) if requires_grad else t`.",
    ],
)


def both_ways(f, rng):
    size = tuple(int(n) for n in rng.integers(0, 5, size=int(rng.integers(2, 5))))
    return {"size": size}, (size, size), (creation.size_of(size, "zeros"), creation.size_of((list(size),), "zeros"))
