"""folding: unfold, fold: the windows of an image as the columns of a matrix, and the matrix added up to an image again (shelf)."""

from ...backend import array_module
from ...ops.one_step import one_step
from ...ops.op import op
from .windows import check_dims, check_tensor, count_of, several, sliding

# --- the operations -------------------------------------------------------------------------------------------------------


def rows(how):
    """For every number of a window: (the row it has in the matrix, which windows have it, which numbers of the image)."""
    down, across = (sliding(*one) for one in how)
    (*_, dilation), (_, _, width, _, _, dilation_across) = how
    for y, (which, lines) in zip(down.offsets, down.places, strict=True):
        for x, (which_across, columns) in zip(across.offsets, across.places, strict=True):
            yield y // dilation * width + x // dilation_across, (which, which_across), (lines, columns)


@op(derivative="Im2ColBackward0")
def _columns(x, how):
    """x [..., C, H, W] -> [..., C * numbers of a window, windows], of channel after channel; `how` has sliding's arguments."""
    (_, down, height, *_), (_, across, width, *_) = how
    out = array_module(x).zeros((*x.shape[:-2], height * width, down, across), x.dtype)
    for row, which, numbers in rows(how):
        out[(..., row, *which)] = x[(..., *numbers)]
    return out.reshape(*x.shape[:-3], x.shape[-3] * height * width, down * across)


@op(derivative="Col2ImBackward0")
def _image(x, how):
    """x [..., C * numbers of a window, windows] -> [..., C, H, W]: every number is added where _columns takes it from."""
    (lines, down, height, *_), (columns, across, width, *_) = how
    x = x.reshape(*x.shape[:-2], x.shape[-2] // (height * width), height * width, down, across)
    out = array_module(x).zeros((*x.shape[:-3], lines, columns), x.dtype)
    for row, which, numbers in rows(how):
        out[(..., *numbers)] += x[(..., row, *which)]
    return out


_columns.grad(x=lambda g, how: _image(g, how))
_image.grad(x=lambda g, how: _columns(g, how))

# --- the functions --------------------------------------------------------------------------------------------------------


@one_step
def unfold(input, kernel_size, dilation=1, padding=0, stride=1):
    """Every window of an image as a column: [N, C, H, W] or [C, H, W] -> [N, C * numbers of a window, windows] or without N.

    kernel_size  of the window: an int, or one for each dimension; so are the others
    dilation     how far apart its numbers are      padding  how many zeros stand at each side of the image
    stride       how far the window moves

    >>> import minitorch as mt
    >>> mt.nn.functional.unfold(mt.arange(6.0).reshape(1, 2, 3), 2)
    tensor([[0., 1.],
            [1., 2.],
            [3., 4.],
            [4., 5.]])

    Errors: RuntimeError for sizes that do not fit.
    Source: PyTorch, torch.nn.functional.unfold.
    """
    check_dims("unfold", input, 2)
    how = sizes("unfold", input.shape[-2:], kernel_size, dilation, padding, stride)
    blocks = tuple([one[1] for one in how])
    if min(blocks) < 1:
        raise RuntimeError(f"no window of kernel_size={kernel_size} fits into {tuple(input.shape[-2:])}")
    return _columns(input, how)


@one_step
def fold(input, output_size, kernel_size, dilation=1, padding=0, stride=1):
    """The way back from unfold: [N, C * numbers of a window, windows] -> [N, C, H, W], or without N. Where windows overlap, sums.

    output_size  (H, W); the others are unfold's

    >>> import minitorch as mt
    >>> mt.nn.functional.fold(mt.ones(4, 2), (2, 3), 2)
    tensor([[[1., 2., 1.],
             [1., 2., 1.]]])

    Errors: unfold's, and for a count of windows that is not that of output_size.
    Source: PyTorch, torch.nn.functional.fold.
    """
    check_tensor("fold", input)
    how = sizes("fold", several("fold", "output_size", output_size, 2, 1), kernel_size, dilation, padding, stride)
    (_, down, height, *_), (_, across, width, *_) = how
    if input.ndim not in (2, 3) or input.shape[-2] % (height * width) or down * across != input.shape[-1] or down < 1:
        raise RuntimeError(
            f"expected an input of [N, C * {height * width}, {down} * {across}], but got {list(input.shape)}"
        )
    return _image(input, how)


def sizes(name, lengths, *given):
    """For each dimension the arguments of `sliding`."""
    names = zip(("kernel_size", "dilation", "padding", "stride"), given, (1, 1, 0, 1), strict=True)
    kernel, dilation, padding, stride = [several(name, what, value, 2, least) for what, value, least in names]
    each = zip(lengths, kernel, stride, padding, dilation, strict=True)
    return [(n, count_of(n, k, s, p, d), k, s, p, d) for n, k, s, p, d in each]
