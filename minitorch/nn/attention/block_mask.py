"""block_mask: BlockMask, which blocks of queries and keys a mask leaves, and the masks that functions of positions make (shelf)."""

import inspect
import itertools
import math

from ...creation.arange import arange
from ...creation.zeros import zeros
from ...dtypes import bool as bool_dtype
from ...dtypes import int32
from ...ops.index.where import where
from ...ops.sort.sort import argsort
from ..functional.padding import pad

__all__ = ["BlockMask", "and_masks", "create_block_mask", "create_mask", "noop_mask", "or_masks"]

BLOCK = 128  # queries and keys in a block, if nothing is said
PLACES = "kv_num_blocks kv_indices full_kv_num_blocks full_kv_indices q_num_blocks q_indices full_q_num_blocks full_q_indices".split()
SLICED = "Cannot use mask_mod from a sliced BlockMask. Set it from the mask_mod of the BlockMask that was sliced."


def noop_mask(batch, head, token_q, token_kv):
    """The mask_mod that leaves every pair of positions. Source: PyTorch, torch.nn.attention.flex_attention.noop_mask."""
    return batch.new_ones((), dtype=bool_dtype)


def _sliced_mask_mod_error(batch, head, token_q, token_kv):
    """The mask_mod of a part of a BlockMask: RuntimeError, as a function of positions does not know which part it is."""
    raise RuntimeError(SLICED)


def or_masks(*mask_mods):
    """A mask_mod that is True where one of mask_mods is. Source: PyTorch, torch.nn.attention.flex_attention.or_masks."""
    return joined(mask_mods, False, lambda one, other: one | other, "or_mask")


def and_masks(*mask_mods):
    """A mask_mod that is True where all of mask_mods are. Source: PyTorch, torch.nn.attention.flex_attention.and_masks."""
    return joined(mask_mods, True, lambda one, other: one & other, "and_mask")


def joined(mask_mods, first, join, name):
    if not all(callable(one) for one in mask_mods):
        raise RuntimeError(f"All inputs should be callable mask_mods: {mask_mods}")

    def mask(b, h, q_idx, kv_idx):
        result = b.new_full((), first, dtype=bool_dtype)
        for one in mask_mods:
            result = join(result, one(b, h, q_idx, kv_idx))
        return result

    mask.__name__ = name
    return mask


def over_positions(function, sizes, device, *first):
    """A function of (*first, b, h, q_idx, kv_idx) at every place of [B, H, Q, KV]: called once, with indices that broadcast."""
    places = (arange(size, device=device) for size in sizes)
    indices = (place.view([-1 if i == dim else 1 for i in range(4)]) for dim, place in enumerate(places))
    return function(*first, *indices).expand(sizes)


def inputs_of(function):
    """How many inputs a function needs: 5 for a score_mod, 4 for a mask_mod."""
    parameters = inspect.signature(function).parameters.values()
    count = sum(one.default is inspect.Parameter.empty for one in parameters)
    if count not in (4, 5):
        raise AssertionError(f"Expected 4 or 5 positional args, got {count}")
    return count


def create_mask(mod_fn, B, H, Q_LEN, KV_LEN, device=None):
    """The bools [B, H, Q_LEN, KV_LEN] of a mask_mod, or where a score_mod does not make a score of 0 -inf.

    The function is called once, with indices that broadcast, where PyTorch's vmap hands it scalars: it works element by element.

    >>> import minitorch as mt
    >>> mt.nn.attention.flex_attention.create_mask(lambda b, h, q, kv: q >= kv, None, None, 2, 3)
    tensor([[[[ True, False, False],
              [ True,  True, False]]]])

    Errors: AssertionError for a function of more or fewer than 4 or 5 inputs.
    Source: PyTorch, torch.nn.attention.flex_attention.create_mask.
    """
    device, sizes = device or "cpu", (B or 1, H or 1, Q_LEN, KV_LEN)
    if inputs_of(mod_fn) == 4:
        return over_positions(mod_fn, sizes, device)
    return ~over_positions(mod_fn, sizes, device, zeros(sizes, device=device)).isneginf()


