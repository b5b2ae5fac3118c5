"""padding: pad, in the modes constant, reflect, replicate and circular (shelf)."""

from ...backend import array_module
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
    if len(pad) % 2 or len(pad) > 2 * input.ndim:
        raise RuntimeError(f"Padding length must be divisible by 2, and at most 2 * {input.ndim}, not {len(pad)}")
    pairs = list(zip(pad[::2], pad[1::2], strict=True))[::-1]
    before = input.ndim - len(pairs)
    if mode == "constant":
        around = ((0, 0),) * before + tuple(pairs)
        if any([n + min(low, high, low + high) < 0 for n, (low, high) in zip(input.shape, around, strict=True)]):
            raise RuntimeError(
                f"narrow(): length must be non-negative, but {pad} cuts off more than {list(input.shape)}"
            )
        return _constant(input, around, 0 if value is None else value)
    if mode not in (*AROUND, "circular") or not 1 <= len(pairs) <= 3 or before not in (1, 2):
        raise NotImplementedError(f"no pad in mode {mode} with {len(pad)} numbers for a {input.ndim}D input")
    check_room(input, pairs, mode)
    return _around(input, (None,) * before + tuple(pairs), mode)


def check_room(input, pairs, mode):
    """Raise when pads are larger than the numbers to take, or more negative than there are numbers to leave out."""
    for n, pair in zip(input.shape[-len(pairs) :], pairs, strict=True):
        most = {"circular": n, "reflect": n - 1}.get(mode, max(pair))
        if max(pair) > most or n + sum(pair) < (mode != "circular") or n == 0 and mode != "circular":
            raise RuntimeError(f"Padding size {pair} does not fit a dimension of {n} in mode {mode}")
