"""What forward leaves for backward."""

from ...define import Case, Exercise, Mistake, T
from ..fact_words import stops
from ..lesson_07.rewriting import where
from .functions import FUNCTIONS, wrong_answers

SOLUTION = '''
def keep_saved(ctx, results):
    """Keep the tensors in ctx.to_save, each (or None) as a pair in ctx.saved = ([pairs],), and ctx.versions."""
    saved, versions = [], ()
    for x in ctx.to_save:
        number = number_of(x, results)
        saved.append((x, None) if number is None else (x.detach(), number))
        versions += () if x is None else version(x)
    ctx.saved, ctx.versions = (saved,), versions
    ctx.keeps = bool(ctx.to_save)  # whether there is anything to free behind the backward pass


def saved_tensors(self):
    """The same tensors again, as a tuple, if nobody has changed or freed them."""
    self.check()
    return tuple([x if number is None else self.again(x, number) for x, number in self.saved[0]])
'''

exercise = Exercise(
    "saved_tensors",
    title="What forward leaves for backward",
    difficulty=4,
    minutes=7,
    target="minitorch.autograd.function:BackwardNode.saved_tensors",
    covers={"keep_saved": "minitorch.autograd.function:keep_saved"},
    installed=True,
    setup="from minitorch.autograd.function import number_of\nfrom minitorch.graph.record import version\n" + FUNCTIONS,
    stub='''
def keep_saved(ctx, results):
    """Keep the tensors in ctx.to_save, each (or None) as a pair in ctx.saved = ([pairs],), and ctx.versions."""
    ...
    ctx.keeps = bool(ctx.to_save)  # whether there is anything to free behind the backward pass


def saved_tensors(self):
    """The same tensors again, as a tuple, if nobody has changed or freed them."""
    ...
    ''',
    solution=SOLUTION,
    why="An argument is kept as it is. A result would lead back to this very node and keep it alive: of it "
    "only the numbers are kept, and its edge is put back when backward asks. The versions tell whether "
    "anybody changed the numbers in between.",
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
            import gc, weakref

            x = mt.tensor([0.0, 1.0], requires_grad=True)
            gc.disable()
            try:
                y = Exp.apply(x)
                node = weakref.ref(y.grad_fn)
                del y
                gone = node() is None
            finally:
                gc.enable()
            gone
            """,
            True,
        ),
        Case(
            """
            x = mt.tensor([0.0, 1.0], requires_grad=True)
            h = x + 0
            y = Mul.apply(h, h)
            h.mul_(10)
            saved = y.grad_fn.saved_tensors
            """,
            raises=RuntimeError,
            match="modified by an inplace operation",
            changes=True,
        ),
        Case(
            """
            x = mt.tensor([0.0, 1.0], requires_grad=True)
            y = Exp.apply(x)
            y.sum().backward()
            saved = y.grad_fn.saved_tensors
            """,
            raises=RuntimeError,
            match="second time",
            changes=True,
        ),
        Case(
            """
            x = mt.tensor([0.0, 1.0], requires_grad=True)
            h = x + 0
            y = Mul.apply(h, h)
            h.mul_(10)
            y.sum().backward()
            """,
            raises=RuntimeError,
            match="modified by an inplace operation",
            changes=True,
        ),
        Case(
            """
            x = mt.tensor([0.0, 1.0], requires_grad=True)
            y = Exp.apply(x)
            y.mul_(10)
            y.sum().backward()
            """,
            raises=RuntimeError,
            match="modified by an inplace operation",
            changes=True,
        ),
        Case(
            """
            x = mt.tensor([0.0, 1.0], requires_grad=True)
            y = Exp.apply(x)
            y.sum().backward()
            y.sum().backward()
            """,
            raises=RuntimeError,
            match="second time",
            changes=True,
        ),
        Case(
            """
            class Maybe(mt.autograd.Function):
                @staticmethod
                def forward(ctx, x):
                    ctx.save_for_backward(None, x)
                    return x * x

                @staticmethod
                def backward(ctx, g):
                    nothing, x = ctx.saved_tensors
                    return g * x * 2 if nothing is None else g

            x = mt.tensor([1.0, 3.0], requires_grad=True)
            Maybe.apply(x).sum().backward()
            x.grad
            """,
            T([2.0, 6.0]),
        ),
        Case(
            """
            class Plain(mt.autograd.Function):
                @staticmethod
                def forward(ctx, x):
                    return x * 2

                @staticmethod
                def backward(ctx, g):
                    assert ctx.saved_tensors == ()
                    return g * 2

            x = mt.tensor([1.0, 3.0], requires_grad=True)
            y = Plain.apply(x).sum()
            y.backward()
            y.backward()
            x.grad
            """,
            T([4.0, 4.0]),
        ),
        Case(
            """
            x = mt.tensor([0.5, 1.0], requires_grad=True)
            (slope,) = mt.autograd.grad(Exp.apply(x).sum(), x, create_graph=True)
            (second,) = mt.autograd.grad(slope.sum(), x)
            second
            """,
            T([1.6487212, 2.7182817]),
        ),
        Case(
            """
            x = mt.tensor([0.5, -2.0], dtype=mt.float64, requires_grad=True)
            mt.autograd.gradgradcheck(lambda x: Mul.apply(x, x * 2), x)
            """,
            True,
        ),
        Case(
            """
            x = mt.tensor([0.5, -2.0], requires_grad=True)
            y = Mul.apply(x, x * 2)
            [t.tolist() for t in y.grad_fn.saved_tensors] + [y.grad_fn.saved_tensors[0] is x, type(y.grad_fn.saved_tensors).__name__]
            """,
            [[0.5, -2.0], [1.0, -4.0], True, "tuple"],
        ),
        Case(
            """
            node = Exp.apply(mt.tensor([0.0, 1.0], requires_grad=True)).grad_fn
            [(name, list(value.shape)) for name, value in node.saved_values().items()]
            """,
            [("saved_tensors[0]", [2])],
        ),
    ],
    mistakes=[
        where(
            "What is kept has another reader, the picture of the graph: `ctx.saved` is a tuple with one item, the list of pairs.",
            [("saved_tensors[0]", [2])],
        ),
        stops("again()", "`self.again(x, number)` is given both, the tensor and its number among the results."),
        where(
            "What is kept does not come back as it was saved. `ctx.versions` is flat, (count, seen, count, seen ...). "
            "`ctx.saved` is a tuple with one item, the list "
            "of pairs (tensor, number "
            "or None); `saved_tensors` makes a tuple of tensors of it.",
            [[5.0, 70.0], [2.0, 30.0]],
            T([3.0, 2.7182817]),
        ),
        where("What is kept of a result leads back to this very node. Keep `x.detach()` of it, and its number.", True),
        where("`save_for_backward(None, x)` gives None back in its place.", T([2.0, 6.0])),
        where(
            "A second derivative needs the history of what was saved: an argument is kept as it is, and a "
            "result gets its edge back "
            "with `self.again(x, number)`.",
            T([1.6487212, 2.7182817]),
        ),
        Mistake(
            lambda expected, got, error: expected is RuntimeError,
            "What was changed in place since, or freed, must not be handed out: write the versions down in "
            "keep_saved, and begin "
            "saved_tensors with `self.check()`.",
        ),
    ],
    wrong=wrong_answers(
        SOLUTION,
        [
            (
                "keep_saved",
                "saved, versions = [], ()\nfor x in ctx.to_save:\n    saved.append((x, None))\n    versions += "
                "() if x is None else version(x)\nctx.saved, ctx.versions = (saved,), versions\nctx.keeps = "
                "bool(ctx.to_save)",
                "In `keep_saved` a result is kept with its history, which is this very node: each holds the "
                "other, and neither is freed. Keep `x.detach()` and its number.",
            ),
            (
                "keep_saved",
                "saved = []\nfor x in ctx.to_save:\n    number = number_of(x, results)\n    saved.append((x, "
                "None) if number is None else (x.detach(), number))\nctx.saved, ctx.versions = (saved,), "
                "()\nctx.keeps = bool(ctx.to_save)",
                "In `keep_saved` nobody writes down the versions, so a change made in place goes unnoticed: "
                "add `version(x)` for each tensor.",
            ),
            (
                "keep_saved",
                "saved, versions = [], ()\nfor x in ctx.to_save:\n    number = number_of(x, results)\n    "
                "saved.append((x.detach(), number))\n    versions += version(x)\nctx.saved, ctx.versions = "
                "(saved,), versions\nctx.keeps = bool(ctx.to_save)",
                "In `keep_saved`: save_for_backward may be given None, which has no version and nothing to detach.",
            ),
            (
                "keep_saved",
                "saved, versions = [], ()\nfor x in ctx.to_save:\n    number = number_of(x, results)\n    "
                "saved.append((x, None) if x is None else (x.detach(), number))\n    versions += () if x is "
                "None else version(x)\nctx.saved, ctx.versions = (saved,), versions\nctx.keeps = "
                "bool(ctx.to_save)",
                "In `keep_saved` an argument loses its history as well, so a second derivative ends there. "
                "Only a result (number_of gives its number) is detached.",
            ),
            (
                "saved_tensors",
                "return tuple([x if number is None else self.again(x, number) for x, number in self.saved[0]])",
                "In `saved_tensors` nobody looks whether the numbers are still those that were saved: "
                "`self.check()` raises if they were changed or freed.",
            ),
            (
                "saved_tensors",
                "self.check()\nreturn tuple([x for x, number in self.saved[0]])",
                "In `saved_tensors` a result comes back without its history, so a second derivative through it "
                "is lost: `self.again(x, number)` puts the edge back.",
            ),
            (
                "saved_tensors",
                "self.check()\nreturn [x if number is None else self.again(x, number) for x, number in self.saved[0]]",
                "In `saved_tensors` a list comes back where PyTorch gives a tuple.",
            ),
            (
                "saved_tensors",
                "self.check()\nreturn tuple([self.again(x, number) for x, number in self.saved[0]])",
                "In `saved_tensors` arguments are to come back as they are; `again` is for the results, those "
                "with a number.",
            ),
        ],
    ),
    hints=[
        "For each x in ctx.to_save: is it a result of this step? `number_of(x, results)` gives its number, or "
        "None. An argument is "
        "kept as (x, None), a result as (x.detach(), number).",
        "`version(x)` gives a pair to add to ctx.versions; None has none. When they are asked for: "
        "`self.check()` first, then the "
        "tensors, where those with a number go through `self.again(x, number)`.",
        "`saved.append((x, None) if number is None else (x.detach(), number))`, `versions += () if x is None "
        "else version(x)`, at "
        "the end `ctx.saved, ctx.versions = (saved,), versions`.",
    ],
)
