"""creation: masked_tensor, as_masked_tensor: a leaf, or with the history of its data (shelf)."""

from .core import MaskedTensor

__all__ = ["as_masked_tensor", "masked_tensor"]


def masked_tensor(data, mask, requires_grad=False):
    """A MaskedTensor of data and a mask, True where the data is specified; a leaf.

    >>> import minitorch as mt
    >>> mt.masked.masked_tensor(mt.tensor([1.0, 2.0]), mt.tensor([True, False])).sum()
    MaskedTensor(  1.0000, True)

    Errors: those of MaskedTensor. Source: PyTorch, torch.masked.masked_tensor.
    """
    return MaskedTensor(data, mask, requires_grad)


def as_masked_tensor(data, mask):
    """The same with the history of its data: gradients go on to it. Source: PyTorch, torch.masked.as_masked_tensor."""
    return MaskedTensor._from_values(data, mask)
