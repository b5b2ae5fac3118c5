"""sum_and_mean: Sum and mean, the forwards (difficulty 2, 6 minutes)

Two thousand float16 ones added one after the other stop at 2048: the next number that float16 knows is 2050. So the
sum is computed in a dtype that is wide enough. The mean of nothing is 0 / 0, nan, without a warning.

1. In order: convert if a dtype was given, bring dim to one form, add up in a dtype that is wide enough, convert back.
2. Floats of 4 bytes and more, and complex numbers: add_up(input, dim, keepdim). All others: input.sum(axis=dim,
   keepdims=keepdim, dtype=wide(input.dtype)), and then int64 for integers and bools, or back to input.dtype.
3. `.astype('int64' if input.dtype.kind in 'iub' else input.dtype)`. The mean: `total / n if n else total * math.nan`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.ops.reduction.mean:_mean",
    covers="minitorch.ops.reduction.sum:_sum",
    alone=True,
    solution="""
        def _mean(input, dim, keepdim, dtype):
            n, kind = length_of(input.shape, dim), input.dtype if dtype is None else dtype.numpy
            if kind.itemsize == 2:
                input, dtype = input.astype("float32"), None
            total = _sum(input, dim, keepdim, dtype)
            mean = total / n if n else total * math.nan
            return mean.astype(kind) if kind.itemsize == 2 else mean
    """,
    facts="""
        >>> _sum = _mean.__globals__['_sum']  # yours
        >>> m = np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], 'float32')
        >>> float(_sum(m, ()))
        21.0
        else: () means all dimensions, as None does: axes knows that.
        >>> _sum = _mean.__globals__['_sum']  # yours
        >>> np.asarray(_sum(np.array([0.5, 0.5, 1.5]), None, False, mt.int64))
        A(1, 'int64')
        else: input is converted first, and added up then: 0.5 as an int64 is 0.
        >>> _sum = _mean.__globals__['_sum']  # yours
        >>> _sum(np.ones((4096, 2), 'float16'), 0)
        A([4096.0, 4096.0], 'float16')
        else: Added up in float32, wide(input.dtype), and converted back to float16.
        >>> m = np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], 'float32')
        >>> _mean(m, (0, -1), True, None)
        A([[3.5]], 'float32')
        else: keepdim is handed on to the sum.
        >>> m = np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], 'float32')
        >>> _mean(m, 0, False, mt.float64)
        A([2.5, 3.5, 4.5], 'float64')
        else: The dtype is handed on to the sum, which converts first.
        >>> _mean(np.full((4096, 1), 2.0, 'float16'), 0, False, None)
        A([2.0], 'float16')
        else: A mean of half precision stays in half precision; its sum must not run out of range on the way.
        >>> [math.isnan(n) for n in _mean(np.ones((0, 2), 'float32'), 0, False, None)]
        [True, True]
        else: Where nothing went in, each mean is nan: an array of them.
    """,
)
