"""array: the double's ndarray: numbers in a NumPy array, and the manners of CuPy's."""

import functools
import weakref

import numpy as np

from . import device, indices
from .state import NUMBERS, checked_dtype, counts, modules, refuse

METHODS: dict = {}  # name -> Signature, from names.txt
CONVERSION = (
    "Implicit conversion to a NumPy array is not allowed. Please use `.get()` to construct a NumPy array explicitly."
)


def root_of(array):
    """The NumPy array that owns the memory."""
    found = owner = array
    while owner is not None:
        found = owner if isinstance(owner, np.ndarray) else found
        owner = getattr(owner, "base", None)
    return found


def wrap(value, *sources):
    """NumPy's answer as CuPy's: arrays and NumPy's numbers as arrays of the device, containers visited.

    Where the answer is one of the sources, that one; where it shares a source's memory, a view of it.
    """
    if type(value) in (tuple, list):
        return type(value)([wrap(v, *sources) for v in value])
    if isinstance(value, tuple):
        return type(value)(*[wrap(v, *sources) for v in value])
    if isinstance(value, np.generic):
        value = np.asarray(value)
    if not isinstance(value, np.ndarray):
        return value
    checked_dtype(value.dtype)
    made = object.__new__(ndarray)
    made._a, made._base, made._memory = value, None, None
    if value.base is not None and sources:
        root = root_of(value)
        for source in sources:
            if source._a is value:
                return source
            if root_of(source._a) is root:
                made._base = source if source._base is None else source._base
                return made
    made._memory = device.pool.take(made, value.nbytes)
    return made


def lower(value, where, strict=True):
    """CuPy's arguments as NumPy's; a NumPy array among them is refused."""
    if isinstance(value, ndarray):
        return value._a
    if strict and isinstance(value, np.ndarray):
        refuse(TypeError, f"Unsupported type {np.ndarray} (in {where})")
    if type(value) in (tuple, list):
        return type(value)([lower(v, where, strict) for v in value])
    if isinstance(value, slice):
        return slice(*[lower(v, where) for v in (value.start, value.stop, value.step)])
    return value


def arrays_in(values):
    """The arrays of the device among arguments."""
    found = []
    for value in values:
        if isinstance(value, ndarray):
            found.append(value)
        elif type(value) in (tuple, list):
            found += arrays_in(value)
    return found


class Flags:
    """flags: those that CuPy has, as attributes and as items."""

    def __init__(self, array):
        flags = array._a.flags
        self.c_contiguous, self.f_contiguous, self.forc, self.fnc = (
            flags.c_contiguous, flags.f_contiguous, flags.forc, flags.fnc,
        )  # fmt: skip
        self.owndata = array._base is None

    def __getitem__(self, name):
        return getattr(self, name.lower() if name.isupper() and len(name) > 1 else f"{name.lower()}_contiguous")


