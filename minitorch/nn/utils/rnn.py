"""rnn: PackedSequence, pack_padded_sequence, pad_packed_sequence, pad_sequence and their kin: batches of sequences (shelf).

Sequences of several lengths in one tensor are either padded, [time, batch, ...] with fillers behind the short ones, or
packed: the rows that count and nothing else, in the order of time, with the number of sequences that go on at each time step.
"""

from collections import namedtuple

from ..._lazy import lazy_names
from ..._tensor import Tensor
from ...creation.arange import arange
from ...creation.asarray import asarray
from ...creation.zeros import empty
from ...dtypes import int64
from ...ops.copy.to import KINDS
from ...ops.index.scatter import scatter
from ...ops.join.cat import cat
from ...ops.sort.sort import sort
from ..functional.steps import named

# --- rows that count --------------------------------------------------------------------------------------------------


def _spread(x, mask, value):
    """Rows put where the mask holds, `value` elsewhere."""
    made = x.new_full((*mask.shape, *x.shape[1:]), value)
    made[mask] = x
    return made


def check_lengths(input, lengths, batch_dim):
    """Raise PyTorch's errors for lengths that are not one positive integer for each sequence, the longest first."""
    if input.numel() == 0:
        raise RuntimeError("Cannot pack empty tensors.")
    batch, found = input.size(batch_dim), lengths.tolist()
    if lengths.dim() != 1 or len(found) != batch:
        raise RuntimeError(f"Expected `len(lengths)` to be equal to batch_size {batch}, but got {lengths.numel()}")
    if min(found) <= 0:
        raise RuntimeError("Length of all samples has to be greater than 0")
    if sorted(found, reverse=True) != found:
        words = "`lengths` array must be sorted in decreasing order when `enforce_sorted` is True"
        raise RuntimeError(f"{words}; `enforce_sorted=False` sorts the sequences first.")


# --- the packed form --------------------------------------------------------------------------------------------------


class PackedSequence(namedtuple("PackedSequence_", "data batch_sizes sorted_indices unsorted_indices")):
    """A batch of sequences without fillers, as pack_sequence and pack_padded_sequence make it.

    data              [rows, ...]: all first elements, the longest sequence's first, then all second ones ...
    batch_sizes       [longest]: how many sequences have an element at each time step, on the CPU
    sorted_indices    [batch]: which sequence comes first, second ... here; None if they came in order
    unsorted_indices  [batch]: the way back

    >>> import minitorch as mt
    >>> mt.nn.utils.rnn.pack_sequence([mt.tensor([1, 2]), mt.tensor([3])])
    PackedSequence(data=tensor([1, 3, 2]), batch_sizes=tensor([2, 1]), sorted_indices=None, unsorted_indices=None)

    Source: PyTorch, torch.nn.utils.rnn.PackedSequence.
    """

    def __new__(cls, data, batch_sizes=None, sorted_indices=None, unsorted_indices=None):
        if batch_sizes is None:
            data, batch_sizes = data
        if unsorted_indices is None:
            unsorted_indices = invert_permutation(sorted_indices)
        return super().__new__(cls, data, batch_sizes, sorted_indices, unsorted_indices)

    def to(self, *args, **kwargs):
        """With data converted as by Tensor.to, and indices on its device. Source: PyTorch, PackedSequence.to."""
        data = self.data.to(*args, **kwargs)
        if data is self.data:
            return self
        indices = [None if index is None else index.to(data.device) for index in self[2:]]
        return type(self)(data, self.batch_sizes, *indices)

    def cuda(self, *args, **kwargs):
        """On the GPU. Source: PyTorch, PackedSequence.cuda."""
        return self.to(*args or ("cuda",), **kwargs)

    def cpu(self):
        """On the CPU. Source: PyTorch, PackedSequence.cpu."""
        return self.to("cpu")


# the methods that convert to one dtype; the indices keep theirs
for _name in "double float half long int short char byte".split():
    setattr(PackedSequence, _name, lambda self, _kind=KINDS[_name]: self.to(_kind))


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
    check_lengths(input, lengths, 0 if batch_first else 1)
    input = input.transpose(0, 1) if batch_first else input
    mask = arange(int(lengths[0])).unsqueeze(1) < lengths
    # where lengths go beyond the input, what is there is taken and counted as if it were all, as in PyTorch
    data = named(input[: len(mask)][mask[: len(input)].to(input.device)], "PackPaddedSequence")
    return PackedSequence(data, mask.sum(1), sorted_indices, None)


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
    data, batch_sizes = sequence.data, sequence.batch_sizes
    longest, batch = len(batch_sizes), int(batch_sizes[0])
    if total_length is not None and total_length < longest:
        raise ValueError(f"Expected total_length to be at least {longest}, the longest sequence, not {total_length}")
    mask = arange(batch) < batch_sizes.unsqueeze(1)
    lengths = mask.sum(0)
    mask = cat([mask, mask.new_zeros(((total_length or longest) - longest, batch))])
    padded = _spread(data, mask.to(data.device), padding_value)
    padded = padded.transpose(0, 1) if batch_first else padded
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
    sequences = tuple(sequences)
    if not sequences:
        raise RuntimeError("received an empty list of sequences")
    if padding_side not in ("left", "right"):
        raise RuntimeError(f"Expected padding_side to be one of left or right, but got {padding_side}.")
    first, lengths = sequences[0], asarray([len(s) for s in sequences])
    time = arange(int(lengths.max()))
    if padding_side == "left":
        time = time.flip(0)
    mask = (time < lengths.unsqueeze(1)).to(first.device)
    rows = [s.to(first.dtype).expand(len(s), *first.shape[1:]) for s in sequences]
    padded = _spread(cat(rows), mask, padding_value)
    return padded if batch_first else padded.transpose(0, 1).contiguous()


def pack_sequence(sequences, enforce_sorted=True):
    """Pack a list of sequences [length, ...].

    >>> import minitorch as mt
    >>> mt.nn.utils.rnn.pack_sequence([mt.tensor([1, 2]), mt.tensor([3])]).batch_sizes
    tensor([2, 1])

    Errors: RuntimeError for sizes that do not fit, and for a wrong order. Source: PyTorch, torch.nn.utils.rnn.pack_sequence.
    """
    lengths = asarray([len(s) for s in sequences], dtype=int64)
    return pack_padded_sequence(pad_sequence(sequences), lengths, enforce_sorted=enforce_sorted)


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


def unpack_sequence(packed_sequences):
    """Undo pack_sequence: a list of the sequences, in the order in which they came.

    >>> import minitorch as mt
    >>> packed = mt.nn.utils.rnn.pack_sequence([mt.tensor([3]), mt.tensor([1, 2])], enforce_sorted=False)
    >>> mt.nn.utils.rnn.unpack_sequence(packed)
    [tensor([3]), tensor([1, 2])]

    Source: PyTorch, torch.nn.utils.rnn.unpack_sequence.
    """
    return unpad_sequence(*pad_packed_sequence(packed_sequences, batch_first=True), batch_first=True)


__getattr__, __dir__ = lazy_names(__name__)
