"""hstack, vstack, dstack, column_stack, block_diag (shelf)."""

from ...backend import array_module
from ...creation.zeros import zeros
from ..op import op
from ..view.further import atleast_1d, atleast_2d, atleast_3d
from ..view.narrow import item
from ..view.reshape import reshape
from ..view.squeeze import unsqueeze
from .cat import cat, check_tensors, common_kind

__all__ = ["hstack", "vstack", "dstack", "row_stack", "column_stack", "block_diag"]


def hstack(tensors, *, out=None):
    """Side by side: vectors along dimension 0, others along dimension 1. Source: PyTorch, torch.hstack."""
    parts = atleast_1d(check_tensors(tensors, "hstack"))
    return cat(parts, 0 if parts[0].ndim == 1 else 1, out=out)


def vstack(tensors, *, out=None):
    """One above the other, vectors as rows. Source: PyTorch, torch.vstack."""
    return cat(atleast_2d(check_tensors(tensors, "vstack")), 0, out=out)


row_stack = vstack


def dstack(tensors, *, out=None):
    """One behind the other, along the third dimension. Source: PyTorch, torch.dstack."""
    tensors = [unsqueeze(unsqueeze(x, 0), -1) if x.ndim == 1 else x for x in check_tensors(tensors, "dstack")]
    return cat(atleast_3d(tensors), 2, out=out)


def column_stack(tensors, *, out=None):
    """Side by side, vectors as columns. Source: PyTorch, torch.column_stack."""
    tensors = check_tensors(tensors, "column_stack")
    return hstack([reshape(x, (x.numel(), 1)) if x.ndim < 2 else x for x in tensors], out=out)


@op
def _block_diag(kind, *parts):
    xp = array_module(parts[0])
    whole = xp.zeros([sum([x.shape[d] for x in parts]) for d in (0, 1)], kind or parts[0].dtype)
    for block, x in zip(blocks([x.shape for x in parts]), parts, strict=True):
        whole[block] = x
    return whole


_block_diag.grad(joint=lambda g, needs, parts_shape: (None, *[item(g, block) for block in blocks(parts_shape)]))


def blocks(shapes):
    """The places of matrices of these shapes along a diagonal."""
    row = column = 0
    found = []
    for n, m in shapes:
        found.append((slice(row, row + n), slice(column, column + m)))
        row, column = row + n, column + m
    return found


def block_diag(*tensors):
    """A matrix with the given ones along its diagonal and zeros elsewhere. Source: PyTorch, torch.block_diag."""
    if not tensors:
        return zeros(1, 0)
    for place, x in enumerate(check_tensors(tensors, "block_diag")):
        if x.ndim > 2:
            raise RuntimeError(f"block_diag takes matrices, but input {place} has {x.ndim} dimensions")
    return _block_diag(common_kind(tensors), *atleast_2d(tensors))
