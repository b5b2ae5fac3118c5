"""minitorch: PyTorch's core, built lesson by lesson.

The names below stand in the order in which the course builds them. A copy of the package that lacks the files of later
lessons ends where they would begin: it imports, and it works. That is what every lesson starts from. What stands in
other files than these is loaded when it is first asked for: _lazy_names.py says where it is.
"""

import gc as _gc
from math import e, inf, nan, pi

from ._lazy import add_lazy_attributes as _shelve
from ._lazy import end_of_package, lazy_names

newaxis = None
_collecting = _gc.isenabled()
_gc.disable()  # what is made here stays: Python need not search it for what is unused, a tenth of the time

# isort: off
try:
    # 01  the tensor and its attributes
    from .dtypes import (
        dtype, promote_types, get_default_dtype, set_default_dtype,
        bool, uint8, int8, uint16, int16, uint32, int32, uint64, int64, float16, bfloat16, float32, float64,
        complex64, complex128, short, int, long, half, float, double, cfloat, cdouble,
    )  # fmt: skip
    from .backend import device, get_default_device, set_default_device
    from .size import Size
    from ._tensor import Tensor
    from .creation.memory_format import *
    from .creation.tensor import *
    from .creation.zeros import *

    # 02  making tensors
    from .creation.arange import *

    # 03  operations and broadcasting
    from .ops.pointwise.arithmetic import *
    from .ops.index.where import *
    from .ops.pointwise.exp_log import *
    from .ops.pointwise.activation import *
    from .ops.comparison.comparison import *
    from .ops.pointwise.pow import *
    from .ops.view.expand import *
    from .ops.reduction.sum import *
    from .ops.reduction.mean import *
    from .ops.inplace.in_place import *
    from .ops.comparison.clamp import *
    from .ops.reduction.var_std import *
    from .ops.reduction.norm import *

    # 04  shapes, views, indexing
    from .ops.copy.clone import *
    from .ops.copy.to import *
    from .ops.view.reshape import *
    from .ops.view.squeeze import *
    from .ops.view.transpose import *
    from .ops.index.bounds import *
    from .ops.view.stride import *
    from .ops.index.getitem import *
    from .ops.index.setitem import *
    from .ops.inplace.operators import *
    from .ops.join.cat import *
    from .ops.join.split import *
    from .ops.join.stack import *

    # 05  recording the graph
    from .graph.grad_mode import no_grad, enable_grad, set_grad_enabled, inference_mode, is_grad_enabled
    from .graph.record import record as _record

    # 06  walking it backwards
    from .autograd.backward import backward as _backward
    from .ops.pointwise.softmax import *

    # 07  a formula for every op
    from .ops.matmul.matmul import *
    from .ops.matmul.addmm import *

    # 09  changes in place
    from .graph.rewrite import remember as _remember

    # 10  gradients of gradients, your own function: in autograd

    # the same, sooner
    from .fast import table as _short_cuts
except ModuleNotFoundError as missing:
    end_of_package(missing)
finally:
    if _collecting:
        if not _gc.get_freeze_count():
            _gc.freeze()  # and what is frozen and thawed counts as old
            _gc.unfreeze()
        _gc.enable()

if "Tensor" in globals():
    _shelve(globals()["Tensor"])

__getattr__, __dir__ = lazy_names(__name__)
