"""A step that does nothing."""

import minitorch as mt

from ...define import Case, Exercise, Law, Mistake, T, Wrong
from ..edited import edited
from ..fact_words import stops, where

SOLUTION = '''
class BackwardHookFunction(Function):
    """A step that hands on what it is given, any number of tensors; those without gradients stay without."""

    @staticmethod
    def forward(ctx, *tensors):
        ctx.mark_non_differentiable(*[x for x in tensors if not x.requires_grad])
        return tensors

    @staticmethod
    def backward(ctx, *gradients):
        return gradients
'''

exercise = Exercise(
    "BackwardHookFunction",
    title="A step that does nothing",
    difficulty=2,
    minutes=6,
    target="minitorch.nn.module.backward_hooks:BackwardHookFunction",
    setup="from minitorch.autograd import Function\n",
    stub='''
        class BackwardHookFunction(Function):
            """A step that hands on what it is given, any number of tensors; those without gradients stay without."""

            @staticmethod
            def forward(ctx, *tensors):
                ...

            @staticmethod
            def backward(ctx, *gradients):
                ...
    ''',
    solution=SOLUTION,
    why="Nothing is computed and nothing is copied. But it is one step for all of the tensors, so their gradients meet in it; and a "
    "tensor that wanted no gradient comes out wanting none.",
    facts=[
        Case("BackwardHookFunction.apply(mt.tensor([1.0, 2.0], requires_grad=True))", (T([1.0, 2.0]),)),
        Case(
            """
            x, y = mt.tensor([1.0, 2.0], requires_grad=True), mt.tensor([3.0], requires_grad=True)
            a, b = BackwardHookFunction.apply(x, y)
            (a.tolist(), b.tolist(), a.grad_fn is b.grad_fn, a.grad_fn is not None)
            """,
            ([1.0, 2.0], [3.0], True, True),
        ),
        Case(
            """
            x, y = mt.tensor([1.0, 2.0], requires_grad=True), mt.tensor([3.0], requires_grad=True)
            a, b = BackwardHookFunction.apply(x, y)
            (5 * a.sum() + 7 * b.sum()).backward()
            (x.grad, y.grad)
            """,
            (T([5.0, 5.0]), T([7.0])),
        ),
        Case(
            """
            x = mt.tensor([1.0, 2.0], requires_grad=True)
            (a,) = BackwardHookFunction.apply(x)
            (a * a).sum().backward()
            x.grad
            """,
            T([2.0, 4.0]),
        ),
        Case(
            """
            x, c = mt.tensor([1.0], requires_grad=True), mt.tensor([2.0])
            a, b = BackwardHookFunction.apply(x, c)
            (a.requires_grad, b.requires_grad)
            """,
            (True, False),
        ),
        Case(
            """
            c, x = mt.tensor([2.0]), mt.tensor([1.0], requires_grad=True)
            b, a = BackwardHookFunction.apply(c, x)
            (a * b).sum().backward()
            (b.requires_grad, x.grad, c.grad)
            """,
            (False, T([2.0]), None),
        ),
        Case(
            """
            b, x, c = mt.tensor([2.0]), mt.tensor([1.0], requires_grad=True), mt.tensor([3.0])
            [one.requires_grad for one in BackwardHookFunction.apply(b, x, c)]
            """,
            [False, True, False],
        ),
        Case(
            """
            x = mt.tensor([1.0, 2.0], requires_grad=True) * 1
            (a,) = BackwardHookFunction.apply(x)
            (a is x, a.data_ptr() == x.data_ptr())
            """,
            (False, True),
        ),
        Case(
            """
            x, n = mt.tensor([1.0], requires_grad=True), mt.tensor([3, 4])
            a, m = BackwardHookFunction.apply(x, n)
            (m.tolist(), m.requires_grad)
            """,
            ([3, 4], False),
        ),
        Law("numbers and gradients pass unchanged", lambda f, rng: unchanged(f, rng)),
    ],
    wrong=[
        Wrong(
            edited(
                SOLUTION, ("\n        ctx.mark_non_differentiable(*[x for x in tensors if not x.requires_grad])", "")
            ),
            "A tensor that wanted no gradient comes out wanting one, so gradients would be computed for constants. Say with "
            "ctx.mark_non_differentiable which of the tensors do not require one, and return those very tensors.",
        ),
        Wrong(
            edited(SOLUTION, ("return tensors", "return tuple([x.clone() for x in tensors])")),
            "You copy every tensor. A step that only hands on needs no memory of its own: return the tensors "
            "themselves.",
        ),
        Wrong(
            edited(
                SOLUTION,
                (
                    "return gradients",
                    (
                        "total = sum(g.sum() for g in gradients)\n"
                        "        return tuple([g * 0 + total for g in gradients])"
                    ),
                ),
            ),
            "You add the gradients of all the tensors together. They meet in this step, but each goes on alone, to the tensor it "
            "belongs to.",
        ),
        Wrong(
            edited(SOLUTION, ("return gradients", "return tuple([g * 0 + 1 for g in gradients])")),
            "The slope of this step is 1, but its gradient is what arrived times 1. Return what arrived.",
        ),
        Wrong(
            edited(SOLUTION, ("return gradients", "return gradients[0]")),
            "Only the first tensor gets its gradient. There is one gradient for each tensor, and each must be handed "
            "on.",
        ),
        Wrong(
            edited(SOLUTION, ("[x for x in tensors if not x.requires_grad]", "tensors")),
            "Everything is marked as not differentiable, so no gradient passes at all. Mark only the tensors that do "
            "not require one.",
        ),
        Wrong(
            edited(
                SOLUTION,
                (
                    "ctx.mark_non_differentiable(*[x for x in tensors if not x.requires_grad])",
                    (
                        "for x in tensors:\n"
                        "            if not x.requires_grad:\n"
                        "                ctx.mark_non_differentiable(x)"
                    ),
                ),
            ),
            "Each call of ctx.mark_non_differentiable replaces what the one before said, so only the last constant "
            "is marked. Call it once, with all of them.",
        ),
        Wrong(
            edited(SOLUTION, ("tensors if not x.requires_grad]", "tensors if x.requires_grad]")),
            "You mark the tensors that want a gradient. It is the others that have none: `if not x.requires_grad`.",
        ),
        Wrong(
            edited(SOLUTION, ("return tensors", "return tuple([x for x in tensors if x.requires_grad])")),
            "The constants do not come out. All tensors are handed on, in their order; those without gradients are only marked.",
        ),
        Wrong(
            edited(SOLUTION, ("return gradients", "return tuple([2 * g for g in gradients])")),
            "The gradients are changed on their way. This step hands them on as they came.",
        ),
        Wrong(
            edited(SOLUTION, ("return tensors", "return tensors[0]")),
            "Only the first tensor comes out. All of them are handed on, in a tuple, also where there is one alone.",
        ),
    ],
    hints=[
        "Lesson 10: forward gets ctx and the tensors and gives the results; backward gets a gradient for each result and gives "
        "one for each tensor.",
        "Nothing is to be computed in either. Only one thing must be said in forward: which of the results have no "
        "gradient.",
        "`ctx.mark_non_differentiable(*[x for x in tensors if not x.requires_grad])`, then `return tensors`; and in backward "
        "`return gradients`.",
    ],
    mistakes=[
        stops(
            "'Tensor' object has no attribute 'mark_non_differentiable'",
            "The first of the arguments is no ctx. forward and backward are called without self: `@staticmethod` stands above each.",
        ),
        where(
            (True, False),
            "Among tensors of which some want a gradient and some do not, each comes out as it came in. Mark those that do not, and "
            "only those.",
        ),
        stops(
            "only accepts variable arguments",
            "ctx.mark_non_differentiable takes the tensors one by one: a star before the list.",
        ),
        stops(
            "but got <class 'tuple'>",
            "backward returns one gradient for each tensor, in one tuple: `return gradients`, and nothing beside it.",
        ),
        Mistake(
            lambda expected, got, error: "incorrect number of gradients" in str(error),
            "backward hands on as many gradients as forward was given tensors, in a tuple: `return gradients`.",
        ),
    ],
)


def unchanged(f, rng):
    sizes = [int(n) for n in rng.integers(1, 4, size=int(rng.integers(1, 5)))]
    data = [rng.normal(size=n).round(3).tolist() for n in sizes]
    slopes = [rng.normal(size=n).round(3).tolist() for n in sizes]
    leaves = [mt.tensor(one, dtype=mt.float64, requires_grad=True) for one in data]
    results = f.apply(*leaves)
    sum((x * mt.tensor(s, dtype=mt.float64)).sum() for x, s in zip(results, slopes, strict=True)).backward()
    got = ([x.tolist() for x in results], [x.grad.tolist() for x in leaves])
    return {"tensors": data, "arriving": slopes}, (data, slopes), got
