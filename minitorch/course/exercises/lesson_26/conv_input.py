"""conv_input: The gradient to the input (difficulty 3, 7 minutes)

dX = W.T @ dY is a product of two matrices that are there already. col2im brings it back into images.

1. Two steps: a product that has the shape of im2col's matrix, and the way back into images.
2. As in conv_weight, the matrix dY has the output channels as rows. The input has weight.shape[1] * groups channels.
3. `by_group(weight, groups).swapaxes(1, 2) @ by_group(g.swapaxes(0, 1), groups)`, and then col2im.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.nn.functional.convolution:conv_input",
    given="""
        def how(stride=(1,), padding=(0,), dilation=(1,), groups=1):
            return stride, padding, dilation, groups
        def checked(*options):
            mt.manual_seed(0)
            x = mt.randn(2, 2, 3, 4, dtype=mt.float64, requires_grad=True)
            w = mt.randn(4, 2 // options[-1], 2, 3, dtype=mt.float64, requires_grad=True)
            return mt.autograd.gradcheck(lambda x, w: mt.nn.functional.conv2d(x, w, None, *options), (x, w))
    """,
    facts="""
        >>> conv_input(np.array([[[1.0, 2.0]]]), np.array([[[1.0, 10.0]]]), how(), (3,))
        A([[[1.0, 12.0, 20.0]]])
        if A([[[10.0, 21.0, 2.0]]]): The kernel is flipped.
        if "size 1 is different from 2": The product is W.T @ dY: `swapaxes(1, 2)` is the transpose of each matrix of a stack.
        else: W.T @ dY has a column for each window. col2im adds them up.
        >>> conv_input(np.array([[[1.0], [2.0]], [[3.0], [4.0]]]), np.array([[[1.0]], [[10.0]]]), how(), (1,))
        A([[[21.0]], [[43.0]]])
        if "matmul": .T reverses all three dimensions of a stack of matrices: swapaxes(1, 2).
        if "reshape": There are C = weight.shape[1] * groups input channels.
        else: The rows of dY are the output channels, and its columns are the windows of all images: swap the first two
            dimensions of g.
        >>> conv_input(np.array([[[1.0], [2.0]]]), np.array([[[1.0], [10.0]], [[3.0], [5.0]]]), how(groups=2), (1,))
        A([[[1.0], [10.0], [6.0], [10.0]]])
        else: The result is [N, C, *image_size], and C is weight.shape[1] * groups. Each group has a product of its own.
        >>> checked(1, 0, 1, 1), checked(2, 1, 1, 2), checked((1, 2), (0, 2), (2, 1), 2)
        (True, True, True)
        if "with respect to input 0": gradcheck says that `conv_input` is wrong for some stride, padding, dilation or groups.
        else: Pass `how` and `image_size` on to col2im, which drops the padding. The size cannot be computed from the shapes.
    """,
)