def create_block_mask(
    mask_mod,
    B,
    H,
    Q_LEN,
    KV_LEN,
    device=None,
    BLOCK_SIZE=BLOCK,
    _compile=False,
    separate_full_blocks=True,
):
    """The BlockMask of a mask_mod, for B batches (None: one for all), H heads, Q_LEN queries and KV_LEN keys.

    BLOCK_SIZE            queries and keys in a block, one number or two
    separate_full_blocks  whether blocks that lack nothing are listed apart from those that lack something

    >>> import minitorch as mt
    >>> flex = mt.nn.attention.flex_attention
    >>> mask = flex.create_block_mask(lambda b, h, q, kv: q >= kv, None, None, 6, 6, BLOCK_SIZE=2)
    >>> mask.full_kv_num_blocks.flatten()  # those below the diagonal; one more in each row is on it
    tensor([0, 1, 2], dtype=minitorch.int32)

    Errors: AssertionError for a function that has not four inputs.
    Source: PyTorch, torch.nn.attention.flex_attention.create_block_mask.
    """
    if inputs_of(mask_mod) != 4:
        raise AssertionError(f"create-block_mask requires a mask_mod function! Got {mask_mod}")
    rows, columns = sizes = (BLOCK_SIZE, BLOCK_SIZE) if isinstance(BLOCK_SIZE, int) else tuple(BLOCK_SIZE)
    mask = create_mask(mask_mod, B, H, Q_LEN, KV_LEN, device)
    if mask.dtype != bool_dtype:
        raise AssertionError(f"mask.dtype must be {bool_dtype}, got {mask.dtype}")
    mask = pad(mask, (0, -KV_LEN % columns, 0, -Q_LEN % rows))
    blocks = mask.unflatten(-1, (-1, columns)).unflatten(-3, (-1, rows)).sum((-3, -1))  # [B, H, rows, columns]
    full = blocks == rows * columns
    some, whole = ((blocks > 0) & ~full, listed(full)) if separate_full_blocks else (blocks > 0, (None, None))
    return BlockMask.from_kv_blocks(
        *listed(some), *whole, BLOCK_SIZE=sizes, mask_mod=mask_mod, seq_lengths=(Q_LEN, KV_LEN)
    )


def listed(dense):
    """How many blocks each row has, and their columns, those that it has first."""
    dense = dense.to(int32)
    return dense.sum(-1).to(int32), argsort(dense, dim=-1, descending=True, stable=True).to(int32)


def spread(counts, columns):
    """1 at each block that is listed, 0 elsewhere: [..., rows, columns]."""
    count = columns.shape[-1]
    there = arange(count, device=columns.device) < counts.unsqueeze(-1)
    # those that are not listed go to a column of their own, which is left out
    kept = where(there, columns, count).long()
    return columns.new_zeros(*columns.shape[:-1], count + 1).scatter(-1, kept, 1)[..., :count]


def turned(counts, columns):
    """The same blocks, listed for each column."""
    return listed(spread(counts, columns).transpose(-2, -1))


def cropped(counts, columns, rows, width):
    columns = columns[:, :, :rows, :width]
    counts = counts[:, :, :rows].clamp(max=width)
    return (columns < counts[:, :, :, None]).sum(-1).to(int32), columns


