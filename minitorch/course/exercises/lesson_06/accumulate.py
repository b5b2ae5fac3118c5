"""accumulate: Accumulate (difficulty 2, 5 minutes)

Gradients add up because influences do: a number that acts on the result in two ways acts by the sum. And .grad gets a
copy, for g may be the very tensor that another leaf was given.

1. Three cases: nothing is there yet; the sum is to be recorded; the sum is not.
2. In the first case, could somebody else hold the same tensor g?
3. g.clone() the first time; leaf._grad = leaf._grad + g with create_graph; leaf._grad += g otherwise.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.autograd.engine:accumulate",
    alone=True,
    changes=True,
    solution="""
        def accumulate(leaf, g, create_graph=False):
            if leaf._grad is None:
                leaf._grad = g.clone()
            elif create_graph:
                leaf._grad = leaf._grad + g
            else:
                leaf._grad += g
    """,
    facts="""
        >>> x = mt.ones(1, requires_grad=True)
        >>> g = mt.tensor([5.0])
        >>> accumulate(x, g)
        >>> accumulate(x, g)
        >>> g
        T([5.0])
        if "TypeError: unsupported operand type(s) for +: 'NoneType' and 'Tensor'": The first time there is nothing to
            add to: the gradient is None.
        else: g itself is changed, and it belongs to whoever gave it. What is changed in place is leaf._grad.
        >>> x = mt.ones(1, requires_grad=True)
        >>> accumulate(x, mt.tensor([5.0]))
        >>> held = x.grad
        >>> accumulate(x, mt.tensor([2.0]))
        >>> held, held is x.grad
        (T([7.0]), True)
        if (T([12.0]), True): The first gradient is put there and then added as well. Of the three cases one holds:
            `if`, `elif`, `else`.
        if (T([5.0]), False): The two cases are exchanged: with create_graph a new tensor that remembers, otherwise in
            place.
        >>> x = mt.tensor([3.0], requires_grad=True)
        >>> accumulate(x, mt.tensor([5.0]))
        >>> held = x.grad
        >>> accumulate(x, x * x, True)
        >>> held, x.grad.requires_grad, x.grad.tolist()
        (T([5.0]), True, [14.0])
        if (T([14.0]), True, [14.0]): With create_graph the sum is to be differentiated again, so it must be a new
            tensor that remembers: leaf._grad + g.
        else: With create_graph the gradient's own history must stay, and detach cuts it off. clone alone keeps it.
    """,
)
