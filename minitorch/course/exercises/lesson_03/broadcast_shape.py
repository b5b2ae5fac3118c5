"""broadcast_shape: The shape that two shapes broadcast to (difficulty 3, 8 minutes)

With 1s in front of the shorter shape, both shapes have the same number of dimensions. Then compare their lengths in pairs.

1. Make both shapes equally long first. At which end are lengths missing?
2. (1,) * k is a tuple of k ones. Then go through the pairs with zip. Three cases: equal, one of them is 1, neither.
3. left = (1,) * (ndim - len(a)) + tuple(a), and right in the same way. For m, n in zip(left, right): raise if m != n and
   1 not in (m, n); otherwise the length is n if m == 1 else m.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.ops.view.expand:broadcast_shape",
    alone=True,
    forbids=dict.fromkeys(
        ("np", "numpy", "broadcast_shapes", "broadcast_arrays", "broadcast_to", "broadcast"),
        "NumPy's functions apply the rule. Here you write it: line the shapes up, and go through their lengths.",
    ),
    facts="""
        >>> broadcast_shape((1, 4), (4,))
        (1, 4)
        if (4, 4): You line the shapes up at their left ends. Broadcasting lines them up at the right: the 1s go in front.
        if (4,): zip stops at the end of the shorter shape. Put 1s in front of it first, so that both are equally long.
        else: The shapes are lined up at the right, and the lengths of the result are in the same order.
        >>> broadcast_shape([], (4, 2)), broadcast_shape([4, 2], ())
        ((4, 2), (4, 2))
        else: A missing length counts as 1, and either of the two lengths may be the 1. So the result is the other shape. A list is a shape, too.
        >>> broadcast_shape((0, 3), (1,)), broadcast_shape((1,), (0,))
        ((0, 3), (0,))
        else: 0 and 1 give 0: the 1 is stretched to the other length.
        >>> broadcast_shape((2,), (2, 3))
        raises RuntimeError: size of tensor a (2) must match the size of tensor b (3)
        else: Two different lengths, neither of which is 1, do not fit: raise broadcast_error(a, b), in this order.
        >>> broadcast_shape((0, 3), (2, 3))
        raises RuntimeError: size of tensor a (0) must match
        else: 0 is a length like any other: it fits 0 and 1, and no other length.
    """,
)
