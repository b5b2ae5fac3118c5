"""backend: device, set_default_device: NumPy arrays on the CPU, CuPy arrays on a GPU, none on "meta" (core).

They have the same functions, so the rest of the library asks `array_module(x)` and never names one of them.
Only this file and cuda/boundary.py, which has what a GPU needs besides, name CuPy.
"""

import sys
import warnings

import numpy as np

from ._lazy import load
from .creation.meta import MetaArray, meta
from .errors import with_note

ndarray = np.ndarray

# PyTorch drops an imaginary part without a word where a dtype is asked for.
warnings.filterwarnings("ignore", category=np.exceptions.ComplexWarning, module=r"minitorch\.")


def array_module(x):
    """numpy for NumPy arrays and Python numbers, cupy for CuPy arrays, meta for arrays without numbers."""
    if type(x) is ndarray:
        return np
    if "cupy" not in sys.modules or isinstance(x, (ndarray, np.generic)):
        return meta if isinstance(x, MetaArray) else np
    return completed(sys.modules["cupy"].get_array_module(x))


complete: dict = {}  # CuPy -> the same, completed


def completed(module):
    """CuPy with what it lacks; numpy itself."""
    return np if module is np else complete.get(module) or load("minitorch.cuda.boundary").complete(module)


def as_array(x):
    """NumPy answers with a bare scalar where it drops the last dimension; a tensor always holds an array."""
    return x if isinstance(x, ndarray) else array_module(x).asarray(x)


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
        elif index is not None or type not in ("cpu", "cuda", "meta"):
            type, index = load("minitorch.cuda.boundary").parsed(type, index)
        self.type, self.index = type, index

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
        defaults.append(self)
        return self

    def __exit__(self, *error):
        defaults.pop()


CPU, META = device("cpu"), device("meta")
defaults = [CPU]  # where tensors are made: the last one counts, which the innermost `with` block put there


def get_default_device():
    """Where tensors are made when no device is named. Source: PyTorch, torch.get_default_device."""
    return defaults[-1]


def set_default_device(device):
    """Let tensors be made there from now on when no device is named; None means the CPU.

    >>> import minitorch as mt
    >>> mt.set_default_device("cpu")
    >>> mt.get_default_device()
    device(type='cpu')

    Source: PyTorch, torch.set_default_device.
    """
    found = CPU if device is None else globals()["device"](device)
    defaults[-1] = CPU if found == CPU else found  # the same object, which is quickly told


def device_of(array):
    """The device an array lives on."""
    if isinstance(array, np.ndarray):
        return META if isinstance(array, MetaArray) else CPU
    return device("cuda", array.device.id)


def module_of(where):
    """The module whose functions make arrays on a device; the CPU may be written as cpu:0, too."""
    if where.type == "cpu":
        return np
    return meta if where.type == "meta" else cuda_module()


def cuda_module():
    """CuPy, when it is installed and sees a GPU; otherwise an error that says what is missing."""
    return load("minitorch.cuda.boundary").cuda_module()


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
    return load("minitorch.cuda.boundary").move(array, where)


def check_places(x, places):
    """Raise IndexError where a GPU would read or write elsewhere: NumPy sees itself that an index is out of range."""
    if "cupy" in sys.modules and not isinstance(x, ndarray):
        array_module(x).check_places(x, places)


def beside(x, index):
    """An array of indices where the array x lies: one on the CPU may speak of one elsewhere. Other entries as they are."""
    there = not hasattr(index, "dtype") or type(index) is type(x)
    return index if there else load("minitorch.cuda.boundary").beside(x, index)


def same_device(arrays):
    """Raise PyTorch's error when arrays that meet in one operation live on different devices."""
    found = list(dict.fromkeys(device_of(a) for a in arrays if not isinstance(a, np.generic)))
    if len(found) > 1:
        words = (
            f"Expected all tensors to be on the same device, but found at least two devices, {found[0]} and {found[1]}!"
        )
        raise with_note(RuntimeError(words), f"Move one of them with .to('{found[0]}').")
