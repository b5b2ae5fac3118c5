"""detach: The same values without their history (difficulty 2, 5 minutes)

The new tensor has no edge. Both tensors share one version counter, because a change of either tensor changes both.

1. `wrap(array)` makes a tensor around an array without a copy. A new tensor has no edge and requires no gradient.
2. The two tensors must also share the list `_counter`.
3. `alone = wrap(self._array)`, then `alone._counter = self._counter`, and return it.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.autograd.detach:detach",
    alone=True,
    changes=True,
    facts="""
        >>> y = mt.tensor([1.0, 2.0], requires_grad=True) * 2
        >>> d = detach(y)
        >>> (d.requires_grad, d.is_leaf, y.requires_grad, y.is_leaf)
        (False, True, True, False)
        if (False, True, False, True): This removes the edge of self. Make a new tensor.
        if (True, True, True, False): The new tensor requires no gradient, and is not a view: a view takes its edge from its base.
        else: The new tensor has no edge and no _base, and requires no gradient. self keeps its edge.
        >>> y = (mt.ones(3, 2, dtype=mt.float64).requires_grad_() * 1)[1:].T
        >>> y.add_(1.0)
        >>> d = detach(y)
        >>> detach(d).add_(5.0).add_(5.0)
        >>> (d.tolist() == y.tolist() and y[0].tolist(), y._version, d._version, d.requires_grad, detach(d) is d)
        ([12.0, 12.0], 3, 3, False, False)
        if ([12.0, 12.0], 1, 0, False, False): The two tensors share the memory, but not the counter. Give both the same list, _counter.
        else: Wrap `self._array` itself, without a copy, and give the new tensor the list _counter of self. Always make a new tensor,
            and not a view: a view gets an edge again when its base is changed.
    """,
)
