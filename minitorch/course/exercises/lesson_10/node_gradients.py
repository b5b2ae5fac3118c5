"""The backward of your Function, called."""

from ...define import Case, Exercise, Mistake, T
from ..fact_words import stops
from ..lesson_07.rewriting import where
from .functions import FUNCTIONS, wrong_answers

SOLUTION = '''
def backward_of(function):
    """The derivative that a Function has, under either of its names: backward, or vjp. For both, raise both_error().

    A name that the user has not written is Function's own, the very same object.
    """
    if function.vjp is Function.vjp:
        return function.backward
    if function.backward is not Function.backward:
        raise both_error()
    return function.vjp


def gradients(self, g, edges):
    """What the user's backward makes of g: a list with the gradient of each tensor among the arguments of forward."""
    given = backward_of(self.function)(Context(self), *self.incoming(g))
    given = self.one_per_argument(given)
    return [given[index] for index in self.tensor_indices]
'''

exercise = Exercise(
    "node_gradients",
    title="The backward of your Function, called",
    difficulty=3,
    minutes=5,
    target="minitorch.autograd.function:BackwardNode.gradients",
    covers={"backward_of": "minitorch.autograd.function:backward_of"},
    installed=True,
    setup="from minitorch.autograd import Function\nfrom minitorch.autograd.function import Context, both_error\n"
    + FUNCTIONS,
    stub='''
def backward_of(function):
    """The derivative that a Function has, under either of its names: backward, or vjp. For both, raise both_error().

    A name that the user has not written is Function's own, the very same object.
    """
    ...


def gradients(self, g, edges):
    """What the user's backward makes of g: a list with the gradient of each tensor among the arguments of forward.

    It is given Context(self), and the gradients that self.incoming(g) gives.
    """
    ...
    ''',
    solution=SOLUTION,
    why="The walk asks every node for one gradient per edge. Here the user's backward answers: it is given a "
    "gradient for each result, and gives one for each argument; those of arguments that are no tensors "
    "have no edge and are left out.",
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
        Case(
            """
            x = mt.tensor([1.0, 3.0], requires_grad=True)
            a, place, b = Both.apply(x, 4)
            (a * 10 + b).sum().backward()
            x.grad
            """,
            T([41.0, 41.0]),
        ),
        Case(
            """
            class Times(mt.autograd.Function):
                @staticmethod
                def forward(ctx, factor, x, name):
                    ctx.factor = factor
                    return x * factor

                @staticmethod
                def backward(ctx, g):
                    return None, g * ctx.factor, None

            x = mt.tensor([1.0, 3.0], requires_grad=True)
            Times.apply(5, x, "five").sum().backward()
            x.grad
            """,
            T([5.0, 5.0]),
        ),
        Case(
            """
            class Few(mt.autograd.Function):
                @staticmethod
                def forward(ctx, x, y):
                    return x * y

                @staticmethod
                def backward(ctx, g):
                    return g

            x = mt.tensor([1.0, 3.0], requires_grad=True)
            Few.apply(x, x).sum().backward()
            """,
            raises=RuntimeError,
            match="incorrect number of gradients",
        ),
        Case(
            """
            class Shape(mt.autograd.Function):
                @staticmethod
                def forward(ctx, x):
                    return x * 2

                @staticmethod
                def backward(ctx, g):
                    return g[:1].expand(3)

            x = mt.tensor([1.0, 3.0], requires_grad=True)
            Shape.apply(x).sum().backward()
            """,
            raises=RuntimeError,
            match="invalid gradient at index 0",
        ),
        Case(
            """
            class Old(mt.autograd.Function):
                @staticmethod
                def forward(ctx, x):
                    return x * 2

                @staticmethod
                def vjp(ctx, g):
                    return g * 2

            x = mt.tensor([1.0, 3.0], requires_grad=True)
            Old.apply(x).sum().backward()
            x.grad
            """,
            T([2.0, 2.0]),
        ),
        Case(
            """
            class Two(mt.autograd.Function):
                forward = staticmethod(lambda ctx, x: x * 2)
                backward = vjp = staticmethod(lambda ctx, g: g * 2)

            Two.apply(mt.ones(2, requires_grad=True)).sum().backward()
            """,
            raises=RuntimeError,
            match="Implementing both 'backward' and 'vjp'",
        ),
        Case(
            """
            class Two(Exp):
                @staticmethod
                def vjp(ctx, g):
                    return g * 2

            x = mt.tensor([1.0, 3.0], requires_grad=True)
            Two.apply(x).sum().backward()
            """,
            raises=RuntimeError,
            match="Implementing both 'backward' and 'vjp'",
        ),
        Case(
            """
            class None_(mt.autograd.Function):
                @staticmethod
                def forward(ctx, x):
                    return x * 2

            x = mt.tensor([1.0, 3.0], requires_grad=True)
            None_.apply(x).sum().backward()
            """,
            raises=NotImplementedError,
            match="either the backward or vjp",
        ),
        Case(
            """
            x = mt.tensor([0.0, 1.0], requires_grad=True)
            (slope,) = mt.autograd.grad(Exp.apply(x).sum(), x, create_graph=True)
            (second,) = mt.autograd.grad(slope.sum(), x)
            second
            """,
            T([1.0, 2.7182817]),
        ),
        Case(
            """
            x = mt.tensor([0.3, -1.2], dtype=mt.float64, requires_grad=True)
            mt.autograd.gradgradcheck(lambda x: Mul.apply(x, Exp.apply(x)), x)
            """,
            True,
        ),
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: expected is not RuntimeError and "Implementing both" in str(error),
            "In `backward_of`: every Function has both names, from the class Function. It is an error only where the user "
            "has written "
            "both: where neither is Function's own.",
        ),
        Mistake(
            lambda expected, got, error: expected is not NotImplementedError and isinstance(error, NotImplementedError),
            "In `backward_of`: you return Function's own, which says that the user has written none. Return the one that is not "
            "Function's.",
        ),
        stops("'RuntimeError' object", "In `backward_of` the error is made and handed back: `raise both_error()`."),
        where(
            "Three steps: the user's backward is `backward_of(self.function)`, called with ctx, Context(self), "
            "and then the gradients "
            "one by one, `*self.incoming(g)`; `self.one_per_argument(...)` makes a checked tuple of what it "
            "gives; of that a list of those at "
            "`self.tensor_indices`.",
            [[5.0, 70.0], [2.0, 30.0]],
            T([3.0, 2.7182817]),
        ),
        where(
            "With create_graph=True the backward itself is recorded: nothing may be detached, and recording "
            "stays as it is.",
            True,
            T([1.0, 2.7182817]),
        ),
        where(
            "Here some arguments are no tensors, and have no edge: pick what stands at `self.tensor_indices`.",
            T([5.0, 5.0]),
            T([41.0, 41.0]),
        ),
        where(
            "In `backward_of`: `vjp` is the other name. Where the user wrote it, `function.vjp` is not `Function.vjp`, and "
            "it is the "
            "one to return.",
            T([2.0, 2.0]),
        ),
        Mistake(
            lambda expected, got, error: expected is NotImplementedError,
            "In `backward_of`: where the user has written neither, Function's own `backward` is the answer. It says what is "
            "missing.",
        ),
        Mistake(
            lambda expected, got, error: expected is RuntimeError,
            "What the user's backward gives may be of the wrong number or shape: "
            "`self.one_per_argument(given)` says so.",
        ),
    ],
    wrong=wrong_answers(
        SOLUTION,
        [
            (
                "gradients",
                "given = self.function.backward(self, *self.incoming(g))\ngiven = "
                "self.one_per_argument(given)\nreturn [given[index] for index in self.tensor_indices]",
                "A Function may call its backward `vjp`, too: `backward_of(self.function)` is to know both names, and in it "
                "`function.vjp is Function.vjp` where the user has not written that one.",
            ),
            (
                "backward_of",
                "return function.backward if function.vjp is Function.vjp else function.vjp",
                "In `backward_of`: somebody has written both, and they may say two things. That is an error: `raise both_error()`.",
            ),
            (
                "backward_of",
                "if 'vjp' not in vars(function):\n    return function.backward\nif 'backward' in vars(function):\n"
                "    raise both_error()\nreturn function.vjp",
                "In `backward_of`: vars shows what stands in this very class. Here `backward` comes from the class that it "
                "inherits from, and the user has written that one too: ask whether it is Function's own.",
            ),
            (
                "backward_of",
                "if hasattr(function, 'backward') and hasattr(function, 'vjp'):\n    raise both_error()\nreturn function.backward",
                "In `backward_of`: every Function has both names, from the class Function. Ask whether they are Function's own: "
                "`function.vjp is Function.vjp`.",
            ),
            (
                "gradients",
                "given = backward_of(self.function)(self, g)\ngiven = self.one_per_argument(given)\nreturn "
                "[given[index] for index in self.tensor_indices]",
                "A step with several results is sent a gradient for each, and backward takes them one by one: "
                "`*self.incoming(g)`.",
            ),
            (
                "gradients",
                "given = backward_of(self.function)(*self.incoming(g))\ngiven = "
                "self.one_per_argument(given)\nreturn [given[index] for index in self.tensor_indices]",
                "Its first argument is ctx, and ctx is the node itself: hand it `self`.",
            ),
            (
                "gradients",
                "given = backward_of(self.function)(self, *self.incoming(g))\nreturn "
                "list(self.one_per_argument(given))",
                "backward gives one gradient per argument, the walk wants one per edge, and only tensors have "
                "edges: take those at `self.tensor_indices`.",
            ),
            (
                "gradients",
                "given = backward_of(self.function)(self, *self.incoming(g))\ngiven = given if "
                "isinstance(given, tuple) else (given,)\nreturn [given[index] for index in self.tensor_indices]",
                "What backward returns is the user's, and may be wrong: `self.one_per_argument(given)` says so "
                "in words.",
            ),
            (
                "gradients",
                "given = backward_of(self.function)(self, *self.incoming(g))\ngiven = "
                "self.one_per_argument(given)\nreturn [x for x in given if x is not None]",
                "None stands for an edge without gradient as well. Which arguments are tensors is written in "
                "`self.tensor_indices`.",
            ),
            (
                "gradients",
                "given = backward_of(self.function)(self, *[x.detach() for x in self.incoming(g) if x is not "
                "None])\ngiven = self.one_per_argument(given)\nreturn [given[index] for index in "
                "self.tensor_indices]",
                "You detach the gradient that arrives, so nothing behind it can be differentiated again; and "
                "one that is None has its place all the same.",
            ),
        ],
    ),
    hints=[
        "Three steps: call the user's backward, look at what it gave, pick what belongs to tensors.",
        "ctx is the node, `self`. `self.incoming(g)` is a list with a gradient per result; "
        "`self.one_per_argument(given)` makes a "
        "checked tuple of what came back; `self.tensor_indices` says which arguments were tensors.",
        "`given = backward_of(self.function)(Context(self), *self.incoming(g))`, then `self.one_per_argument(given)`, then "
        "`[given[index] for index in self.tensor_indices]`.",
    ],
)
