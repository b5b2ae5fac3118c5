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
from itertools import pairwise

import numpy as np

from .._tensor import Tensor, wrap
from ..dtypes import ALL
from ..ops.view.stride import address_of, is_contiguous
from .archive import UnpicklingError, write_file
from .float8 import FLOAT8, placeholder
from .hardened import check_bools

HEADER_LIMIT = 100_000_000  # bytes: what the safetensors library accepts
NAMES = {
    "BOOL": "bool", "U8": "uint8", "I8": "int8", "F8_E5M2": "float8_e5m2", "F8_E4M3": "float8_e4m3fn",
    "F8_E8M0": "float8_e8m0fnu", "F8_E4M3FNUZ": "float8_e4m3fnuz", "F8_E5M2FNUZ": "float8_e5m2fnuz", "I16": "int16",
    "U16": "uint16", "F16": "float16", "BF16": "bfloat16", "I32": "int32", "U32": "uint32", "F32": "float32",
    "C64": "complex64", "F64": "float64", "I64": "int64", "U64": "uint64",
}  # fmt: skip
# from a dtype to its name; tensors lie in the file in the reverse of this order, so that wide numbers start at multiples of 8
NAME_OF = {name: code for code, name in NAMES.items()}
KINDS = {one.name: one for one in (*ALL, *FLOAT8)}


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

    def write(f):
        f.write(struct.pack("<Q", len(text)) + text)
        for name in names:
            array = tensors[name].detach().cpu()._array
            f.write(memoryview(array.reshape(-1).view(np.uint8)))

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
            raise ValueError(f"You are trying to save a non contiguous tensor: `{name}`. Take its .contiguous()")
        if t.numel():
            areas.append((str(t.device), address_of(t._array), name))
    areas.sort()
    for (device, start, one), (other_device, other_start, other) in pairwise(areas):
        if device == other_device and other_start < start + tensors[one].nbytes:
            words = f"Some tensors share memory: {one} and {other}. Save one of them, or use minitorch.save, which"
            raise RuntimeError(f"{words} keeps the sharing")


def load_safetensors(path):
    """The tensors of a safetensors file, {name: tensor}, in the order in which they lie in the file.

    They are mapped: read when touched, and copied when written to, so that a file of any size opens at once.
    Errors: UnpicklingError, which is also a RuntimeError, for a file that is not exactly as the format says.
    Source: safetensors, "Format".
    """
    with open(path, "rb") as f:
        try:
            return tensors_in(f, os.fstat(f.fileno()).st_size)
        except (AttributeError, KeyError, RecursionError, TypeError, ValueError, UnpicklingError) as error:
            words = error if isinstance(error, UnpicklingError) else f"its header is broken ({error!r})"
            raise UnpicklingError(f"cannot load {os.fsdecode(path)}: {words}") from error


def tensors_in(f, size):
    length = int.from_bytes(f.read(8), "little")
    if size < 8 or length > min(HEADER_LIMIT, size - 8):
        raise UnpicklingError(f"it has {size} bytes, and its header would be {length}: no safetensors, or cut off?")
    header = json.loads(f.read(length).decode())
    header.pop("__metadata__", None)
    memory = memoryview(mmap.mmap(f.fileno(), 0, access=mmap.ACCESS_COPY))[8 + length :]
    found, at = {}, 0
    for name, entry in sorted(header.items(), key=lambda pair: pair[1]["data_offsets"]):
        start, end = entry["data_offsets"]
        if start != at or end > len(memory):
            raise UnpicklingError(
                f"the bytes of {name!r}, {start} to {end}, leave a gap, overlap or lie outside the file"
            )
        kind = KINDS[NAMES[entry["dtype"]]]
        found[name], at = tensor_of(memory[start:end], kind, entry["shape"]), end
    if at != len(memory):
        raise UnpicklingError(f"its tensors take {at} bytes, but {len(memory)} follow the header")
    return found


def tensor_of(memory, kind, shape):
    """The bytes of one tensor as a tensor."""
    if not all([type(n) is int and n >= 0 for n in shape]) or math.prod(shape) * kind.itemsize != len(memory):
        raise UnpicklingError(f"{len(memory)} bytes do not make a {kind} of shape {shape}")
    array = np.frombuffer(memory, np.uint8) if memory else np.empty(0, np.uint8)
    check_bools(array, kind)
    if (unread := placeholder(kind, shape)) is not None:
        return unread
    return wrap(array.view(kind.numpy).reshape(shape))
