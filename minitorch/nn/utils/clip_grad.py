"""clip_grad: clip_grad_norm_, clip_grad_value_, get_total_norm (core)."""

import warnings
from types import GeneratorType

from ..._tensor import Tensor
from ...creation.tensor import tensor
from ...graph.grad_mode import no_grad
from ...ops.join.stack import stack
from ...ops.reduction.norm import norm


@no_grad()
def get_total_norm(tensors, norm_type=2.0, error_if_nonfinite=False, foreach=None):
    """The norm of all numbers of all tensors, as if they were one long vector: a tensor of shape []."""
    norms = [norm(one, float(norm_type)) for one in listed(tensors)]
    total = norm(stack(norms), float(norm_type)) if norms else tensor(0.0)
    if error_if_nonfinite and not total.isfinite():
        raise RuntimeError(f"The total norm of order {float(norm_type)} is non-finite, so gradients cannot be clipped")
    return total


@no_grad()
def clip_grad_norm_(parameters, max_norm, norm_type=2.0, error_if_nonfinite=False, foreach=None):
    """Shorten all gradients together, in place, so that their norm is at most `max_norm`. Gives the norm they had.

    >>> import minitorch as mt
    >>> w = mt.tensor([3.0, 4.0], requires_grad=True)
    >>> (w * w).sum().backward()
    >>> mt.nn.utils.clip_grad_norm_([w], max_norm=1.0), w.grad
    (tensor(10.), tensor([0.6000, 0.8000]))

    Source: R. Pascanu, T. Mikolov, Y. Bengio, "On the difficulty of training recurrent neural networks", 2013; PyTorch,
    torch.nn.utils.clip_grad_norm_.
    """
    grads = gradients(parameters)
    total = get_total_norm(grads, norm_type, error_if_nonfinite)
    factor = (float(max_norm) / (total + 1e-6)).clamp(max=1.0)
    for g in grads:
        g.mul_(factor)
    return total


@no_grad()
def clip_grads_with_norm_(parameters, max_norm, total_norm, foreach=None):
    """Shorten all gradients by the factor that takes `total_norm` down to `max_norm`; a shorter one stays.

    Source: PyTorch, torch.nn.utils.clip_grads_with_norm_.
    """
    factor = (float(max_norm) / (total_norm + 1e-6)).clamp(max=1.0)
    for gradient in gradients(parameters):
        gradient.mul_(factor)


@no_grad()
def clip_grad_value_(parameters, clip_value, foreach=None):
    """Bring every number of every gradient into [-clip_value, clip_value], in place.

    Source: PyTorch, torch.nn.utils.clip_grad_value_.
    """
    for gradient in gradients(parameters):
        gradient.clamp_(-float(clip_value), float(clip_value))


def listed(tensors):
    """One tensor or many, as a list."""
    found = [tensors] if isinstance(tensors, Tensor) else list(tensors)
    if not found and isinstance(tensors, GeneratorType):
        warnings.warn("`parameters` is an empty generator, no gradient clipping will occur.", stacklevel=3)
    return found


def gradients(parameters):
    """The gradients of those that have one."""
    return [p.grad for p in listed(parameters) if p.grad is not None]