class BlockMask:
    """Which blocks of a mask hold something: for each row of blocks, how many (`kv_num_blocks`) and which (`kv_indices`).

    The blocks that lack nothing stand apart (`full_kv_...`); the same for each column is in `q_...` and `full_q_...`.
    `mask_mod` says what is left inside a block. `create_block_mask` makes one.

    >>> import minitorch as mt
    >>> mask = mt.nn.attention.flex_attention.create_block_mask(lambda b, h, q, kv: q >= kv, 1, 1, 256, 256)
    >>> mask.sparsity(), mask.to_dense()
    (25.0, tensor([[[[1, 0],
              [1, 1]]]], dtype=minitorch.int32))

    Source: PyTorch, torch.nn.attention.flex_attention.BlockMask.
    """

    def __init__(
        self,
        seq_lengths,
        kv_num_blocks,
        kv_indices,
        full_kv_num_blocks,
        full_kv_indices,
        q_num_blocks,
        q_indices,
        full_q_num_blocks,
        full_q_indices,
        BLOCK_SIZE=(BLOCK, BLOCK),
        mask_mod=noop_mask,
    ):
        if kv_indices.dim() < 2:
            raise RuntimeError("BlockMask must have at least 2 dimensions")
        if (full_kv_num_blocks is None) != (full_kv_indices is None):
            raise AssertionError("full_kv_num_blocks and full_kv_indices must be both provided or omitted")
        if (full_q_num_blocks is None) != (full_q_indices is None):
            raise AssertionError("full_q_num_blocks and full_q_indices must be both provided or omitted")
        self.seq_lengths, self.BLOCK_SIZE, self.mask_mod = seq_lengths, BLOCK_SIZE, mask_mod
        self.kv_num_blocks, self.kv_indices = kv_num_blocks, kv_indices
        self.full_kv_num_blocks, self.full_kv_indices = full_kv_num_blocks, full_kv_indices
        self.q_num_blocks, self.q_indices = q_num_blocks, q_indices
        self.full_q_num_blocks, self.full_q_indices = full_q_num_blocks, full_q_indices

    @classmethod
    def from_kv_blocks(
        cls,
        kv_num_blocks,
        kv_indices,
        full_kv_num_blocks=None,
        full_kv_indices=None,
        BLOCK_SIZE=BLOCK,
        mask_mod=None,
        seq_lengths=None,
        compute_q_blocks=True,
    ):
        """A BlockMask from the blocks of each row; those of each column follow from them."""
        if kv_indices.dim() < 2:
            raise RuntimeError("BlockMask must have at least 2 dimensions")
        if (full_kv_num_blocks is None) != (full_kv_indices is None):
            raise AssertionError("full_kv_num_blocks and full_kv_indices must be both provided or omitted")
        sizes = (BLOCK_SIZE, BLOCK_SIZE) if isinstance(BLOCK_SIZE, int) else BLOCK_SIZE
        if seq_lengths is None:
            seq_lengths = (kv_indices.shape[-2] * sizes[0], kv_indices.shape[-1] * sizes[1])
        none = (None, None)
        columns = turned(kv_num_blocks, kv_indices) if compute_q_blocks else none
        whole = (
            turned(full_kv_num_blocks, full_kv_indices) if compute_q_blocks and full_kv_indices is not None else none
        )
        blocks = (kv_num_blocks, kv_indices, full_kv_num_blocks, full_kv_indices, *columns, *whole)
        return cls(seq_lengths, *blocks, BLOCK_SIZE=sizes, mask_mod=mask_mod or noop_mask)

    @property
    def shape(self):
        """(B, H, Q_LEN, KV_LEN)."""
        return (*self.kv_indices.shape[:-2], *self.seq_lengths)

    def __getitem__(self, index):
        """The part for some batches, heads and rows of blocks; its mask_mod is to be set anew."""
        index = index if isinstance(index, tuple) else (index,)
        index = tuple((slice(i, i + 1 or None) if isinstance(i, int) else i) for i in index)
        parts = (self.kv_num_blocks, self.kv_indices, self.full_kv_num_blocks, self.full_kv_indices)
        parts = [None if part is None else part[index] for part in parts]
        return BlockMask.from_kv_blocks(
            *parts,
            self.BLOCK_SIZE,
            _sliced_mask_mod_error,
            self.seq_lengths,
            compute_q_blocks=self.q_indices is not None,
        )

    def _adjust(self, new_q_len, new_kv_len):
        """The upper left corner, for fewer queries and keys."""
        rows, columns = (-(-new // size) for new, size in zip((new_q_len, new_kv_len), self.BLOCK_SIZE, strict=True))
        blocks = cropped(self.kv_num_blocks, self.kv_indices, rows, columns)
        if self.full_kv_indices is not None:
            blocks += cropped(self.full_kv_num_blocks, self.full_kv_indices, rows, columns)
        return BlockMask.from_kv_blocks(
            *blocks, BLOCK_SIZE=self.BLOCK_SIZE, mask_mod=self.mask_mod, seq_lengths=(new_q_len, new_kv_len)
        )

    def numel(self):
        """How many pairs of positions there are."""
        return math.prod(self.shape)

    def sparsity(self):
        """How many per cent of the blocks hold nothing."""
        full = 0 if self.full_kv_num_blocks is None else self.full_kv_num_blocks.sum().item()
        left = (self.kv_num_blocks.sum().item() + full) * self.BLOCK_SIZE[0] * self.BLOCK_SIZE[1]
        return 100 * (1 - left / self.numel())

    def to_dense(self):
        """1 for each block that holds something: [B, H, rows of blocks, columns of blocks]."""
        dense = spread(self.kv_num_blocks, self.kv_indices)
        if self.full_kv_indices is None:
            return dense
        return dense | spread(self.full_kv_num_blocks, self.full_kv_indices)

    def to_string(self, grid_size=(20, 20), limit=4):
        """The blocks drawn, each (or each group of them, where there are more than grid_size) by two signs: full, some or none."""
        dense = self.to_dense()
        *batch, rows, columns = dense.shape
        grid = (grid_size, grid_size) if isinstance(grid_size, int) else grid_size
        down, right = (max(1, -(-size // most)) for size, most in zip((rows, columns), grid, strict=True))
        pictures = []
        for number, place in enumerate(itertools.product(*map(range, batch))):
            if number == limit:
                pictures += [
                    "...",
                    "To print out more, set BlockMask.to_string(limit=N)",
                    "You can also index (BlockMask[batch, head]) to choose a specific batch or head",
                ]
                break
            one = dense[place]
            lines = [
                "".join(2 * shade(one[r : r + down, c : c + right]) for c in range(0, columns, right))
                for r in range(0, rows, down)
            ]
            pictures.append("\n".join([str(place), *lines]) + "\n")
        return "\n".join(pictures)

    def __str__(self):
        return f"BlockMask(shape={self.shape}, sparsity={self.sparsity():.2f}%, \n{self.to_string().strip()}\n)"

    def __repr__(self):
        shapes = "".join(f"    {name}={getattr(getattr(self, name), 'shape', None)},\n" for name in PLACES)
        return (
            f"BlockMask(\n{shapes}    BLOCK_SIZE={self.BLOCK_SIZE},\n    shape={self.shape},\n"
            f"    sparsity={self.sparsity():.2f}%,\n    mask_mod={getattr(self.mask_mod, '__name__', self.mask_mod)}\n)"
        )

    def as_tuple(self, flatten=True):
        """The sequence lengths, the lists of blocks, the block's sizes and mask_mod, one after the other."""
        lengths, sizes = (self.seq_lengths, self.BLOCK_SIZE) if flatten else ((self.seq_lengths,), (self.BLOCK_SIZE,))
        absent = (None,) * 4  # the order of a backward that runs on GPUs alone
        return (*lengths, *(getattr(self, name) for name in PLACES), *absent, *sizes, self.mask_mod)

    def to(self, device):
        """The same on another device."""
        moved = [None if (one := getattr(self, name)) is None else one.to(device) for name in PLACES]
        return BlockMask(self.seq_lengths, *moved, BLOCK_SIZE=self.BLOCK_SIZE, mask_mod=self.mask_mod)


def shade(blocks):
    part = blocks.float().mean().item()
    return "█" if part == 1 else " " if part == 0 else "░"
