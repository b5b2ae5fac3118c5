"""rnn: PackedSequence, pack_padded_sequence, pad_packed_sequence, pad_sequence and their kin: batches of sequences (shelf).

Sequences of several lengths in one tensor are either padded, [time, batch, ...] with fillers behind the short ones, or
packed: the rows that count and nothing else, in the order of time, with the number of sequences that go on at each time step.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple

from ..._tensor import Tensor
from ...backend import array_module
from ...creation.arange import arange
from ...creation.asarray import asarray
from ...creation.zeros import empty
from ...dtypes import float16 as half
from ...dtypes import float32 as single
from ...dtypes import float64 as double
from ...dtypes import int8, int16, int32, int64, uint8
from ...ops.index.scatter import scatter
from ...ops.join.cat import cat
from ...ops.op import op
from ...ops.sort.sort import sort
from ...ops.view.expand import broadcast_shapes

# --- rows that count --------------------------------------------------------------------------------------------------


@op(derivative="PackPaddedSequenceBackward0")
def _pick(x, mask):
    """The rows of x for which the mask, of x's first two dimensions, holds: [rows, ...]."""
    return x[mask]


@op(derivative="CopySlices")
def _spread(x, mask, value):
    """The other way: rows put where the mask holds, `value` elsewhere."""
    made = array_module(x).full((*mask.shape, *x.shape[1:]), value, dtype=x.dtype)
    made[mask] = x
    return made


_pick.grad(x=lambda g, mask: _spread(g, mask, 0))
_spread.grad(x=lambda g, mask: _pick(g, mask))


def _pack_padded_sequence(input, lengths, batch_first):
    """The rows of padded sequences that count, and how many there are at each time step: what pack_padded_sequence packs.

    Errors: RuntimeError for lengths that do not fit. Source: PyTorch, torch.nn.utils.rnn.pack_padded_sequence.
    """
    check_lengths(input, lengths, 0 if batch_first else 1)
    if batch_first:
        input = input.transpose(0, 1)
    mask = arange(int(lengths[0])).unsqueeze(1) < lengths
    # where lengths go beyond the input, what is there is taken and counted as if it were all, as in PyTorch
    return _pick(input[: len(mask)], mask[: len(input)].to(input.device)), mask.sum(1)


def check_lengths(input, lengths, batch_dim):
    """Raise PyTorch's errors for lengths that are not one positive integer for each sequence, the longest first."""
    if input.numel() == 0:
        raise RuntimeError("Cannot pack empty tensors.")
    if lengths.dim() != 1 or lengths.dtype is not int64 or lengths.device.type != "cpu":
        kind = f"{lengths.dim()}D {lengths.device.type} {lengths.dtype.title}"
        raise RuntimeError(f"'lengths' argument should be a 1D CPU int64 tensor, but got {kind} tensor")
    batch = input.size(batch_dim)
    if len(lengths) != batch:
        raise RuntimeError(
            f"Expected `len(lengths)` to be equal to batch_size, but got {len(lengths)} (batch_size={batch})"
        )
    found = lengths.tolist()
    if found[-1] <= 0:
        raise RuntimeError(
            "Length of all samples has to be greater than 0, but found an element in 'lengths' that is <= 0"
        )
    if sorted(found, reverse=True) != found:
        raise RuntimeError(
            "`lengths` array must be sorted in decreasing order when `enforce_sorted` is True. You can pass "
            "`enforce_sorted=False` to pack_padded_sequence and/or pack_sequence to sidestep this requirement if you do "
            "not need ONNX exportability."
        )


def _pad_packed_sequence(data, batch_sizes, batch_first, padding_value, total_length):
    """Packed rows as padded sequences, and their lengths: what pad_packed_sequence computes.

    total_length  how long they are to be with their fillers, 0 or less: as the longest

    Errors: RuntimeError for a shorter total_length. Source: PyTorch, torch.nn.utils.rnn.pad_packed_sequence.
    """
    longest, batch = len(batch_sizes), int(batch_sizes[0])
    if 0 < total_length < longest:
        raise RuntimeError(
            "Expected total_length to be at least the length of the longest sequence in input, but got "
            f"total_length={total_length} and max sequence length being {longest}"
        )
    mask = arange(batch) < batch_sizes.unsqueeze(1)
    lengths = mask.sum(0)
    if total_length > longest:
        mask = cat([mask, mask.new_zeros((total_length - longest, batch))])
    padded = _spread(data, mask.to(data.device), padding_value)
    return (padded.transpose(0, 1) if batch_first else padded), lengths


