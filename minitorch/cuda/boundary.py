"""CuPy, and arrays that move from one device to another: what backend.py asks for where there is a GPU (shelf).

Beside backend.py this is the only file that names CuPy.
"""

import numpy as np

from .. import backend
from ..backend import META, device_of
from ..errors import with_note
from ..ops.meta_forms import without_numbers
from . import arrays


def parsed(type, index):
    """("cuda", 1) of "cuda:1", of "cuda" and 1, and of 1; PyTorch's errors for what is not a device."""
    if isinstance(type, int):
        type, index = "cuda", type
    elif not isinstance(type, str):
        raise TypeError(f"device() expects a name such as 'cpu' or 'cuda:0', but got {type!r}")
    name, colon, number = type.partition(":")
    if name not in ("cpu", "cuda", "meta"):
        raise RuntimeError(f"Expected one of cpu, cuda, meta device type at start of device string: {type}")
    if colon and index is not None:
        raise RuntimeError(f"type (string) must not include an index because index was passed explicitly: {type}")
    if colon and (not number.isdecimal() or (number != "0" and number.startswith("0"))):
        raise RuntimeError(f"Invalid device string: '{type}'; expected for instance 'cuda:0'")
    index = int(number) if colon else index
    if index is not None and index < 0:
        raise RuntimeError(f"Device index must not be negative, but got {index}")
    return name, index


def complete(module):
    """CuPy with what it lacks, which arrays.py makes of what it has."""
    import cupyx

    made = backend.complete[module] = arrays.Arrays(module, cupyx)
    return made


def cuda_module():
    """CuPy, when it is installed and sees a GPU; otherwise PyTorch's error, with the way out."""
    try:
        import cupy
    except ImportError:
        error = AssertionError("Torch not compiled with CUDA enabled")
        raise with_note(error, "CuPy is not installed: pip install cupy-cuda13x, or stay on device='cpu'.") from None
    try:
        count = cupy.cuda.runtime.getDeviceCount()
    except cupy.cuda.runtime.CUDARuntimeError as error:
        raise RuntimeError(f"No CUDA GPUs are available: CuPy is installed, but says {error}") from None
    if not count:
        raise RuntimeError("No CUDA GPUs are available")
    return backend.completed(cupy)


def move(array, where):
    """A copy of the array on another device."""
    if where.type == "meta":
        return without_numbers(array)
    if device_of(array) == META:
        raise NotImplementedError("Cannot copy out of meta tensor; no data!")
    if where.type == "cpu":
        return array if isinstance(array, np.ndarray) else in_order(array, lambda x: x.get())
    cupy = cuda_module()
    index = 0 if where.index is None else where.index
    if index >= cupy.cuda.runtime.getDeviceCount():
        raise RuntimeError(f"CUDA error: invalid device ordinal: there is no cuda:{index} on this machine")
    with cupy.cuda.Device(index):
        return in_order(array, cupy.asarray)


def in_order(array, copy):
    """copy(array), with its dimensions in the same order in memory: CuPy would take the usual one."""
    if array.flags.c_contiguous or 0 in array.strides:
        return copy(array)
    order = sorted(range(array.ndim), key=lambda dim: -array.strides[dim])
    return copy(array.transpose(order)).transpose([order.index(dim) for dim in range(array.ndim)])


def beside(x, index):
    """An array of indices where the array x lies: one on the CPU may be used for one elsewhere."""
    here, there = device_of(x), device_of(index)
    if there.type not in ("cpu", here.type):
        raise RuntimeError(f"indices should be either on cpu or on the same device as the indexed tensor ({here.type})")
    return backend.to_device(index, here) if here.type == "cuda" else index
