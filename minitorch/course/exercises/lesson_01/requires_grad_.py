"""Lengths, a number, a wish: three methods of Tensor, and which dimension is meant."""

from ...define import Case, Exercise, Mistake, Wrong

CHECK = '''
        def check_dim(dim, ndim):
            """A dimension as a number from 0, or PyTorch's IndexError. Negative ones count from the end."""
            limit = max(ndim, 1)
            if not -limit <= dim < limit:
                raise IndexError(
                    f"Dimension out of range (expected to be in range of [{-limit}, {limit - 1}], but got {dim})"
                )
            return dim + limit if dim < 0 else dim
'''
SIZE = '''
        def size(self, dim=None):
            """The shape, or the length of one dimension."""
            if dim is None:
                return self.shape
            return self.shape[check_dim(dim, self.dim())]
'''
ITEM = '''
        def item(self):
            """The one number, as a Python number."""
            check_single(self)
            return self._array.item()
'''
WISH = '''
        def requires_grad_(self, requires_grad=True):
            """Switch the wish for a gradient on or off, in place."""
            check_wish(self, requires_grad)
            self._requires_grad = bool(requires_grad)
            return self
'''


def with_these(size=SIZE, item=ITEM, wish=WISH, check=CHECK):
    return check + size + item + wish


def checking(lines):
    return f"""
        def check_dim(dim, ndim):
            limit = max(ndim, 1)
            {lines}
"""


