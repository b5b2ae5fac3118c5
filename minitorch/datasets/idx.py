"""idx: read_idx: the file format of MNIST: a header of sizes, and the numbers behind it (shelf).

    0, 0, kind, number of dimensions | each size, 4 bytes | the numbers; all with the largest byte first

Source: Y. LeCun, C. Cortes and C. Burges, "The MNIST database of handwritten digits".
"""

import gzip
import math
import struct

import numpy as np

from ..creation.tensor import from_numpy

KINDS = {8: ">u1", 9: ">i1", 11: ">i2", 12: ">i4", 13: ">f4", 14: ">f8"}
PACKED = b"\x1f\x8b"  # how a gz file begins


def read_idx(path):
    """The numbers of an idx file as a tensor of its sizes and dtype; packed with gzip or not.

    Errors: RuntimeError for another format, and for a file that is shorter or longer than its header says.
    """
    with open(path, "rb") as file:
        packed = file.read(2) == PACKED
    with gzip.open(path) if packed else open(path, "rb") as file:
        data = file.read()
    if len(data) < 4 or data[:2] != b"\0\0" or data[2] not in KINDS:
        raise RuntimeError(f"{path} is no idx file: it begins with {data[:4]!r}")
    start = 4 + 4 * data[3]
    if len(data) < start:
        raise RuntimeError(f"{path} ends in its header")
    sizes = struct.unpack(f">{data[3]}I", data[4:start])
    kind = np.dtype(KINDS[data[2]])
    expected = start + math.prod(sizes) * kind.itemsize
    if len(data) != expected:
        raise RuntimeError(f"{path} should be {expected} bytes long for the sizes {list(sizes)}, but it is {len(data)}")
    return from_numpy(np.frombuffer(data, kind, offset=start).reshape(sizes).astype(kind.newbyteorder("=")))
