"""dropout: Forget at random (difficulty 3, 10 minutes)

Dividing by 1 - p keeps the expected value: what comes behind sees the same size on average in both modes, so
evaluating needs no correction.

1. When is nothing to be done at all? Those cases first. Then a mask of the shape of the input.
2. The mask is 0 where an element goes and 1 / (1 - p) where it stays. Then one product.
3. `mask = empty_like(input).bernoulli_(1 - p).div_(1 - p)`; `input.mul_(mask) if inplace else input * mask`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.nn.functional.dropout:dropout",
    alone=True,
    changes=True,
    forbids={
        "alpha_dropout": "alpha_dropout() is another way to have the work done. Draw the mask yourself.",
        "dropped": "dropped() of the package does the whole exercise. Draw the mask yourself.",
    },
    facts="""
        >>> _ = mt.manual_seed(0)
        >>> dropout(mt.ones(6), 0.5)
        T([0.0, 0.0, 2.0, 0.0, 0.0, 0.0])
        if T([0.0, 0.0, 1.0, 0.0, 0.0, 0.0]): What stays is not divided by 1 - p, so what comes behind sees less in
            training than later.
        if T([0.0, 2.0, 2.0, 0.0, 0.0, 2.0]): Exactly the share p goes each time. Each element goes by itself, so that
            their number is a matter of chance, too.
        if T([0.0, 2.0, 0.0, 0.0, 0.0, 2.0]): It forgets rightly, but other elements than PyTorch would after the same
            seed: draw with bernoulli_(1 - p), as the text says.
        >>> min(len(set(tuple(row) for row in (dropout(mt.ones(20, 12)) != 0).tolist())), 6)
        6
        if 2: Whole rows go or stay: there is one draw for each row. Each element has a draw of its own.
        >>> x = mt.ones(40)
        >>> y = dropout(x, 0.5, inplace=True)
        >>> (y is x, sorted(set(x.tolist())))
        (True, [0.0, 2.0])
        else: With inplace=True the input itself is changed and returned: input.mul_(mask). `input = ...` only gives its
            name to another tensor.
        >>> dropout(mt.ones(2), 1.5)
        raises ValueError: dropout probability has to be between 0 and 1
        else: Any p is let through: 2, or -1. check_chance(p) raises for what is no probability, before anything else.
        >>> x = mt.tensor([1.0, 2.0], requires_grad=True)
        >>> dropout(x, 1.0).sum().backward()
        >>> x.grad.tolist()
        [0.0, 0.0]
        if [nan, nan]: With p = 1 you divide 0 by 0, which is nan. Nothing stays then: the result is 0.
        >>> y = dropout(mt.ones(4000), 0.75)
        >>> sorted(set(y.tolist())), 0.7 < (y == 0).float().mean().item() < 0.8
        ([0.0, 4.0], True)
        else: p is the probability that an element goes, and bernoulli_(p) is 1 with probability p: draw with 1 - p,
            divide by 1 - p.
    """,
)
