"""bias: CausalBias, causal_upper_left, causal_lower_right: causal masks by the corner that they start from (shelf)."""

from enum import IntEnum, auto

from ..._tensor import Tensor
from ...creation.arange import arange

__all__ = ["causal_upper_left", "causal_lower_right", "CausalVariant", "CausalBias"]


class CausalVariant(IntEnum):
    """Where the triangle's edge runs: from the upper left corner, or to the lower right one."""

    UPPER_LEFT = auto()
    LOWER_RIGHT = auto()


class CausalBias(Tensor):
    """A causal mask for seq_len_q queries and seq_len_kv keys: a tensor of bools, True where a query may look.

    >>> import minitorch as mt
    >>> mt.nn.attention.bias.causal_lower_right(2, 3)
    tensor([[ True,  True, False],
            [ True,  True,  True]])

    Errors: TypeError for another kind of variant. Source: PyTorch, torch.nn.attention.bias.CausalBias.
    """

    def __new__(cls, variant, seq_len_q, seq_len_kv):
        if not isinstance(variant, CausalVariant):
            raise TypeError(f"variant must be a CausalVariant, not {type(variant).__name__}")
        shift = seq_len_kv - seq_len_q if variant is CausalVariant.LOWER_RIGHT else 0
        mask = (arange(seq_len_q).unsqueeze(1) + shift >= arange(seq_len_kv)).as_subclass(cls)
        mask.variant, mask.seq_len_q, mask.seq_len_kv = variant, seq_len_q, seq_len_kv
        return mask

    def _materialize(self, device=None):
        """The mask as a plain tensor."""
        mask = self.as_subclass(Tensor)
        return mask if device is None else mask.to(device)

    def __repr__(self):
        return repr(self._materialize())


def causal_upper_left(*size):
    """A mask for size = (queries, keys): query number i may look at the keys 0 to i, as with is_causal.

    Errors: AssertionError for more or fewer sizes. Source: PyTorch, torch.nn.attention.bias.causal_upper_left.
    """
    return CausalBias(CausalVariant.UPPER_LEFT, *two(size, "upper_left"))


def causal_lower_right(*size):
    """A mask for size = (queries, keys): the last query may look at all keys, the one before it at all but the last.

    Errors: AssertionError for more or fewer sizes. Source: PyTorch, torch.nn.attention.bias.causal_lower_right.
    """
    return CausalBias(CausalVariant.LOWER_RIGHT, *two(size, "lower_right"))


def two(size, name):
    if len(size) != 2:
        raise AssertionError(f"causal_{name} only supports 2D tensors")
    return size
