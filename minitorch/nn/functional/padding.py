"""padding: pad, in the modes constant, reflect, replicate and circular (shelf)."""

from ...backend import array_module
from ...creation.tensor import tensor
from ...dtypes import int64
from ...ops.op import op
from .steps import named

AROUND = {"reflect": "Reflection", "replicate": "Replication"}


@op(derivative="ConstantPadNdBackward0")
def _constant(input, around, value):
    """input with `value` around it: around has (how many in front, how many behind) for each dimension, negative to cut off."""
    shape = [low + n + high for n, (low, high) in zip(input.shape, around, strict=True)]
    whole = array_module(input).full(shape, value, input.dtype)
    pairs = list(zip(input.shape, around, strict=True))
    here = [slice(max(-low, 0), max(-low, 0) + kept(n, low, high)) for n, (low, high) in pairs]
    there = [slice(max(low, 0), max(low, 0) + kept(n, low, high)) for n, (low, high) in pairs]
    whole[(*there, ...)] = input[(*here, ...)]
    return whole


def kept(n, low, high):
    """How many of n numbers stay when negative pads cut some off."""
    return max(n - max(-low, 0) - max(-high, 0), 0)


_constant.grad(input=lambda g, around: _constant(g, tuple([(-low, -high) for low, high in around]), 0))


def sources(n, low, high, mode):
    """For each place of the result along one dimension, where in the n numbers its own comes from."""
    if mode == "circular":  # what is cut off is gone before anything is repeated
        start, left = max(-low, 0), kept(n, low, high)
        return [start + i % left for i in range(-max(low, 0), left + max(high, 0))] if left else []
    places = range(-low, n + high)
    if mode == "replicate":
        return [min(max(i, 0), n - 1) for i in places]
    return [n - 1 - abs(n - 1 - abs(i)) for i in places]


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
            raise RuntimeError(f"narrow(): length must be non-negative, but {pad} cuts off more than there is")
        return _constant(input, around, 0 if value is None else value)
    if mode not in (*AROUND, "circular") or not 1 <= len(pairs) <= 3 or before not in (1, 2):
        raise NotImplementedError(f"no pad in mode {mode} with {len(pad)} numbers for a {input.ndim}D input")
    made = input
    for dim, pair in enumerate(pairs, before):
        n = input.shape[dim]
        most = {"circular": n, "reflect": n - 1}.get(mode, max(pair))
        if max(pair) > most or n + sum(pair) < (mode != "circular") or n == 0 and mode != "circular":
            raise RuntimeError(f"Padding size {pair} does not fit a dimension of {n} in mode {mode}")
        made = made.index_select(dim, tensor(sources(n, *pair, mode), dtype=int64, device=input.device))
    return made if mode == "circular" else named(made, f"{AROUND[mode]}Pad{len(pairs)}D")
