"""Forget at random."""

import numpy as np

import minitorch as mt

from ...define import Case, Exercise, Law, Mistake, T, Wrong
from ..edited import edited

SOLUTION = '''
def dropout(input, p=0.5, training=True, inplace=False):
    """While training: each element is 0 with probability p, by itself, and else divided by 1 - p. Otherwise: input itself.

    Draw who stays with `empty_like(input).bernoulli_(1 - p)`, 1 with probability 1 - p: after the same seed
    it is what PyTorch draws. With inplace, input itself is changed and returned. p = 0 leaves input as it is, p = 1 makes
    all of it 0. check_chance(p) raises for a p that is no probability.
    """
    check_chance(p)
    if not training or p == 0 or not input.numel():
        return input
    if p == 1:
        mask = input.new_zeros(())
    else:
        mask = empty_like(input).bernoulli_(1 - p).div_(1 - p)
    return input.mul_(mask) if inplace else input * mask
'''

exercise = Exercise(
    "dropout",
    title="Forget at random",
    difficulty=3,
    minutes=10,
    target="minitorch.nn.functional.dropout:dropout",
    setup="from minitorch.nn.functional.dropout import check_chance, empty_like\n",
    stub='''
        def dropout(input, p=0.5, training=True, inplace=False):
            """While training: each element is 0 with probability p, by itself, and else divided by 1 - p. Otherwise: input itself.

            Draw who stays with `empty_like(input).bernoulli_(1 - p)`, 1 with probability 1 - p: after the same seed
            it is what PyTorch draws. With inplace, input itself is changed and returned. p = 0 leaves input as it is, p = 1 makes
            all of it 0. check_chance(p) raises for a p that is no probability.
            """
            ...
    ''',
    solution=SOLUTION,
    why="Dividing by 1 - p keeps the expected value: what comes behind sees the same size on average in both modes, so "
    "evaluating needs no correction.",
    forbids={
        "alpha_dropout": "alpha_dropout() is another way to have the work done. Draw the mask yourself.",
        "dropped": "dropped() of the package does the whole exercise. Draw the mask yourself.",
    },
    facts=[
        Case("dropout(mt.tensor([1.0, 2.0]), 0.5, training=False)", T([1.0, 2.0])),
        Case("x = mt.ones(3)\ndropout(x, 0.9, False) is x", True),
        Case("x = mt.tensor([1.0, 2.0])\ndropout(x, 0.0)", T([1.0, 2.0])),
        Case(
            "zeros = {int((dropout(mt.ones(40)) == 0).sum().item()) for _ in range(30)}\n"
            "('the number of zeros varies', len(zeros) > 3)",
            ("the number of zeros varies", True),
        ),
        Case("_ = mt.manual_seed(0)\ndropout(mt.ones(6), 0.5)", T([0.0, 0.0, 2.0, 0.0, 0.0, 0.0])),
        Case("sorted(set(dropout(mt.ones(200), 0.75).tolist()))", [0.0, 4.0]),
        Case("bool((dropout(mt.ones(50)) == dropout(mt.ones(50))).all())", False),
        Case(
            "x = mt.ones(100, requires_grad=True)\ny = dropout(x)\ny.sum().backward()\nbool((x.grad == y.detach()).all())",
            True,
        ),
        Case("min(len(set(tuple(row) for row in (dropout(mt.ones(20, 12)) != 0).tolist())), 6)", 6),
        Case("min(len(set(tuple(row) for row in (dropout(mt.ones(20, 12)).t() != 0).tolist())), 6)", 6),
        Law("about p of the numbers are 0, and the rest is divided by 1 - p", lambda f, rng: expected(f, rng)),
        Case("dropout(mt.tensor([1.0, 2.0]), 1.0)", T([0.0, 0.0])),
        Case(
            "x = mt.ones(40)\ny = dropout(x, 0.5, inplace=True)\n(y is x, sorted(set(x.tolist())))",
            (True, [0.0, 2.0]),
            changes=True,
        ),
        Case("dropout(mt.ones(2), 1.5)", raises=ValueError, match="dropout probability has to be between 0 and 1"),
        Case("dropout(mt.zeros(0, 3)).shape == (0, 3)", True),
        Case(
            "x = mt.tensor([1.0, 2.0], requires_grad=True)\ndropout(x, 1.0).sum().backward()\nx.grad.tolist()",
            [0.0, 0.0],
            changes=True,
        ),
    ],
    wrong=[
        Wrong(
            """
            def dropout(input, p=0.5, training=True, inplace=False):
                check_chance(p)
                if not training or p == 0 or not input.numel():
                    return input
                if p == 1:
                    return input.zero_() if inplace else mt.zeros_like(input)
                mask = empty_like(input).bernoulli_(1 - p).div_(1 - p)
                return input.mul_(mask) if inplace else input * mask
            """,
            "With p = 1 the zeros are made from nothing, so a backward pass does not find its way to the input. Multiply the input "
            "by 0.",
        ),
        Wrong(
            """
            def dropout(input, p=0.5, training=True, inplace=False):
                check_chance(p)
                if not training or p == 0:
                    return input
                if p == 1:
                    return input * 0
                mask = input.new_empty(input.shape[-1:]).bernoulli_(1 - p).div_(1 - p)
                return input.mul_(mask) if inplace else input * mask
            """,
            "All rows lose the same elements: the mask has the shape of one row. Each element has a draw of its own.",
        ),
        Wrong(
            """
            def dropout(input, p=0.5, training=True, inplace=False):
                check_chance(p)
                if not training or p == 0:
                    return input
                if p == 1:
                    return input * 0
                mask = input.new_empty(input.shape[:1] + (1,) * (input.ndim - 1)).bernoulli_(1 - p).div_(1 - p)
                return input.mul_(mask) if inplace else input * mask
            """,
            "Whole rows go or stay: there is one draw for each row. Each element has a draw of its own.",
        ),
        Wrong(
            """
            def dropout(input, p=0.5, training=True, inplace=False):
                check_chance(p)
                if not training or p == 0:
                    return input
                if p == 1:
                    return input * 0
                mask = mt.ones(input.numel())
                mask[: int(p * input.numel())] = 0
                mask = mask[mt.randperm(input.numel())].reshape(input.shape) / (1 - p)
                return input.mul_(mask) if inplace else input * mask
            """,
            "Exactly the share p goes each time. Each element goes by itself, so that their number is a matter of chance, too.",
        ),
        Wrong(
            """
            def dropout(input, p=0.5, training=True, inplace=False):
                check_chance(p)
                if not training or p == 0 or not input.numel():
                    return input
                if p == 1:
                    return input * 0
                mask = (mt.rand(input.shape) >= p) / (1 - p)
                return input.mul_(mask) if inplace else input * mask
            """,
            "It forgets rightly, but other elements than PyTorch would after the same seed: draw with bernoulli_(1 - p), as the "
            "text says.",
        ),
        Wrong(
            """
            def dropout(input, p=0.5, training=True, inplace=False):
                check_chance(p)
                if not training or p == 0 or not input.numel():
                    return input
                mask = empty_like(input).bernoulli_(1 - p)
                return input.mul_(mask) if inplace else input * mask
            """,
            "What stays is not divided by 1 - p, so what comes behind sees less in training than later.",
        ),
        Wrong(
            """
            def dropout(input, p=0.5, training=True, inplace=False):
                check_chance(p)
                if not training or p == 0 or not input.numel():
                    return input
                mask = empty_like(input).bernoulli_(1 - p).div_(1 - p)
                return input.mul_(mask) if inplace else input * mask
            """,
            "With p = 1 you divide 0 by 0, which is nan. Nothing stays then: the result is 0.",
        ),
        Wrong(
            """
            def dropout(input, p=0.5, training=True, inplace=False):
                check_chance(p)
                if not training or p == 0 or not input.numel():
                    return input
                if p == 1:
                    return input * 0
                mask = empty_like(input).bernoulli_(p).div_(p)
                return input.mul_(mask) if inplace else input * mask
            """,
            "p is the probability that an element goes, and bernoulli_(p) is 1 with probability p: draw with 1 - p, divide by 1 - p.",
        ),
        Wrong(
            """
            def dropout(input, p=0.5, training=True, inplace=False):
                check_chance(p)
                if not training or p == 0 or not input.numel():
                    return input
                if p == 1:
                    return input * 0
                return input * empty_like(input).bernoulli_(1 - p).div_(1 - p)
            """,
            "With inplace=True the input itself is changed and returned: input.mul_(mask). `input = ...` only gives its name to "
            "another tensor.",
        ),
        Wrong(
            edited(SOLUTION, ("input).bernoulli_(1 - p).div_(", "input).bernoulli_(p).div_(")),
            "bernoulli_(p) is 1 with probability p, and so keeps what should go. Draw with 1 - p.",
        ),
        Wrong(
            """
            def dropout(input, p=0.5, training=True, inplace=False):
                check_chance(p)
                if not training or p == 0:
                    return input
                mask = empty_like(input).bernoulli_(p)
                return input.mul_(mask / (1 - p)) if inplace else input * mask / (1 - p)
            """,
            "bernoulli_(p) is 1 with probability p, so a share p stays, where it should go. Draw with 1 - p.",
        ),
        Wrong(
            edited(SOLUTION, ("mask) if inplace else input * mask", "mask)")),
            "The input is changed though nobody asked for it: only with inplace.",
        ),
        Wrong(
            edited(SOLUTION, ("if not training or", "if training or")),
            "The other way round: while training elements go, otherwise the input comes back as it is.",
        ),
        Wrong(
            edited(SOLUTION, ("\n    check_chance(p)", "")),
            "Any p is let through: 2, or -1. check_chance(p) raises for what is no probability, before anything else.",
        ),
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: got[0] == "the number of zeros varies" and not got[1],
            "Always as many elements go. Each has a chance of its own, so how many go is another number each time.",
        ),
        Mistake(
            lambda expected, got, error: expected.values.tolist() == [1.0, 2.0] and got.values.tolist() == [0.5, 1.0],
            "When it is not training, nothing is dropped and nothing scaled: the input itself comes back. What stays is divided by "
            "1 - p while training, so that later nothing has to be made good.",
        ),
        Mistake(
            lambda expected, got, error: expected.values.tolist() == [1.0, 2.0] and not got.values.any(),
            "With p = 0 nothing goes, and here everything does: p is the chance to go, and an element stays with 1 - p.",
        ),
        Mistake(
            lambda expected, got, error: (
                expected.values.tolist() == [0.0, 0.0, 2.0, 0.0, 0.0, 0.0] and set(got.values.tolist()) == {0.0, 2.0}
            ),
            "After the same seed other elements stay than in PyTorch: draw with bernoulli_(1 - p), for the whole shape, as the "
            "text says.",
        ),
    ],
    hints=[
        "When is nothing to be done at all? Those cases first. Then a mask of the shape of the input.",
        "The mask is 0 where an element goes and 1 / (1 - p) where it stays. Then one product.",
        "`mask = empty_like(input).bernoulli_(1 - p).div_(1 - p)`; `input.mul_(mask) if inplace else input * mask`.",
    ],
)


def expected(f, rng):
    p = float(rng.uniform(0.1, 0.9))
    out = f(mt.full((4000,), 3.0), p).numpy()
    share = float((out == 0).mean())
    kept = sorted({round(float(value), 3) for value in out if value})
    good = abs(share - p) < 0.05 and np.allclose(kept, [3 / (1 - p)], rtol=1e-3)
    return {"p": round(p, 3), "share of zeros": share, "other numbers": kept}, True, bool(good)
