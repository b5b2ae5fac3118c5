"""rotated: Positions as angles (difficulty 3, 9 minutes)

A rotation keeps the length of a vector, and the dot product of two rotated vectors depends on the difference of their angles.

1. `x.chunk(2, -1)` returns the two halves, [..., T, d / 2]. The angles are a table [T, d / 2].
2. The angle of pair i at position t is t * rates[i], with `rates = base ** -(mt.arange(d // 2) / (d // 2))`.
3. (a, b) rotated by an angle is (a * cos - b * sin, a * sin + b * cos). `mt.cat([...], -1)` joins the halves.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.models.generating:rotated",
    facts="""
        if "tensor b (2)": T, the number of positions, is the last dimension but one: x.size(-2).
        >>> rotated(mt.tensor([[1.0, 0.0], [1.0, 0.0], [0.0, 2.0]]))
        T([[1.0, 0.0], [0.5403023, 0.841471], [-1.8185948, -0.8322937]])
        if T([[1.0, 0.0], [0.5403023, -0.841471], [1.8185948, -0.8322937]]): The rotation goes the other way: look at the signs.
        if T([[1.0, 0.0], [0.5403023, 0.4546487], [-1.8185948, -2.4859365]]): The second result is computed from the first one. It needs the a of before.
        if T([[0.5403023, 0.841471], [-0.4161468, 0.9092974], [-0.28224, -1.979985]]): The first position is `start`, which is 0.
        if T([[1.0, 0.0], [0.5403023, 0.841471], [-1.8185948, -0.8322937]], "float64"): The numbers are right. Their dtype must be that of x.
        else: The pair (a, b) at position t becomes (a cos t - b sin t, a sin t + b cos t) here.
        >>> rotated(mt.tensor([[1.0, 0.0], [0.0, 1.0]]), start=100000)
        T([[-0.9993608, 0.0357488], [0.8216180, -0.5700385]])
        else: The positions are start, start + 1, ..., without an end.
        >>> x = mt.tensor([[1.0, 2.0, 0.0, 0.0]])
        >>> rotated(x, start=1)
        T([[0.5403023, 1.9999, 0.841471, 0.0199997]])
        if T([[-1.1426397, 1.9220756, 0.0, 0.0]]): Pairs are number i of the first half and number i of the second, not neighbors.
        if T([[-1.1426397, 0.0, 1.9220756, 0.0]]): Pairs are number i of the first half and number i of the second, not neighbors.
        else: Pair i is rotated by t * base ** (-2 * i / d): with d = 4, the first pair by t and the second by t / 100.
        >>> turned = rotated(mt.ones(2, 3, 1, 4, dtype=mt.float64, requires_grad=True), start=1, base=100.0)
        >>> turned.shape, turned[1, 2], turned.requires_grad
        ((2, 3, 1, 4), T([[-0.3011687, 0.8951707, 1.3817732, 1.0948376]], "float64"), True)
        if ((2, 3, 1, 4), T([[-0.3011687, 0.8951707, 1.3817732, 1.0948376]], "any"), False): No gradient can reach x: use operations of tensors on its halves.
        else: There may be more dimensions in front: T is the last but one, x.size(-2). The base of the angles is an argument, and the dtype is that of x.
    """,
)
