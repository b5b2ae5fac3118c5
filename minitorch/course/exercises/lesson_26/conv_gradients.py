"""conv_gradients: The two gradients (difficulty 3, 10 minutes)

Y = W X has two derivatives, and each is a product of two matrices that are there already.

1. conv_weight is one product, dY @ X.T. The rows of dY are the output channels: swap the first two dimensions of g.
2. conv_input is W.T @ dY, and then col2im. Of a stack of matrices, `swapaxes(1, 2)` is the transpose of each.
3. `by_group(g.swapaxes(0, 1), groups) @ by_group(columns, groups).swapaxes(1, 2)`, and in conv_input
   `by_group(weight, groups).swapaxes(1, 2) @ by_group(g.swapaxes(0, 1), groups)`. The input has weight.shape[1] * groups channels.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.nn.functional.convolution:conv_weight",
    covers="conv_input",
    given="""
        def how(stride=(1,), padding=(0,), dilation=(1,), groups=1):
            return stride, padding, dilation, groups

        def checked(*options):
            mt.manual_seed(0)
            x = mt.randn(2, 2, 3, 4, dtype=mt.float64, requires_grad=True)
            w = mt.randn(4, 2 // options[-1], 2, 3, dtype=mt.float64, requires_grad=True)
            return mt.autograd.gradcheck(lambda x, w: mt.nn.functional.conv2d(x, w, None, *options), (x, w))

        two = np.array([[[1.0, 2.0, 4.0]], [[10.0, 20.0, 40.0]]])
    """,
    facts="""
        >>> conv_weight(two, np.array([[[1.0, 1.0]], [[1.0, 0.0]]]), how(), (2,))
        A([[[13.0, 26.0]]])
        else: In `conv_weight`, the product dY @ X.T is the sum over all windows of all images.
        >>> conv_weight(two, np.array([[[1.0, 1.0], [0.0, 1.0]], [[0.0, 0.0], [0.0, 0.0]]]), how(), (2,))
        A([[[3.0, 6.0]], [[2.0, 4.0]]])
        if A([[[3.0, 2.0]], [[6.0, 4.0]]]): In `conv_weight`, rows and columns are exchanged: dY @ X.T has a row for each output channel.
        else: In `conv_weight`, g is [N, O, *windows], and the rows of dY are the output channels: by_group(g.swapaxes(0, 1), groups).
        >>> conv_weight(np.arange(1.0, 5.0).reshape(1, 4, 1), np.array([[[1.0], [10.0]]]), how(groups=2), (1,))
        A([[[1.0], [2.0]], [[30.0], [40.0]]])
        else: In `conv_weight`, with 2 groups the first output channel met the channels 0 and 1, and the second met 2 and 3.
        >>> conv_input(np.array([[[1.0, 2.0]]]), np.array([[[1.0, 10.0]]]), how(), (3,))
        A([[[1.0, 12.0, 20.0]]])
        if A([[[10.0, 21.0, 2.0]]]): In `conv_input`, the kernel is flipped.
        else: In `conv_input`: W.T @ dY has a column for each window. col2im adds them up.
        >>> conv_input(np.array([[[1.0], [2.0]], [[3.0], [4.0]]]), np.array([[[1.0]], [[10.0]]]), how(), (1,))
        A([[[21.0]], [[43.0]]])
        if "matmul": In `conv_input`, .T reverses all three dimensions: swapaxes(1, 2). The rows of dY are the output channels.
        else: In `conv_input`, the rows of dY are the output channels, and its columns are the windows of all images: swap the
            first two dimensions of g.
        >>> conv_input(np.array([[[1.0], [2.0]]]), np.array([[[1.0], [10.0]], [[3.0], [5.0]]]), how(groups=2), (1,))
        A([[[1.0], [10.0], [6.0], [10.0]]])
        else: In `conv_input`, there are C = weight.shape[1] * groups input channels, and each group has a product of its own.
        >>> checked(1, 0, 1, 1), checked(2, 1, 1, 2), checked((1, 2), (0, 2), (2, 1), 2)
        (True, True, True)
        if "with respect to input 0": gradcheck says that `conv_input` is wrong for some stride, padding, dilation or groups.
        if "matmul": In `conv_weight`, im2col takes the kernel first, then the number of windows.
        else: `image_size` and `kernel_size` are given, and cannot be computed from the shapes.
    """,
)
