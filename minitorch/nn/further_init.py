"""further_init: trunc_normal_, orthogonal_, eye_: further initial values (shelf)."""

import math
import warnings

from .._tensor import wrap
from ..backend import array_module
from ..creation.linspace import eye
from ..creation.zeros import empty_like
from ..graph.grad_mode import no_grad
from ..ops.index.where import where


@no_grad()
def trunc_normal_(tensor, mean=0.0, std=1.0, a=-2.0, b=2.0, generator=None):
    """Fill with numbers from the normal distribution; those outside [a, b] are drawn again.

    Where few would lie inside, numbers are drawn evenly from [a, b) instead and kept with the probability that the
    normal distribution gives them.

    >>> import minitorch as mt
    >>> _ = mt.manual_seed(0)
    >>> mt.nn.init.trunc_normal_(mt.empty(3))
    tensor([ 1.5410, -0.2934, -1.3986])

    Warns when mean lies more than two std outside [a, b]. Source: PyTorch, torch.nn.init.trunc_normal_.
    """
    if mean < a - 2 * std or mean > b + 2 * std:
        far = (
            "mean is more than 2 std from [a, b] in nn.init.trunc_normal_. The distribution of values may be incorrect."
        )
        warnings.warn(far, stacklevel=3)
    inside = math.erf((b - mean) / std / math.sqrt(2)) / 2 - math.erf((a - mean) / std / math.sqrt(2)) / 2
    if inside > 0.3:
        low, high = tensor.new_tensor(a).item(), tensor.new_tensor(b).item()  # as the dtype rounds them
        result = again = empty_like(tensor).normal_(mean, std, generator=generator)
        while (outside := (result < low) | (result > high)).any():
            result = where(outside, again.clone().normal_(mean, std, generator=generator), result)
        return tensor.copy_(result)
    peak = -0.5 * ((max(a, min(mean, b)) - mean) / std) ** 2  # the log of the density where it is largest
    result, pending = tensor, tensor.new_ones(tensor.shape).bool()
    while pending.any():
        drawn = empty_like(tensor).uniform_(a, b, generator=generator)
        result = where(pending, drawn, result)
        density = drawn.sub_(mean).div_(std).pow_(2).mul_(-0.5).sub_(peak)
        pending = pending & (empty_like(tensor).uniform_(generator=generator).log_() > density)
    return tensor.copy_(result)


@no_grad()
def orthogonal_(tensor, gain=1, generator=None):
    """Make the rows of a matrix [n, m] perpendicular and of length `gain`; its columns, where there are fewer of them.

    Dimensions after the second count as columns.

    >>> import minitorch as mt
    >>> w = mt.nn.init.orthogonal_(mt.empty(2, 3))
    >>> mt.round(w @ w.T, decimals=4).abs()
    tensor([[1., 0.],
            [0., 1.]])

    Errors: ValueError for fewer than two dimensions. Source: Saxe et al., 2013; PyTorch, torch.nn.init.orthogonal_.
    """
    if tensor.ndim < 2:
        raise ValueError("Only tensors with 2 or more dimensions are supported")
    if not tensor.numel():
        return tensor
    xp, rows = array_module(tensor._array), tensor.shape[0]
    drawn = tensor.new_empty((rows, tensor.numel() // rows)).normal_(0, 1, generator=generator)._array
    wide = rows < drawn.shape[1]
    q, r = xp.linalg.qr(drawn.T if wide else drawn)
    q = q * xp.sign(xp.diagonal(r))  # makes all directions equally likely: Mezzadri, 2006
    return tensor.copy_(wrap((q.T if wide else q).reshape(tensor.shape))).mul_(gain)


def check_matrix(tensor):
    if tensor.ndim != 2:
        raise ValueError("Only tensors with 2 dimensions are supported")


@no_grad()
def eye_(tensor):
    """Make a matrix [n, m] the identity, as far as its shape allows.

    >>> import minitorch as mt
    >>> mt.nn.init.eye_(mt.empty(2, 3))
    tensor([[1., 0., 0.],
            [0., 1., 0.]])

    Errors: ValueError for other than two dimensions. Source: PyTorch, torch.nn.init.eye_.
    """
    check_matrix(tensor)
    return tensor.copy_(eye(*tensor.shape, device=tensor.device))