class ndarray:
    """An array on the device."""

    __slots__ = ("_a", "_base", "_memory", "__weakref__")
    __array_priority__ = 100
    __hash__ = None
    __module__ = "cupy"

    def __new__(cls, shape, dtype=float, memptr=None, strides=None, order="C"):
        if memptr is not None:
            return wrap(
                np.ndarray(shape, checked_dtype(dtype), memptr.mem._a, memptr.offset, strides, order), memptr.mem
            )
        return wrap(np.empty(shape, checked_dtype(dtype), order or "C"))

    dtype = property(lambda self: self._a.dtype)
    ndim = property(lambda self: self._a.ndim)
    size = property(lambda self: self._a.size)
    itemsize = property(lambda self: self._a.itemsize)
    nbytes = property(lambda self: self._a.nbytes)
    strides = property(lambda self: self._a.strides)
    T = property(lambda self: wrap(self._a.T, self))
    mT = property(lambda self: wrap(self._a.mT, self))
    flags = property(Flags)
    base = property(lambda self: self._base)
    data = property(lambda self: device.Pointer(self))
    device = property(lambda self: device.Device(0))
    flat = property(lambda self: refuse(NotImplementedError, "flatiter is limited on a GPU (ndarray.flat)"))

    @property
    def shape(self):
        return self._a.shape

    @shape.setter
    def shape(self, new):
        self._a.shape = new

    @property
    def real(self):
        return wrap(self._a.real, self)

    @real.setter
    def real(self, value):
        self._a.real = lower(value, "real")

    @property
    def imag(self):
        return wrap(self._a.imag, self) if self._a.dtype.kind == "c" else wrap(np.zeros_like(self._a))

    @imag.setter
    def imag(self, value):
        self._a.imag = lower(value, "imag")

    # --- methods ------------------------------------------------------------------------------------------------------

    def __getattr__(self, name):
        if name in METHODS and not name.startswith("__"):
            return functools.partial(self._method, name)
        return refuse(AttributeError, f"'cupy.ndarray' object has no attribute '{name}'")

    def _method(self, name, *args, **named):
        counts[f"ndarray.{name}"] += 1
        if METHODS[name] is not None:
            try:
                METHODS[name].bind(self, *args, **named)
            except TypeError as error:
                refuse(TypeError, f"ndarray.{name}(): {error}")
        if name in ("sort", "argsort"):
            named = stable(name, named)
        if name in ("all", "any", "sort", "argsort", "searchsorted") and self.dtype.name == "bfloat16":
            refuse(TypeError, f"Wrong type (bfloat16) of arguments for ndarray.{name}")
        if name == "nonzero" and not self.ndim:
            refuse(ValueError, "Calling nonzero on 0d arrays is not allowed")
        loose = name in ("take", "put", "compress", "repeat")  # these make an array of a list
        if name == "take" and "mode" not in named:
            named["mode"] = "wrap"
        plain = [lower(a, f"ndarray.{name}", not loose) for a in args]
        result = getattr(self._a, name)(*plain, **{k: lower(v, f"ndarray.{name}") for k, v in named.items()})
        return wrap(result, self, *arrays_in([*args, *named.values()]))

    def astype(self, dtype, order="K", casting=None, subok=None, copy=True):
        if casting is not None or subok is not None:
            refuse(TypeError, "casting is not supported yet")
        with np.errstate(all="ignore"):
            return wrap(self._a.astype(checked_dtype(dtype), order=order, copy=copy), self)

    def view(self, dtype=None, array_class=None):
        return wrap(self._a.view() if dtype is None else self._a.view(checked_dtype(dtype)), self)

    def reshape(self, *shape, order="C", copy=None):
        shape = shape[0] if len(shape) == 1 and isinstance(shape[0], (tuple, list)) else shape
        return wrap(self._a.reshape(tuple([s.__index__() for s in shape]), order=order), self)

    def copy(self, order="C"):
        return wrap(self._a.copy(order))

    def fill(self, value):
        value = value._a if isinstance(value, ndarray) else value
        if np.ndim(value):
            refuse(ValueError, "non-scalar numpy.ndarray cannot be used for fill")
        self._a.fill(value)

    def get(self, stream=None, order="C", out=None, blocking=True):
        counts["ndarray.get"] += 1
        if out is not None:
            out[...] = self._a
            return out
        return self._a.copy(order)

    def set(self, arr, stream=None):
        if not isinstance(arr, np.ndarray):
            refuse(TypeError, "Only numpy.ndarray can be set to cupy.ndarray")
        if arr.dtype != self.dtype or arr.shape != self.shape:
            refuse(ValueError, f"Shape mismatch. Old shape: {self.shape}, new shape: {arr.shape}")
        self._a[...] = arr

    def item(self):
        counts["ndarray.item"] += 1
        return self._a.item()

    def tolist(self):
        return self._a.tolist()

    def tobytes(self, order="C"):
        return self._a.tobytes(order)

    # --- protocols ----------------------------------------------------------------------------------------------------

    @property
    def __cuda_array_interface__(self):
        strides = None if self._a.flags.c_contiguous else self.strides
        told = {"shape": self.shape, "typestr": self.dtype.str, "data": (self.data.ptr, False)}
        device.shown[self.data.ptr] = weakref.ref(self)
        return told | {"version": 3, "strides": strides, "descr": self.dtype.descr, "stream": 1}

    def __dlpack__(self, *, stream=None, max_version=None, dl_device=None, copy=None):
        return device.Capsule(self)

    def __dlpack_device__(self):
        return (2, 0)  # of the kind CUDA, the first

    def __array__(self, dtype=None, copy=None):
        refuse(TypeError, CONVERSION)

    def __array_ufunc__(self, ufunc, method, *inputs, **named):
        if (out := named.get("out")) is not None:
            if len(out) != 1:
                refuse(ValueError, "The 'out' parameter must have exactly one array value")
            named["out"] = out[0]
        function = getattr(modules["cupy"], ufunc.__name__, None)
        function = function or getattr(modules["cupyx.scipy.special"], ufunc.__name__, None)
        if function is None:
            refuse(TypeError, f"operand type(s) do not implement __array_ufunc__: CuPy has no {ufunc.__name__}")
        if not all([isinstance(x, (*NUMBERS, ndarray, np.ndarray)) for x in inputs]):
            return NotImplemented
        if ufunc.__name__ in ("greater", "greater_equal", "less", "less_equal", "equal", "not_equal"):
            inputs = tuple([x.item() if isinstance(x, np.ndarray) and x.ndim == 0 else x for x in inputs])
        return (function if method == "__call__" else getattr(function, method))(*inputs, **named)

    def __array_function__(self, function, kinds, args, named):
        try:
            module = functools.reduce(getattr, function.__module__.split(".")[1:], modules["cupy"])
            found = getattr(module, function.__name__)
        except AttributeError:
            refuse(
                TypeError, f"CuPy has no {function.__module__}.{function.__name__}, which was asked for through NumPy"
            )
        if not all([issubclass(kind, (ndarray, np.ndarray)) for kind in kinds]):
            return NotImplemented
        return found(*args, **named)

    # --- what operators and Python ask ----------------------------------------------------------------------------------

    def __iter__(self):
        if not self.ndim:
            raise TypeError("iteration over a 0-d array")
        return (self[i] for i in range(len(self)))

    def __len__(self):
        if not self.ndim:
            raise TypeError("len() of unsized object")
        return self._a.shape[0]

    def __getitem__(self, key):
        counts["ndarray.__getitem__"] += 1
        key = indices.plain_key(self, key)
        found = self._a[key]
        if isinstance(found, np.generic):  # CuPy's is an array of no dimensions; of ints alone, a view
            found = self._a[(*key, ...)] if isinstance(key, tuple) and ... not in key else self._a[key, ...]
        return wrap(found, self)

    def __setitem__(self, key, value):
        counts["ndarray.__setitem__"] += 1
        key = indices.plain_key(self, key)
        if isinstance(value, np.ndarray) and value.ndim and not indices.picks(key):
            refuse(ValueError, "non-scalar numpy.ndarray cannot be used for fill")
        with np.errstate(all="ignore"):
            self._a[key] = np.asarray(value._a if isinstance(value, ndarray) else value).astype(self.dtype)

    def __bool__(self):
        return bool(self._a)

    def __int__(self):
        return int(self._a)

    def __float__(self):
        return float(self._a)

    def __complex__(self):
        return complex(self._a)

    def __repr__(self):
        return repr(self._a)

    def __str__(self):
        return str(self._a)

    def __format__(self, spec):
        return format(self._a, spec)

    def __copy__(self):
        return self.copy()

    def __deepcopy__(self, memo):
        return self.copy()

    def __reduce__(self):
        return remade, (self.get(order="A"),)

    def __pos__(self):
        return self.copy()


