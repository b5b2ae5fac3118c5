"""bias: causal_upper_left, causal_lower_right: causal masks by the corner that they start from (shelf)."""

from ...creation.arange import arange


def causal_upper_left(queries, keys):
    """A mask [queries, keys]: query number i may look at the keys 0 to i, as with is_causal.

    Source: PyTorch, torch.nn.attention.bias.causal_upper_left, whose masks are of a class of their own.
    """
    return arange(queries).unsqueeze(1) >= arange(keys)


def causal_lower_right(queries, keys):
    """A mask [queries, keys]: the last query may look at all keys, the one before it at all but the last.

    >>> import minitorch as mt
    >>> mt.nn.attention.bias.causal_lower_right(2, 3)
    tensor([[ True,  True, False],
            [ True,  True,  True]])

    Source: PyTorch, torch.nn.attention.bias.causal_lower_right, whose masks are of a class of their own.
    """
    return arange(queries).unsqueeze(1) + (keys - queries) >= arange(keys)
