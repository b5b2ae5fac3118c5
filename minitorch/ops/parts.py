"""parts: the other ways of joining and cutting, each a line or two over cat, split and slicing."""

from .._tensor import check_dim, method
from ..backend import array_module
from .joining import cat, check_tensors, common_kind
from .op import op, other_names
from .shape import atleast_1d, atleast_2d, atleast_3d, reshape
from .slicing import ALL, item

__all__ = [
    "hstack", "vstack", "dstack", "row_stack", "column_stack", "block_diag", "tensor_split", "hsplit", "vsplit", "dsplit",
]  # fmt: skip


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
    return cat(atleast_3d(check_tensors(tensors, "dstack")), 2, out=out)


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
    for place, x in enumerate(check_tensors(tensors, "block_diag")):
        if x.ndim > 2:
            raise RuntimeError(
                f"torch.block_diag: Input tensors must have 2 or fewer dimensions. Input {place} has {x.ndim} dimensions"
            )
    return _block_diag(common_kind(tensors), *atleast_2d(tensors))


# --- cutting -------------------------------------------------------------------------------------------------------------

PLACES = dict.fromkeys(("sections", "indices", "tensor_indices_or_sections"), "indices_or_sections")


@other_names(axis="dim", **PLACES)
def tensor_split(input, indices_or_sections, dim=0):
    """Views of consecutive parts: so many of nearly equal size, or cut before the indices listed.

    Source: PyTorch, torch.tensor_split.
    """
    cuts = indices_or_sections
    if hasattr(cuts, "_array"):
        if cuts.ndim > 1 or cuts._array.dtype != "int64":
            raise RuntimeError(
                "tensor_split expected tensor_indices_or_sections to be a zero-dimensional or one-dimensional tensor of "
                f"int64, but got a tensor with {cuts.ndim} dims and dtype {cuts.dtype.name}"
            )
        cuts = cuts.tolist()
    shape = input._array.shape
    if not shape:
        raise RuntimeError("tensor_split expected at least a 1-dimensional tensor, but got a tensor with 0 dims")
    dim = check_dim(dim, len(shape))
    if isinstance(cuts, int):
        if cuts <= 0:
            raise RuntimeError(f"number of sections must be larger than 0, got {cuts}")
        small, larger = divmod(shape[dim], cuts)
        cuts = [i * small + min(i, larger) for i in range(1, cuts)]
    before, start, parts = (ALL,) * dim, 0, []
    for stop in (*cuts, None):
        parts.append(item(input, (*before, slice(start, stop))))
        start = stop
    return tuple(parts)


method(tensor_split)


def split_along(name, needed, dims, doc):
    """hsplit, vsplit and dsplit: tensor_split along one dimension, into equal parts."""

    @other_names(**PLACES)
    def split_it(input, indices_or_sections):
        ndim = input._array.ndim
        if ndim < needed:
            raise RuntimeError(
                f"torch.{name} requires a tensor with at least {needed} dimension, but got a tensor with {ndim} dimensions!"
            )
        dim = dims[min(ndim, len(dims)) - 1]
        sections, size = indices_or_sections, input._array.shape[dim]
        if isinstance(sections, int) and (sections <= 0 or size % sections):
            raise RuntimeError(
                f"torch.{name} attempted to split along dimension {dim}, but the size of the dimension {size} is not "
                f"divisible by the split_size {sections}!"
            )
        return tensor_split(input, sections, dim)

    split_it.__name__, split_it.__doc__ = name, f"{doc} Source: PyTorch, torch.{name}."
    return method(split_it)


hsplit = split_along("hsplit", 1, (0, 1), "Cut into columns: along dimension 1, of a vector along dimension 0.")
vsplit = split_along("vsplit", 2, (0,), "Cut into rows: along dimension 0.")
dsplit = split_along("dsplit", 3, (2,), "Cut along dimension 2.")
