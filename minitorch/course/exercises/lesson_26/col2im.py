"""col2im: Columns back to images (difficulty 4, 10 minutes)

Each number of a column is added to the pixel that it came from. So a pixel gets the sum over all windows that contain it.

1. Begin with padded images of zeros. To which of their pixels do the numbers parts[:, *place] belong?
2. In one dimension, the pixels of place k are `stride` apart, one for each window. The first pixel is at k * dilation. At the end, cut the padding off.
3. The slice is slice(k * d, k * d + n * s, s), with n from size. `whole[:, :, *slices] += parts[:, *place].swapaxes(0, 1)`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.nn.functional.convolution:col2im",
    facts="""
        if "not enough values to unpack": There may be one, two or three dimensions.
        if "index out of range": There may be one, two or three dimensions.
        >>> col2im(np.array([[1.0, 2.0], [10.0, 20.0]]), (2,), ((1,), (0,), (1,), 1), (2,), (1, 1, 3))
        A([[[1.0, 12.0, 20.0]]], "float64")
        if A([[[]]]): With a padding of 0, slice(0, -0) is empty. Cut out slice(p, p + length).
        if "could not be broadcast": The slice of a place ends at k * d + n * stride: one number for each window.
        if "shape (1,1,1) doesn't match the broadcast shape (1,1,2)": slice(a, b) stops before b, so the last window is missing.
        if "non-broadcastable": What is added must be [N, C, *size], as the places that it is added to are. Look at the axes of the columns.
        if A([[[1.0, 6.0, 20.0]]]): This is the mean where windows overlap. The gradient is the *sum*.
        if A([[[1.0, 10.0, 20.0]]]): One of the two numbers of x1 is lost. Use `+=`, for one place of the kernel at a time.
        else: Each number is added to the pixel that it came from: (1, 10) to (x0, x1), and (2, 20) to (x1, x2).
        >>> col2im(np.array([[1.0, 2.0], [10.0, 20.0]], "float32"), (2,), ((2,), (1,), (1,), 1), (2,), (1, 1, 3))
        A([[[10.0, 2.0, 20.0]]], "float32")
        if A([[[10.0, 2.0, 20.0]]]): The result has the dtype of the columns, float32 here. np.zeros alone makes float64.
        else: With a stride of 2, a place of the kernel lies on every second number, from k * dilation on. What comes back to the padding is dropped: the windows were (0, x0) and (x1, x2).
        >>> col2im(np.array([[1.0], [10.0]]), (2,), ((1,), (0,), (2,), 1), (1,), (1, 1, 4))
        A([[[1.0, 0.0, 10.0, 0.0]]])
        if A([[[1.0, 0.0, 0.0, 0.0]]]): Only one place is added. The loop goes over the places of the kernel, not over the windows.
        else: With a dilation of 2 the window was (x0, x2). A number that is in no window gets 0.
        >>> col2im(np.arange(24.0).reshape(4, 6), (2,), ((1,), (0,), (1,), 1), (2,), (3, 2, 3))
        A([[[0.0, 7.0, 7.0], [12.0, 31.0, 19.0]], [[2.0, 11.0, 9.0], [14.0, 35.0, 21.0]], [[4.0, 15.0, 11.0], [16.0, 39.0, 23.0]]])
        else: A row of the matrix is a place of a channel, and a column is a window of an image. The result is [N, C, *S].
        >>> col2im(np.arange(24.0).reshape(6, 4), (2, 3), ((1, 2), (0, 1), (2, 3), 1), (2, 2), (1, 1, 4, 7))
        A([[[[0.0, 1.0, 4.0, 0.0, 5.0, 8.0, 0.0], [0.0, 3.0, 6.0, 0.0, 7.0, 10.0, 0.0], [0.0, 13.0, 16.0, 0.0, 17.0, 20.0, 0.0], [0.0, 15.0, 18.0, 0.0, 19.0, 22.0, 0.0]]]])
        else: Each dimension has a stride and a dilation of its own, (1, 2) and (2, 3) here, a padding, (0, 1), and a size.
        >>> col2im(np.arange(6.0).reshape(1, 6), (1, 1, 1), ((1, 1, 1), (1, 0, 0), (1, 1, 1), 1), (3, 1, 2), (1, 1, 1, 1, 2))
        A([[[[[2.0, 3.0]]]]])
        else: In a volume, each of the three dimensions has its own padding, (1, 0, 0) here.
    """,
)
