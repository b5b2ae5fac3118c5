"""max_pooling: The largest number, and the way back (difficulty 4, 14 minutes)

Max pooling chooses. The numbers that were not chosen could change a little, and the result would stay the same. So their
gradient is 0.

1. Both need a loop or a trick for what plain indexing does not do. In find_largest, begin with -inf everywhere, and with
   places of -1. Each pair of `windows` can improve the windows `which`.
2. `better = (x[numbers] > best[which]) | (places[which] < 0)`; np.where chooses between new and old. For the places,
   `np.arange(prod(shape)).reshape(shape)[numbers]` are those of the numbers.
3. In add_at, `whole[rows, places] += g` keeps one of several additions at the same place. `np.add.at(whole, (rows, places), g)`
   does all of them, with `rows = np.arange(len(g))[:, None]`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.nn.functional.pooling:find_largest",
    covers="add_at",
    forbids={"max_pool2d": "max_pool2d() calls your function.", "max_pool1d": "max_pool1d() calls your function."},
    stub='''
        def find_largest(x, windows, size):
            """(the largest number of each window, its place): two arrays [..., *size], for x [..., *S].

            Places count the numbers of an image [*S] row by row. Of equal numbers, the first one counts.

            For x = [[3.0, 8.0, 5.0, 7.0, 6.0]], the windows above and size = (3,), it is ([[8.0, 8.0, 7.0]], [[1, 1, 3]]).
            """
            ...


        def add_at(g, places, count):
            """An array [R, count] of zeros, in which each g[r, i] is added at places[r, i] of row r, for g and places [R, L].

            add_at(np.array([[1.0, 2.0, 4.0]]), np.array([[3, 0, 3]]), 4) is [[2.0, 0.0, 0.0, 5.0]].
            """
            ...
    ''',
    given="""
        pool, grad = mt.nn.functional.max_pool2d, mt.autograd.grad
        x = mt.tensor([[[[1.0, 5.0, 2.0], [4.0, 3.0, 9.0], [7.0, 8.0, 6.0]]]], requires_grad=True)
    """,
    facts="""
        >>> find_largest(np.array([[3.0, 8.0, 5.0, 7.0]]), [((..., slice(0, 3)), (..., slice(0, 3))), ((..., slice(0, 3)), (..., slice(1, 4)))], (3,))
        (A([[8.0, 8.0, 7.0]]), A([[1, 1, 3]]))
        if (A([[8.0, 8.0, 7.0]]), A([[1, 0, 1]])): These are places in the window. Places count the numbers of the image.
        if (A([[3.0, 8.0, 5.0]]), A([[0, 1, 2]])): Only the first number of each window was looked at.
        if (A([[8.0, 5.0, 7.0]]), A([[1, 2, 3]])): The last number of each window is chosen. A number must be larger than the best so far.
        else: The windows are (3, 8), (8, 5) and (5, 7). The largest are 8, 8 and 7, at the places 1, 1 and 3.
        >>> pool(x, 2, 1)
        T([[[[5.0, 9.0], [8.0, 9.0]]]])
        else: In two dimensions, x[numbers] and best[which] have the same shape [..., rows, columns].
        >>> pool(x, 2, 1, return_indices=True)[1]
        T([[[[1, 5], [7, 5]]]])
        else: Places count row by row: row * columns + column. np.arange(prod(S)).reshape(S)[numbers] are the places of the numbers.
        >>> pool(-x.detach().repeat(2, 1, 1, 1), 2, 2, 1, return_indices=True)
        (T([[[[-1.0, -2.0], [-4.0, -3.0]]]] * 2), T([[[[0, 2], [3, 4]]]] * 2))
        if (T([[[[0.0, 0.0], [0.0, -3.0]]]] * 2), T([[[[0, 0], [0, 4]]]] * 2)): Padding was chosen. Begin with -inf, and not with 0.
        else: All numbers are negative here, and windows at the border have fewer of them. Begin with -inf. There may be several images.
        >>> pool(mt.tensor([[[2.0, 2.0], [2.0, 2.0]]]), 2, return_indices=True)[1]
        T([[[0]]])
        else: Of equal numbers, the first one counts: > and not >=.
        >>> pool(mt.full((1, 2, 2), -math.inf), 2, return_indices=True)[1]
        T([[[0]]])
        else: All numbers are -inf, and the first one still counts. No number is > -inf, so ask as well whether the window has a place yet.
        >>> add_at(np.array([[1.0, 2.0, 4.0], [1.0, 1.0, 1.0]]), np.array([[3, 0, 3], [1, 1, 1]]), 4)
        A([[2.0, 0.0, 0.0, 5.0], [0.0, 3.0, 0.0, 0.0]])
        if A([[2.0, 0.0, 0.0, 4.0], [0.0, 1.0, 0.0, 0.0]]): In `add_at`, several numbers may go to the same place, and += on an indexed array keeps one. np.add.at adds all.
        if A([[2.0, 3.0, 0.0, 5.0], [2.0, 3.0, 0.0, 5.0]]): In `add_at`, each row has its own places.
        else: In `add_at`, row 0 gets 2 at place 0 and 1 + 4 at place 3. Row 1 gets 1 + 1 + 1 at place 1.
        >>> grad(pool(x, 2, 1).sum(), x)[0]
        T([[[[0.0, 1.0, 0.0], [0.0, 0.0, 2.0], [0.0, 1.0, 0.0]]]])
        else: The 9 is the largest of two windows, so its gradient is 2.
    """,
)
