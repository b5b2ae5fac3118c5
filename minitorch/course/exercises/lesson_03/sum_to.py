"""sum_to: Undo a stretch (difficulty 4, 9 minutes)

Stretching uses one number many times, so going back adds up all the uses: over the dimensions that were put in front,
and over those that were 1.

1. Line the two shapes up at the right. Which dimensions does x have more, and which did it stretch?
2. Sum over both kinds: those in front go away, those that were 1 stay with size 1.
3. With lead = x.ndim - len(shape): for every 1 in `shape`, at number i, `x = x.sum(lead + i, keepdim=True)`; then, if
   there is a front, `x.sum(tuple(range(lead)))`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.ops.reduction.sum:sum_to",
    alone=True,
    forbids={
        "sum_to_size": "sum_to_size calls this very function: find the dimensions yourself.",
        "backward": "The backward pass needs sum_to, so sum_to cannot use the backward pass: sum over the dimensions "
        "yourself.",
        "autograd": "Autograd needs sum_to, so sum_to cannot use autograd: sum over the dimensions yourself.",
        "_expand": "The derivative of _expand is this very function: sum over the dimensions yourself.",
    },
    solution="""
        def sum_to(x, shape):
            lead = x.ndim - len(shape)
            for dim, length in enumerate(shape, lead):
                if length == 1:
                    x = x.sum(dim, keepdim=True)
            return x.sum(tuple(range(lead))) if lead else x
    """,
    facts="""
        >>> sum_to(mt.ones(2, 3), (2, 1))
        T([[3.0], [3.0]])
        if T([[6.0], [6.0]]): Everything is summed into one number. Only the dimensions that were stretched are to go.
        if T([[1.0], [1.0]]): A mean gives back the number itself, however often it was used. All uses count: add them
            up.
        if T([[1.0, 1.0, 1.0], [1.0, 1.0, 1.0]]): The dimensions in front are summed. Those that were 1 in `shape` and
            are longer in x have been stretched, too.
        if T([[1.0], [1.0]]): You pick one of the copies. All uses count: add them up.
        if T([3.0, 3.0]): The right dimensions, but a stretched one has to stay, with size 1: keepdim for those, not for
            the ones in front.
        if T([2.0, 2.0, 2.0]): One dimension too many is summed away: stop when x has as many as `shape`. And the 1s of
            `shape` are not looked at.
        >>> sum_to(mt.ones(4, 2, 3), (2, 1))
        T([[12.0], [12.0]])
        if T([[[12.0], [12.0]]]): The dimensions in front stay, with size 1. They were not in `shape`: sum them away, or
            reshape at the end.
        >>> sum_to(mt.tensor([[1.0, 2.0], [3.0, 4.0]]), (2, 1))
        T([[3.0], [7.0]])
        else: The reshape cuts the numbers into pieces that have the right size, but in memory's order. Sum over the
            dimensions that were stretched.
    """,
)