# --- the packed form --------------------------------------------------------------------------------------------------


class PackedSequence_(NamedTuple):
    """The four fields of a PackedSequence."""

    data: Any
    batch_sizes: Any
    sorted_indices: Any
    unsorted_indices: Any


class PackedSequence(PackedSequence_):
    """A batch of sequences without fillers, as pack_sequence and pack_padded_sequence make it.

    data              [rows, ...]: all first elements, the longest sequence's first, then all second ones ...
    batch_sizes       [longest]: how many sequences have an element at each time step, on the CPU
    sorted_indices    [batch]: which sequence comes first, second ... here; None if they came in order
    unsorted_indices  [batch]: the way back

    >>> import minitorch as mt
    >>> mt.nn.utils.rnn.pack_sequence([mt.tensor([1, 2]), mt.tensor([3])])
    PackedSequence(data=tensor([1, 3, 2]), batch_sizes=tensor([2, 1]), sorted_indices=None, unsorted_indices=None)

    Errors: ValueError for batch_sizes on another device. Source: PyTorch, torch.nn.utils.rnn.PackedSequence.
    """

    def __new__(cls, data, batch_sizes=None, sorted_indices=None, unsorted_indices=None):
        return super().__new__(cls, *_packed_sequence_init_args(data, batch_sizes, sorted_indices, unsorted_indices))

    def pin_memory(self):
        """The same in memory from which a GPU can copy by itself. Source: PyTorch, PackedSequence.pin_memory."""
        data, batch_sizes, *indices = self
        pinned = [None if index is None else index.pin_memory() for index in indices]
        return type(self)(data.pin_memory(), batch_sizes, *pinned)

    def to(self, *args, **kwargs):
        """With data converted as Tensor.to does it, and the indices on the same device; itself if nothing changes.

        Source: PyTorch, PackedSequence.to.
        """
        data = self.data.to(*args, **kwargs)
        if data is self.data:
            return self
        indices = [None if index is None else index.to(data.device) for index in self[2:]]
        return type(self)(data, self.batch_sizes, *indices)

    def cuda(self, *args, **kwargs):
        """On the GPU. Source: PyTorch, PackedSequence.cuda."""
        return self._on("cuda", args, kwargs)

    def cpu(self, *args, **kwargs):
        """On the CPU. Source: PyTorch, PackedSequence.cpu."""
        return self._on("cpu", args, kwargs)

    def _on(self, kind, args, kwargs):
        """Where the arguments say, if that is a device of this kind, else on the current one of this kind."""
        there = self.data.new_empty(0).to(*args, **kwargs).device.type == kind
        return self.to(*args, **kwargs) if there else self.to(*args, **kwargs | {"device": kind})

    @property
    def is_cuda(self):
        """Whether data is on a GPU."""
        return self.data.is_cuda

    def is_pinned(self):
        """Whether data is in pinned memory."""
        return self.data.is_pinned()


def converts(name, dtype):
    """The method that converts data to a dtype."""

    def convert(self):
        return self.to(dtype=dtype)

    convert.__name__, convert.__qualname__ = name, f"PackedSequence.{name}"
    convert.__doc__ = f"With data as {dtype.name}. Source: PyTorch, torch.nn.utils.rnn.PackedSequence."
    return convert


PackedSequence.double, PackedSequence.float = converts("double", double), converts("float", single)  # type: ignore
PackedSequence.half, PackedSequence.long = converts("half", half), converts("long", int64)  # type: ignore
PackedSequence.int, PackedSequence.short = converts("int", int32), converts("short", int16)  # type: ignore
PackedSequence.char, PackedSequence.byte = converts("char", int8), converts("byte", uint8)  # type: ignore


