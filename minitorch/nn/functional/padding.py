"""padding: pad, in the modes constant, reflect, replicate and circular (shelf)."""

from ...backend import array_module
from ...notes import with_note
from ...ops.op import op
from .loss import still

AROUND = {"reflect": "Reflection", "replicate": "Replication"}


# --- one number ---------------------------------------------------------------------------------------------------------


@op(derivative="ConstantPadNdBackward0")
def _constant(x, around, value):
    """x with `value` around it: around has (how many in front, how many behind) for each dimension, negative to cut off."""
    shape = [low + n + high for n, (low, high) in zip(x.shape, around, strict=True)]
    whole = array_module(x).full(shape, value, x.dtype)
    pairs = list(zip(x.shape, around, strict=True))
    here = [slice(max(-low, 0), max(-low, 0) + kept(n, low, high)) for n, (low, high) in pairs]
    there = [slice(max(low, 0), max(low, 0) + kept(n, low, high)) for n, (low, high) in pairs]
    whole[(*there, ...)] = x[(*here, ...)]
    return whole


def kept(n, low, high):
    """How many of n numbers stay when negative pads cut some off."""
    return max(n - max(-low, 0) - max(-high, 0), 0)


_constant.grad(x=lambda g, around: _constant(g, tuple([(-low, -high) for low, high in around]), 0))

# --- its own numbers ----------------------------------------------------------------------------------------------------


def name_of(x, around, mode):
    """PyTorch's name of the step."""
    count = sum([pair is not None for pair in around])
    return f"{AROUND[mode]}Pad{count}DBackward0" if mode in AROUND else "CopySlices"


@op(derivative=name_of)
def _around(x, around, mode):
    """x with its own numbers around it: around has None or (how many in front, how many behind) for each dimension."""
    for dim, pair in enumerate(around):
        if pair is not None:
            x = x.take(array_module(x).asarray(sources(x.shape[dim], *pair, mode), "int64"), dim)
    return x


@op
def _brought_back(g, around, mode, shape):
    """The derivative of _around: what stands around is added to the number that it was taken from."""
    xp, made = array_module(g), g
    for dim, pair in enumerate(around):
        if pair is not None:
            whole = xp.zeros((*made.shape[:dim], shape[dim], *made.shape[dim + 1 :]), g.dtype)
            places = xp.asarray(sources(shape[dim], *pair, mode), "int64")
            xp.add.at(whole, (slice(None),) * dim + (places,), made)
            made = whole
    return made


def around_back(g, x, around, mode):
    """In PyTorch a circular pad is made of copies, whose slopes have no history."""
    made = _brought_back(g, around, mode, tuple(x.shape))
    return made if mode == "circular" else still(made, x)


_around.grad(x=around_back)
_brought_back.grad(g=lambda g, around, mode: _around(g, around, mode))


def sources(n, low, high, mode):
    """For each place of the result along one dimension, where in the n numbers its own comes from."""
    if mode == "circular":  # what is cut off is gone before anything is repeated
        start, left = max(-low, 0), kept(n, low, high)
        return [start + i % left for i in range(-max(low, 0), left + max(high, 0))] if left else []
    places = range(-low, n + high)
    if mode == "replicate":
        return [min(max(i, 0), n - 1) for i in places]
    return [n - 1 - abs(n - 1 - abs(i)) for i in places]


# --- the function -------------------------------------------------------------------------------------------------------


