"""A user's backward, looked at."""

from ...define import Case, Exercise, Mistake, T
from ..fact_words import stops
from ..lesson_07.rewriting import where
from .functions import FUNCTIONS, wrong_answers

SOLUTION = '''
def check_shape(self, edge, g):
    """Raise shape_error(self, edge, g) unless g has the shape shape_at(edge), or one that broadcasting makes of it.

    Without an edge, or without a gradient (both may be None), there is nothing to ask.
    """
    if edge is None or g is None:
        return
    shape, got = shape_at(edge), g._array.shape
    lead = len(got) - len(shape)
    if lead < 0 or not all(n in (1, m) for n, m in zip(shape, got[lead:])):
        raise shape_error(self, edge, g)


def one_per_argument(self, given):
    """What backward returned, as a tuple with a gradient or None for each entry of self.needs_input_grad.

    One that is no tuple becomes a tuple of one. More are allowed if all that is too many is None, and left out. Else
    number_error(self, given); kind_error(x) for an x that is neither a Tensor nor None. At last self.check_shape(edge, g)
    for each edge in self.edges and the gradient that belongs to it, by self.tensor_indices.
    """
    given = given if isinstance(given, tuple) else (given,)
    count = len(self.needs_input_grad)
    if all(x is None for x in given[count:]):
        given = given[:count]
    if len(given) != count:
        raise number_error(self, given)
    for x in given:
        if x is not None and not isinstance(x, mt.Tensor):
            raise kind_error(x)
    for edge, index in zip(self.edges, self.tensor_indices):
        self.check_shape(edge, given[index])
    return given
'''
TWO = """
            class Two(mt.autograd.Function):
                @staticmethod
                def forward(ctx, x, y):
                    return x * 2 + y

                @staticmethod
                def backward(ctx, g):
                    return give(g)

            x = mt.tensor([1.0, 3.0], requires_grad=True)
            y = mt.tensor([1.0, 3.0])
"""


def given(text):
    """A program in which a backward gives what a lambda says, and the gradient of x after it."""
    return f"{TWO}            give = lambda g: {text}\n            Two.apply(x, y).sum().backward()\n            x.grad"


