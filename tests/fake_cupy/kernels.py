"""kernels: ElementwiseKernel: a line of C++ for each element, which the double reads as a line of NumPy for all.

What both languages write alike is understood: arithmetic, assignments, `+=`, and the functions below.
"""

import re

import numpy as np

from .array import ndarray, wrap
from .state import NUMBERS, counts, refuse

FUNCTIONS = {name: getattr(np, name) for name in ("exp", "log", "sqrt", "tanh", "sin", "cos", "pow", "fabs")}
DECLARED = re.compile(r"^(?:const )?(?:T|float|double|int) (?=\w+ *=[^=])")


class ElementwiseKernel:
    """cupy.ElementwiseKernel of parameters of one type T."""

    def __init__(self, in_params, out_params, operation, name="kernel", **options):
        self.inputs, self.outputs = self.names(in_params), self.names(out_params)
        self.operation, self.name = operation, name

    @staticmethod
    def names(parameters):
        """The names in "T x, T y"."""
        pairs = [one.split() for one in parameters.split(",")]
        if any([len(pair) != 2 or pair[0] != "T" for pair in pairs]):
            refuse(NotImplementedError, f"this double understands parameters of one type T only, not {parameters}")
        return [name for _, name in pairs]

    def __call__(self, *args):
        import scipy.special

        counts[f"kernel {self.name}"] += 1
        if len(args) not in (len(self.inputs), len(self.inputs) + len(self.outputs)):
            refuse(TypeError, f"Wrong number of arguments for {self.name}")
        for x in args:
            if not isinstance(x, (ndarray, *NUMBERS)):
                refuse(TypeError, f"Unsupported type {type(x)} (in the kernel {self.name})")
        kinds = {x.dtype for x in args if isinstance(x, ndarray)}
        if len(kinds) != 1:
            refuse(TypeError, f"Type is mismatched. T {' '.join(map(str, kinds))}")
        kind = kinds.pop()
        given = [x._a if isinstance(x, ndarray) else kind.type(x) for x in args]
        shape = np.broadcast_shapes(*[np.shape(x) for x in given])
        values = dict(zip(self.inputs, given, strict=False))
        outs = args[len(self.inputs) :]
        if any([x.shape != shape for x in outs]):
            refuse(ValueError, "Out shape is mismatched")
        values |= {name: x._a.copy() for name, x in zip(self.outputs, outs, strict=False)}
        known = FUNCTIONS | {"erf": scipy.special.erf, "T": kind.type}
        with np.errstate(all="ignore"):
            for statement in self.operation.split(";"):
                exec(DECLARED.sub("", statement.strip()), known, values)
        results = [np.broadcast_to(values[name], shape).astype(kind) for name in self.outputs]
        for out, result in zip(outs, results, strict=False):
            out._a[...] = result
        found = list(outs) or [wrap(result) for result in results]
        return found[0] if len(found) == 1 else tuple(found)
