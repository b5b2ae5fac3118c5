"""pooling: max_pool1d to max_pool3d: the largest number of every window of a signal, an image or a volume (core)."""

from math import prod

from ..._tensor import wrap
from ...backend import array_module
from ...ops.one_step import one_step
from ...ops.op import op
from ...ops.view.squeeze import squeeze, unsqueeze
from .loss import still
from .windows import at_each_place, settings, sliding

# --- the largest number of each window, and the way back ----------------------------------------------------------------


def find_largest(x, windows, size):
    """(the largest number of each window, its place): arrays [..., *size], of x [..., *S]. Only padding has the place -1."""
    xp, shape = array_module(x), x.shape[-len(size) :]
    place = xp.arange(prod(shape)).reshape(shape)
    best = xp.full((*x.shape[: -len(size)], *size), least(x.dtype), x.dtype)
    places = xp.full(best.shape, -1)
    keep_largest(x, windows, place, best, places)
    return best, places


def keep_largest(x, windows, place, best, places):
    """Write the largest number of each window into `best`, and its place into `places`. Of equal numbers the first counts.

    windows  for each position in a window a pair (which, numbers): x[numbers] are the numbers there, of the windows `which`
    """
    xp = array_module(x)
    for which, numbers in windows:
        seen = x[numbers]
        better = (seen > best[which]) | (seen != seen) | (places[which] < 0)  # nan is not equal to itself
        best[which] = xp.where(better, seen, best[which])
        places[which] = xp.where(better, place[numbers], places[which])


def least(dtype):
    """The least number of a dtype: what an empty window has for its largest."""
    return float("-inf") if dtype.kind in "fV" else 0 if dtype.kind == "u" else -(2 ** (8 * dtype.itemsize - 1))


def add_at(g, places, count):
    """[R, count]: zeros, and in row r each number g[r, i] added at places[r, i], for g and places [R, L]."""
    xp = array_module(g)
    whole, starts = xp.zeros(len(g) * count, g.dtype), xp.arange(len(g))[:, None] * count
    xp.add.at(whole, (starts + places).reshape(-1), g.reshape(-1))
    return whole.reshape(len(g), count)


# --- operations ---------------------------------------------------------------------------------------------------------


@op(derivative=lambda x, found, places, dims, kind: f"{kind}Backward0")
def _max_pool(input, found, places, dims, kind):
    """From input [..., *S] to the numbers that were found in it [..., *size]. The gradient goes back to their places."""
    return found


@op(derivative=lambda g, places, shape, dims, kind: f"{kind}Backward0")
def _added(g, places, shape, dims, kind):
    """Zeros of `shape` [..., *S], in which every number of g [..., *size] is added at its place."""
    rows = prod(shape[:-dims]), prod(g.shape[-dims:])
    return add_at(g.reshape(rows), places.reshape(rows).clip(0), prod(shape[-dims:])).reshape(shape)


@op(derivative=lambda x, places, dims, kind: f"{kind}Backward0")
def _taken(input, places, dims, kind):
    """The numbers of input [..., *S] at their places: [..., *size]."""
    rows = prod(input.shape[:-dims])
    input, at = input.reshape(rows, prod(input.shape[-dims:])), places.reshape(rows, prod(places.shape[-dims:]))
    return array_module(input).take_along_axis(input, at.clip(0), 1).reshape(places.shape)


_max_pool.grad(
    input=lambda g, input, places, dims, kind: still(_added(g, places, input.shape, dims, f"{kind}Backward"), input)
)
_added.grad(g=lambda g, places, dims, kind: _taken(g, places, dims, kind))
_taken.grad(
    input=lambda g, input, places, dims, kind: still(_added(g, places, input.shape, dims, f"{kind}Backward"), input)
)


def pool(input, windows, size, kind, return_indices):
    """The largest number of every window of a tensor; with return_indices also their places."""
    found, places = find_largest(input._array, windows, size)
    places = wrap(places)
    out = _max_pool(input, found, places, len(size), kind)
    return (out, places) if return_indices else out


def max_pool(dims, input, kernel_size, stride, padding, dilation, ceil_mode, return_indices):
    """Check the arguments and find the windows. A signal is an image with one row."""
    how = settings(f"max_pool{dims}d", input, kernel_size, stride, padding, dilation, ceil_mode, dims)
    if dims == 1:
        input, how = unsqueeze(input, -2), [(1, 1, 1, 1, 0, 1), *how]
    windows, size = at_each_place([sliding(*one) for one in how], input._array), tuple([one[1] for one in how])
    made = pool(input, windows, size, f"MaxPool{len(size)}DWithIndices", return_indices)
    if dims > 1:
        return made
    return tuple([squeeze(x, -2) for x in made]) if return_indices else squeeze(made, -2)


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
    return max_pool(2, input, kernel_size, stride, padding, dilation, ceil_mode, return_indices)


@one_step
def max_pool3d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
    """The same of a volume: [N, C, D, H, W] or [C, D, H, W]. Source: PyTorch, torch.nn.functional.max_pool3d."""
    return max_pool(3, input, kernel_size, stride, padding, dilation, ceil_mode, return_indices)


@one_step
def max_pool1d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
    """The same of a signal: [N, C, length] or [C, length]. Source: PyTorch, torch.nn.functional.max_pool1d."""
    return max_pool(1, input, kernel_size, stride, padding, dilation, ceil_mode, return_indices)