def _packed_sequence_init_args(data, batch_sizes=None, sorted_indices=None, unsorted_indices=None):
    """The four fields, from separate arguments or from a pair (data, batch_sizes)."""
    if unsorted_indices is None:
        unsorted_indices = invert_permutation(sorted_indices)
    if batch_sizes is None:
        if not (isinstance(data, (list, tuple)) and len(data) == 2):
            raise AssertionError("Expected data to be a list or tuple of length 2")
        return *data, sorted_indices, unsorted_indices
    if batch_sizes.device.type != "cpu":
        raise ValueError(
            "batch_sizes should always be on CPU. Instances of PackedSequence should never be created manually. They should "
            "be instantiated by functions like pack_sequence and pack_padded_sequences in nn.utils.rnn. "
            "https://pytorch.org/docs/stable/nn.html#torch.nn.utils.rnn.pack_sequence"
        )
    return data, batch_sizes, sorted_indices, unsorted_indices


def invert_permutation(permutation):
    """The permutation that undoes another one [n]; None for None.

    >>> import minitorch as mt
    >>> mt.nn.utils.rnn.invert_permutation(mt.tensor([2, 0, 1]))
    tensor([1, 2, 0])

    Source: PyTorch, torch.nn.utils.rnn.invert_permutation.
    """
    if permutation is None:
        return None
    places = arange(len(permutation), device=permutation.device).to(permutation.dtype)
    return scatter(empty(permutation.shape, dtype=permutation.dtype, device=permutation.device), 0, permutation, places)


# --- packing and padding ----------------------------------------------------------------------------------------------


def pack_padded_sequence(input, lengths, batch_first=False, enforce_sorted=True):
    """Pack a padded batch of sequences.

    input           [time, batch, ...], or with batch_first [batch, time, ...]
    lengths         how many elements of each sequence count: [batch] integers, a tensor or a list
    enforce_sorted  the longest comes first; False: sort them, and remember how

    >>> import minitorch as mt
    >>> packed = mt.nn.utils.rnn.pack_padded_sequence(mt.tensor([[1, 3], [2, 0]]), [2, 1])
    >>> packed.data, packed.batch_sizes
    (tensor([1, 3, 2]), tensor([2, 1]))

    Errors: RuntimeError for lengths that do not fit. Source: PyTorch, torch.nn.utils.rnn.pack_padded_sequence.
    """
    lengths = lengths.to(dtype=int64) if isinstance(lengths, Tensor) else asarray(lengths, dtype=int64)
    sorted_indices = None
    if not enforce_sorted:
        lengths, sorted_indices = sort(lengths, descending=True)
        sorted_indices = sorted_indices.to(input.device)
        input = input.index_select(0 if batch_first else 1, sorted_indices)
    data, batch_sizes = _pack_padded_sequence(input, lengths, batch_first)
    return PackedSequence(data, batch_sizes, sorted_indices, None)


def pad_packed_sequence(sequence, batch_first=False, padding_value=0.0, total_length=None):
    """Undo pack_padded_sequence: the padded batch [time, batch, ...], and the lengths.

    padding_value  the filler
    total_length   how long the sequences are to be with fillers, at least as long as the longest

    >>> import minitorch as mt
    >>> packed = mt.nn.utils.rnn.pack_sequence([mt.tensor([1, 2]), mt.tensor([3])])
    >>> mt.nn.utils.rnn.pad_packed_sequence(packed, batch_first=True)
    (tensor([[1, 2],
            [3, 0]]), tensor([2, 1]))

    Errors: ValueError for a total_length that is too short. Source: PyTorch, torch.nn.utils.rnn.pad_packed_sequence.
    """
    longest = len(sequence.batch_sizes)
    if total_length is not None and total_length < longest:
        raise ValueError(
            "Expected total_length to be at least the length of the longest sequence in input, but got "
            f"total_length={total_length} and max sequence length being {longest}"
        )
    padded, lengths = _pad_packed_sequence(
        sequence.data, sequence.batch_sizes, batch_first, padding_value, total_length or longest
    )
    back = sequence.unsorted_indices
    if back is None:
        return padded, lengths
    return padded.index_select(0 if batch_first else 1, back), lengths[back.cpu()]


