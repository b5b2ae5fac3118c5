"""safetensors: a file format for named tensors: the length of a header, the header, the numbers (shelf).

    8 bytes    the length of the header, lowest byte first
    header     JSON: {name: {"dtype": "F32", "shape": [2, 3], "data_offsets": [first byte, byte after the last]}, ...}
    numbers    every tensor's, in order and without gaps

There is nothing in it that could run, and a look at the header says what is in a file of any size.
"""

import json
import math
import mmap
import os
import struct

import numpy as np

from .. import dtypes
from .._tensor import Tensor, wrap
from ..ops.view.stride import address_of, is_contiguous
from .archive import UnpicklingError, write_file

HEADER_LIMIT = 100_000_000  # bytes: what the safetensors library accepts
NAMES = {
    "BOOL": "bool", "U8": "uint8", "I8": "int8", "I16": "int16", "U16": "uint16", "F16": "float16", "BF16": "bfloat16",
    "I32": "int32", "U32": "uint32", "F32": "float32", "C64": "complex64", "F64": "float64", "I64": "int64", "U64": "uint64",
}  # fmt: skip
# from a dtype to its name; tensors lie in the file in the reverse of this order, so that wide numbers start at multiples of 8
NAME_OF = {name: code for code, name in NAMES.items()}


def save_safetensors(tensors, path, metadata=None):
    """Write a dictionary {name: tensor} to a safetensors file. The old file stays until the new one is complete.

    tensors   contiguous tensors that share no memory
    metadata  {text: text}, kept in the header

    >>> import os, tempfile
    >>> import minitorch as mt
    >>> path = os.path.join(tempfile.mkdtemp(), "model.safetensors")
    >>> mt.serialization.save_safetensors({"weight": mt.ones(2)}, path, {"by": "me"})
    >>> mt.serialization.load_safetensors(path)
    {'weight': tensor([1., 1.])}

    Errors: ValueError for what is no such dictionary or is not contiguous, RuntimeError for shared memory,
    TypeError for complex128, which the format lacks, and for metadata that is not text.
    Source: safetensors, "Format" and "Torch shared tensors".
    """
    check_tensors(tensors)
    metadata = metadata or {}
    if not all([isinstance(text, str) for pair in metadata.items() for text in pair]):
        raise TypeError(f"metadata must be a dictionary of text to text, but got {metadata!r}")
    rank = {kind: -place for place, kind in enumerate(NAME_OF)}
    names = sorted(tensors, key=lambda name: (rank[tensors[name].dtype.name], name.encode()))
    header, at = {"__metadata__": dict(metadata)} if metadata else {}, 0
    for name in names:
        t = tensors[name]
        where = [at, at + t.nbytes]
        header[name] = {"dtype": NAME_OF[t.dtype.name], "shape": list(t.shape), "data_offsets": where}
        at += t.nbytes
    text = json.dumps(header, separators=(",", ":"), ensure_ascii=False).encode()
    text += b" " * (-len(text) % 8)
    if len(text) > HEADER_LIMIT:
        raise ValueError(f"the header would be {len(text)} bytes, more than the {HEADER_LIMIT} that readers accept")

    def write(f):
        f.write(struct.pack("<Q", len(text)) + text)
        for name in names:
            f.write(bytes_of(tensors[name]))

    write_file(path, write)


def check_tensors(tensors):
    """Raise if this is not a dictionary of names to contiguous tensors with memory of their own."""
    if not isinstance(tensors, dict):
        raise ValueError(f"Expected a dict of [str, Tensor] but received {type(tensors).__name__}")
    areas = []
    for name, t in tensors.items():
        if not isinstance(name, str) or not isinstance(t, Tensor) or name == "__metadata__":
            raise ValueError(f"Key `{name}` is invalid, expected a name and a Tensor but received {type(t).__name__}")
        if t.dtype.name not in NAME_OF:
            raise TypeError(f"safetensors has no dtype for `{name}`, {t.dtype}: convert it, or use minitorch.save")
        if not is_contiguous(t):
            raise ValueError(
                f"You are trying to save a non contiguous tensor: `{name}` which is not allowed. "
                "Call `.contiguous()` on it first, or save the tensor that it is a view of"
            )
        if t.numel():
            areas.append((str(t.device), address_of(t._array), name))
    areas.sort()
    shared = []
    for (device, start, one), (other_device, other_start, other) in zip(areas, areas[1:], strict=False):
        if device == other_device and other_start < start + tensors[one].nbytes:
            shared.append(f"{one} and {other}")
    if shared:
        raise RuntimeError(
            "Some tensors share memory, this will lead to duplicate memory on disk and potential differences when loading "
            f"them again: {', '.join(shared)}. Save one of each, or use minitorch.save, which keeps the sharing"
        )


