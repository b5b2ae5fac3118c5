"""meta: the device "meta", whose tensors have a shape, strides and a dtype, and no numbers (core).

They stand for tensors that are not worth making, or too large: a model on "meta" takes no memory, and every operation on
it says which shape and dtype its result would have. `meta` is beside numpy and cupy the third module of array functions:
each finds the form of its result without going through numbers.
"""

import numpy as np

from .._lazy import load

NO_DATA = "Cannot copy out of meta tensor; no data!"


class MetaArray(np.ndarray):
    """An array without numbers. ops/meta_forms.py makes them, and says what their methods do."""


class MetaModule:
    """NumPy's functions as ones whose results have no numbers, each made when it is first asked for."""

    def __getattr__(self, name):
        found = load("minitorch.ops.meta_module").function(name)
        setattr(self, name, found)  # so that it is found at once the next time
        return found


meta = MetaModule()
