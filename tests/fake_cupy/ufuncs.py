"""ufuncs: the double's ufuncs: the loops of the real ones, and the few methods that they have."""

import numpy as np

from . import indices
from .array import arrays_in, ndarray, wrap
from .state import NUMBERS, char_of, counts, dtype_of, modules, refuse

# for which dtypes a GPU adds, compares ... where several threads write to one place
ATOMIC = {"add": "ilqILQefd", "subtract": "iI", "maximum": "ilqILQfd", "minimum": "ilqILQfd",
          "bitwise_and": "ilqILQ", "bitwise_or": "ilqILQ", "bitwise_xor": "ilqILQ"}  # fmt: skip
WEAK = {bool: "?", int: "l", float: "d", complex: "D"}
SCORE = {"b": 0, "u": 1, "i": 1, "f": 2, "V": 2, "c": 2}


class Ufunc:
    """A ufunc: computed by NumPy, or SciPy, in the first of CuPy's loops that takes the operands."""

    def __init__(self, name, inputs, loops, plain):
        self.__name__ = self.name = name
        self.nin, self.types, self.plain = inputs, loops, plain
        self.nout = len(loops[0].split("->")[1])
        self.known: dict = {}

    def __repr__(self):
        return f"<ufunc 'cupy_{self.name}'>"

    def loop(self, kinds, weak):
        """(dtypes of the inputs, dtypes of the results) of the loop for operands of these kinds."""
        scores = [
            [SCORE[k.kind] for k, w in zip(kinds, weak, strict=True) if bool(w) is flag] for flag in (False, True)
        ]
        if not scores[0] or max(scores[0]) < max(scores[1], default=0):
            weak = [None] * len(kinds)
        for text in self.types:
            ins, outs = text.split("->")
            into = [dtype_of(c) for c in ins]
            if all([fits(*row) for row in zip(kinds, weak, into, strict=True)]):
                return into, [dtype_of(c) for c in outs]
        return refuse(TypeError, f"Wrong type ({tuple(kinds)}) of arguments for cupy_{self.name}")

    def loop_of_result(self, kind):
        """The same for a dtype that the caller asks for."""
        for text in self.types:
            ins, outs = text.split("->")
            if all([c == char_of(kind) for c in outs]):
                return [dtype_of(c) for c in ins], [kind] * len(outs)
        return refuse(TypeError, f"Wrong type ({kind}) of arguments for cupy_{self.name}")

    def __call__(self, *args, out=None, dtype=None, casting="same_kind", **wrong):
        counts[self.name] += 1
        if wrong:
            refuse(TypeError, f"Wrong arguments {wrong} (of cupy.{self.name})")
        if not self.nin <= len(args) <= self.nin + self.nout:
            refuse(TypeError, f"Wrong number of arguments for 'cupy_{self.name}'")
        ins, outs = args[: self.nin], list(args[self.nin :]) or (list(out) if isinstance(out, tuple) else [out])
        for x in ins:
            if not isinstance(x, (ndarray, *NUMBERS)):
                refuse(TypeError, f"Unsupported type {type(x)} (in cupy.{self.name})")
        for x in outs:
            if not isinstance(x, ndarray) and x is not None:
                refuse(TypeError, f"Unsupported type {type(x)} (as output of cupy.{self.name})")
        if self.plain is None:
            refuse(NotImplementedError, f"this double has no stand-in for cupy.{self.name}")
        given = [x._a if isinstance(x, ndarray) else x for x in ins]
        return self.give(self.compute(given, dtype), outs, casting)

    def compute(self, given, dtype):
        """The results as NumPy arrays of the loop's dtypes."""
        weak = [type(x) if type(x) in WEAK else None for x in given]
        kinds = [np.dtype(WEAK[w]) if w else x.dtype for x, w in zip(given, weak, strict=True)]
        key = (tuple(kinds), tuple(weak), dtype)
        if key not in self.known:
            self.known[key] = self.loop(kinds, weak) if dtype is None else self.loop_of_result(np.dtype(dtype))
        into, kinds = self.known[key]
        with np.errstate(all="ignore"):
            cast = [np.asarray(x).astype(k, copy=False) for x, k in zip(given, into, strict=True)]
            results = self.plain(*cast)
            results = results if isinstance(results, tuple) else (results,)
            return [np.asarray(r).astype(k, copy=False) for r, k in zip(results, kinds, strict=True)]

    def give(self, results, outs, casting):
        """The results, in the arrays that the caller gave for them."""
        made = []
        for result, out in zip(results, [*outs, *[None] * len(results)], strict=False):
            if out is None:
                made.append(wrap(result))
                continue
            if not np.can_cast(result.dtype, out.dtype, casting):
                refuse(TypeError, f"output (typecode '{result.dtype.char}') could not be coerced to provided output "
                                  f"parameter (typecode '{out.dtype.char}') according to the casting rule \"{casting}\"")  # fmt: skip
            if np.broadcast_shapes(result.shape, out.shape) != out.shape:
                refuse(ValueError, f"Out shape is mismatched: {result.shape} and {out.shape}")
            out._a[...] = result
            made.append(out)
        return made[0] if self.nout == 1 else tuple(made)

    # --- its methods --------------------------------------------------------------------------------------------------

    def outer(self, a, b, **named):
        a, b = modules["cupy"].asarray(a), modules["cupy"].asarray(b)
        return self(a.reshape(a.shape + (1,) * b.ndim), b.reshape((1,) * a.ndim + b.shape), **named)

    def at(self, a, indices_, b=None):
        if self.name not in ATOMIC:
            refuse(NotImplementedError, f"`cupy_{self.name}.at` is not supported yet")
        if not isinstance(a, ndarray):
            refuse(AttributeError, f"'{type(a).__name__}' object has no attribute '_scatter_op'")
        key = indices.plain_key(a, indices_)
        if indices.picks(key) and char_of(a.dtype) not in ATOMIC[self.name]:
            refuse(TypeError, f"scatter of {self.name} does not support {a.dtype}")
        plain = {"maximum": np.fmax, "minimum": np.fmin}.get(self.name, self.plain)  # atomic ones pass nan by
        plain.at(a._a, key, np.asarray(b._a if isinstance(b, ndarray) else b).astype(a.dtype))

    def reduce(self, array, axis=0, dtype=None, out=None, keepdims=False):
        if self.name not in ("add", "multiply"):
            refuse(NotImplementedError, f"`cupy_{self.name}.reduce` is not supported yet")
        return getattr(array, {"add": "sum", "multiply": "prod"}[self.name])(axis, dtype, out, keepdims)

    def accumulate(self, array, axis=0, dtype=None, out=None):
        if self.name not in ("add", "multiply"):
            refuse(NotImplementedError, f"`cupy_{self.name}.accumulate` is not supported yet")
        return getattr(array, {"add": "cumsum", "multiply": "cumprod"}[self.name])(axis, dtype, out)

    def reduceat(self, array, places, axis=0, dtype=None, out=None):
        if self.name != "add":
            refuse(NotImplementedError, f"`cupy_{self.name}.reduceat` is not supported yet")
        return wrap(np.add.reduceat(array._a, arrays_in([places])[0]._a, axis, dtype))


def fits(kind, weak, into):
    """Whether an operand can go into a loop: safely, or as a Python number that takes the dtype of its company."""
    if np.can_cast(kind, into):
        return True
    try:
        return weak is not None and np.result_type(weak(0), into) == into
    except TypeError:
        return False
