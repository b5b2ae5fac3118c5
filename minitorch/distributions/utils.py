"""utils: broadcast_all, lazy_property, probabilities and their logits (shelf)."""

from functools import cached_property

from .. import dtypes
from .._tensor import Tensor
from ..creation.tensor import tensor
from ..creation.type_info import finfo
from ..creation.zeros import empty
from ..graph.grad_mode import enable_grad
from ..ops.view.further import broadcast_tensors


def broadcast_all(*values):
    """Numbers and tensors as tensors of one shape. Numbers take the dtype of the first tensor, or the default one.

    Errors: ValueError for what is neither. Source: PyTorch, torch.distributions.utils.broadcast_all.
    """
    if not all(isinstance(value, (Tensor, int, float)) for value in values):
        raise ValueError("Input arguments must all be instances of Number or torch.Tensor.")
    first = next((value for value in values if isinstance(value, Tensor)), None)
    options = {"dtype": dtypes.get_default_dtype()} if first is None else {"dtype": first.dtype, "device": first.device}
    return broadcast_tensors(*[v if isinstance(v, Tensor) else tensor(v, **options) for v in values])


def _standard_normal(shape, dtype, device):
    return empty(shape, dtype=dtype, device=device).normal_()


def _sum_rightmost(value, dim):
    """The sum over the last `dim` dimensions."""
    return value.reshape((*value.shape[:-dim], -1)).sum(-1) if dim else value


def exactly_one(probs, logits):
    """Raise unless one of the two ways to give a discrete distribution is used."""
    if (probs is None) == (logits is None):
        raise ValueError("Either `probs` or `logits` must be specified, but not both.")


def logits_to_probs(logits, is_binary=False):
    """Probabilities: sigmoid of a binary variable's logits, else softmax along the last dimension."""
    return logits.sigmoid() if is_binary else logits.softmax(-1)


def clamp_probs(probs):
    """Probabilities kept a rounding error away from 0 and 1."""
    eps = finfo(probs.dtype).eps
    return probs.clamp(min=eps, max=1 - eps)


def probs_to_logits(probs, is_binary=False):
    """The logarithms of probabilities; of a binary variable, log(p / (1 - p))."""
    probs = clamp_probs(probs)
    return probs.log() - (-probs).log1p() if is_binary else probs.log()


def lazy_property(method):
    """A method that becomes an attribute: it is called once, with gradients recorded, when it is first asked for."""
    return cached_property(enable_grad()(method))
