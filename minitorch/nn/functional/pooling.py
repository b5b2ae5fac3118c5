"""pooling: max_pool1d to max_pool3d: the largest number of every window of a signal, an image or a volume (core)."""

from math import prod

from ..._tensor import wrap
from ...backend import array_module
from ...graph.grad_mode import is_grad_enabled
from ...ops.one_step import one_step
from ...ops.op import op
from ...ops.view.squeeze import squeeze, unsqueeze
from .loss import still
from .windows import at_each_place, settings, sliding

ONE = sliding(1, 1, 1, 1, 0, 1)  # of a dimension of length 1

# --- the largest number of each window ----------------------------------------------------------------------------------


@op(derivative=lambda x, largest, places, windows, kind: f"{kind}Backward0")
def _max_pool(input, largest, places, windows, kind):
    """From input [..., *S] to the largest number of every window [..., *size], which stand at `places`: both have been found."""
    return largest


_max_pool.grad(
    input=lambda g, input, places, windows, kind: still(
        _added(g, places, input.shape, len(windows), f"{kind}Backward"), input
    )
)


def pool(input, windows, kind, return_indices):
    """The largest number of every window of a tensor. Where they stand is wanted for the gradient, too."""
    x, places = input._array, None
    found = largest(x, windows)
    if return_indices or (input.requires_grad and is_grad_enabled()):
        places = wrap(where_found(x, found, windows))
    out = _max_pool(input, found, places, windows, kind)
    return (out, places) if return_indices else out


def largest(x, windows):
    """The largest number of every window: x [..., *S] -> [..., *size]."""
    xp = array_module(x)
    out = xp.full((*x.shape[: -len(windows)], *[len(dim.starts) for dim in windows]), least(x.dtype), x.dtype)
    for which, numbers in at_each_place(windows, x):
        out[which] = xp.maximum(out[which], x[numbers])
    return out


def least(dtype):
    """The least number of a dtype: what an empty window has for its largest."""
    return float("-inf") if dtype.kind in "fV" else 0 if dtype.kind == "u" else -(2 ** (8 * dtype.itemsize - 1))


def where_found(x, found, windows):
    """Where each window's largest number stands, of equal ones the first: int64 [..., *size], counting [*S] row by row."""
    xp, lengths = array_module(x), [len(dim.offsets) for dim in windows]
    before = xp.zeros(found.shape, "uint8" if prod(lengths) < 256 else "int32")  # how many places stand before it
    seen = xp.zeros(found.shape, bool)
    for which, numbers in at_each_place(windows, x):
        seen[which] |= (x[numbers] == found[which]) | (x[numbers] != x[numbers])  # nan is equal to nothing
        before += ~seen
    shape = x.shape[-len(windows) :]
    starts = row_by_row(xp, [dim.starts for dim in windows], shape)
    offsets = row_by_row(xp, [dim.offsets for dim in windows], shape).reshape(-1)
    if not offsets.size:  # all is padding
        return starts.clip(0, prod(shape) - 1) + xp.zeros_like(before, "int64")
    return (starts + offsets[before.clip(0, offsets.size - 1)]).clip(0, prod(shape) - 1)


def row_by_row(xp, indices, shape):
    """i * columns + j for each i and j of the two lists, where shape is (rows, columns); of more dimensions likewise."""
    whole = xp.zeros((), "int64")
    for numbers, n in zip(indices, shape, strict=True):
        numbers = xp.arange(numbers.start, numbers.stop, numbers.step) if isinstance(numbers, range) else numbers
        whole = whole[..., None] * n + xp.asarray(numbers, "int64")
    return whole


# --- numbers at places --------------------------------------------------------------------------------------------------


@op(derivative=lambda g, places, shape, dims, kind: f"{kind}Backward0")
def _added(g, places, shape, dims, kind):
    """Zeros of `shape` [..., *S], in which every number of g [..., *size] is added at its place."""
    xp, row = array_module(g), prod(shape[-dims:])
    whole = xp.zeros(prod(shape), g.dtype)
    rows = places.reshape(prod(shape[:-dims]), prod(places.shape[-dims:]))
    xp.add.at(whole, (rows + xp.arange(len(rows))[:, None] * row).reshape(-1), g.reshape(-1))
    return whole.reshape(shape)


@op(derivative=lambda x, places, dims, kind: f"{kind}Backward0")
def _taken(input, places, dims, kind):
    """The numbers of input [..., *S] at their places: [..., *size]."""
    rows = input.reshape(prod(input.shape[:-dims]), prod(input.shape[-dims:]))
    found = array_module(input).take_along_axis(rows, places.reshape(len(rows), prod(places.shape[-dims:])), 1)
    return found.reshape(places.shape)


_added.grad(g=lambda g, places, dims, kind: _taken(g, places, dims, kind))
_taken.grad(
    input=lambda g, input, places, dims, kind: still(_added(g, places, input.shape, dims, f"{kind}Backward"), input)
)


# --- the functions ------------------------------------------------------------------------------------------------------


@one_step
def max_pool2d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
    """The largest number of every window of an image: [N, C, H, W] or [C, H, W] -> [N, C, H', W'] or [C, H', W'].

    kernel_size     of the window: an int, or one for each dimension; so are stride, padding and dilation
    stride          how far the window moves each time; None: by its own size
    padding         how many places stand at each side of the image, none of which is ever the largest
    dilation        how far apart the numbers of a window are
    ceil_mode       windows may reach beyond the end
    return_indices  -> (numbers, where each stood: int64, counting the places of an image row by row)

    H' = (H + 2 padding - dilation (kernel_size - 1) - 1) // stride + 1, with ceil_mode rounded up

    >>> import minitorch as mt
    >>> mt.nn.functional.max_pool2d(mt.arange(16.0).reshape(1, 4, 4), 2)
    tensor([[[ 5.,  7.],
             [13., 15.]]])

    Errors: RuntimeError for sizes that do not fit, TypeError for anything that is not an int.
    Source: PyTorch, torch.nn.functional.max_pool2d.
    """
    how = settings("max_pool2d", input, kernel_size, stride, padding, dilation, ceil_mode, 2)
    return pool(input, [sliding(*one) for one in how], "MaxPool2DWithIndices", return_indices)


@one_step
def max_pool3d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
    """The same of a volume: [N, C, D, H, W] or [C, D, H, W] -> [N, C, D', H', W'] or [C, D', H', W'].

    Arguments and errors are max_pool2d's. Source: PyTorch, torch.nn.functional.max_pool3d.
    """
    how = settings("max_pool3d", input, kernel_size, stride, padding, dilation, ceil_mode, 3)
    return pool(input, [sliding(*one) for one in how], "MaxPool3DWithIndices", return_indices)


@one_step
def max_pool1d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
    """The same of a signal: [N, C, length] or [C, length] -> [N, C, length'] or [C, length'].

    Arguments and errors are max_pool2d's. Source: PyTorch, torch.nn.functional.max_pool1d.
    """
    (how,) = settings("max_pool1d", input, kernel_size, stride, padding, dilation, ceil_mode, 1)
    made = pool(unsqueeze(input, -2), [ONE, sliding(*how)], "MaxPool2DWithIndices", return_indices)
    return tuple([squeeze(x, -2) for x in made]) if return_indices else squeeze(made, -2)
