"""meta: arrays that have a shape, strides and a dtype, and no numbers: what tensors on the device "meta" hold (core).

They stand for tensors that are not worth making, or too large: a model on "meta" takes no memory, and every operation on
it says which shape and dtype its result would have. `meta` is beside numpy and cupy the third module of array functions:
each runs NumPy's own on zeros and keeps of the result only its form.
"""

import math
import types

import numpy as np

from ._tower import load

NO_DATA = "Cannot copy out of meta tensor; no data!"
UNKNOWN = (
    "nonzero",
    "argwhere",
    "flatnonzero",
    "unique",
    "array_equal",
    "allclose",
)  # whose results depend on the numbers


MANY = 2**24  # numbers, from which on none of them is looked at


def room(shape, dtype=float, *numbers, **named):
    """A MetaArray of a shape and dtype. Its memory are pages that nobody writes to, which a computer does not fetch."""
    dtype, shape = (
        np.dtype(dtype or float),
        tuple(np.atleast_1d(shape).tolist()) if np.ndim(shape) != 1 else tuple(shape),
    )
    size = dtype.itemsize * int(np.prod(shape, dtype=object))
    if size < 2**20:
        return np.zeros(shape, dtype).view(MetaArray)
    import mmap  # here, because hardly any program has a large tensor without numbers

    no_reserve = getattr(mmap, "MAP_NORESERVE", 0x4000)  # Linux's: no memory is put aside for promised pages
    pages = mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | no_reserve)
    return np.frombuffer(pages, dtype).reshape(shape).view(MetaArray)


def room_like(array, dtype=None, order="K"):
    """The same for the shape of an array, in its order of memory."""
    places = sorted(range(array.ndim), key=lambda dim: -abs(array.strides[dim]) if order in "KA" else dim)
    made = room([array.shape[dim] for dim in places], dtype or array.dtype)
    return made.transpose(np.argsort(places).tolist())


class MetaArray(np.ndarray):
    """An array of which nobody may see the numbers."""

    def __array_ufunc__(self, ufunc, method, *inputs, out=None, **named):
        if out is not None:
            return out[0] if len(out) == 1 else out
        if method == "__call__" and ufunc.signature is None and ufunc.nout == 1:
            shape = np.broadcast_shapes(*[np.shape(x) for x in inputs])
            few = [bare(x)[(slice(1),) * np.ndim(x)] if np.ndim(x) else bare(x) for x in inputs]  # enough for the dtype
            return room(shape, ufunc(*few, **named).dtype)
        return formed(getattr(ufunc, method), inputs, named)

    def __array_function__(self, function, kinds, args, named):
        if function.__name__ in UNKNOWN:
            unknown(function.__name__)
        if function.__name__ in LIKE and isinstance(args[0], MetaArray):
            return room_like(args[0], named.get("dtype"))
        return formed(function, args, named)

    def __getitem__(self, place):
        parts = place if type(place) is tuple else (place,)
        if are_many([self, parts]) and any([isinstance(part, np.ndarray) for part in parts]):
            return load("minitorch.meta_many").taken(self, parts)
        return super().__getitem__(place)

    def __setitem__(self, place, value):
        """Nothing: there are no numbers to be changed."""

    def fill(self, value):
        """Nothing."""

    def astype(self, dtype, order="K", casting=None, subok=True, copy=True):
        return self if not copy and self.dtype == dtype else room_like(self, dtype, order)

    def copy(self, order="C"):
        return room_like(self, None, order)

    def item(self, *place):
        raise RuntimeError("Tensor.item() cannot be called on meta tensors")

    def tolist(self):
        raise NotImplementedError(NO_DATA)

    def nonzero(self):
        unknown("nonzero")

    def reshape(self, *shape, order="C", copy=None):
        """A view where there is one, as always; where there is none, no copy of very many numbers."""
        if not are_many(self) or order != "C":
            return super().reshape(*shape, order=order)
        try:
            return super().reshape(*shape, copy=False)
        except ValueError:
            return room_like(self, order="C").reshape(*shape)

    def get(self):
        """Itself: what CuPy's arrays have to be copied into the computer's memory."""
        return self


def method(name):
    """A method of NumPy's arrays that comes to no __array_function__."""
    function = getattr(np.ndarray, name)
    return lambda self, *args, **named: formed(function, (self, *args), named)


for _name in "argmax argmin argpartition argsort cumprod cumsum dot repeat round searchsorted take trace".split():
    setattr(MetaArray, _name, method(_name))


def formed(function, args, named):
    """What a function gives, without its numbers; for so many that going through them, zeros that they are, would take long,
    what it would give."""
    if are_many([args, named]):
        return load("minitorch.meta_many").formed(function, args, named)
    return without_numbers(function(*bare(args), **bare(named)))


def are_many(value):
    """Whether an array among arguments has very many numbers."""
    if isinstance(value, np.ndarray):
        return value.size > MANY
    inside = value.values() if type(value) is dict else value if type(value) in (list, tuple) else ()
    return any([are_many(one) for one in inside])


LIKE = ("empty_like", "zeros_like", "ones_like", "full_like")


def unknown(name):
    """PyTorch's error for an operation whose result has a shape that depends on the numbers, or is a number itself."""
    raise NotImplementedError(
        f"aten::{name}: attempted to run this operator with Meta tensors, but there was no fake impl or Meta kernel registered."
    )


def bare(x):
    """The same as plain arrays, in lists and dicts too."""
    if isinstance(x, MetaArray):
        return x.view(np.ndarray)
    if type(x) in (tuple, list):
        return type(x)([bare(one) for one in x])
    return {name: bare(one) for name, one in x.items()} if type(x) is dict else x


def without_numbers(x):
    """A result without its numbers: views stay views, all else gets memory that nobody has written to."""
    if isinstance(x, (tuple, list)) and any([isinstance(one, (np.ndarray, np.generic)) for one in x]):
        parts = [without_numbers(one) for one in x]
        return type(x)(*parts) if hasattr(x, "_fields") else type(x)(parts)
    if isinstance(x, np.generic):
        return room((), x.dtype)
    if not isinstance(x, np.ndarray):
        return x
    if not x.flags.owndata:
        return x.view(MetaArray)
    return room_like(x)


class MetaModule:
    """A module of NumPy, whose functions give arrays without numbers."""

    def __init__(self, module):
        self._module = module

    def __getattr__(self, name):
        found = getattr(self._module, name)
        if name in UNKNOWN:
            return lambda *args, **named: unknown(name)
        if isinstance(found, types.ModuleType):
            found = MetaModule(found)
        elif callable(found) and not isinstance(found, (type, np.ufunc)):
            found = without(found)
        setattr(self, name, found)  # so that it is found at once the next time
        return found

    empty = zeros = ones = staticmethod(room)

    def arange(self, *limits, dtype=None):
        start, stop, step = (limits if len(limits) > 1 else (0, *limits)) + (1,) * (len(limits) < 3)
        return room(max(0, math.ceil((stop - start) / step)), dtype or np.asarray(limits).dtype)

    def full(self, shape, value, dtype=None):
        return room(shape, dtype or np.asarray(bare(value)).dtype)


def without(function):
    """A function of NumPy as one whose results have no numbers."""

    def call(*args, **named):
        return formed(function, args, named)

    return call


meta = MetaModule(np)