exercise = Exercise(
    "requires_grad_",
    title="Lengths, a number, a wish",
    difficulty=2,
    minutes=8,
    target="minitorch._tensor:Tensor.requires_grad_",
    covers={
        "check_dim": "minitorch.size:check_dim",
        "size": "minitorch._tensor:Tensor.size",
        "item": "minitorch._tensor:Tensor.item",
    },
    installed=True,
    setup="from minitorch import size as sizes\nfrom minitorch.checks import check_single, check_wish\n",
    stub='''
        def check_dim(dim, ndim):
            """A dimension as a number from 0, or PyTorch's IndexError. Negative ones count from the end."""
            ...

        def size(self, dim=None):
            """The shape, or the length of one dimension."""
            ...

        def item(self):
            """The one number, as a Python number."""
            check_single(self)
            ...

        def requires_grad_(self, requires_grad=True):
            """Switch the wish for a gradient on or off, in place. Returns the tensor."""
            check_wish(self, requires_grad)
            ...
    ''',
    solution=with_these(),
    why="`dim=None` means that no dimension was named, which is not the same as dimension 0. A method whose name ends with an "
    "underscore changes the tensor and returns it, so that calls can be chained.",
    facts=[
        Case("tuple(mt.zeros(2, 3).size())", (2, 3)),
        Case("sizes.check_dim(0, 3), sizes.check_dim(2, 3)", (0, 2)),
        Case("sizes.check_dim(-1, 3), sizes.check_dim(-3, 3)", (2, 0)),
        Case("sizes.check_dim(0, 0), sizes.check_dim(-1, 0)", (0, 0)),
        Case("sizes.check_dim(3, 3)", raises=IndexError, match="Dimension out of range"),
        Case("sizes.check_dim(-4, 3)", raises=IndexError, match="Dimension out of range"),
        Case("sizes.check_dim(1, 0)", raises=IndexError, match="Dimension out of range"),
        Case("mt.zeros(2, 3).size(1)", 3),
        Case("mt.zeros(2, 3).size(0)", 2),
        Case("mt.zeros(2, 3, 4).size(-3)", 2),
        Case("mt.zeros(2, 3).size(2)", raises=IndexError, match="Dimension out of range"),
        Case("mt.zeros(2, 3).size(-3)", raises=IndexError, match="Dimension out of range"),
        Case("mt.zeros(2, 3).size().numel()", 6),
        Case("mt.tensor(3).item()", 3),
        Case("type(mt.tensor(3).item()).__name__", "int"),
        Case("type(mt.tensor(2.5).item()).__name__", "float"),
        Case("type(mt.tensor(True).item()).__name__", "bool"),
        Case("mt.tensor([[2.5]]).item()", 2.5),
        Case("mt.tensor([1.0, 2.0]).item()", raises=RuntimeError, match="2 elements"),
        Case(
            """
            w = mt.zeros(2)
            w.requires_grad_() is w, w.requires_grad
            """,
            (True, True),
            changes=True,
        ),
        Case(
            """
            w = mt.zeros(2)
            w.requires_grad_(True)
            w.requires_grad_(False)
            w.requires_grad
            """,
            False,
            changes=True,
        ),
        Case(
            """
            w = mt.zeros(2)
            w.requires_grad = True
            w.requires_grad_()
            w.requires_grad
            """,
            True,
            changes=True,
        ),
        Case("mt.tensor([1, 2]).requires_grad_()", raises=RuntimeError, match="floating point"),
        Case("mt.tensor([1, 2]).requires_grad_(False).requires_grad", False),
        Case(
            """
            t = mt.zeros(2)
            t._edge, t._requires_grad = ("the node that made it", 0), True
            t.requires_grad_(False)
            """,
            raises=RuntimeError,
            match="leaf",
            changes=True,
        ),
    ],
    wrong=[
        Wrong(
            with_these(check=checking("return dim + limit if dim < 0 else dim")),
            "A dimension that is not there has to be refused: an IndexError which says that the dimension is out of range.",
        ),
        Wrong(
            with_these(check=checking("return dim % limit")),
            "The remainder finds a place for every number, and dimension 3 of three is an error: IndexError, Dimension out of range.",
        ),
        Wrong(
            with_these(
                check=checking(
                    'if not -limit <= dim < limit:\n                raise IndexError("Dimension out of range")\n            return dim'
                )
            ),
            "A negative dimension counts from the end: -1 of three is dimension 2.",
        ),
        Wrong(
            with_these(
                check=checking(
                    'if not -ndim <= dim < ndim:\n                raise IndexError("Dimension out of range")\n'
                    "            return dim + ndim if dim < 0 else dim"
                )
            ),
            "Of a tensor without dimensions, 0 and -1 are let through, as if it had one: max(ndim, 1).",
        ),
        Wrong(
            with_these(
                check=checking(
                    'if not -limit <= dim <= limit:\n                raise IndexError("Dimension out of range")\n'
                    "            return dim + limit if dim < 0 else dim"
                )
            ),
            "Three dimensions are 0, 1 and 2. Dimension 3 is out of range.",
        ),
        Wrong(
            with_these(
                check=checking(
                    'if not 0 <= dim < limit:\n                raise IndexError("Dimension out of range")\n            return dim'
                )
            ),
            "Negative dimensions are refused here. -1 is the last one, and -3 the first of three.",
        ),
        Wrong(
            with_these(
                size="""
        def size(self, dim=None):
            if dim:
                return self.shape[check_dim(dim, self.dim())]
            return self.shape
"""
            ),
            "`if dim:` is false for 0 as well, and dimension 0 is one that can be asked for. Compare with None.",
        ),
        Wrong(
            with_these(
                size="""
        def size(self, dim=None):
            return self.shape
"""
            ),
            "With a dimension named, the answer is that one length.",
        ),
        Wrong(
            with_these(
                size="""
        def size(self, dim=None):
            return self.shape if dim is None else self.shape[dim]
"""
            ),
            "Python's own error says `tuple index out of range`. check_dim(dim, ndim) says which dimensions there are.",
        ),
        Wrong(
            with_these(
                item="""
        def item(self):
            check_single(self)
            return self._array
"""
            ),
            "This is still an array, with one number in it. The array has a method that takes the number out.",
        ),
        Wrong(
            with_these(
                item="""
        def item(self):
            check_single(self)
            return float(self._array)
"""
            ),
            "A whole number stays a whole number, and True stays True: float() makes fractions of all of them.",
        ),
        Wrong(
            with_these(
                item="""
        def item(self):
            check_single(self)
            return self._array[0]
"""
            ),
            "A number without dimensions has no place 0, and [[2.5]] has a row there. The array's own item() takes the one "
            "number out, whatever the shape.",
        ),
        Wrong(
            with_these(
                item="""
        def item(self):
            return self._array.reshape(-1)[0].item()
"""
            ),
            "Of several numbers this gives the first without a word. check_single(self) refuses them.",
        ),
        Wrong(
            with_these(
                wish="""
        def requires_grad_(self, requires_grad=True):
            check_wish(self, requires_grad)
            self._requires_grad = bool(requires_grad)
"""
            ),
            "The wish is written down, but nothing is returned. `w = mt.zeros(2).requires_grad_()` has to give the tensor.",
        ),
        Wrong(
            with_these(
                wish="""
        def requires_grad_(self, requires_grad=True):
            check_wish(self, requires_grad)
            self._requires_grad = True
            return self
"""
            ),
            "requires_grad_(False) takes the wish back. Write down what was asked for.",
        ),
        Wrong(
            with_these(
                wish="""
        def requires_grad_(self, requires_grad=True):
            check_wish(self, requires_grad)
            self._requires_grad = not self._requires_grad
            return self
"""
            ),
            "This turns the wish round. Asking twice for a gradient must not take it back.",
        ),
        Wrong(
            with_these(
                wish="""
        def requires_grad_(self, requires_grad=True):
            self._requires_grad = bool(requires_grad)
            return self
"""
            ),
            "Whole numbers cannot change a little, so they can have no gradient. check_wish(self, requires_grad) refuses them.",
        ),
        Wrong(
            with_these(
                wish="""
        def requires_grad_(self, requires_grad=True):
            check_wish(self, requires_grad)
            made = mt.zeros(*self.shape)
            made._array, made._requires_grad = self._array, bool(requires_grad)
            return made
"""
            ),
            "This returns another tensor, and the one that was asked stays as it is. The underscore promises a change in place.",
        ),
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: isinstance(error, RecursionError) and expected == (True, True),
            "The attribute requires_grad calls requires_grad_, which sets it, which calls requires_grad_ ... What is stored is "
            "the field _requires_grad.",
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(error, TypeError) and "between instances of 'NoneType'" in str(error)
            ),
            "`dim=None` says that no dimension is asked for. Then `size` gives the whole shape, and check_dim is not called.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, IndexError) and expected == (0, 0),
            "A tensor without dimensions counts as if it had one, so that 0 and -1 are let through: max(ndim, 1).",
        ),
        Mistake(
            lambda expected, got, error: error is None and expected == (2, 0) and got == (4, 6),
            "A negative dimension counts from the end: added to the number of dimensions, not subtracted, since "
            "it is below 0 already.",
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(error, IndexError)
                and "Dimension out of range" not in str(error)
                and isinstance(expected, type)
            ),
            "The IndexError should be yours, with a message that begins with Dimension out of range.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, TypeError) and "'NoneType'" in str(error),
            "A function returns None: check_dim and size return a number.",
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(error, AttributeError) and "'tuple' object has no attribute" in str(error)
            ),
            "`size()` gives what `shape` gives, a Size. NumPy's shape is a plain tuple.",
        ),
        Mistake(
            lambda expected, got, error: "'int' object is not iterable" in str(error),
            "Without a dimension, `size` gives the whole shape: a Size, not one number.",
        ),
        Mistake(
            lambda expected, got, error: "'tuple' object has no attribute 'numel'" in str(error),
            "`size()` gives what `shape` gives, a Size. NumPy's shape is a plain tuple.",
        ),
        Mistake(
            lambda expected, got, error: "can only convert an array of size 1" in str(error),
            "NumPy refuses several numbers with its own error. check_single(self) comes first, and raises PyTorch's.",
        ),
        Mistake(
            lambda expected, got, error: error is None and (expected, got) == ("float", "int"),
            "A fraction must stay one: int() cuts the decimals off. The array's own item() gives each number "
            "its own type.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(got, list),
            "tolist() keeps the brackets of the shape. item() takes the one number out of them.",
        ),
        Mistake(
            lambda expected, got, error: error is None and expected == (True, True) and got == (True, False),
            "The tensor comes back, but its wish is not written down: the field is _requires_grad.",
        ),
        Mistake(
            lambda expected, got, error: expected is False and "only Tensors of floating" in str(error),
            "requires_grad_(False) is allowed for whole numbers, which want nothing anyway. Hand check_wish "
            "what was asked for.",
        ),
    ],
    hints=[
        "Two of the checks are done for you: what is left of `item` is "
        "a method of the array, and "
        "of `requires_grad_` a field.",
        "check_dim: with limit = max(ndim, 1), dimensions go from -limit to limit - 1; a negative one has "
        "limit added. `size`: without a "
        "dimension the shape, else one of its lengths. `requires_grad_` returns the tensor itself.",
        "`if not -limit <= dim < limit: raise IndexError(...)`, "
        "`return dim + limit if dim < 0 else dim`; `return self.shape[check_dim(dim, self.dim())]`; `return self._array.item()`; "
        "`self._requires_grad = bool(requires_grad)`, then `return self`.",
    ],
)
