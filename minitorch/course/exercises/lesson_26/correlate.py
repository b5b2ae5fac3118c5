"""correlate: One kernel for all windows (difficulty 2, 7 minutes)

The same few weights meet every window. So the result is large where the image looks like the kernel, wherever that is.

1. How many windows fit side by side? The first begins at pixel 0, the next at `stride`. The last must end inside the image.
2. Make an array of zeros for the result. Two loops, over its rows i and columns j. In which row and column of the image does
   window (i, j) begin?
3. `(H - h) // stride + 1` rows. In the loops: `window = image[i * stride : i * stride + h, j * stride : j * stride + w]` and
   `out[i, j] = (window * kernel).sum()`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    forbids={"conv2d": "conv2d() does the whole exercise. Write the loops over the windows."},
    solution="""
        def correlate(image, kernel, stride=1):
            (H, W), (h, w) = image.shape, kernel.shape
            out = np.zeros(((H - h) // stride + 1, (W - w) // stride + 1))
            for i in range(out.shape[0]):
                for j in range(out.shape[1]):
                    window = image[i * stride : i * stride + h, j * stride : j * stride + w]
                    out[i, j] = (window * kernel).sum()
            return out
    """,
    given="""
        image = np.arange(12.0).reshape(3, 4)
        kernel = np.array([[1.0, 0.0, 0.0], [0.0, 0.0, 2.0]])
        line = np.arange(7.0).reshape(1, 7)
        pair = np.array([[1.0, 10.0]])
    """,
    facts="""
        if "could not be broadcast": The last windows reach beyond the image. Of 4 pixels, 2 windows of 3 pixels lie inside.
        if "out of bounds": i and j count windows, and not pixels: window (i, j) begins at row i * stride and column j * stride.
        >>> correlate(image, kernel)
        A([[12.0, 15.0], [24.0, 27.0]])
        if A([[6.0, 9.0], [18.0, 21.0]]): The kernel is flipped. That is what mathematics calls a convolution. Here the first weight
            meets the first pixel of the window.
        if A([[12.0, 24.0], [15.0, 27.0]]): Rows and columns are exchanged: i counts rows.
        if A([[12.0]]): The last window is missing. The first begins at row 0 and the last at row H - h, so there are H - h + 1 of them.
        if A([[12.0, 12.0], [12.0, 12.0]]): Each window is the same. It begins at row i * stride and column j * stride.
        else: The first window is image[0:2, 0:3]. Each pixel is multiplied by its weight, and the products are added up.
        >>> correlate(np.array([[1.0, 2.0, 8.0, 4.0]]), np.array([[-1.0, 1.0]]))
        A([[1.0, 6.0, -4.0]])
        if A([[1.0, 6.0, 4.0]]): The sum may be negative: leave its sign.
        else: The windows are (1, 2), (2, 8) and (8, 4), and each meets the weights (-1, 1).
        >>> correlate(line, pair, 2)
        A([[10.0, 32.0, 54.0]])
        if A([[10.0, 21.0, 32.0, 43.0, 54.0, 65.0]]): The stride is ignored: a window begins `stride` pixels after the one before it.
        if A([[10.0, 21.0, 32.0]]): There are as many windows as there should be. But window j begins at column j * stride.
        else: With a stride of 2, windows of 2 pixels begin at 0, 2 and 4 of 7 pixels.
        >>> correlate(image.T.astype(int), np.array([[0.5, 0.125]]), 2)
        A([[0.5], [1.75]])
        else: The stride counts in both directions, and the two directions have sizes of their own. A result need not be an integer.
    """,
)
