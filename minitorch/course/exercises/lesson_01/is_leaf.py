"""Facts that are worked out, not stored."""

from ...define import Case, Exercise, Mistake, Wrong

DTYPE = '''
        def dtype(self):
            """The dtype of the numbers."""
            return mt.dtypes.from_numpy_dtype(self._array.dtype)
'''
SHAPE = '''
        def shape(self):
            """The shape, as a Size."""
            return mt.Size(self._array.shape)
'''
DIM = '''
        def dim(self):
            """The number of dimensions."""
            return self._array.ndim
'''
NUMEL = '''
        def numel(self):
            """The number of elements."""
            return self._array.size
'''
LEAF = '''
        def is_leaf(self):
            """True when no operation made it."""
            return self.grad_fn is None
'''


def with_these(dtype=DTYPE, shape=SHAPE, leaf=LEAF, dim=DIM, numel=NUMEL):
    return dtype + shape + dim + numel + leaf


exercise = Exercise(
    "is_leaf",
    title="Facts that are worked out, not stored",
    difficulty=2,
    minutes=7,
    target="minitorch._tensor:Tensor.is_leaf",
    covers={
        "dtype": "minitorch._tensor:Tensor.dtype",
        "shape": "minitorch._tensor:Tensor.shape",
        "dim": "minitorch._tensor:Tensor.dim",
        "numel": "minitorch._tensor:Tensor.numel",
    },
    installed=True,
    stub='''
        def dtype(self):
            """The dtype of the numbers."""
            ...

        def shape(self):
            """The shape, as a Size."""
            ...

        def dim(self):
            """The number of dimensions."""
            ...

        def numel(self):
            """The number of elements."""
            ...

        def is_leaf(self):
            """True when no operation made it."""
            ...
    ''',
    solution=with_these(),
    why="None of them is stored, so none can go stale. The array knows its dtype and its shape, its dimensions and elements; "
    "having no maker is what makes a leaf.",
    facts=[
        Case("mt.zeros(2, 3).dim(), mt.tensor(5.0).dim()", (2, 0)),
        Case("mt.zeros(2, 3).numel(), mt.tensor(5.0).numel(), mt.zeros(3, 0).numel()", (6, 1, 0)),
        Case("tuple(mt.zeros(2, 3).shape)", (2, 3)),
        Case("tuple(mt.tensor(5.0).shape)", ()),
        Case("mt.zeros(2, 3).shape.numel()", 6),
        Case("repr(mt.zeros(4).shape)", "minitorch.Size([4])"),
        Case("mt.zeros(2).dtype.name, mt.tensor([1, 2]).dtype.name", ("float32", "int64")),
        Case("mt.zeros(2).dtype is mt.float32", True),
        Case("mt.zeros(3).is_leaf", True),
        Case(
            """
            t = mt.zeros(2, 3)
            before = tuple(t.shape), t.dtype.name
            t.data = mt.tensor([1, 2, 3, 4, 5])
            before, tuple(t.shape), t.dtype.name
            """,
            (((2, 3), "float32"), (5,), "int64"),
            changes=True,
        ),
        Case(
            """
            t = mt.zeros(3)
            t._edge = ("the node that made it", 0)
            t.is_leaf
            """,
            False,
            changes=True,
        ),
        Case("mt.zeros(3, requires_grad=True).is_leaf", True),
        Case(
            """
            t = mt.zeros(3)
            t.grad = mt.ones(3)
            t.is_leaf
            """,
            True,
            changes=True,
        ),
    ],
    wrong=[
        Wrong(
            with_these(
                numel="""
        def numel(self):
            return len(self._array)
"""
            ),
            "len(array) is the length of the first dimension, and a single number has none. numel counts all elements.",
        ),
        Wrong(
            with_these(
                dim="""
        def dim(self):
            return len(self._array)
"""
            ),
            "len(array) is the length of the first dimension, and a single number has none. dim says how many dimensions there are.",
        ),
        Wrong(
            with_these(
                dim="""
        def dim(self):
            return self._array.shape
"""
            ),
            "These are the lengths. dim says how many of them there are: the array's ndim.",
        ),
        Wrong(
            with_these(
                numel="""
        def numel(self):
            return sum(self._array.shape)
"""
            ),
            "Two rows of three are six elements: the lengths are multiplied, not added.",
        ),
        Wrong(
            with_these(
                shape="""
        def shape(self):
            if not hasattr(self, "first_shape"):
                self.first_shape = mt.Size(self._array.shape)
            return self.first_shape
"""
            ),
            "The shape is kept after the first question, and goes stale when other numbers are put in. Ask self._array each time.",
        ),
        Wrong(
            with_these(
                dtype="""
        def dtype(self):
            if not hasattr(self, "first_dtype"):
                self.first_dtype = mt.dtypes.from_numpy_dtype(self._array.dtype)
            return self.first_dtype
"""
            ),
            "The dtype is kept after the first question, and goes stale when other numbers are put in. Ask self._array each time.",
        ),
        Wrong(
            with_these(
                leaf="""
        def is_leaf(self):
            return True
"""
            ),
            "Every tensor of this lesson is a leaf, but not every tensor is. One with a grad_fn was made by an operation.",
        ),
        Wrong(
            with_these(
                leaf="""
        def is_leaf(self):
            return self.grad_fn is not None
"""
            ),
            "The other way round: a tensor that has a grad_fn was made by an operation, and is no leaf.",
        ),
        Wrong(
            with_these(
                leaf="""
        def is_leaf(self):
            return self.grad_fn is None and not self.requires_grad
"""
            ),
            "A weight wants a gradient and is a leaf all the same. Only the maker, grad_fn, decides.",
        ),
        Wrong(
            with_these(
                leaf="""
        def is_leaf(self):
            return self.requires_grad
"""
            ),
            "A leaf need not want a gradient: data does not. Only the maker, grad_fn, decides.",
        ),
        Wrong(
            with_these(
                leaf="""
        def is_leaf(self):
            return self.grad is None
"""
            ),
            "grad is the gradient that was received; grad_fn is what made the tensor. is_leaf asks about the maker.",
        ),
        Wrong(
            with_these(
                shape="""
        def shape(self):
            return self._array.shape
"""
            ),
            "This is NumPy's plain tuple. Tensors give a Size, which prints as PyTorch's and has numel(): mt.Size(...).",
        ),
        Wrong(
            with_these(
                shape="""
        def shape(self):
            return mt.Size([len(self._array)])
"""
            ),
            "len(array) is only the first number of the shape, and a single number has no length at all.",
        ),
        Wrong(
            with_these(
                dtype="""
        def dtype(self):
            return self._array.dtype
"""
            ),
            "This is NumPy's dtype. mt.dtypes.from_numpy_dtype gives ours for it.",
        ),
        Wrong(
            with_these(
                dtype="""
        def dtype(self):
            return mt.float32
"""
            ),
            "Not every tensor is float32. The array knows what kind of number it holds.",
        ),
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: expected == (2, 0) and got in ((3, 0), (2, 1), (3, 1)),
            "These are lengths. dim says how many of them there are: of a single number none.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, IndexError),
            "A single number has the shape (), which has no first length. dim says how many lengths there are, "
            "and numel counts all elements.",
        ),
        Mistake(
            lambda expected, got, error: error is None and got == (24, 4, 0),
            "These are bytes. numel counts the elements, whatever their dtype: the size of the array.",
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(error, AttributeError) and "numpy.ndarray' has no attribute 'name'" in str(error)
            ),
            "This is the class of the array. The kind of its numbers is self._array.dtype.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, TypeError) and "'int' object is not callable" in str(error),
            "ndim and size of a NumPy array are numbers, not methods: no brackets behind them.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, TypeError) and "has no len()" in str(error),
            "A single number has no length, and neither has size, which is a number itself. The array knows its ndim and its size.",
        ),
        Mistake(
            lambda expected, got, error: (
                error is None and isinstance(got, tuple) and got[0] == 6 and expected == (6, 1, 0)
            ),
            "An empty shape has one element, and np.prod gives it as the float 1.0. The array knows their number, as an int: its "
            "size.",
        ),
        Mistake(
            lambda expected, got, error: "unhashable type: 'numpy.ndarray'" in str(error),
            "from_numpy_dtype is given the whole array. It asks for the dtype of the numbers: self._array.dtype.",
        ),
        Mistake(
            lambda expected, got, error: "'int' object is not iterable" in str(error),
            "A shape is a sequence of lengths. self._array.size is one number, how many elements there are; "
            "self._array.shape holds the lengths.",
        ),
        Mistake(
            lambda expected, got, error: "'list' object has no attribute 'numel'" in str(error),
            "A shape is a Size, which can count its elements: mt.Size(...) of the array's shape.",
        ),
        Mistake(
            lambda expected, got, error: "'str' object has no attribute 'name'" in str(error),
            "This is the name of the dtype. Give the dtype itself: mt.dtypes.from_numpy_dtype finds it.",
        ),
        Mistake(
            lambda expected, got, error: error is None and expected is True and got is None,
            "is_leaf is True or False. Compare grad_fn with None instead of handing it out.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, TypeError) and "integer scalar arrays" in str(error),
            "Size wants the lengths of the array, not its numbers: self._array.shape.",
        ),
    ],
    hints=[
        "Each of the five runs anew whenever the attribute is read. Read the answer off something that the tensor keeps.",
        "The array has a dtype, a shape, an ndim and a size of its own. A leaf is a tensor that no operation "
        "made: which attribute says that?",
        "`return mt.dtypes.from_numpy_dtype(self._array.dtype)`, `return mt.Size(self._array.shape)`, `return self._array.ndim`, "
        "`return self._array.size` and "
        "`return self.grad_fn is None`.",
    ],
)
