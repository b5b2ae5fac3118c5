"""utils: broadcast_all, lazy_property, probabilities and their logits, triangular matrices as vectors (shelf)."""

from functools import update_wrapper

from .. import dtypes
from .._tensor import Tensor
from ..creation.arange import arange
from ..creation.tensor import tensor
from ..creation.zeros import empty
from ..graph.grad_mode import enable_grad
from ..ops.view.expand import broadcast_tensors

__all__ = [
    "broadcast_all", "clamp_probs", "lazy_property", "logits_to_probs", "probs_to_logits", "tril_matrix_to_vec",
    "vec_to_tril_matrix",
]  # fmt: skip

euler_constant = 0.57721566490153286060
NUMBERS = (int, float)


def broadcast_all(*values):
    """Numbers and tensors as tensors of one shape. Numbers take the dtype of the first tensor, or the default one.

    Errors: ValueError for what is neither. Source: PyTorch, torch.distributions.utils.broadcast_all.
    """
    if not all(isinstance(value, (Tensor, *NUMBERS)) for value in values):
        raise ValueError(
            "Input arguments must all be instances of Number, torch.Tensor or objects implementing __torch_function__."
        )
    first = next((value for value in values if isinstance(value, Tensor)), None)
    options = {"dtype": dtypes.get_default_dtype()} if first is None else {"dtype": first.dtype, "device": first.device}
    return broadcast_tensors(*[v if isinstance(v, Tensor) else tensor(v, **options) for v in values])


def _standard_normal(shape, dtype, device):
    return empty(shape, dtype=dtype, device=device).normal_()


def _sum_rightmost(value, dim):
    """The sum over the last `dim` dimensions."""
    return value.reshape((*value.shape[:-dim], -1)).sum(-1) if dim else value


# --- probabilities and logits -------------------------------------------------------------------------------------------


def logits_to_probs(logits, is_binary=False):
    """Probabilities: sigmoid of a binary variable's logits, else softmax along the last dimension."""
    return logits.sigmoid() if is_binary else logits.softmax(-1)


def clamp_probs(probs):
    """Probabilities kept a rounding error away from 0 and 1."""
    eps = dtypes.finfo(probs.dtype).eps
    return probs.clamp(min=eps, max=1 - eps)


def probs_to_logits(probs, is_binary=False):
    """The logarithms of probabilities; of a binary variable, log(p / (1 - p))."""
    probs = clamp_probs(probs)
    return probs.log() - (-probs).log1p() if is_binary else probs.log()


class lazy_property:
    """A method that becomes an attribute: it is called once, with gradients recorded, when it is first asked for."""

    def __init__(self, wrapped):
        self.wrapped = wrapped
        update_wrapper(self, wrapped)

    def __get__(self, instance, obj_type=None):
        if instance is None:
            return _lazy_property_and_property(self.wrapped)
        with enable_grad():
            value = self.wrapped(instance)
        setattr(instance, self.wrapped.__name__, value)
        return value


class _lazy_property_and_property(lazy_property, property):
    """What a class shows in the place of a lazy_property: a property, for tools that list them."""

    def __init__(self, wrapped):
        property.__init__(self, wrapped)


def exactly_one(probs, logits):
    """Raise unless one of the two ways to give a discrete distribution is used."""
    if (probs is None) == (logits is None):
        raise ValueError("Either `probs` or `logits` must be specified, but not both.")


# --- triangular matrices ------------------------------------------------------------------------------------------------


def below(n, diag, device):
    """Where a matrix [n, n] is on or below a diagonal."""
    places = arange(n, device=device)
    return places < places.view(-1, 1) + (diag + 1)


def tril_matrix_to_vec(mat, diag=0):
    """The numbers on and below a diagonal, row by row: [..., n, n] -> [..., count]."""
    n = mat.shape[-1]
    if not -n <= diag < n:
        raise ValueError(f"diag ({diag}) provided is outside [{-n}, {n - 1}].")
    return mat[..., below(n, diag, mat.device)]


def vec_to_tril_matrix(vec, diag=0):
    """The matrix [..., n, n] with these numbers on and below a diagonal, and zeros elsewhere."""
    step = 1 + 2 * diag
    n = (-step + (step**2 + 8 * vec.shape[-1] + 4 * abs(diag) * (diag + 1)) ** 0.5) / 2
    if round(n) - n > dtypes.finfo(vec.dtype).eps:
        raise ValueError(
            f"The size of last dimension is {vec.shape[-1]} which cannot be expressed as the lower triangular part of a "
            "square D x D matrix."
        )
    n = round(n)
    matrix = vec.new_zeros((*vec.shape[:-1], n, n))
    matrix[..., below(n, diag, vec.device)] = vec
    return matrix
