"""im2col: Windows as columns (difficulty 4, 12 minutes)

No loop copies the windows. The strides say where each number of each window lies, and reshape copies them all at once.

1. `padded`: zeros of the right shape first, then x goes into its middle. `im2col`: pad, then find a stride for each dimension of
   the table.
2. `image, channel, *steps = whole.strides`. Inside a window, the next number is dilation steps away. The next window is
   stride steps away. The order is that of the table: channel, places in the window, image, windows.
3. `as_strided(whole, (C, *kernel, N, *size), (channel, *[step * d ...], image, *[step * s ...]))`, then
   `.reshape(C * prod(kernel), N * prod(size))`. In padded: `whole[:, :, *inside] = x` with `slice(p, p + n)` for each dimension.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.nn.functional.convolution:im2col",
    covers="padded",
    stub='''
        def padded(x, kernel, how, size):
            """x [N, C, *S] in the middle of zeros, as an array [N, C, *room(S, kernel, how, size)] with the dtype of x.

            The first p places of a dimension are zeros, where p is its padding in `how`.
            """
            ...


        def im2col(x, kernel, how, size):
            """The windows of x [N, C, *S] as the columns of a matrix [C * prod(kernel), N * prod(size)].

            For x = [[[5.0, 6.0, 7.0]]], kernel = (2,), how = ((1,), (0,), (1,), 1) and size = (2,) it is
            [[5.0, 6.0], [6.0, 7.0]]: the windows are (5, 6) and (6, 7).
            """
            ...
    ''',
    given="""
        def how(stride=(1,), padding=(0,), dilation=(1,)):
            return stride, padding, dilation, 1

        line = np.arange(1.0, 7.0).reshape(1, 1, 6)
        image = np.arange(6.0).reshape(1, 1, 2, 3)
    """,
    facts="""
        if "cannot reshape array of size": The shape in as_strided must hold all numbers of all windows: C, the kernel, N, the sizes.
        >>> padded(np.array([[[5.0, 6.0]]]), (3,), how(padding=(1,)), (2,))
        A([[[0.0, 5.0, 6.0, 0.0]]])
        if A([[[5.0, 6.0, 0.0, 0.0]]]): In `padded`, all zeros are behind x. The first p places of a dimension are zeros.
        if A([[[0.0, 0.0, 5.0, 6.0]]]): In `padded`, all zeros are in front of x. x begins at place p.
        else: `padded` makes zeros of the shape (N, C, *room(...)), and puts x into the places from p to p + n of each dimension.
        >>> padded(np.ones((1, 1, 1, 2), "float32"), (1, 3), how((1, 1), (0, 1), (1, 1)), (1, 2))
        A([[[[0.0, 1.0, 1.0, 0.0]]]], "float32")
        else: In `padded`, each dimension has a padding of its own, and the dtype is that of x.
        >>> im2col(line, (3,), how(), (4,))
        A([[1.0, 2.0, 3.0, 4.0], [2.0, 3.0, 4.0, 5.0], [3.0, 4.0, 5.0, 6.0]])
        if A([[1.0, 2.0, 3.0], [2.0, 3.0, 4.0], [3.0, 4.0, 5.0], [4.0, 5.0, 6.0]]): Each window is a row here. It must be a column: the
            places inside the window come before N and the windows.
        else: The columns are the windows (1, 2, 3), (2, 3, 4), (3, 4, 5) and (4, 5, 6). Start from whole.strides, which count bytes.
        >>> im2col(line, (2,), how((2,)), (3,))
        A([[1.0, 3.0, 5.0], [2.0, 4.0, 6.0]])
        if A([[1.0, 2.0, 3.0], [2.0, 3.0, 4.0]]): The stride is ignored: the next window is `stride` steps away.
        if A([[1.0, 2.0, 3.0], [3.0, 4.0, 5.0]]): Stride and dilation are exchanged: the next *window* is `stride` steps away, and the
            next number inside it is `dilation` steps away.
        else: With a stride of 2, the windows are (1, 2), (3, 4) and (5, 6).
        >>> im2col(line, (2,), how(dilation=(3,)), (3,))
        A([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
        if A([[1.0, 2.0, 3.0], [2.0, 3.0, 4.0]]): The dilation is ignored: the next number of a window is `dilation` steps away.
        else: With a dilation of 3, the windows are (1, 4), (2, 5) and (3, 6).
        >>> im2col(line, (2,), how((2,), (1,)), (4,))
        A([[0.0, 2.0, 4.0, 6.0], [1.0, 3.0, 5.0, 0.0]])
        else: With a padding of 1 and a stride of 2, the windows are (0, 1), (2, 3), (4, 5) and (6, 0). Call padded first, and take the
            strides of its result.
        >>> im2col(image, (2, 2), how((1, 1), (0, 0), (1, 1)), (1, 2))
        A([[0.0, 1.0], [1.0, 2.0], [3.0, 4.0], [4.0, 5.0]])
        if A([[0.0, 1.0], [3.0, 4.0], [1.0, 2.0], [4.0, 5.0]]): Height and width are exchanged inside the windows. A window is
            read row by row: the kernel's dimensions in their order.
        else: The windows of [[0, 1, 2], [3, 4, 5]] are (0, 1, 3, 4) and (1, 2, 4, 5), read row by row.
        >>> im2col(np.arange(8.0).reshape(2, 2, 1, 2), (1, 1), how((1, 1), (0, 0), (1, 1)), (1, 2))
        A([[0.0, 1.0, 4.0, 5.0], [2.0, 3.0, 6.0, 7.0]])
        if A([[0.0, 1.0, 2.0, 3.0], [4.0, 5.0, 6.0, 7.0]]): Channels and images are exchanged. A row belongs to a channel, and the
            columns are the windows of the first image, then those of the second.
        else: A row belongs to a channel, and the columns are the windows of the first image, then those of the second.
        >>> im2col(np.arange(24.0).reshape(1, 1, 4, 6), (1, 2), how((3, 2), (0, 0), (1, 3)), (2, 2))
        A([[0.0, 2.0, 18.0, 20.0], [3.0, 5.0, 21.0, 23.0]])
        else: Each dimension has a stride and a dilation of its own: (3, 2) and (1, 3) here.
    """,
)
