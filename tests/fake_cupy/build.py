"""build: the modules cupy and cupyx of the double, put together from names.txt."""

import contextlib
import functools
import types

import numpy as np

from . import array, device, names, state
from .array import METHODS, ndarray
from .functions import function
from .kernels import ElementwiseKernel
from .state import modules
from .ufuncs import Ufunc

CLASSES = {"ndarray": ndarray, "ufunc": Ufunc, "ElementwiseKernel": ElementwiseKernel}


def build():
    """{name: module} of all of them."""
    version, spaces = names.read()
    METHODS.update({name: row[1] for name, row in spaces.pop("cupy.ndarray").items() if row[0] == "method"})
    for space, entries in spaces.items():
        module = modules[space] = types.ModuleType(space, "the double's stand-in")
        source = plain_module(space)
        for name, (kind, details) in entries.items():
            value = part(space, name, kind, details, getattr(source, name, None))
            if value is not None:
                setattr(module, name, value)
    modules["cupy"].__version__ = version
    modules["cupy"].cuda = device.module()
    complete(modules["cupy"])
    modules["cupyx"].errstate, modules["cupyx"].empty_pinned = errstate, device.empty_pinned
    join()
    return modules


def part(space, name, kind, details, plain):
    """What stands for one name; None where nothing can."""
    if kind == "ufunc":
        return Ufunc(name, *details, plain)
    if kind == "function":
        return function(space, name, details, plain)
    if name in CLASSES and space == "cupy":
        return CLASSES[name]
    return plain


def plain_module(space):
    """The module that computes in place of one of CuPy's."""
    import scipy.linalg
    import scipy.special

    found = {"cupyx": None, "cupyx.scipy.special": scipy.special, "cupyx.scipy.linalg": scipy.linalg}
    if space in found:
        return found[space]
    return functools.reduce(getattr, space.split(".")[1:], np)


def complete(cupy):
    """What CuPy has of its own, apart from NumPy."""
    cupy.get_array_module = lambda *args: cupy if array.arrays_in(args) else np
    cupy.asnumpy = lambda a, *rest, **named: a.get() if isinstance(a, ndarray) else np.asarray(a)
    cupy.get_default_memory_pool = lambda: device.pool
    cupy.newaxis = None
    plain_array = cupy.array

    def from_anything(obj, *args, **named):
        return plain_array(taken(obj), *args, **named)

    def as_array(a, dtype=None, order=None, *, blocking=False):
        return from_anything(a, dtype, copy=False, order=order or "K")

    cupy.array, cupy.asarray = from_anything, as_array
    cupy.from_dlpack = lambda x, **named: x.__dlpack__().array.view()


def taken(obj):
    """An object of another library that tells where its numbers lie on the device, as the array that lies there."""
    if isinstance(obj, np.ndarray) or not hasattr(obj, "__cuda_array_interface__"):
        return obj
    told = obj.__cuda_array_interface__
    return obj if isinstance(obj, ndarray) else device.shown[told["data"][0]]().view()


@contextlib.contextmanager
def errstate(*, linalg=None, **others):
    """cupyx.errstate: whether linalg raises LinAlgError within this block."""
    before = state.linalg["errors"]
    state.linalg["errors"] = linalg or before
    try:
        yield
    finally:
        state.linalg["errors"] = before


def join():
    """Let `cupyx.scipy.special` be found by way of `cupyx.scipy`."""
    for space in list(modules):
        way = space.split(".")
        for length in range(1, len(way)):
            outer = ".".join(way[:length])
            modules.setdefault(outer, types.ModuleType(outer))
            setattr(modules[outer], way[length], modules.get(".".join(way[: length + 1])) or modules.setdefault(
                ".".join(way[: length + 1]), types.ModuleType(".".join(way[: length + 1]))))  # fmt: skip
    for module in modules.values():
        module.is_fake, module.__path__ = True, []
