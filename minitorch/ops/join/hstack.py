"""hstack, vstack, column_stack (shelf)."""

from ..view.reshape import reshape
from .cat import cat, check_tensors


def hstack(tensors, *, out=None):
    """Side by side: vectors along dimension 0, others along dimension 1. Source: PyTorch, torch.hstack."""
    parts = [reshape(x, (1,)) if x.ndim == 0 else x for x in check_tensors(tensors, "hstack")]
    return cat(parts, 0 if parts[0].ndim == 1 else 1, out=out)


def vstack(tensors, *, out=None):
    """One above the other, vectors as rows. Source: PyTorch, torch.vstack."""
    rows = [reshape(x, (1, -1)) if x.ndim < 2 else x for x in check_tensors(tensors, "vstack")]
    return cat(rows, 0, out=out)


def column_stack(tensors, *, out=None):
    """Side by side, vectors as columns. Source: PyTorch, torch.column_stack."""
    tensors = check_tensors(tensors, "column_stack")
    return hstack([reshape(x, (x.numel(), 1)) if x.ndim < 2 else x for x in tensors], out=out)
