"""max_pooling: The largest number, and the way back (difficulty 4, 10 minutes)

Max pooling chooses. If a number that was not chosen changes a little, the result stays the same. So its gradient is 0.

1. In keep_largest, best[which] are the largest numbers so far, and x[numbers] are the new numbers. Where is the new one better?
2. `better = (x[numbers] > best[which]) | (places[which] < 0)`. np.where chooses between the new and the old numbers. The places
   of the new numbers are `place[numbers]`.
3. In add_at: `np.add.at(whole, (rows, places), g)` adds all of g, with `rows = np.arange(len(g))[:, None]`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.nn.functional.pooling:keep_largest",
    covers="add_at",
    setup="import numpy as np",
    given="""
        pool, all_three = mt.nn.functional.max_pool2d, (..., slice(0, 3))
        x = mt.tensor([[[[1.0, 5.0], [4.0, 7.0], [2.0, 3.0]]]])
        best, places = np.full((1, 3), -np.inf), np.full((1, 3), -1)
    """,
    facts="""
        >>> keep_largest(np.array([[3.0, 8.0, 5.0, 7.0]]), [(all_three, all_three), (all_three, (..., slice(1, 4)))], np.arange(4), best, places)
        >>> best, places
        (A([[8.0, 8.0, 7.0]]), A([[1, 1, 3]]))
        if (A([[8.0, 8.0, 7.0]]), A([[1, 0, 1]])): These are positions in the window. The places in the signal are place[numbers].
        if (A([[8.0, 8.0, 7.0]]), A([[1, 2, 3]])): Change a place only where the new number is better than the best so far.
        if (A([[8.0, 8.0, 7.0]]), A([[0, 1, 2]])): Compare before you change best: after the change, no number is better. The new places are place[numbers].
        if (A([[-inf] * 3]), A([[-1] * 3])): best and places are unchanged. Write into them: best[which] = ..., places[which] = ...
        else: The windows are (3, 8), (8, 5) and (5, 7). The largest are 8, 8 and 7, at the places 1, 1 and 3.
        >>> found, places = pool(-x.repeat(2, 1, 1, 1), 2, 2, 1, return_indices=True)
        >>> found[1], places[1]
        (T([[[-1.0, -5.0], [-2.0, -3.0]]]), T([[[0, 1], [4, 5]]]))
        if (T([[[-1.0, -1.0], [-2.0, -2.0]]]), T([[[0, 0], [4, 4]]])): `which` leaves out the windows that have padding at this position: compare with best[which], and change best[which].
        else: The new numbers are x[numbers], and their places are place[numbers]. Both belong to best[which] and places[which].
        >>> [pool(mt.full((1, 2, 4), value), 3, 2, 1, return_indices=True)[1] for value in (2, -math.inf)]
        [T([[[0, 1]]]), T([[[0, 1]]])]
        else: Of equal numbers, the first counts: use > and not >=. But if all numbers are -inf, none is > -inf. So also ask whether the window has a place yet.
        >>> found = add_at(np.array([[1, 2, 4], [1, 1, 1]], "float32"), np.array([[3, 0, 3], [1, 1, 1]]), 5)
        >>> found, found.dtype.name
        (A([[2.0, 0.0, 0.0, 5.0, 0.0], [0.0, 3.0, 0.0, 0.0, 0.0]]), 'float32')
        if (A([[2.0, 0.0, 0.0, 5.0, 0.0], [0.0, 3.0, 0.0, 0.0, 0.0]]), 'float64'): The result of `add_at` has the dtype of g. Without a dtype, np.zeros makes float64.
        if (A([[2.0, 0.0, 0.0, 4.0, 0.0], [0.0, 1.0, 0.0, 0.0, 0.0]]), 'float32'): In `add_at`, several numbers have the same place, but += on an indexed array keeps only one of them. np.add.at adds them all.
        else: In `add_at`, each row has its own places: row 0 gets 2 at place 0 and 1 + 4 at place 3, and row 1 gets 3 at place 1.
    """,
)
