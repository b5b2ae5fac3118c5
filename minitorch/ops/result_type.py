"""result_type, can_cast: questions about type promotion (shelf)."""

from ..dtypes import named
from .promotion import common

__all__ = ["result_type"]


def result_type(tensor1, tensor2):
    """The dtype that arithmetic on two operands, tensors or numbers, has.

    >>> import minitorch as mt
    >>> mt.result_type(mt.tensor([1, 2], dtype=mt.int32), 1.0)
    minitorch.float32

    Source: PyTorch, torch.result_type.
    """
    return common((tensor1, tensor2))


def can_cast(from_, to):
    """Whether numbers of dtype `from_` may be written into a tensor of dtype `to`: a category may not fall."""
    from_, to = named(from_), named(to)
    return from_.category <= to.category
