"""meta: arrays that have a shape, strides and a dtype, and no numbers: what tensors on the device "meta" hold (core).

They stand for tensors that are not worth making, or too large: a model on "meta" takes no memory, and every operation on
it says which shape and dtype its result would have. `meta` is beside numpy and cupy the third module of array functions:
each finds the form of its result without going through numbers.
"""

import numpy as np
from numpy.lib.stride_tricks import as_strided

from .._lazy import load

NO_DATA = "Cannot copy out of meta tensor; no data!"


LIKE = ("empty_like", "zeros_like", "ones_like", "full_like")


def room(shape, dtype=float, *numbers, **named):
    """A MetaArray of a shape and dtype, contiguous."""
    shape = tuple(shape) if hasattr(shape, "__iter__") else (shape,)
    kind, steps = np.dtype(dtype or float), []
    step = kind.itemsize
    for n in reversed(shape):
        steps, step = [step, *steps], step * max(n, 1)
    return of_form(as_strided(np.zeros(1, kind), shape, steps))


def of_form(form):
    """The MetaArray with the shape and strides of an array, of which nothing is read."""
    made = as_strided(np.zeros((), form.dtype), form.shape, (0,) * form.ndim).view(MetaArray)
    made._form = form
    return made


def room_like(array, dtype=None, order="K"):
    """The same for the shape of an array, in its order of memory."""
    places = sorted(range(array.ndim), key=lambda dim: -abs(array.strides[dim]) if order in "KA" else dim)
    made = room([array.shape[dim] for dim in places], dtype or array.dtype)
    return made.transpose(np.argsort(places).tolist())


class MetaArray(np.ndarray):
    """An array without numbers. All its places show one 0 in memory; `form` has the strides that it would have."""

    _form = None

    @property
    def form(self):
        if self._form is None:
            self._form = room(self.shape, self.dtype)._form
        return self._form

    strides = property(lambda self: self.form.strides)
    flags = property(lambda self: self.form.flags)
    T = property(lambda self: self.transpose())
    mT = property(lambda self: self.swapaxes(-1, -2))
    real = property(lambda self: of_form(self.form.real))
    imag = property(lambda self: of_form(self.form.imag))

    def __array_ufunc__(self, ufunc, method, *inputs, out=None, **named):
        if out is not None:
            return out[0] if len(out) == 1 else out
        if method == "__call__" and ufunc.signature is None and ufunc.nout == 1:
            shape = np.broadcast_shapes(*[getattr(x, "shape", ()) for x in inputs])
            few = [bare(x)[(slice(1),) * x.ndim] if hasattr(x, "ndim") else x for x in inputs]  # enough for the dtype
            with np.errstate(all="ignore"):
                return room(shape, ufunc(*few, **named).dtype)
        return formed(getattr(ufunc, method), inputs, named)

    def __array_function__(self, function, kinds, args, named):
        if function.__name__ in ("shape", "ndim", "size"):
            return getattr(args[0], function.__name__)
        if function.__name__ in LIKE and isinstance(args[0], MetaArray):
            return room_like(args[0], named.get("dtype"))
        return formed(function, args, named)

    def __getitem__(self, place):
        parts = place if type(place) is tuple else (place,)
        if any([isinstance(part, MetaArray) and part.dtype.kind == "b" for part in parts]):
            return formed(np.nonzero, parts, {})  # an error: how many are picked is not known
        if any([isinstance(part, (np.ndarray, list)) for part in parts]):
            return formed(picked, (self, parts), {})
        whole = any([part is Ellipsis for part in parts])
        return of_form(self.form[parts if whole else (*parts, ...)])  # with ... also one element is a view

    def __setitem__(self, place, value):
        """Nothing: there are no numbers to be changed."""

    def fill(self, value):
        """Nothing."""

    def astype(self, dtype, order="K", casting=None, subok=True, copy=True):
        return self if not copy and self.dtype == dtype else room_like(self, dtype, order)

    def copy(self, order="C"):
        return room_like(self, None, order)

    def view(self, kind):
        return super().view(kind) if isinstance(kind, type) else of_form(self.form.view(kind))

    def reshape(self, *shape, order="C", copy=None):
        try:
            return of_form(self.form.reshape(*shape, copy=False))
        except ValueError:
            return of_form(room(self.shape, self.dtype).form.reshape(*shape))

    def ravel(self, order="C"):
        return self.reshape(-1)

    def item(self, *place):
        raise RuntimeError("Tensor.item() cannot be called on meta tensors")

    def tolist(self):
        raise NotImplementedError(NO_DATA)

    def get(self):
        """Itself: what CuPy's arrays have to be copied into the computer's memory."""
        return self

    def __reduce__(self):
        return room, (self.shape, self.dtype)


def method(name):
    """A method of NumPy's arrays that comes to no __array_function__."""
    function = getattr(np.ndarray, name)
    return lambda self, *args, **named: formed(function, (self, *args), named)


for _name in """argmax argmin argpartition argsort cumprod cumsum dot nonzero repeat round searchsorted take trace
transpose swapaxes squeeze diagonal""".split():
    setattr(MetaArray, _name, method(_name))


def picked(array, parts):
    """The elements at places."""
    return array[tuple(parts)]


def formed(function, args, named):
    """What a function gives, without its numbers."""
    return load("minitorch.ops.meta_forms").formed(function, args, named)


def bare(x):
    """The zeros of a MetaArray as a plain array, which takes no memory; anything else itself."""
    return x.view(np.ndarray) if isinstance(x, MetaArray) else x


def without_numbers(x):
    """An array's form alone, its order of memory kept."""
    return x if isinstance(x, MetaArray) else room_like(x)


class MetaModule:
    """NumPy's functions as ones whose results have no numbers, each made when it is first asked for."""

    def __getattr__(self, name):
        found = load("minitorch.ops.meta_module").function(name)
        setattr(self, name, found)  # so that it is found at once the next time
        return found


meta = MetaModule()
