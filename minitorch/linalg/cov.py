"""cov, corrcoef (shelf)."""

from .._tensor import Tensor, method
from ..dtypes import BOOL, FLOATING, INTEGER
from ..notes import warn
from ..ops.comparison.clamp import clamp
from ..ops.complex.real_imag import complex_array, imag, real
from ..ops.matmul.matmul import mm
from ..ops.pointwise.arithmetic import div
from ..ops.pointwise.exp_log import sqrt
from ..ops.reduction.sum import _sum
from ..ops.view.diagonal import diag
from ..ops.view.reshape import reshape
from ..ops.view.squeeze import squeeze, unsqueeze

__all__ = ["cov", "corrcoef"]


def check_variables(name, input):
    if input.ndim > 2:
        raise RuntimeError(
            f"{name}(): expected input to have two or fewer dimensions but got an input with {input.ndim} dimensions"
        )
    if input.dtype.category == BOOL:
        raise RuntimeError(f"{name}(): bool dtype is not supported for input")


def check_weights(name, weights, count, category, kind):
    """PyTorch's errors for weights that do not fit to the observations."""
    if not isinstance(weights, Tensor):
        raise TypeError(f"cov(): argument '{name}' must be Tensor, not {type(weights).__name__}")
    if weights.ndim > 1:
        raise RuntimeError(
            f"cov(): expected {name} to have one or fewer dimensions but got {name} with {weights.ndim} dimensions"
        )
    if weights.dtype.category != category:
        raise RuntimeError(
            f"cov(): expected {name} to have {kind} dtype but got {name} with {weights.dtype.title} dtype"
        )
    if weights.numel() != count:
        raise RuntimeError(
            f"cov(): expected {name} to have the same numel as there are observations in the input but got "
            f"{weights.numel()} != {count}"
        )
    if (weights._array < 0).any():
        raise RuntimeError(f"cov(): {name} cannot be negative")


def cov(input, *, correction=1, fweights=None, aweights=None):
    """The covariances of the rows of `input`: a matrix with the variances on its diagonal.

    correction  what the number of observations is lessened by: 1 for an estimate without bias, 0 for the mean
    fweights    how often each observation was made: integers
    aweights    how much each observation counts

    >>> import minitorch as mt
    >>> mt.cov(mt.tensor([[0.0, 1.0, 2.0], [2.0, 1.0, 0.0]]))
    tensor([[ 1., -1.],
            [-1.,  1.]])

    Errors: RuntimeError for more than two dimensions, truth values, and weights that do not fit.
    Source: PyTorch, torch.cov.
    """
    check_variables("cov", input)
    x = input if input.ndim == 2 else reshape(input, (1, -1))
    total = count = x.shape[1]
    weights = None
    if fweights is not None:
        check_weights("fweights", fweights, count, INTEGER, "integral")
        weights = fweights
    if aweights is not None:
        check_weights("aweights", aweights, count, FLOATING, "floating point")
        weights = aweights if weights is None else weights * aweights
    if weights is not None:
        total = _sum(weights)
        if not total.item():
            raise RuntimeError("cov(): weights sum to zero, can't be normalized")
    weighted = x if weights is None else x * weights
    centred = x - unsqueeze(div(_sum(weighted, 1), total), -1)
    if weights is not None and aweights is not None and correction:
        freedom = total - correction * _sum(weights * aweights) / total
    else:
        freedom = total - correction
    if freedom <= 0:
        warn("cov(): degrees of freedom is <= 0. Correction should be strictly less than the number of observations.")
        freedom = 0
    products = mm(centred, (centred if weights is None else centred * weights).t().conj())
    return squeeze(div(products, freedom))


def corrcoef(input):
    """The correlations of the rows of `input`: their covariances over the product of their deviations, -1 to 1.

    >>> import minitorch as mt
    >>> mt.corrcoef(mt.tensor([[0.0, 1.0, 2.0], [5.0, 3.0, 1.0]]))
    tensor([[ 1., -1.],
            [-1.,  1.]])

    Errors: RuntimeError for more than two dimensions. Source: PyTorch, torch.corrcoef.
    """
    check_variables("corrcoef", input)
    together = cov(input)
    if not together.ndim:
        return together / together
    deviation = sqrt(real(diag(together)))
    found = together / reshape(deviation, (-1, 1)) / deviation
    if not complex_array(found):
        return clamp(found, -1, 1)
    return clamp(real(found), -1, 1) + clamp(imag(found), -1, 1) * 1j


method(cov)
method(corrcoef)