exercise = Exercise(
    "one_per_argument",
    title="A user's backward, looked at",
    difficulty=3,
    minutes=7,
    target="minitorch.autograd.function:BackwardNode.one_per_argument",
    covers={"check_shape": "minitorch.autograd.function:BackwardNode.check_shape"},
    installed=True,
    setup="from minitorch.autograd.function import kind_error, number_error, shape_at, shape_error\n" + FUNCTIONS,
    stub='''
def check_shape(self, edge, g):
    """Raise shape_error(self, edge, g) unless g has the shape shape_at(edge), or one that broadcasting makes of it.

    Without an edge, or without a gradient (both may be None), there is nothing to ask.
    """
    ...


def one_per_argument(self, given):
    """What backward returned, as a tuple with a gradient or None for each entry of self.needs_input_grad.

    One that is no tuple becomes a tuple of one. More are allowed if all that is too many is None, and left out. Else
    number_error(self, given); kind_error(x) for an x that is neither a Tensor nor None. At last self.check_shape(edge, g)
    for each edge in self.edges and the gradient that belongs to it, by self.tensor_indices.
    """
    ...
    ''',
    solution=SOLUTION,
    why="A backward is written by hand, so it may be wrong, and what is wrong here is best said here: some steps later nobody "
    "would know any more whose gradient it was. A larger shape that broadcasting made is summed back by the walk (lesson 06).",
    facts=[
        Case(
            """
            x = mt.tensor([2.0, 3.0], requires_grad=True)
            y = mt.tensor([5.0, 7.0], requires_grad=True)
            Mul.apply(x, y).backward(mt.tensor([1.0, 10.0]))
            [x.grad.tolist(), y.grad.tolist()]
            """,
            [[5.0, 70.0], [2.0, 30.0]],
        ),
        Case(
            """
            x = mt.tensor([0.0, 1.0], requires_grad=True)
            Exp.apply(x).backward(mt.tensor([3.0, 1.0]))
            x.grad
            """,
            T([3.0, 2.7182817]),
        ),
        Case("type(Exp.apply(mt.ones(2, requires_grad=True)).grad_fn.one_per_argument(mt.ones(2))).__name__", "tuple"),
        Case(given("(g, None)"), T([1.0, 1.0])),
        Case(given("(g, None, None, None)"), T([1.0, 1.0])),
        Case(given("(None, None)"), None),
        Case(given("(g, g, g)"), raises=RuntimeError, match="incorrect number of gradients (expected 2, got 3)"),
        Case(
            given("(g, None, None, g)"), raises=RuntimeError, match="incorrect number of gradients (expected 2, got 4)"
        ),
        Case(given("g * 7"), raises=RuntimeError, match="incorrect number of gradients (expected 2, got 1)"),
        Case(given("[g, None]"), raises=RuntimeError, match="incorrect number of gradients (expected 2, got 1)"),
        Case(given("()"), raises=RuntimeError, match="incorrect number of gradients (expected 2, got 0)"),
        Case(given("(g, 3.0)"), raises=RuntimeError, match="expected Variable or None (got float)"),
        Case(given("(g.tolist(), None)"), raises=RuntimeError, match="expected Variable or None (got list)"),
        Case(given("(g[:1], None)"), raises=RuntimeError, match="invalid gradient at index 0 - got [1]"),
        Case(given("(g.sum(), None)"), raises=RuntimeError, match="invalid gradient at index 0 - got []"),
        Case(given("(mt.ones(2, 3), None)"), raises=RuntimeError, match="invalid gradient at index 0 - got [2, 3]"),
        Case(given("(g.reshape(1, 2).expand(3, 2), None)"), T([3.0, 3.0])),
        Case(given("(g, g[:1])"), T([1.0, 1.0])),
        Case(
            """
            class Turn(mt.autograd.Function):
                @staticmethod
                def forward(ctx, x):
                    return x.sum(1, keepdim=True)

                @staticmethod
                def backward(ctx, g):
                    return g.expand(2, 3)

            x = mt.ones(2, 1, requires_grad=True)
            Turn.apply(x).backward(mt.tensor([[1.0], [10.0]]))
            x.grad
            """,
            T([[3.0], [30.0]]),
        ),
        Case(
            """
            class Named(mt.autograd.Function):
                @staticmethod
                def forward(ctx, name, x, factor, y):
                    return x * factor + y.sum()

                @staticmethod
                def backward(ctx, g):
                    return None, g * 5, None, g.sum().expand(3)

            x, y = mt.tensor([1.0, 3.0], requires_grad=True), mt.tensor([1.0, 3.0, 4.0], requires_grad=True)
            Named.apply("five", x, 5, y).sum().backward()
            (x.grad.tolist(), y.grad.tolist())
            """,
            ([5.0, 5.0], [2.0, 2.0, 2.0]),
        ),
        Case(
            """
            class Wide(mt.autograd.Function):
                @staticmethod
                def forward(ctx, factor, x):
                    return x * factor

                @staticmethod
                def backward(ctx, g):
                    return None, g.sum()

            x = mt.tensor([1.0, 3.0], requires_grad=True)
            Wide.apply(5, x * 1).sum().backward()
            """,
            raises=RuntimeError,
            match="expected shape compatible with [2]",
        ),
    ],
    mistakes=[
        stops(
            "'RuntimeError' object",
            "The helpers whose names end in `_error` make the errors, and do not raise them: `raise ...`.",
        ),
        Mistake(
            lambda expected, got, error: expected is not RuntimeError and "expected Variable or None" in str(error),
            "None is a right answer, for an argument without a gradient. kind_error is for what is neither None nor a Tensor.",
        ),
        Mistake(
            lambda expected, got, error: expected is not RuntimeError and "incorrect number of gradients" in str(error),
            "The number is right here: one for each argument, also for those that are no tensors. They are counted by "
            "`len(self.needs_input_grad)`, and None more than that may be left out.",
        ),
        stops(
            "'NoneType' object has no attribute 'shape'",
            "In `check_shape`: backward may give None, and an argument may have no edge. Then there is nothing to ask.",
        ),
        stops(
            "'NoneType' object has no attribute '_array'",
            "In `check_shape`: backward may give None, and an argument may have no edge. Then there is nothing to ask.",
        ),
        where("What comes back is a tuple.", "tuple"),
        Mistake(
            lambda expected, got, error: expected is RuntimeError and got.values.shape in ((), (1,)),
            "In `check_shape`: this gradient is smaller than what it belongs to. Broadcasting makes larger and never smaller, so "
            "it is the gradient's shape that may be larger, and not the other.",
        ),
        Mistake(
            lambda expected, got, error: expected is RuntimeError and got.values.tolist() == [7.0, 7.0],
            "Here forward has two arguments, and backward gave one gradient. What is missing is not made up for, by None or "
            "otherwise: `raise number_error(self, given)`.",
        ),
        Mistake(
            lambda expected, got, error: expected is RuntimeError and error is None,
            "What backward gave here is wrong: too few gradients or too many, something that is no tensor, or a shape that its "
            "input cannot have had. Each is to be refused: `raise` the error.",
        ),
        Mistake(
            lambda expected, got, error: expected is RuntimeError and isinstance(error, RuntimeError),
            "It is an error, and another one is asked for here. First the number of gradients, then what they are, then their "
            "shapes.",
        ),
        where(
            "A gradient may have a shape that broadcasting makes of the input's: dimensions more in front, and any length where the "
            "input has 1. The walk sums it back.",
            T([3.0, 3.0]),
            T([[3.0], [30.0]]),
        ),
        where(
            "The edges are those of the tensors alone. Their gradients stand at `self.tensor_indices`: go through both with zip.",
            ([5.0, 5.0], [2.0, 2.0, 2.0]),
        ),
        where(
            "None more than there are arguments are left out; what is returned has one entry for each argument.",
            T([1.0, 1.0]),
        ),
        where(
            "A tuple comes back, with an entry for each argument: the gradient, or None.", [[5.0, 70.0], [2.0, 30.0]]
        ),
        where("A backward for one argument may give the gradient by itself: make a tuple of it.", T([3.0, 2.7182817])),
    ],
    wrong=wrong_answers(
        SOLUTION,
        [
            (
                "one_per_argument",
                "given = given if isinstance(given, (tuple, list)) else (given,)\n"
                "count = len(self.needs_input_grad)\n"
                "if all(x is None for x in given[count:]):\n    given = given[:count]\n"
                "if len(given) != count:\n    raise number_error(self, given)\n"
                "for x in given:\n    if x is not None and not isinstance(x, mt.Tensor):\n        raise kind_error(x)\n"
                "for edge, index in zip(self.edges, self.tensor_indices):\n    self.check_shape(edge, given[index])\n"
                "return given",
                "PyTorch takes a tuple for several gradients, and everything else, a list too, for one.",
            ),
            (
                "one_per_argument",
                "count = len(self.needs_input_grad)\n"
                "if all(x is None for x in given[count:]):\n    given = given[:count]\n"
                "if len(given) != count:\n    raise number_error(self, given)\n"
                "for x in given:\n    if x is not None and not isinstance(x, mt.Tensor):\n        raise kind_error(x)\n"
                "for edge, index in zip(self.edges, self.tensor_indices):\n    self.check_shape(edge, given[index])\n"
                "return given",
                "A backward for one argument may give the gradient by itself. What is no tuple becomes a tuple of one: `(given,)`.",
            ),
            (
                "one_per_argument",
                "given = given if isinstance(given, tuple) else (given,)\n"
                "if len(given) != len(self.needs_input_grad):\n    raise number_error(self, given)\n"
                "for x in given:\n    if x is not None and not isinstance(x, mt.Tensor):\n        raise kind_error(x)\n"
                "for edge, index in zip(self.edges, self.tensor_indices):\n    self.check_shape(edge, given[index])\n"
                "return given",
                "None at the end, more than there are arguments, is allowed and left out: PyTorch is that kind.",
            ),
            (
                "one_per_argument",
                "given = given if isinstance(given, tuple) else (given,)\n"
                "count = len(self.needs_input_grad)\n"
                "given = given[:count]\n"
                "if len(given) != count:\n    raise number_error(self, given)\n"
                "for x in given:\n    if x is not None and not isinstance(x, mt.Tensor):\n        raise kind_error(x)\n"
                "for edge, index in zip(self.edges, self.tensor_indices):\n    self.check_shape(edge, given[index])\n"
                "return given",
                "Gradients that are too many are cut off without a word. Only None may be left out.",
            ),
            (
                "one_per_argument",
                "given = given if isinstance(given, tuple) else (given,)\n"
                "given = tuple([x for x in given if x is not None])\n"
                "if len(given) != len(self.needs_input_grad):\n    raise number_error(self, given)\n"
                "for edge, index in zip(self.edges, self.tensor_indices):\n    self.check_shape(edge, given[index])\n"
                "return given",
                "None is left out wherever it stands. For an argument without a gradient it is the right answer: only what is too "
                "many goes.",
            ),
            (
                "one_per_argument",
                "given = given if isinstance(given, tuple) else (given,)\n"
                "count = len(self.needs_input_grad)\n"
                "if all(x is None for x in given[count:]):\n    given = given[:count]\n"
                "for x in given:\n    if x is not None and not isinstance(x, mt.Tensor):\n        raise kind_error(x)\n"
                "for edge, index in zip(self.edges, self.tensor_indices):\n    self.check_shape(edge, given[index])\n"
                "return given",
                "Nobody counts: too few or too many gradients are `number_error(self, given)`.",
            ),
            (
                "one_per_argument",
                "given = given if isinstance(given, tuple) else (given,)\n"
                "count = len(self.needs_input_grad)\n"
                "if all(x is None for x in given[count:]):\n    given = given[:count]\n"
                "if len(given) != count:\n    raise number_error(self, given)\n"
                "for edge, index in zip(self.edges, self.tensor_indices):\n    self.check_shape(edge, given[index])\n"
                "return given",
                "A number or a list passes as a gradient: `kind_error(x)` for an x that is neither a Tensor nor None.",
            ),
            (
                "one_per_argument",
                "given = given if isinstance(given, tuple) else (given,)\n"
                "count = len(self.needs_input_grad)\n"
                "if all(x is None for x in given[count:]):\n    given = given[:count]\n"
                "if len(given) != count:\n    raise number_error(self, given)\n"
                "for x in given:\n    if x is not None and not isinstance(x, mt.Tensor):\n        raise kind_error(x)\n"
                "return given",
                "A wrong shape passes: `self.check_shape(edge, given[index])` for each edge and its place, and in `check_shape` "
                "`raise shape_error(self, edge, g)`.",
            ),
            (
                "one_per_argument",
                "given = given if isinstance(given, tuple) else (given,)\n"
                "count = len(self.needs_input_grad)\n"
                "if all(x is None for x in given[count:]):\n    given = given[:count]\n"
                "if len(given) != count:\n    raise number_error(self, given)\n"
                "for x in given:\n    if x is not None and not isinstance(x, mt.Tensor):\n        raise kind_error(x)\n"
                "for edge, x in zip(self.edges, given):\n    self.check_shape(edge, x)\n"
                "return given",
                "The edges are those of the tensors alone, and you hold them against the first gradients. The gradient of an edge "
                "stands at its place in `self.tensor_indices`.",
            ),
            (
                "check_shape",
                "if edge is None or g is None:\n    return\n"
                "if shape_at(edge) != g._array.shape:\n    raise shape_error(self, edge, g)",
                "In `check_shape`: a shape that broadcasting makes of the input's is allowed, with more dimensions in front, "
                "or longer "
                "where the input has 1. The walk sums it back.",
            ),
            (
                "check_shape",
                "shape, got = shape_at(edge), g._array.shape\nlead = len(got) - len(shape)\n"
                "if lead < 0 or not all(n in (1, m) for n, m in zip(shape, got[lead:])):\n    raise shape_error(self, edge, g)",
                "In `check_shape`: an argument may have no edge, and backward may give None. Then there is nothing to ask.",
            ),
            (
                "check_shape",
                "if edge is None or g is None:\n    return\nshape, got = shape_at(edge), g._array.shape\n"
                "if not all(n in (1, m) for n, m in zip(reversed(shape), reversed(got))):\n    raise shape_error(self, edge, g)",
                "In `check_shape`: the gradient may have too few dimensions, and zip stops at the shorter of the two. Ask "
                "for that first.",
            ),
            (
                "check_shape",
                "if edge is None or g is None:\n    return\nshape, got = shape_at(edge), g._array.shape\nlead = len(got) - "
                "len(shape)\n"
                "if lead < 0 or not all(m in (1, n) for n, m in zip(shape, got[lead:])):\n    raise shape_error(self, edge, g)",
                "In `check_shape`: it is the input that may have length 1 where the gradient is longer, not the other way round.",
            ),
            (
                "check_shape",
                "if edge is None or g is None:\n    return\nshape, got = shape_at(edge), g._array.shape\nlead = len(got) - "
                "len(shape)\n"
                "if lead < 0 or not all(n in (1, m) for n, m in zip(shape, got)):\n    raise shape_error(self, edge, g)",
                "In `check_shape`: shapes are laid against each other from the last dimension (lesson 03): the additional "
                "ones of the "
                "gradient stand in front, `got[lead:]`.",
            ),
        ],
    ),
    hints=[
        "one_per_argument in five steps: a tuple; what is too many, if all of it is None; the number; the kind; the shapes.",
        "check_shape: with `lead = len(got) - len(shape)` dimensions more in front, each n of `shape` must be 1 or equal to "
        "its m in "
        "`got[lead:]`. Or use what broadcasting two shapes gives.",
        "`if all(x is None for x in given[count:]): given = given[:count]`, then `if len(given) != count: raise "
        "number_error(self, given)`; "
        "at the end `for edge, index in zip(self.edges, self.tensor_indices): self.check_shape(edge, given[index])`.",
    ],
)
