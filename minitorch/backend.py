"""backend: device, set_default_device: NumPy arrays on the CPU, CuPy arrays on a GPU, none on "meta" (core).

They have the same functions, so the rest of the library asks `array_module(x)` and never names one of them.
This is the only file that names CuPy.
"""

import importlib
import sys
import warnings

import numpy as np

from .creation.meta import MetaArray, meta, without_numbers
from .errors import with_note

ndarray = np.ndarray

# PyTorch drops an imaginary part without a word where a dtype is asked for.
warnings.filterwarnings("ignore", category=np.exceptions.ComplexWarning, module=r"minitorch\.")


def array_module(x):
    """numpy for NumPy arrays and Python numbers, cupy for CuPy arrays, meta for arrays without numbers."""
    if type(x) is ndarray:
        return np
    if "cupy" not in sys.modules or isinstance(x, (ndarray, np.generic)):
        return meta if type(x) is MetaArray else np
    return completed(sys.modules["cupy"].get_array_module(x))


def completed(module):
    """CuPy with what it lacks, which cuda/arrays.py makes of what it has; numpy itself."""
    if module is np:
        return np
    if module not in complete:
        import cupyx

        arrays = importlib.import_module("minitorch.cuda.arrays")
        complete[module] = arrays.Arrays(module, cupyx)
        for tell in when_used:
            tell(module)
    return complete[module]


complete: dict = {}  # CuPy -> the same, completed
when_used: list = []  # what to call with CuPy when it is first used


KINDS = [ndarray, MetaArray]  # the types of what a tensor can hold


def as_array(x):
    """NumPy answers with a bare scalar where it drops the last dimension; a tensor always holds an array."""
    return x if type(x) in KINDS else array_module(x).asarray(x)


def largest(x, least, axis=None, keepdims=False):
    """x.max(...), which is `least` where there is nothing to choose from. CuPy's max takes no `initial`."""
    if x.size:
        return x.max(axis=axis, keepdims=keepdims)
    return x.sum(axis=axis, dtype=x.dtype, keepdims=keepdims) + x.dtype.type(least)


READY = {n: {np.dtype(kind): np.array(n, kind) for kind in ("float32", "float64")} for n in (0, 1)}


def ready(n, x):
    """The number n beside the array x: for 0 and 1 an array made once, which NumPy takes in half the time."""
    return READY[n].get(x.dtype, n) if type(x) is ndarray else n


class device:
    """Where the numbers live: `device("cpu")`, `device("cuda")`, `device("cuda:1")` or `device("cuda", 1)`.

    >>> import minitorch as mt
    >>> mt.device("cuda:1")
    device(type='cuda', index=1)

    Source: PyTorch, "Tensor Attributes: torch.device".
    """

    __module__ = "minitorch"  # where users find it

    __slots__ = ("type", "index")

    def __init__(self, type, index=None):
        if isinstance(type, device) and index is None:
            type, index = type.type, type.index
        elif isinstance(type, int):
            type, index = "cuda", type
        elif not isinstance(type, str):
            raise TypeError(f"device() expects a name such as 'cpu' or 'cuda:0', but got {type!r}")
        self.type, self.index = parsed(type, index)

    def __eq__(self, other):
        return isinstance(other, device) and (self.type, self.index) == (other.type, other.index)

    def __hash__(self):
        return hash((self.type, self.index))

    def __repr__(self):
        return f"device(type='{self.type}'" + (")" if self.index is None else f", index={self.index})")

    def __str__(self):
        return self.type if self.index is None else f"{self.type}:{self.index}"

    def __reduce__(self):
        return device, (self.type, self.index)

    def __enter__(self):
        """`with device("cuda"):` lets new tensors be made there."""
        left.append(get_default_device())
        set_default_device(self)
        return self

    def __exit__(self, *error):
        set_default_device(left.pop())


def parsed(text, index):
    """("cuda", 1) of "cuda:1" and None, or of "cuda" and 1; PyTorch's errors for what is no device."""
    name, colon, number = text.partition(":")
    if name not in ("cpu", "cuda", "meta"):
        raise RuntimeError(f"Expected one of cpu, cuda, meta device type at start of device string: {text}")
    if colon:
        check_number(text, number, index)
        index = int(number)
    if index is not None and index < 0:
        raise RuntimeError(f"Device index must not be negative, but got {index}")
    return name, index


