"""conv_forward: A convolution is a product of matrices (difficulty 3, 6 minutes)

W @ X has a row for each output channel, and a column for each window of each image. Then only the order has to change.

1. Three steps: the windows as columns, a product of matrices for each group, and the result in the shape [N, O, *size].
2. `by_group(weight, groups) @ by_group(columns, groups)` is [groups, O / groups, N * L]. In which order do its numbers lie?
3. The numbers lie in the order of `.reshape(O, N, *size)`. Then call `.swapaxes(0, 1)`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.nn.functional.convolution:conv_forward",
    given="""
        def how(stride=(1,), padding=(0,), dilation=(1,), groups=1):
            return stride, padding, dilation, groups

        line = np.array([[[1.0, 2.0, 4.0, 8.0]]])
        two = np.array([[[1.0, 2.0, 4.0]], [[10.0, 20.0, 40.0]]])
        wide = mt.arange(18.0).reshape(1, 1, 3, 6)
    """,
    facts="""
        if "(size 1 is different from 2)": im2col takes all channels of x. by_group divides the rows of the matrix afterwards.
        if "matmul": The product of W [O, C * K] and X [C * K, N * L] needs both as matrices, with groups in front: by_group(weight, groups) and by_group(columns, groups).
        >>> conv_forward(line, np.array([[[-1.0, 1.0]]]), how(), (3,))
        A([[[1.0, 2.0, 4.0]]])
        if "matmul": W [O, C * K] comes first and X [C * K, N * L] second, and neither is transposed.
        if A([[[-1.0, -2.0, -4.0]]]): The kernel is flipped. In PyTorch, the first weight meets the first number of the window.
        else: The windows are (1, 2), (2, 4) and (4, 8), and each meets the weights (-1, 1).
        >>> conv_forward(two, np.array([[[1.0, 0.0]], [[0.0, -1.0]]]), how(), (2,))
        A([[[1.0, 2.0], [-2.0, -4.0]], [[10.0, 20.0], [-20.0, -40.0]]])
        if A([[[1.0, 2.0], [10.0, 20.0]], [[-2.0, -4.0], [-20.0, -40.0]]]): Images and channels are mixed: the numbers of the product lie in the order [O, N, *size].
        else: Two images and two output channels: the result is [image, channel, place].
        >>> conv_forward(np.arange(1.0, 5.0).reshape(1, 4, 1), np.array([[[1.0], [1.0]], [[1.0], [0.0]], [[0.0], [10.0]], [[10.0], [0.0]]]), how(groups=2), (1,))
        A([[[3.0], [1.0], [40.0], [30.0]]])
        else: With 2 groups, the first two output channels see the channels 0 and 1, and the other two see 2 and 3.
        >>> mt.nn.functional.conv2d(wide, mt.tensor([[[[1.0, 0.0, 3.0], [0.0, 2.0, 0.0]]]]), stride=(1, 2), padding=1, dilation=2)
        T([[[[14.0, 18.0], [35.0, 46.0], [27.0, 40.0]]]])
        else: `how` has stride, padding and dilation. Pass it on to im2col. In conv2d, the kernel and the size have two numbers each, (2, 3) and (3, 2) here.
    """,
)
