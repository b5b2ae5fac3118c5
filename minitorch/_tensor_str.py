"""_tensor_str: torch._tensor_str: how a tensor prints, under the names by which tools call it (shelf)."""

from ._tensor import Tensor
from .printing import get_printoptions as get_printoptions
from .printing import set_printoptions as set_printoptions

plain_repr = Tensor.__repr__  # a tool may put another in its place, and still call this one


def _str(self, *, tensor_contents=None):
    """What repr() gives for a tensor. Source: PyTorch, torch._tensor_str._str.

    >>> import minitorch as mt
    >>> mt._tensor_str._str(mt.ones(2))
    'tensor([1., 1.])'
    """
    return plain_repr(self)


_str_intern = _str