def bytes_of(t):
    """A tensor's numbers, the lowest byte first."""
    array = t.detach().cpu()._array.reshape(-1)
    if not np.little_endian:
        array = array.view(f"u{t.dtype.to_real().itemsize}").byteswap()
    return memoryview(array.view(np.uint8))


def load_safetensors(path):
    """The tensors of a safetensors file, {name: tensor}, in the order in which they lie in the file.

    They are mapped: read when touched, and copied when written to, so that a file of any size opens at once.
    Errors: UnpicklingError, which is also a RuntimeError, for a file that is not exactly as the format says.
    Source: safetensors, "Format".
    """
    with open(path, "rb") as f:
        try:
            return tensors_in(f)
        except UnpicklingError as error:
            error.args = (f"cannot load {os.fsdecode(path)}: {error}",)
            raise


def tensors_in(f):
    size = os.fstat(f.fileno()).st_size
    if size < 8:
        raise UnpicklingError(f"it has {size} bytes; a safetensors file starts with 8 that give the header's length")
    (length,) = struct.unpack("<Q", f.read(8))
    if length > min(HEADER_LIMIT, size - 8):
        raise UnpicklingError(
            f"its header of {length} bytes is larger than the file or than {HEADER_LIMIT}: no safetensors?"
        )
    entries = checked(header_of(f.read(length)), size - 8 - length)
    memory = memoryview(mmap.mmap(f.fileno(), 0, access=mmap.ACCESS_COPY))[8 + length :]
    return {name: tensor_of(memory[start:end], kind, shape) for start, end, name, kind, shape in entries}


def header_of(text):
    """The header, read strictly: UTF-8, an object, no name twice."""

    def once(pairs):
        found = dict(pairs)
        if len(found) != len(pairs):
            raise UnpicklingError("a name stands twice in its header")
        return found

    try:
        header = json.loads(text.decode(), object_pairs_hook=once)
    except (ValueError, RecursionError) as error:
        raise UnpicklingError(f"its header is not JSON ({error})") from error
    if not isinstance(header, dict) or text[:1] != b"{":
        raise UnpicklingError("its header is not a JSON object")
    metadata = header.pop("__metadata__", {})
    if not isinstance(metadata, dict) or not all([isinstance(text, str) for text in metadata.values()]):
        raise UnpicklingError("its __metadata__ is not a dictionary of text to text")
    return header


def checked(header, available):
    """[(start, end, name, dtype, shape)] in the order of the file, if they fill `available` bytes exactly."""
    entries = []
    for name, entry in header.items():
        if not isinstance(entry, dict) or set(entry) != {"dtype", "shape", "data_offsets"}:
            raise UnpicklingError(f"the entry {name!r} needs dtype, shape and data_offsets, and nothing else")
        kind, shape, offsets = entry["dtype"], entry["shape"], entry["data_offsets"]
        if not isinstance(kind, str) or kind not in NAMES:
            raise UnpicklingError(f"the dtype of {name!r} is {kind!r}; minitorch has {', '.join(NAMES)}")
        whole = [
            type(one) is list and all([type(n) is int and 0 <= n < 2**63 for n in one]) for one in (shape, offsets)
        ]
        if not all(whole) or len(offsets) != 2 or len(shape) > 64:
            raise UnpicklingError(f"the shape {shape} or the data_offsets {offsets} of {name!r} cannot be")
        kind, nbytes = NAMES[kind], offsets[1] - offsets[0]
        kind = getattr(dtypes, kind)
        if math.prod(shape) * kind.itemsize != nbytes:
            raise UnpicklingError(f"the {nbytes} bytes of {name!r} do not make a {kind} of shape {shape}")
        entries.append((*offsets, name, kind, shape))
    entries.sort(key=lambda entry: entry[:2])
    at = 0
    for start, end, name, *_ in entries:
        if start != at:
            raise UnpicklingError(f"the bytes of {name!r} {'overlap others' if start < at else 'come after a gap'}")
        at = end
    if at != available:
        raise UnpicklingError(f"its tensors take {at} bytes, but {available} follow the header")
    return entries


def tensor_of(memory, kind, shape):
    """The bytes of one tensor as a tensor."""
    if not len(memory):
        return wrap(np.empty(shape, kind.numpy))
    array = np.frombuffer(memory, kind.numpy)
    if not np.little_endian:
        array.view(f"u{kind.to_real().itemsize}").byteswap(inplace=True)
    if kind is dtypes.bool and array.view(np.uint8).max() > 1:
        raise UnpicklingError("a tensor of bools holds bytes other than 0 and 1")
    return wrap(array.reshape(shape))
