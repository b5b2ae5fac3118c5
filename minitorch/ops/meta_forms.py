"""meta_forms: arrays without numbers, and the form of what a function of NumPy gives for them (shelf).

To find that form the function runs on zeros. A long dimension is shortened for that; it runs again with each of them a
little longer, and by how much the result grows says how long it is for the true lengths.
"""

from fractions import Fraction

import numpy as np
from numpy.lib.stride_tricks import as_strided

from ..creation.meta import NO_DATA, MetaArray

# what these give depends on the numbers
UNKNOWN = ("nonzero", "argwhere", "flatnonzero", "unique", "bincount", "array_equal", "allclose")
VIEWS = """transpose swapaxes moveaxis squeeze expand_dims diagonal broadcast_to as_strided sliding_window_view real
imag""".split()  # whose results show the same memory
SORTED = {"sort": None, "partition": None, "argsort": np.int64, "argpartition": np.int64}  # -> dtype, None: the same
LONG, STEP = 48, 12  # which lengths are shortened; 12 keeps what is left of a division by 2, 3, 4, 6 and 12
LIKE = ("empty_like", "zeros_like", "ones_like", "full_like")


def room(shape, dtype=float, *numbers, **named):
    """An array without numbers of a shape and dtype, contiguous."""
    shape = tuple(shape) if hasattr(shape, "__iter__") else (shape,)
    kind, steps = np.dtype(dtype or float), []
    step = kind.itemsize
    for n in reversed(shape):
        steps, step = [step, *steps], step * max(n, 1)
    return of_form(as_strided(np.zeros(1, kind), shape, steps))


def of_form(form):
    """The array without numbers with the shape and strides of an array, of which nothing is read."""
    made = as_strided(np.zeros((), form.dtype), form.shape, (0,) * form.ndim).view(Formed)
    made._form = form
    return made


def room_like(array, dtype=None, order="K"):
    """The same for the shape of an array, in its order of memory."""
    places = sorted(range(array.ndim), key=lambda dim: -abs(array.strides[dim]) if order in "KA" else dim)
    made = room([array.shape[dim] for dim in places], dtype or array.dtype)
    return made.transpose(np.argsort(places).tolist())


class Formed(MetaArray):
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
    setattr(Formed, _name, method(_name))


def picked(array, parts):
    """The elements at places."""
    return array[tuple(parts)]


def bare(x):
    """The zeros of a MetaArray as a plain array, which takes no memory; anything else itself."""
    return x.view(np.ndarray) if isinstance(x, MetaArray) else x


def without_numbers(x):
    """An array's form alone, its order of memory kept."""
    return x if isinstance(x, MetaArray) else room_like(x)


# --- the form of a result --------------------------------------------------------------------------------------------


def formed(function, args, named):
    """What a function gives, without its numbers."""
    name = function.__name__
    if name in UNKNOWN:
        raise NotImplementedError(f"aten::{name}: its result depends on numbers, which Meta tensors do not have")
    if name in VIEWS:
        return of_form(function(getattr(args[0], "form", args[0]), *args[1:], **named))
    if named.get("out") is not None:
        return named["out"]
    if name in SORTED:
        return room(args[0].shape, SORTED[name] or args[0].dtype)
    lengths = sorted({n for x in arrays_in([args, named]) for n in x.shape if n > LONG})
    short = {n: STEP * (1 + 2 * k) + n % STEP for k, n in enumerate(lengths)}
    first = of_zeros(function, args, named, short)
    longer = [of_zeros(function, args, named, short | {n: short[n] + STEP}) for n in lengths]
    return grown(first, longer, [Fraction(n - short[n], STEP) for n in lengths])


def arrays_in(value):
    """The arrays in arguments, in lists, tuples and dicts of them too."""
    if isinstance(value, np.ndarray):
        return [value]
    inside = value.values() if type(value) is dict else value if type(value) in (list, tuple) else ()
    return [array for one in inside for array in arrays_in(one)]


def of_zeros(function, args, named, short):
    """What the function gives for zeros, with short lengths for the long ones."""

    def zeros_for(value):
        if isinstance(value, np.ndarray):
            return np.zeros([short.get(n, n) for n in value.shape], value.dtype)
        if type(value) is dict:
            return {key: zeros_for(one) for key, one in value.items()}
        return type(value)([zeros_for(one) for one in value]) if type(value) in (list, tuple) else value

    with np.errstate(all="ignore"):
        return function(*zeros_for(args), **zeros_for(named))


def grown(first, longer, more):
    """The form of a result for the true lengths: by how much it grows with each of them, times how often."""
    if isinstance(first, (tuple, list)):
        parts = [grown(one, [other[i] for other in longer], more) for i, one in enumerate(first)]
        return type(first)(*parts) if hasattr(first, "_fields") else type(first)(parts)
    if not isinstance(first, (np.ndarray, np.generic)):
        return first
    shape = [n + sum([(other.shape[dim] - n) * times for other, times in zip(longer, more, strict=True)])
             for dim, n in enumerate(first.shape)]  # fmt: skip
    return room([int(n) for n in shape], first.dtype)
