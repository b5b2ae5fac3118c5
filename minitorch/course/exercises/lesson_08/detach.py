"""detach: The same values without their past (difficulty 2, 5 minutes)

The array is the same, so nothing is copied. The new tensor has no edge, so no gradient flows through it. Both tensors share
one version counter, because a change of either changes the values of both.

1. `wrap(array)` makes a tensor around an array without a copy. A new tensor has no edge and requires no gradient.
2. The two tensors must share one thing more: the list `_counter`.
3. `alone = wrap(self._array)`, then `alone._counter = self._counter`, and return it.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.autograd.detach:detach",
    alone=True,
    changes=True,
    facts="""
        >>> detach(mt.tensor([1.0, 2.0], requires_grad=True) * 2)
        T([2.0, 4.0])
        >>> y = mt.tensor([1.0, 2.0], requires_grad=True) * 2
        >>> d = detach(y)
        >>> (d.requires_grad, d.is_leaf, y.requires_grad, y.is_leaf)
        (False, True, True, False)
        if (True, True, True, False): The new tensor requires a gradient. It must not: what is computed from it would be
            recorded.
        if (False, True, False, True): This takes the edge away from self, so nobody gets a gradient through it any more.
            Make a new tensor around the same array.
        else: The new tensor has no edge and requires no gradient. self keeps its edge.
        >>> y = mt.tensor([1.0, 2.0]) * 1
        >>> d = detach(y)
        >>> d.add_(10.0)
        >>> (y.tolist(), y._version, d._version)
        ([11.0, 12.0], 1, 1)
        if ([1.0, 2.0], 1, 1): The counter is shared, but the new tensor has memory of its own. Leave out the copy: use
            `self._array` itself.
        if ([1.0, 2.0], 0, 1): The new tensor has a copy of the values. detach shares the memory: use `self._array` itself.
        if ([11.0, 12.0], 0, 1): The memory is shared, but the counter is not. A change of the detached tensor changes the
            values of the other, and its version does not show it. Give both the same _counter.
        else: A change of the detached tensor must change y as well: both are around the same array, `self._array`.
    """,
)
