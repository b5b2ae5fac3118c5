"""accumulate: Adding a gradient to a leaf (difficulty 2, 6 minutes)

Another leaf may be given the same tensor, so a leaf keeps a copy. With create_graph the sum is recorded.

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
        if "is ambiguous": Compare with `is None`: a tensor has no truth value.
        >>> x = mt.ones(1, requires_grad=True)
        >>> g = mt.tensor([5.0])
        >>> accumulate(x, g)
        >>> held = x._grad
        >>> accumulate(x, mt.tensor([2.0]))
        >>> held, held is x._grad, g, x._grad
        (T([7.0]), True, T([5.0]), T([7.0]))
        if (T([7.0]), True, T([7.0]), T([7.0])): The tensor g itself was changed, and another leaf may have it, too. Give the leaf a
            copy the first time.
        if (T([12.0]), True, T([5.0]), T([12.0])): The first gradient is counted twice: it is stored, and then added as well.
        if (T([5.0]), False, T([5.0]), T([2.0])): The second gradient replaces the first. Add it to leaf._grad.
        if (T([5.0]), False, T([5.0]), T([7.0])): Without create_graph the sum must be made in place: everything that holds .grad sees
            it.
        if (T([5.0]), True, T([5.0]), T([5.0])): The second gradient is lost. Add it to leaf._grad.
        >>> x = mt.tensor([3.0], requires_grad=True)
        >>> accumulate(x, mt.tensor([5.0]))
        >>> held = x._grad
        >>> accumulate(x, x * x, True)
        >>> held, x._grad.requires_grad, x._grad.tolist()
        (T([5.0]), True, [14.0])
        else: With create_graph the sum must be a new tensor, which is recorded: leaf._grad + g.
        >>> x = mt.tensor([3.0], requires_grad=True)
        >>> g = x * x
        >>> accumulate(x, g, True)
        >>> x._grad is g, x._grad.requires_grad
        (False, True)
        if (False, False): The first gradient may have a record that create_graph needs: g.clone() keeps it.
        if (True, True): With create_graph the leaf keeps the tensor g itself. Give it a copy the first time, with
            create_graph as well.
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
