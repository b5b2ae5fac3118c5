"""cov, corrcoef (shelf)."""

from .._tensor import method
from ..dtypes import BOOL
from ..errors import warn
from ..ops.comparison.clamp import clamp
from ..ops.complex.real_imag import complex_array, real
from ..ops.pointwise.exp_log import sqrt
from ..ops.view.diagonal import diag
from ..ops.view.reshape import reshape

__all__ = ["cov", "corrcoef"]


def check_variables(name, input):
    if input.ndim > 2 or input.dtype.category == BOOL:
        raise RuntimeError(
            f"{name}() expects numbers in two or fewer dimensions, but got {input.dtype} in {input.ndim}"
        )


def cov(input, *, correction=1):
    """The covariances of the rows of `input`: a matrix with the variances on its diagonal.

    correction  what the number of observations is lessened by: 1 for an estimate without bias, 0 for the mean

    >>> import minitorch as mt
    >>> mt.cov(mt.tensor([[0.0, 1.0, 2.0], [2.0, 1.0, 0.0]]))
    tensor([[ 1., -1.],
            [-1.,  1.]])

    Errors: RuntimeError for more than two dimensions, and truth values. Source: PyTorch, torch.cov.
    """
    check_variables("cov", input)
    x = input if input.ndim == 2 else reshape(input, (1, -1))
    freedom = x.shape[1] - correction
    if freedom <= 0:
        warn("cov(): degrees of freedom is <= 0. Correction should be strictly less than the number of observations.")
        freedom = 0
    centred = x - x.sum(1, keepdim=True) / x.shape[1]
    return (centred @ centred.t().conj() / freedom).squeeze()


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
    return found if complex_array(found) else clamp(found, -1, 1)


method(cov)
method(corrcoef)