def remade(array):
    """An array from a pickle."""
    return modules["cupy"].array(array)


def stable(name, named):
    """The order that CuPy sorts in: it has no other."""
    if named.get("kind") not in (None, "stable"):
        refuse(ValueError, f"{name}: kind can only be None or 'stable'")
    return named | {"kind": "stable"}


OPERATORS = {
    "add": "add", "sub": "subtract", "mul": "multiply", "truediv": "true_divide", "floordiv": "floor_divide",
    "mod": "remainder", "pow": "power",
    "lshift": "left_shift", "rshift": "right_shift", "xor": "bitwise_xor", "matmul": "matmul",
}  # fmt: skip
OPERATORS |= {"and": "bitwise_and", "or": "bitwise_or"}
COMPARISONS = {
    "lt": "less",
    "le": "less_equal",
    "gt": "greater",
    "ge": "greater_equal",
    "eq": "equal",
    "ne": "not_equal",
}


def attach():
    """Give the class its operators, each a call of CuPy's function."""

    def forward(name):
        return lambda self, other: modules["cupy"].__dict__[name](self, other)

    def backward(name):
        return lambda self, other: modules["cupy"].__dict__[name](other, self)

    def in_place(name):
        return lambda self, other: modules["cupy"].__dict__[name](self, other, out=self)

    for sign, name in OPERATORS.items():
        setattr(ndarray, f"__{sign}__", forward(name))
        setattr(ndarray, f"__r{sign}__", backward(name))
        setattr(ndarray, f"__i{sign}__", in_place(name))
    for sign, name in COMPARISONS.items():
        setattr(ndarray, f"__{sign}__", forward(name))
    for sign, name in {"neg": "negative", "abs": "absolute", "invert": "invert"}.items():
        setattr(ndarray, f"__{sign}__", lambda self, name=name: modules["cupy"].__dict__[name](self))
    ndarray.__divmod__ = lambda self, other: modules["cupy"].divmod(self, other)
    ndarray.__hash__ = None


attach()
