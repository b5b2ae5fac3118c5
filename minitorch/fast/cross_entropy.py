"""cross_entropy: the derivative is finished on the way to the loss (short cuts).

The probabilities are there when the loss is computed, so the gradient, p - y, is nearly done; it is put into a list
that the node saves. Forward and backward of 32 x 10 numbers take two thirds of the time of computing them twice.
"""

from .._tensor import Tensor
from ..backend import array_module
from ..nn.functional import loss
from ..ops.op import op
from . import add
from .table import CALLS, ShortCut, in_place_of

ROUND = ("minitorch.nn.functional.loss:", "minitorch.ops.pointwise.softmax:", *CALLS)
plain = loss.mean_cross_entropy


@op(derivative="NllLossBackward0")
def _cross_entropy(input, target, slopes):
    xp, (n, classes) = array_module(input), input.shape
    right = xp.arange(0, n * classes, classes) + target  # where, in one row of all scores, that of the right class is
    if not input.flags.c_contiguous:
        input = xp.ascontiguousarray(input)
    z = input - xp.maximum.reduce(input, 1, None, None, True)
    row = z.reshape(-1)
    scores = row[right]
    z = xp.exp(z, z)
    totals = xp.add.reduce(z, 1, None, None, True)
    if slopes is not None:
        z /= totals * n
        row[right] -= 1 / n
        slopes.append(z)
    return xp.add.reduce(xp.log(totals[:, 0]) - scores) / input.dtype.type(n)


_cross_entropy.grad(
    input=lambda g, input, target, slopes: (
        loss.off_target(input, target) * (g / target.shape[0]) if isinstance(g, Tensor) else slopes[0] * g
    )
)


def mean_cross_entropy(input, target):
    """The loss of scores [N, C] and right classes [N]; what a formula will need is kept only if one will run."""
    return _cross_entropy.call(input, target, [] if input._requires_grad or input._base is not None else None)


put = in_place_of(loss, "mean_cross_entropy", mean_cross_entropy)
add(ShortCut("cross_entropy", "minitorch.nn.functional.loss:mean_cross_entropy", put, ROUND))
