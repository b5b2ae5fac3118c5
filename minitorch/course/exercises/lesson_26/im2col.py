"""im2col: Windows as columns (difficulty 4, 9 minutes)

No loop copies the windows. The strides say where each number of each window lies, and reshape copies them all at once.

1. Call padded first. The view has the shape (C, *kernel, N, *size). Find its strides from those of the padded array.
2. `image, channel, *steps = whole.strides`. The next number of a window is `dilation` steps away, and the next window `stride` steps.
3. `as_strided(whole, (C, *kernel, N, *size), (channel, *[step * d ...], image, *[step * s ...]))`, then reshape.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.nn.functional.convolution:im2col",
    forbids=dict.fromkeys("ndindex product stack".split(), "Do not copy the windows one by one: use as_strided."),
    given="""
        def how(stride=(1,), padding=(0,), dilation=(1,), groups=1):
            return stride, padding, dilation, groups
        line = np.arange(1.0, 7.0).reshape(1, 1, 6)
        image = np.array([[0.0, 3.0], [1.0, 4.0], [2.0, 5.0]]).T[None, None]
    """,
    facts="""
        if "not enough values to unpack": There may be one, two or three dimensions.
        >>> im2col(line, (3,), how(), (4,))
        A([[1.0, 2.0, 3.0, 4.0], [2.0, 3.0, 4.0, 5.0], [3.0, 4.0, 5.0, 6.0]])
        if A([[1.0, 2.0, 3.0], [2.0, 3.0, 4.0], [3.0, 4.0, 5.0], [4.0, 5.0, 6.0]]): Each window is a row here. It must be a column.
        if A([[1.0, 4.0, 4.0, 4.0], [2.0, 2.0, 5.0, 5.0], [3.0, 3.0, 3.0, 6.0]]): The dimensions of the view must be channel, places, image, windows.
        if A([[1.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0]]): Strides count bytes, as whole.strides does.
        if A([[[[1.0, 2.0, 3.0, 4.0]], [[2.0, 3.0, 4.0, 5.0]], [[3.0, 4.0, 5.0, 6.0]]]]): This is the view. reshape makes the matrix.
        else: The columns are the windows (1, 2, 3), (2, 3, 4), (3, 4, 5) and (4, 5, 6). All strides of the view are in bytes.
        >>> im2col(line, (2,), how((2,)), (3,))
        A([[1.0, 3.0, 5.0], [2.0, 4.0, 6.0]])
        if A([[1.0, 2.0, 3.0], [2.0, 3.0, 4.0]]): The stride is ignored: the next window is `stride` steps away.
        if A([[1.0, 2.0, 3.0], [3.0, 4.0, 5.0]]): Stride and dilation are exchanged: the next *window* is `stride` steps away.
        else: With a stride of 2, the windows are (1, 2), (3, 4) and (5, 6).
        >>> im2col(line, (2,), how(dilation=(3,)), (3,))
        A([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
        if A([[1.0, 2.0, 3.0], [2.0, 3.0, 4.0]]): The dilation is ignored: the next number of a window is `dilation` steps away.
        else: With a dilation of 3, the windows are (1, 4), (2, 5) and (3, 6).
        >>> im2col(image, (2, 2), how((1, 1), (0, 0), (1, 1)), (1, 2))
        A([[0.0, 1.0], [1.0, 2.0], [3.0, 4.0], [4.0, 5.0]])
        if A([[0.0, 1.0], [3.0, 4.0], [1.0, 2.0], [4.0, 5.0]]): Height and width are exchanged inside the windows, which are read row by row.
        else: The windows of [[0, 1, 2], [3, 4, 5]] are (0, 1, 3, 4) and (1, 2, 4, 5), read row by row. The image is a transposed view: take the strides of the padded array.
        >>> im2col(np.arange(8.0).reshape(2, 2, 2), (1,), how(groups=2), (2,))
        A([[0.0, 1.0, 4.0, 5.0], [2.0, 3.0, 6.0, 7.0]])
        if A([[0.0, 1.0, 2.0, 3.0], [4.0, 5.0, 6.0, 7.0]]): Channels and images are exchanged: a row belongs to a channel.
        if A([[0.0, 1.0, 4.0, 5.0]]): Half of the channels are missing. im2col takes all of them, and by_group divides them later.
        else: A row belongs to a channel, for any number of groups, and the columns are the windows of the first image, then those of the second.
        >>> im2col(np.arange(1, 5, dtype="float32").reshape(1, 2, 2), (2,), how(padding=(1,)), (3,))
        A([[0.0, 1.0, 2.0], [1.0, 2.0, 0.0], [0.0, 3.0, 4.0], [3.0, 4.0, 0.0]], "float32")
        if A([[0.0, 1.0, 2.0], [1.0, 2.0, 0.0], [0.0, 3.0, 4.0], [3.0, 4.0, 0.0]]): The matrix has the dtype of x, float32 here.
        if A([[0.0, 1.0, 2.0], [0.0, 3.0, 4.0], [1.0, 2.0, 0.0], [3.0, 4.0, 0.0]]): The rows are in another order: first all places of channel 0, then all places of channel 1.
        else: The padded channels are (0, 1, 2, 0) and (0, 3, 4, 0). Call padded once, and take the strides of its float32 result.
        >>> im2col(np.arange(28.0).reshape(1, 1, 4, 7), (2, 3), how((1, 2), (0, 1), (2, 3)), (2, 2))
        A([[0.0, 1.0, 0.0, 8.0], [2.0, 4.0, 9.0, 11.0], [5.0, 0.0, 12.0, 0.0], [0.0, 15.0, 0.0, 22.0], [16.0, 18.0, 23.0, 25.0], [19.0, 0.0, 26.0, 0.0]])
        else: Each dimension has a stride and a dilation of its own, (1, 2) and (2, 3) here, and a padding: (0, 1).
    """,
)
