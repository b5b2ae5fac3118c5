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
        >>> x, g = mt.ones(1, requires_grad=True), mt.tensor([5.0])
        >>> accumulate(x, g)
        >>> held = x._grad
        >>> accumulate(x, mt.tensor([2.0]))
        >>> x._grad, x._grad is held, g, held._version
        (T([7.0]), True, T([5.0]), 1)
        if (T([7.0]), True, T([7.0]), 1): The tensor g itself was changed, and another leaf may have it. Give the leaf a copy.
        if (T([12.0]), True, T([5.0]), 2): The first gradient is counted twice: it is stored, and then added as well.
        if (T([7.0]), False, T([5.0]), 0): Without create_graph, add in place: everything that holds .grad must see the sum.
        if (T([7.0]), True, T([5.0]), 0): The array was changed behind the tensor's back, so that its version is still 0. Change
            the tensor in place.
        else: The second gradient is added to leaf._grad, in place.
        >>> x = mt.tensor([3.0], requires_grad=True)
        >>> g = x * x
        >>> accumulate(x, g, True)
        >>> held = x._grad
        >>> accumulate(x, g, True)
        >>> held is g, held, held.requires_grad, x._grad.tolist(), x._grad.requires_grad
        (False, T([9.0]), True, [18.0], True)
        if (True, T([9.0]), True, [18.0], True): The leaf keeps g itself. Give it a copy, with create_graph as well.
        if (False, T([9.0]), False, [18.0], True): The first gradient may have a record that create_graph needs: g.clone() keeps it.
        else: With create_graph the sum must be a new tensor, which is recorded: leaf._grad + g.
        >>> import warnings
        >>> m = mt.ones(2, requires_grad=True) * 2
        >>> with warnings.catch_warnings(action="error"):
        ...     accumulate(m, mt.ones(2))
        >>> m._grad
        T([1.0, 1.0])
        if "is not a leaf Tensor": Read and write leaf._grad. The property leaf.grad warns if the tensor is not a leaf.
    """,
)
