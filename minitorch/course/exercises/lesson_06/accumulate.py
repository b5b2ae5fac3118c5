"""accumulate: Adding a gradient to a leaf (difficulty 2, 6 minutes)

A leaf keeps a copy of its first gradient, because another leaf may be given the same tensor. Later gradients are added in
place. With create_graph the sum is a new tensor, so that it is recorded.

1. There are three cases: nothing is there yet, the sum must be recorded, the sum need not be recorded.
2. The first case needs a copy: `g.clone()` keeps the record of g, if there is one.
3. `leaf._grad = g.clone()` the first time, `leaf._grad = leaf._grad + g` with create_graph, and else `leaf._grad += g`.
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
        if T([10.0]): The tensor g itself was changed, and another leaf may have it, too. Give the leaf a copy the first
            time.
        if "unsupported operand type(s) for +: 'NoneType' and 'Tensor'": The first time there is nothing to add to:
            leaf._grad is None.
        if "'NoneType' object": The first time there is nothing to add to: leaf._grad is None.
        >>> x = mt.ones(1, requires_grad=True)
        >>> accumulate(x, mt.tensor([5.0]))
        >>> held = x._grad
        >>> accumulate(x, mt.tensor([2.0]))
        >>> held, held is x._grad
        (T([7.0]), True)
        if (T([12.0]), True): The first gradient is counted twice: it is stored, and then added as well. Only one of the
            three cases applies: use `if`, `elif`, `else`.
        if (T([5.0]), False): Without create_graph the sum must be made in place: everything that holds .grad sees it.
        if (T([5.0]), True): The second gradient is lost. Add it to leaf._grad.
        >>> x = mt.tensor([3.0], requires_grad=True)
        >>> accumulate(x, mt.tensor([5.0]))
        >>> held = x._grad
        >>> accumulate(x, x * x, True)
        >>> held, x._grad.requires_grad, x._grad.tolist()
        (T([5.0]), True, [14.0])
        if (T([14.0]), True, [14.0]): With create_graph the sum must be a new tensor, which is recorded: leaf._grad + g.
        if (T([14.0]), False, [14.0]): With create_graph the sum must be a new tensor, which is recorded: leaf._grad + g.
        else: With create_graph the record of g must be kept, and detach drops it. A clone keeps it.
        >>> x = mt.tensor([3.0], requires_grad=True)
        >>> accumulate(x, x * x, True)
        >>> x._grad.requires_grad
        True
        if False: The first gradient may have a record that create_graph needs: g.clone() keeps it.
        >>> x = mt.tensor([3.0], requires_grad=True)
        >>> g = x * x
        >>> accumulate(x, g, True)
        >>> x._grad is g
        False
        if True: With create_graph the leaf keeps the tensor g itself. Give it a copy the first time, with create_graph as
            well.
        >>> import warnings
        >>> result = mt.ones(2, requires_grad=True) * 2
        >>> with warnings.catch_warnings():
        ...     warnings.simplefilter("error")
        ...     accumulate(result, mt.ones(2))
        ...     accumulate(result, mt.ones(2))
        >>> result._grad
        T([2.0, 2.0])
        if "is not a leaf Tensor is being accessed": Read and write leaf._grad. The property leaf.grad warns if the tensor is
            not a leaf, and backward(inputs=[...]) accumulates in such tensors.
    """,
)
