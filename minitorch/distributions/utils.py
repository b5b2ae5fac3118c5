"""utils: broadcast_all, lazy_property (shelf)."""

from functools import cached_property

from .. import dtypes
from .._tensor import Tensor
from ..creation.tensor import tensor
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


def lazy_property(method):
    """A method that becomes an attribute: it is called once, with gradients recorded, when it is first asked for."""
    return cached_property(enable_grad()(method))
