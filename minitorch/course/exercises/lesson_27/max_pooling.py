"""max_pooling: The largest number, and the way back (difficulty 4, 13 minutes)

Max pooling chooses. If a number that was not chosen changes a little, the result stays the same. So its gradient is 0.

1. In find_largest, best[which] are the best so far for each pair, and x[numbers] are the new numbers. Which of them are better?
2. `better = (x[numbers] > best[which]) | (places[which] < 0)`; np.where chooses between new and old. The places of the numbers are
   `place[numbers]`.
3. In add_at: `np.add.at(whole, (rows, places), g)` adds all of g, with `rows = np.arange(len(g))[:, None]`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.nn.functional.pooling:find_largest",
    covers="add_at",
    shows=("xp, shape", "place =", "best =", "places =", "return best"),
    setup="import numpy as np",
    given="""
        pool, all_three = mt.nn.functional.max_pool2d, (..., slice(0, 3))
        x = mt.tensor([[[[1.0, 5.0], [4.0, 7.0], [2.0, 3.0]]]])
    """,
    facts="""
        >>> find_largest(np.array([[3.0, 8.0, 5.0, 7.0]]), [(all_three, all_three), (all_three, (..., slice(1, 4)))], (3,))
        (A([[8.0, 8.0, 7.0]]), A([[1, 1, 3]]))
        if (A([[8.0, 8.0, 7.0]]), A([[1, 0, 1]])): These are positions in the window. Places count the numbers of the image.
        if (A([[8.0, 8.0, 7.0]]), A([[1, 2, 3]])): A place changes only where the number is better than the best so far.
        if (A([[8.0, 8.0, 7.0]]), A([[0, 1, 2]])): Compare before you change best: afterwards, no number is better. The new places are place[numbers].
        else: The windows are (3, 8), (8, 5) and (5, 7). The largest are 8, 8 and 7, at the places 1, 1 and 3.
        >>> found, places = pool(-x.repeat(2, 1, 1, 1), 2, 2, 1, return_indices=True)
        >>> found[1], places[1]
        (T([[[-1.0, -5.0], [-2.0, -3.0]]]), T([[[0, 1], [4, 5]]]))
        if (T([[[-1.0, -1.0], [-2.0, -2.0]]]), T([[[0, 0], [4, 4]]])): A window with padding at this position is left out: compare with best[which], and change best[which].
        if (T([[[-1.0, -5.0], [-2.0, -3.0]]], 'float64'), T([[[0, 1], [4, 5]]])): The numbers have the dtype of x, float32 here. np.full takes a dtype.
        if (T([[[0.0, 0.0], [0.0, 0.0]]]), T([[[-1, -1], [-1, -1]]])): All numbers are negative, so 0 is larger. Begin with least(x.dtype).
        if (T([[[-1.0, -5.0], [-2.0, -3.0]]]), T([[[6, 7], [10, 11]]])): Places begin at 0 in each image: they count [*S], and not all of x.
        else: Places count row by row: np.arange(prod(S)).reshape(S)[numbers] are those of the numbers. Before *S, x may have any
            dimensions: best has the shape (*x.shape[: -len(size)], *size).
        >>> [pool(mt.full((1, 2, 4), value), 3, 2, 1, return_indices=True)[1] for value in (2, -math.inf)]
        [T([[[0, 1]]]), T([[[0, 1]]])]
        else: Of equal numbers, the first one counts: > and not >=. If all are -inf, none is > -inf: ask as well whether the window has a place yet.
        >>> found = add_at(np.array([[1, 2, 4], [1, 1, 1]], "float32"), np.array([[3, 0, 3], [1, 1, 1]]), 5)
        >>> found, found.dtype.name
        (A([[2.0, 0.0, 0.0, 5.0, 0.0], [0.0, 3.0, 0.0, 0.0, 0.0]]), 'float32')
        if (A([[2.0, 0.0, 0.0, 5.0, 0.0], [0.0, 3.0, 0.0, 0.0, 0.0]]), 'float64'): `add_at` keeps the dtype of g. Without a dtype, np.zeros makes float64.
        if (A([[2.0, 0.0, 0.0, 4.0, 0.0], [0.0, 1.0, 0.0, 0.0, 0.0]]), 'float32'): In `add_at`, several numbers go to the same place, and += on an indexed array keeps one of them. np.add.at adds all.
        else: In `add_at`, each row has its own places: row 0 gets 2 at place 0 and 1 + 4 at place 3, and row 1 gets 3 at place 1.
    """,
)
