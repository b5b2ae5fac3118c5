"""folding: unfold, fold: the windows of an image as the columns of a matrix, and the matrix added up to an image again (shelf)."""

from ..._tensor import Tensor
from ...backend import array_module
from ...ops.one_step import one_step
from ...ops.op import op
from .pooling_checks import count_of
from .windows import sliding

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

    Errors: RuntimeError for sizes that do not fit, NotImplementedError for integers.
    Source: PyTorch, torch.nn.functional.unfold.
    """
    check_tensor("im2col", input)
    kernel, dilation, padding, stride = pairs("im2col", locals(), "kernel_size", "dilation", "padding", "stride")
    shape = list(input.shape)
    if input.ndim == 2:
        raise IndexError("Dimension out of range (expected to be in range of [-2, 1], but got 2)")
    check_steps(kernel, dilation, padding, stride)
    if input.ndim not in (3, 4) or 0 in shape[-3:]:
        raise RuntimeError(
            "Expected 3D or 4D (batch mode) tensor with possibly 0 batch size and other non-zero dimensions for input, but got: "
            f"{shape}"
        )
    how = sizes(shape[-2:], kernel, stride, padding, dilation)
    blocks = tuple([one[1] for one in how])
    if min(blocks) < 1:
        raise RuntimeError(
            f"Given input with spatial size {tuple(shape[-2:])}, kernel_size={kernel}, dilation={dilation}, padding={padding}, "
            f"calculated shape of the array of sliding blocks as {blocks}, but its components must be at least one."
        )
    check_dtype("im2col", input)
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
    check_tensor("col2im", input)
    size, kernel, dilation, padding, stride = pairs(
        "col2im", locals(), "output_size", "kernel_size", "dilation", "padding", "stride"
    )
    check_steps(kernel, dilation, padding, stride)
    shape, numbers = list(input.shape), kernel[0] * kernel[1]
    if input.ndim not in (2, 3) or 0 in shape[-2:]:
        raise RuntimeError(
            "Expected 2D or 3D (batch mode) tensor for input with possibly 0 batch size and non-zero dimensions for input, but "
            f"got: {shape}"
        )
    if shape[-2] % numbers:
        raise RuntimeError(
            f"Expected size of input's dimension {input.ndim - 2} to be divisible by the product of kernel_size, but got "
            f"input.size({input.ndim - 2})={shape[-2]} and kernel_size={kernel}."
        )
    how = sizes(size, kernel, stride, padding, dilation)
    (_, down, *_), (_, across, *_) = how
    given = f"output_size={size}, kernel_size={kernel}, dilation={dilation}, padding={padding}, stride={stride}"
    if down * across != shape[-1] or min(size) < 1:
        raise RuntimeError(
            f"Given {given}, expected size of input's dimension 2 to match the calculated number of sliding blocks {down} * "
            f"{across} = {down * across}, but got input.size(2)={shape[-1]}."
        )
    if min(down, across) < 1:
        raise RuntimeError(
            f"Given {given}, calculated shape of the array of sliding blocks as {(down, across)}, which is too small "
            "(non-positive)"
        )
    check_dtype("col2im", input)
    return _image(input, how)


# --- checks ---------------------------------------------------------------------------------------------------------------


def check_tensor(name, input):
    if not isinstance(input, Tensor):
        raise TypeError(f"{name}(): argument 'input' (position 1) must be Tensor, not {type(input).__name__}")


def pairs(name, given, *names):
    """Each of the arguments for both dimensions, as a tuple."""
    found = []
    for place, what in enumerate(names, 2):
        value = given[what]
        value = tuple(value) if isinstance(value, (tuple, list)) else (value, value)
        for i, n in enumerate(value):
            if isinstance(n, bool) or not hasattr(n, "__index__"):
                raise TypeError(
                    f"{name}(): argument '{what}' (position {place}) must be tuple of ints, but found element of type "
                    f"{type(n).__name__} at pos {i}"
                )
        if len(value) != 2:
            raise RuntimeError(f"It is expected {what} equals to 2, but got size {len(value)}")
        found.append(tuple([n.__index__() for n in value]))
    return found


def check_steps(kernel, dilation, padding, stride):
    """Windows must have a number, and move on."""
    for what, short, numbers, least in (
        ("kernel size", "kernel", kernel, 1), ("dilation", "dilation", dilation, 1), ("padding", "pad", padding, 0),
        ("stride", "stride", stride, 1),
    ):  # fmt: skip
        if min(numbers) < least:
            wanted = "non-negative" if what == "padding" else "greater than zero"
            raise RuntimeError(
                f"{what} should be {wanted}, but got {short}_height: {numbers[0]} {short}_width: {numbers[1]}"
            )


def sizes(lengths, *how):
    """For each dimension the arguments of `sliding`."""
    kernel, stride, padding, dilation = how
    each = zip(lengths, kernel, stride, padding, dilation, strict=True)
    return [(n, count_of(n, k, s, p, d, False), k, s, p, d) for n, k, s, p, d in each]


def check_dtype(name, input):
    """Raise for integers."""
    if input.dtype.name != "bool" and not input.dtype.is_floating_point and not input.dtype.is_complex:
        raise NotImplementedError(f"\"{name}_out_cpu\" not implemented for '{input.dtype.title}': convert it first")