def check_number(text, number, index):
    """Raise where the text says an index and so does the caller, and where the number after the colon is none."""
    if index is not None:
        raise RuntimeError(f"type (string) must not include an index because index was passed explicitly: {text}")
    if not number.isdecimal() or (number != "0" and number.startswith("0")):
        raise RuntimeError(f"Invalid device string: '{text}'; expected for instance 'cuda:0'")


CPU, META = device("cpu"), device("meta")
default = CPU
left: list = []  # the defaults that the `with` blocks now open will restore


def get_default_device():
    """Where tensors are made when no device is named. Source: PyTorch, torch.get_default_device."""
    return default


def set_default_device(device):
    """Let tensors be made there from now on when no device is named; None means the CPU.

    >>> import minitorch as mt
    >>> mt.set_default_device("cpu")
    >>> mt.get_default_device()
    device(type='cpu')

    Source: PyTorch, torch.set_default_device.
    """
    global default
    default = CPU if device is None or (found := globals()["device"](device)) == CPU else found


def device_of(array):
    """The device an array lives on."""
    if isinstance(array, np.ndarray):
        return META if type(array) is MetaArray else CPU
    return device("cuda", array.device.id)


def module_of(where):
    """The module whose functions make arrays on a device; the CPU may be written as cpu:0, too."""
    if where.type == "cpu":
        return np
    return meta if where.type == "meta" else cuda_module()


def cuda_module():
    """CuPy, when it is installed and sees a GPU; otherwise PyTorch's error, with the way out."""
    try:
        import cupy
    except ImportError:
        raise with_note(
            AssertionError("Torch not compiled with CUDA enabled"),
            "CuPy is not installed. Install it with pip install cupy-cuda13x (or the build for your CUDA), or stay on "
            "device='cpu'.",
        ) from None
    try:
        count = cupy.cuda.runtime.getDeviceCount()
    except cupy.cuda.runtime.CUDARuntimeError as error:
        raise RuntimeError(f"No CUDA GPUs are available: CuPy is installed, but says {error}") from None
    if not count:
        raise RuntimeError("No CUDA GPUs are available")
    return completed(cupy)


def cuda_is_available():
    """Whether device='cuda' would work here."""
    try:
        cuda_module()
    except (AssertionError, RuntimeError):
        return False
    return True


def to_device(array, where):
    """The array on device `where`: itself if it is there already, otherwise a copy."""
    where = device(where)
    here = device_of(array)
    if where == here or (where.type == here.type and where.index is None):
        return array
    if where.type == "meta":
        return without_numbers(array)
    if here.type == "meta":
        raise NotImplementedError("Cannot copy out of meta tensor; no data!")
    if where.type == "cpu":
        return array if isinstance(array, np.ndarray) else moved(array, lambda x: x.get())
    cupy = cuda_module()
    index = 0 if where.index is None else where.index
    if index >= cupy.cuda.runtime.getDeviceCount():
        raise RuntimeError(f"CUDA error: invalid device ordinal: there is no cuda:{index} on this machine")
    with cupy.cuda.Device(index):
        return moved(array, cupy.asarray)


def moved(array, move):
    """What `move` makes of an array, with its dimensions in the same order in memory: CuPy would take the usual one."""
    if array.flags.c_contiguous or 0 in array.strides:
        return move(array)
    order = sorted(range(array.ndim), key=lambda dim: -array.strides[dim])
    return move(array.transpose(order)).transpose([order.index(dim) for dim in range(array.ndim)])


def check_places(x, places):
    """Raise IndexError where a GPU would read or write elsewhere: NumPy sees itself that an index is out of range."""
    if "cupy" in sys.modules and not isinstance(x, ndarray):
        array_module(x).check_places(x, places)


def beside(x, index):
    """An array of indices where the array x lies: one on the CPU may speak of one elsewhere. Other entries as they are."""
    if not hasattr(index, "dtype") or type(index) is type(x):
        return index
    here, there = device_of(x), device_of(index)
    if there.type not in ("cpu", here.type):
        raise RuntimeError(f"indices should be either on cpu or on the same device as the indexed tensor ({here.type})")
    return to_device(index, here) if here.type == "cuda" else index


def same_device(arrays):
    """Raise PyTorch's error when arrays that meet in one operation live on different devices."""
    found = list(dict.fromkeys(device_of(a) for a in arrays if not isinstance(a, np.generic)))
    if len(found) > 1:
        raise with_note(
            RuntimeError(
                f"Expected all tensors to be on the same device, but found at least two devices, {found[0]} and {found[1]}!"
            ),
            f"Move one of them with .to('{found[0]}').",
        )
