"""conv_input: Both gradients (difficulty 4, 10 minutes)

Both gradients are products of matrices that you have: dW = dY @ X.T and dX = W.T @ dY. col2im brings dX back into images.

1. dY has the output channels as rows, and X is im2col's matrix. Which shapes do the two products have, and which shapes are returned?
2. `by_group(g.swapaxes(0, 1), groups)` is a stack with the dY of each group. The input has weight.shape[1] * groups channels.
3. `dy @ by_group(columns, groups).swapaxes(1, 2)`, reshaped. `by_group(weight, groups).swapaxes(1, 2) @ dy`, and then col2im.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.nn.functional.convolution:conv_input",
    covers="conv_weight",
    given="""
        def checked(*options):
            mt.manual_seed(0)
            x = mt.randn(2, 2, 3, 4, dtype=mt.float64, requires_grad=True)
            w = mt.randn(4, 2 // options[-1], 2, 3, dtype=mt.float64, requires_grad=True)
            return mt.autograd.gradcheck(lambda x, w: mt.nn.functional.conv2d(x, w, None, *options), (x, w))
    """,
    facts="""
        >>> conv_input(np.array([[[1.0], [2.0]], [[3.0], [4.0]]]), np.array([[[1.0, 7.0]], [[10.0, 20.0]]]), ((1,), (0,), (1,), 1), (2,))
        A([[[21.0, 47.0]], [[43.0, 101.0]]])
        if A([[[47.0, 21.0]], [[101.0, 43.0]]]): The kernel is flipped.
        if A([[[15.0, 50.0]], [[31.0, 110.0]]]): The product is W.T @ dY. `swapaxes(1, 2)` is the transpose of each matrix of a stack, and reshape is not.
        if "matmul": .T reverses all three dimensions of a stack of matrices: swapaxes(1, 2).
        if "reshape": col2im needs the number of windows, g.shape[2:], and the shape of the images, with C = weight.shape[1] * groups channels.
        else: The rows of dY are the output channels, and its columns are the windows of all images: swap the first two dimensions of g.
        >>> conv_input(np.array([[[1.0, 2.0]]]), np.array([[[1.0, 10.0]]]), ((1,), (0,), (1,), 1), (3,))
        A([[[1.0, 12.0, 20.0]]])
        else: W.T @ dY has a column for each window. col2im adds them up.
        >>> conv_input(np.array([[[1.0], [2.0]]]), np.array([[[1.0], [10.0]], [[3.0], [5.0]]]), ((1,), (0,), (1,), 2), (1,))
        A([[[1.0], [10.0], [6.0], [10.0]]])
        else: The result is [N, C, *image_size], and C is weight.shape[1] * groups. Each group has a product of its own.
        >>> conv_weight(np.array([[[1.0, 2.0, 4.0, 9.0]]]), np.array([[[1.0, 10.0, 100.0]]]), ((1,), (0,), (1,), 1), (2,))
        A([[[421.0, 942.0]]])
        else: In `conv_weight`, a weight gets the sum over all windows of g times the number that it met: dY @ X.T.
        >>> conv_weight(np.arange(8.0).reshape(4, 2, 1), np.arange(8.0).reshape(4, 2, 1), ((1,), (0,), (1,), 2), (1,))
        A([[[56.0]], [[84.0]]])
        else: `conv_weight` returns [O, C / groups, *kernel_size], with a product for each group. In dY, the output channels are the rows.
        >>> checked(1, 0, 1, 1), checked(2, 1, 1, 2), checked((1, 2), (0, 2), (2, 1), 2)
        (True, True, True)
        if "with respect to input 0": gradcheck says that `conv_input` is wrong for some stride, padding, dilation or groups.
        if "with respect to input 1": gradcheck says that `conv_weight` is wrong for some stride, padding, dilation or groups. dY @ X.T has a row for each output channel.
        else: Pass `how` and `image_size` on to col2im, which drops the padding. The size cannot be computed from the shapes.
    """,
)