def pad(input, pad, mode="constant", value=None):
    """More numbers around the last dimensions, or, where a pad is negative, fewer.

    pad    (in front, behind) of the last dimension, then of the one before it, and so on; ints, two for each
    mode   "constant"   `value`, or 0:  0 0 | a b c | 0 0         any number of dimensions
           "reflect"    mirrored:       c b | a b c | b a         the last 1, 2 or 3, after a channel and perhaps a batch
           "replicate"  its edge:       a a | a b c | c c         likewise
           "circular"   itself again:   b c | a b c | a b         likewise

    >>> import minitorch as mt
    >>> mt.nn.functional.pad(mt.tensor([[1, 2, 3]]), (2, 1), "reflect")
    tensor([[3, 2, 1, 2, 3, 2]])
    >>> mt.nn.functional.pad(mt.tensor([1, 2, 3]), (-1, 2), value=9)
    tensor([2, 3, 9, 9])

    Errors: RuntimeError for an odd number of pads, more than the dimensions can take, and pads too large or too negative;
    NotImplementedError for another mode, or dimensions that the mode does not know. Source: PyTorch, torch.nn.functional.pad.
    """
    pairs = in_pairs(pad)
    ndim, named = input.ndim, len(pairs)
    if named > ndim:
        raise RuntimeError(
            "Padding length should be less than or equal to two times the input dimension but got padding length "
            f"{2 * named} and input of dimension {ndim}"
        )
    if mode == "constant":
        around = ((0, 0),) * (ndim - named) + tuple(pairs[::-1])
        if any([n + min(low, high, low + high) < 0 for n, (low, high) in zip(input.shape, around, strict=True)]):
            raise RuntimeError(
                f"narrow(): length must be non-negative, but the pads {list(pad)} cut off more than there is of {list(input.shape)}"
            )
        return _constant(input, around, 0 if value is None else value)
    if value is not None and value != 0:
        raise RuntimeError(f'Padding mode "{mode}" doesn\'t take in value argument')
    if mode not in (*AROUND, "circular"):
        raise NotImplementedError(
            f"Unrecognised padding mode {mode}: constant, reflect, replicate and circular are known"
        )
    if not 1 <= named <= 3 or ndim not in (named + 1, named + 2):
        raise NotImplementedError(
            f"Padding size {2 * named} is not supported for {ndim}D input tensor.\nOnly 2D, 3D, 4D, 5D padding with "
            "non-constant padding are supported for now: two pads for each dimension behind the batch and the channels"
        )
    around = (None,) * (ndim - named) + tuple(pairs[::-1])
    check_room(input, around, mode)
    return _around(input, around, mode)


def in_pairs(pad):
    """[(in front, behind), ...], or PyTorch's errors."""
    for n in pad if isinstance(pad, (tuple, list)) else (pad, None):
        if not hasattr(n, "__index__"):
            raise TypeError(
                f"pad(): argument 'pad' (position 2) must be tuple of ints, not {type(pad).__name__}: {pad}"
            )
    if len(pad) % 2:
        raise with_note(
            RuntimeError("Padding length must be divisible by 2"),
            f"There are {len(pad)} pads: two for each dimension, from the last.",
        )
    return list(zip(pad[::2], pad[1::2], strict=True))


def check_room(input, around, mode):
    """Raise when pads are larger than the numbers to take, or more negative than there are numbers to leave out."""
    shape, ndim = list(input.shape), input.ndim
    padded = [dim for dim in range(ndim) if around[dim] is not None]
    if mode != "circular" and 0 in shape[ndim - len(padded) - 1 :]:
        raise RuntimeError(
            f"Expected {len(padded) + 1}D or {len(padded) + 2}D (batch mode) tensor with possibly 0 batch size and other "
            f"non-zero dimensions for input, but got: {shape}"
        )
    for dim in padded:
        if mode == "circular" and max(around[dim]) > shape[dim]:
            raise RuntimeError("Padding value causes wrapping around more than once.")
        if mode == "reflect" and max(around[dim]) >= shape[dim]:
            raise RuntimeError(
                f"Argument #{2 * (ndim - dim) + 2}: Padding size should be less than the corresponding input dimension, but "
                f"got: padding {around[dim]} at dimension {dim} of input {shape}"
            )
        if shape[dim] + sum(around[dim]) < (mode != "circular"):
            raise RuntimeError(
                f"input {shape} is too small. Calculated output {shape[dim] + sum(around[dim])} at dim {dim}"
            )