def pad_sequence(sequences, batch_first=False, padding_value=0.0, padding_side="right"):
    """One tensor [time, batch, ...] of sequences [length, ...], the short ones filled up.

    sequences      tensors, or a tensor of them
    batch_first    the result as [batch, time, ...]
    padding_value  the filler
    padding_side   "right": fillers behind the elements, "left": before them

    >>> import minitorch as mt
    >>> mt.nn.utils.rnn.pad_sequence([mt.tensor([1, 2]), mt.tensor([3])], batch_first=True)
    tensor([[1, 2],
            [3, 0]])

    Errors: RuntimeError for sizes that do not fit. Source: PyTorch, torch.nn.utils.rnn.pad_sequence.
    """
    if not isinstance(sequences, Iterable):
        raise RuntimeError(
            f"pad_sequence: Expected iterable for input sequences, but got arg of type: {type(sequences)}"
        )
    sequences = tuple(sequences)
    check_sequences(sequences, padding_side)
    first, lengths = sequences[0], asarray([len(s) for s in sequences])
    time = arange(int(lengths.max()))
    if padding_side == "left":
        time = time.flip(0)
    mask = (time < lengths.unsqueeze(1)).to(first.device)
    rows = [s.to(first.dtype).expand(len(s), *first.shape[1:]) for s in sequences]
    padded = _spread(cat(rows), mask, padding_value)
    return padded if batch_first else padded.transpose(0, 1).contiguous()


def check_sequences(sequences, padding_side):
    """Raise PyTorch's errors for what cannot be put into one tensor."""
    if not sequences:
        raise RuntimeError("received an empty list of sequences")
    if padding_side not in ("left", "right"):
        raise RuntimeError(f"Expected padding_side to be one of left or right, but got {padding_side}.")
    for place, sequence in enumerate(sequences):
        if not isinstance(sequence, Tensor):
            raise TypeError(f"expected Tensor as element {place} in argument 0, but got {type(sequence).__name__}")
        if sequence.dim() == 0:
            raise RuntimeError("pad_sequence: a sequence has at least one dimension, but got a tensor without any")
    for sequence in sequences:
        check_fit(sequence.shape, (len(sequence), *sequences[0].shape[1:]))


def check_fit(got, want):
    """Raise PyTorch's errors where a sequence cannot be copied to its place, which is as wide as the first sequence."""
    for dim, (a, b) in enumerate(zip(reversed(want), reversed(got), strict=False), 1):
        if a != b and 1 not in (a, b):
            place = max(len(want), len(got)) - dim
            raise RuntimeError(
                f"The size of tensor a ({a}) must match the size of tensor b ({b}) at non-singleton dimension {place}"
            )
    whole = broadcast_shapes(got, want)
    if tuple(whole) != tuple(want):
        raise RuntimeError(f"output with shape {list(want)} doesn't match the broadcast shape {list(whole)}")


def unpad_sequence(padded_sequences, lengths, batch_first=False):
    """Undo pad_sequence: a list of the sequences [length, ...].

    >>> import minitorch as mt
    >>> mt.nn.utils.rnn.unpad_sequence(mt.tensor([[1, 2], [3, 0]]), mt.tensor([2, 1]), batch_first=True)
    [tensor([1, 2]), tensor([3])]

    Source: PyTorch, torch.nn.utils.rnn.unpad_sequence.
    """
    if not batch_first:
        padded_sequences = padded_sequences.transpose(0, 1)
    pairs = zip(padded_sequences, lengths, strict=True)
    return [sequence[: int(length)].clone() for sequence, length in pairs]


def pack_sequence(sequences, enforce_sorted=True):
    """Pack a list of sequences [length, ...].

    >>> import minitorch as mt
    >>> mt.nn.utils.rnn.pack_sequence([mt.tensor([1, 2]), mt.tensor([3])]).batch_sizes
    tensor([2, 1])

    Errors: RuntimeError for sizes that do not fit, and for a wrong order. Source: PyTorch, torch.nn.utils.rnn.pack_sequence.
    """
    lengths = asarray([len(s) for s in sequences], dtype=int64)
    return pack_padded_sequence(pad_sequence(sequences), lengths, enforce_sorted=enforce_sorted)


def unpack_sequence(packed_sequences):
    """Undo pack_sequence: a list of the sequences, in the order in which they came.

    >>> import minitorch as mt
    >>> packed = mt.nn.utils.rnn.pack_sequence([mt.tensor([3]), mt.tensor([1, 2])], enforce_sorted=False)
    >>> mt.nn.utils.rnn.unpack_sequence(packed)
    [tensor([3]), tensor([1, 2])]

    Source: PyTorch, torch.nn.utils.rnn.unpack_sequence.
    """
    return unpad_sequence(*pad_packed_sequence(packed_sequences, batch_first=True), batch_first=True)
