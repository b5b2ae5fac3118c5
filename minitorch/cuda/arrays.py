"""arrays: the functions of CuPy, and what of NumPy's it lacks, made of those that it has (shelf).

`array_module(x)` gives this for an array on a GPU. Three things are different there: some functions, dtypes and forms of a
ufunc are missing; an index out of range wraps around; linear algebra says nothing where it finds no answer. Here each is
mended in one place, so that operations need not know on which device they run.
"""

import contextlib

import numpy as np

IN_WIDE = {"float16": "float32", "bool": "int32", "int8": "int32", "uint8": "int32", "int16": "int32",
           "uint16": "int32"}  # fmt: skip


class Arrays:
    """CuPy's functions and the ones below; a name that neither has is an error that says so."""

    def __init__(self, cupy, cupyx):
        self.cupy = cupy
        self.linalg = Linalg(cupy, cupyx)
        self.check_places, self.cupyx = check_places, cupyx
        self.add, self.subtract = Sums(cupy, "add"), Sums(cupy, "subtract")
        self.maximum, self.minimum = Extremes(cupy, "maximum"), Extremes(cupy, "minimum")

    def __getattr__(self, name):
        return part_of(self.cupy, name, "CuPy")

    special = property(lambda self: Special)

    def pinned(self, array):
        """A copy of one of NumPy's arrays, in memory that the system never moves: from there a GPU copies by itself."""
        made = self.cupyx.empty_pinned(array.shape, array.dtype)
        made[...] = array
        return made

    def argsort(self, x, axis=-1, kind=None):
        """numpy.argsort, the stable one."""
        return self.cupy.argsort(x, axis, kind="stable")


def part_of(module, name, whose):
    """A part of a module of CuPy's, or the error for what it lacks."""
    try:
        return getattr(module, name)
    except AttributeError:
        raise NotImplementedError(f"{name} is not implemented for CUDA tensors: {whose} lacks it; use cpu()") from None


# --- ufuncs: what is added, compared or multiplied at places or along a dimension -------------------------------------------


class Ufunc:
    """One of CuPy's ufuncs with the methods that it lacks. `at(whole, places, part)` counts a place that comes twice twice."""

    def __init__(self, cupy, name):
        self.cupy, self.ufunc = cupy, getattr(cupy, name)

    def __call__(self, *args, **kwargs):
        return self.ufunc(*args, **kwargs)

    def __getattr__(self, name):
        return getattr(self.ufunc, name)

    def wide(self, whole, places, part, kinds):
        """at, for a dtype in which a GPU cannot do it: in a wider one. False where none is needed."""
        wide = kinds.get(whole.dtype.name)
        if wide is None:
            return False
        copy = whole.astype(wide)
        self.at(copy, places, self.cupy.asarray(part).astype(whole.dtype).astype(wide))
        whole[...] = copy.astype(whole.dtype)
        return True


class Sums(Ufunc):
    """add and subtract."""

    def at(self, whole, places, part):
        """Add `part` at places."""
        part = self.cupy.asarray(part)
        if self.ufunc is self.cupy.subtract:
            self.cupy.add.at(whole, places, -part)
        elif whole.dtype.kind == "c":
            part = part.astype(whole.dtype, copy=False)
            self.at(whole.real, places, part.real)
            self.at(whole.imag, places, part.imag)
        elif not self.wide(whole, places, part, {k: v for k, v in IN_WIDE.items() if k != "float16"}):
            self.cupy.add.at(whole, places, part)


class Extremes(Ufunc):
    """maximum and minimum."""

    def reduce(self, x, axis=0, dtype=None, out=None, keepdims=False):
        """The largest or smallest along a dimension."""
        return (x.max if self.ufunc is self.cupy.maximum else x.min)(axis, out, keepdims)

    def at(self, whole, places, part):
        """The larger or smaller of what is there and `part`, at places. Of nan the GPU's own function takes no notice."""
        part = self.cupy.asarray(part)
        if self.wide(whole, places, part, IN_WIDE):
            return
        unknown = whole != whole
        self.cupy.add.at(count := unknown.astype("int32"), places, (part != part).astype("int32"))
        self.ufunc.at(whole, places, part)
        if whole.dtype.kind == "f":
            whole[...] = self.cupy.where(count > 0, whole.dtype.type("nan"), whole)


class Special:
    """CuPy's special functions."""

    def __init__(self, functions):
        self.functions = functions

    def __getattr__(self, name):
        return part_of(self.functions, name, "CuPy's form of scipy.special")


# --- linear algebra -----------------------------------------------------------------------------------------------------------


class Linalg:
    """CuPy's linear algebra, which here raises LinAlgError where it finds no answer, as NumPy's does."""

    def __init__(self, cupy, cupyx):
        self.cupy, self.cupyx = cupy, cupyx

    def __getattr__(self, name):
        function = part_of(self.cupy.linalg, name, "CuPy's linalg")

        def call(*args, **kwargs):
            with self.watched():
                found = function(*args, **kwargs)
            parts = found if isinstance(found, tuple) else (found,)
            if name in ("svd", "inv", "solve", "cholesky") and any([bool(self.cupy.isnan(x).any()) for x in parts]):
                raise np.linalg.LinAlgError(f"linalg.{name} finds no answer")
            return found

        setattr(self, name, call)
        return call

    def watched(self):
        """The block in which CuPy raises LinAlgError itself; where it has none, nan still tells that there is no answer."""
        try:
            return self.cupyx.errstate(linalg="raise")
        except NotImplementedError:
            return contextlib.nullcontext()


# --- indices ------------------------------------------------------------------------------------------------------------------


def check_places(x, places):
    """Raise IndexError where an array of indices goes beyond its dimension: a GPU would count on from the beginning."""
    check_together([place.shape for place in places if hasattr(place, "shape")])
    for dim, place in enumerate(places):
        if hasattr(place, "dtype") and place.size:
            size, wrong = x.shape[dim], (place < -x.shape[dim]) | (place >= x.shape[dim])
            if wrong.any():
                first = int(place[wrong][0])
                raise IndexError(f"index {first} is out of bounds for axis {dim} with size {size}")


def check_together(shapes):
    """Raise IndexError where arrays of indices do not broadcast."""
    try:
        np.broadcast_shapes(*shapes)
    except ValueError:
        told = " ".join([str(shape).replace(", ", ",") for shape in shapes])
        raise IndexError(
            f"shape mismatch: indexing arrays could not be broadcast together with shapes {told}"
        ) from None
