"""totals: x.sum() of all numbers of a tensor of float32, the usual end of a loss, in one step (short cuts).

Of about ten numbers it takes 2.0 microseconds where the general way takes 3.2, and recorded 2.7 instead of 5.1.
"""

from functools import wraps

import numpy as np

from .._tensor import Tensor, wrap
from ..graph.grad_mode import state
from ..ops.op import Op
from ..ops.reduction.sum import _sum
from ..ops.reduction.sum import sum as plain
from .calls import make
from .kernels import exchange
from .pieces import FLOAT32
from .record import record_sum
from .sums import add_up

ROUND = ("minitorch.ops.reduction.sum:", "minitorch.ops.op:", "minitorch.ops.call:", "minitorch.graph.")


@wraps(plain)
def sum(input, *args, **names):
    """The sum."""
    if not args and not names and type(input) is Tensor and input._base is None and Op.make is make:
        x = input._array
        if type(x) is np.ndarray and x.dtype is FLOAT32 and x.ndim:
            found = add_up(x)
            out = wrap(found if type(found) is np.ndarray else np.array(found))
            if input._requires_grad and state.enabled:
                record_sum(_sum, input, out)
            return out
    return plain(input, *args, **names)


def put():
    """Attach it, wherever sum is known; returns what undoes it."""

    def let(old, new):
        for name in [name for name, value in vars(Tensor).items() if value is old]:
            setattr(Tensor, name, new)
        exchange([(old, new)])

    let(plain, sum)
    return lambda: let(sum, plain)
