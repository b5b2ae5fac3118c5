"""detach: The same numbers without their history (difficulty 2, 4 minutes)

The array is the same one, so nothing is copied. No edge is set, so no gradient flows. And both share one version
count, because a change of either changes the numbers of both.

1. `wrap(array)` makes a tensor around an array without copying; a new tensor has no edge and wants no gradient.
2. One thing more is to be shared: the list that counts the changes, `_counter`.
3. `alone = wrap(self._array)`, then `alone._counter = self._counter`.
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
        if (True, True, True, False): The new tensor is a leaf that wants a gradient. It should want none, so that
            nothing behind it is recorded.
        if (False, True, False, True): This cuts off the tensor itself, so everybody who uses it loses the gradient
            (that is detach_). Make a new tensor around the same array.
        else: The new tensor has no past and wants no gradient; self keeps both.
        >>> y = mt.tensor([1.0, 2.0]) * 1
        >>> d = detach(y)
        >>> d.add_(10.0)
        >>> (y.tolist(), y._version, d._version)
        ([11.0, 12.0], 1, 1)
        if ([1.0, 2.0], 0, 1): A copy (clone() makes one, too) costs memory, and a change of one no longer shows in the
            other. detach() shares the array.
        if ([11.0, 12.0], 0, 1): The memory is shared, the version count is not: a change of the detached tensor changes
            the other's numbers, and nobody is told. Give both the same _counter.
        else: What is added to the detached tensor should show in y: both are around the same array, `self._array`, and
            a copy is another one.
    """,
)
