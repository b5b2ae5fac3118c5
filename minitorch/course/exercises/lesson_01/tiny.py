"""One array, and facts that follow it."""

from ...define import Case, Exercise, Wrong

exercise = Exercise(
    "Tiny",
    title="One array, and facts that follow it",
    difficulty=2,
    minutes=8,
    stub='''
        class Tiny:
            """One array, kept as it is, with shape and is_leaf worked out whenever they are asked for."""

            def __init__(self, array):
                self.array = array
                self.requires_grad = False
                self.grad = None
                self.grad_fn = None

            @property
            def shape(self):
                ...

            @property
            def is_leaf(self):
                ...
    ''',
    solution='''
        class Tiny:
            """One array, kept as it is, with shape and is_leaf worked out whenever they are asked for."""

            def __init__(self, array):
                self.array = array
                self.requires_grad = False
                self.grad = None
                self.grad_fn = None

            @property
            def shape(self):
                return self.array.shape

            @property
            def is_leaf(self):
                return self.grad_fn is None
    ''',
    why="Neither fact is stored, so neither can go stale. The array knows its shape; having no maker is what makes a leaf.",
    facts=[
        Case("Tiny(np.zeros((2, 3))).shape", (2, 3)),
        Case("Tiny(np.array(5.0)).shape", ()),
        Case("Tiny(np.zeros(4)).is_leaf", True),
        Case(
            """
            t = Tiny(np.zeros(3))
            t.array = np.zeros((5, 1))
            t.shape
            """,
            (5, 1),
        ),
        Case(
            """
            t = Tiny(np.zeros(3))
            before = t.shape
            t.array = np.zeros((5, 1))
            before, t.shape
            """,
            ((3,), (5, 1)),
        ),
        Case(
            """
            t = Tiny(np.zeros(3))
            t.grad_fn = "AddBackward0"
            t.is_leaf
            """,
            False,
        ),
        Case(
            """
            t = Tiny(np.zeros(3))
            t.requires_grad = True
            t.is_leaf
            """,
            True,
        ),
        Case(
            """
            t = Tiny(np.zeros(3))
            t.grad = np.ones(3)
            t.is_leaf
            """,
            True,
        ),
        Case(
            """
            a = np.zeros(3)
            Tiny(a).array is a
            """,
            True,
        ),
        Case(
            """
            t = Tiny(np.zeros(3))
            (t.requires_grad, t.grad, t.grad_fn)
            """,
            (False, None, None),
        ),
    ],
    wrong=[
        Wrong(
            """
            class Tiny:
                def __init__(self, array):
                    self.array = array
                    self.requires_grad, self.grad, self.grad_fn = False, None, None
                    self.first_shape = array.shape

                @property
                def shape(self):
                    return self.first_shape

                @property
                def is_leaf(self):
                    return self.grad_fn is None
            """,
            "The shape is a copy made at the start, and goes stale when another array is put in. Ask self.array each time.",
        ),
        Wrong(
            """
            class Tiny:
                def __init__(self, array):
                    self.array = array
                    self.requires_grad, self.grad, self.grad_fn = False, None, None
                    self.kept = None

                @property
                def shape(self):
                    if self.kept is None:
                        self.kept = self.array.shape
                    return self.kept

                @property
                def is_leaf(self):
                    return self.grad_fn is None
            """,
            "The shape is kept after the first question, and goes stale when another array is put in. Ask self.array each time.",
        ),
        Wrong(
            """
            class Tiny:
                def __init__(self, array):
                    self.array = array
                    self.requires_grad, self.grad, self.grad_fn = False, None, None

                @property
                def shape(self):
                    return self.array.shape

                @property
                def is_leaf(self):
                    return True
            """,
            "Every tensor of this lesson is a leaf, but not every tensor is. One with a grad_fn was made by an operation.",
        ),
        Wrong(
            """
            class Tiny:
                def __init__(self, array):
                    self.array = array
                    self.requires_grad, self.grad, self.grad_fn = False, None, None

                @property
                def shape(self):
                    return self.array.shape

                @property
                def is_leaf(self):
                    return self.grad_fn is None and not self.requires_grad
            """,
            "A weight wants a gradient and is a leaf all the same. Only the maker, grad_fn, decides.",
        ),
        Wrong(
            """
            class Tiny:
                def __init__(self, array):
                    self.array = array
                    self.requires_grad, self.grad, self.grad_fn = False, None, None

                @property
                def shape(self):
                    return self.array.shape

                @property
                def is_leaf(self):
                    return self.grad is None
            """,
            "grad is the gradient that was received; grad_fn is what made the tensor. is_leaf asks about the maker.",
        ),
        Wrong(
            """
            class Tiny:
                def __init__(self, array):
                    self.array = np.array(array)
                    self.requires_grad, self.grad, self.grad_fn = False, None, None

                @property
                def shape(self):
                    return self.array.shape

                @property
                def is_leaf(self):
                    return self.grad_fn is None
            """,
            "np.array(...) makes a copy. Keep the very array that came in: wrapping must not cost memory.",
        ),
        Wrong(
            """
            class Tiny:
                def __init__(self, array):
                    self.array = array
                    self.requires_grad, self.grad, self.grad_fn = False, None, None

                @property
                def shape(self):
                    return len(self.array)

                @property
                def is_leaf(self):
                    return self.grad_fn is None
            """,
            "len(array) is only the first number of the shape, and a single number has no length at all.",
        ),
    ],
    hints=[
        "A property is a method that runs each time the attribute is read. Read the answer off something you already keep.",
        "The array knows its own shape. A leaf is a tensor that no operation made: which of the four fields says that?",
        "`return self.array.shape`, and `return self.grad_fn is None`.",
    ],
)
