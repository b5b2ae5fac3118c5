"""broadcast_shape: To what two shapes broadcast (difficulty 3, 6 minutes)

With 1s put in front of the shorter shape, both have the same number of dimensions, and the rule is one question for
each pair: equal, or is one of the two 1?

1. Make both shapes equally long first. Which lengths are missing, and at which end?
2. (1,) * k is a tuple of k ones. Then go through the pairs with zip: three cases, equal, one is 1, neither.
3. left = (1,) * (ndim - len(a)) + tuple(a), right likewise; for m, n in zip(left, right): raise if m != n and 1 not
   in (m, n), else n if m == 1 else m.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.ops.view.expand:broadcast_shape",
    alone=True,
    forbids={
        "broadcast_shapes": "NumPy has the rule already, and here it is yours to write: line the shapes up, and go "
        "through their lengths.",
        "broadcast_arrays": "NumPy has the rule already, and here it is yours to write: line the shapes up, and go "
        "through their lengths.",
        "broadcast_to": "NumPy has the rule already, and here it is yours to write: line the shapes up, and go "
        "through their lengths.",
        "broadcast": "NumPy has the rule already, and here it is yours to write: line the shapes up, and go through "
        "their lengths.",
    },
    solution="""
        def broadcast_shape(a, b):
            ndim = max(len(a), len(b))
            left, right = (1,) * (ndim - len(a)) + tuple(a), (1,) * (ndim - len(b)) + tuple(b)
            result = ()
            for m, n in zip(left, right):
                if m != n and 1 not in (m, n):
                    raise broadcast_error(a, b)
                result += (n if m == 1 else m,)
            return result
    """,
    facts="""
        >>> broadcast_shape((), (4, 2)), broadcast_shape((4, 2), ())
        ((4, 2), (4, 2))
        if 'RuntimeError: The shapes [4, 2] and [] do not fit together': Only a 1 on the left is stretched. Either of
            the two may be the 1.
        if ([4, 2], [4, 2]): The shape is a list. `tuple(...)` around it makes it what the package uses.
        else: () has no lengths at all: each of them counts as 1, and the other shape is the answer.
        >>> broadcast_shape((0, 3), (1,)), broadcast_shape((1,), (0,))
        ((0, 3), (0,))
        else: 0 and 1 give 0: the 1 takes the other's length, whatever that is.
        >>> type(broadcast_shape([2, 1], [3])) is tuple
        True
        else: The shapes are lined up at their left ends. Broadcasting lines them up at the right: the 1s go in front.
        >>> broadcast_shape((2, 3), (2,))
        raises RuntimeError: must match the size of tensor b
        else: Two lengths that differ, neither of them 1, do not fit: raise broadcast_error(a, b).
        >>> broadcast_shape((2, 3), (4, 3))
        raises RuntimeError: must match the size of tensor b
    """,
)
