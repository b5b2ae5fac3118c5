"""wishart: Wishart, covariances of so many normal vectors (shelf)."""

import math
import warnings

from .. import dtypes
from ..creation.arange import arange, eye
from ..creation.tensor import tensor
from ..linalg.cholesky import cholesky_solve, linalg_cholesky
from ..linalg.det import linalg_slogdet
from ..ops.copy.tril import tril_indices
from ..ops.view.expand import broadcast_shapes
from ..random.sampling import randn
from ..size import Size
from . import constraints
from .chi2 import Chi2
from .exp_family import ExponentialFamily
from .multivariate_normal import _precision_to_scale_tril
from .utils import NUMBERS, lazy_property

__all__ = ["Wishart"]


class Wishart(ExponentialFamily):
    """Positive definite matrices [n, n]: sums of x x.T over `df` normal vectors with a covariance.

    df                 how many, more than n - 1
    covariance_matrix  of these; or precision_matrix, its inverse, or scale_tril, L with covariance L L.T

    Errors: ValueError for too small a df. Source: PyTorch, torch.distributions.Wishart.
    """

    support = constraints.positive_definite
    has_rsample = True
    _mean_carrier_measure = 0

    @property
    def arg_constraints(self):
        return {
            "covariance_matrix": constraints.positive_definite, "precision_matrix": constraints.positive_definite,
            "scale_tril": constraints.lower_cholesky, "df": constraints.greater_than(self.event_shape[-1] - 1),
        }  # fmt: skip

    def __init__(self, df, covariance_matrix=None, precision_matrix=None, scale_tril=None, validate_args=None):
        given = {"covariance_matrix": covariance_matrix, "precision_matrix": precision_matrix, "scale_tril": scale_tril}
        given = {name: matrix for name, matrix in given.items() if matrix is not None}
        if len(given) != 1:
            raise AssertionError("Exactly one of covariance_matrix or precision_matrix or scale_tril may be specified.")
        ((name, matrix),) = given.items()
        if matrix.ndim < 2:
            raise ValueError("scale_tril must be at least two-dimensional, with optional leading batch dimensions")
        if isinstance(df, NUMBERS):
            batch, self.df = matrix.shape[:-2], tensor(df, dtype=matrix.dtype, device=matrix.device)
        else:
            batch = broadcast_shapes(matrix.shape[:-2], df.shape)
            self.df = df.expand(batch)
        event = matrix.shape[-2:]
        check_df(self.df, df, event[-1])
        setattr(self, name, matrix.expand((*batch, -1, -1)))
        super().__init__(batch, event, validate_args=validate_args)
        factor = {"scale_tril": lambda L: L, "covariance_matrix": linalg_cholesky}
        self._unbroadcasted_scale_tril = factor.get(name, _precision_to_scale_tril)(matrix)
        self._dist_chi2 = self._squares()

    def _squares(self):
        """The distributions of the squares on the diagonal (Bartlett)."""
        L = self._unbroadcasted_scale_tril
        rows = arange(self._event_shape[-1], dtype=L.dtype, device=L.device)
        return Chi2(df=self.df.unsqueeze(-1) - rows.expand((*self._batch_shape, -1)))

    def expand(self, batch_shape, _instance=None):
        new, batch_shape = self._get_checked_instance(Wishart, _instance), Size(batch_shape)
        shape = batch_shape + self.event_shape
        new._unbroadcasted_scale_tril, new.df = (
            self._unbroadcasted_scale_tril.expand(shape),
            self.df.expand(batch_shape),
        )
        for name in ("covariance_matrix", "scale_tril", "precision_matrix"):
            if name in self.__dict__:
                setattr(new, name, self.__dict__[name].expand(shape))
        self._expanded(new, batch_shape)
        new._dist_chi2 = new._squares()
        return new

    def _whole(self, matrix):
        return matrix.expand(self._batch_shape + self._event_shape)

    @lazy_property
    def scale_tril(self):
        return self._whole(self._unbroadcasted_scale_tril)

    @lazy_property
    def covariance_matrix(self):
        return self._whole(self._unbroadcasted_scale_tril @ self._unbroadcasted_scale_tril.mT)

    @lazy_property
    def precision_matrix(self):
        L = self._unbroadcasted_scale_tril
        return self._whole(cholesky_solve(eye(self._event_shape[-1], dtype=L.dtype, device=L.device), L))

    mean = property(lambda self: self._over(self.df) * self.covariance_matrix)

    def _over(self, numbers):
        """Numbers of the batch, to be multiplied with matrices."""
        return numbers.view((*self._batch_shape, 1, 1))

    @property
    def mode(self):
        factor = self.df - self.covariance_matrix.shape[-1] - 1
        factor[factor <= 0] = math.nan
        return self._over(factor) * self.covariance_matrix

    @property
    def variance(self):
        V = self.covariance_matrix
        diagonal = V.diagonal(dim1=-2, dim2=-1)
        return self._over(self.df) * (V.pow(2) + diagonal.unsqueeze(-1) * diagonal.unsqueeze(-2))

    def _bartlett_sampling(self, sample_shape=Size()):  # noqa: B008
        n = self._event_shape[-1]
        roots = self._dist_chi2.rsample(sample_shape).sqrt()
        noise = roots.clamp(min=dtypes.finfo(roots.dtype).eps).diag_embed()
        i, j = tril_indices(n, n, offset=-1)
        drawn = randn((*sample_shape, *self._batch_shape, n * (n - 1) // 2), dtype=noise.dtype, device=noise.device)
        noise[..., i, j] = drawn
        factor = self._unbroadcasted_scale_tril @ noise
        return factor @ factor.mT

    def rsample(self, sample_shape=Size(), max_try_correction=None):  # noqa: B008
        """Random matrices. PyTorch draws again those that are regular, not the singular ones, and so do we, for its numbers.

        max_try_correction  how often singular ones are drawn again, 10 times unless given
        """
        sample = self._bartlett_sampling(sample_shape)
        again = self._any_of_batch(self.support.check(sample))
        if again.any():
            warnings.warn("Singular sample detected.", stacklevel=2)
            for _ in range(10 if max_try_correction is None else max_try_correction):
                new = self._bartlett_sampling(again[again].shape)
                sample[again] = new
                again[again.clone()] = self._any_of_batch(~self.support.check(new))
                if not again.any():
                    break
        return sample

    def _any_of_batch(self, found):
        """For each draw, whether it is so anywhere in the batch."""
        return found.flatten(-len(self._batch_shape)).any(-1) if self._batch_shape else found

    def _log_det(self):
        """Half the logarithm of the covariance's determinant."""
        return self._unbroadcasted_scale_tril.diagonal(dim1=-2, dim2=-1).log().sum(-1)

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        nu, n = self.df, self._event_shape[-1]
        trace = cholesky_solve(value, self._unbroadcasted_scale_tril).diagonal(dim1=-2, dim2=-1).sum(-1)
        found = -nu * (n * math.log(2) / 2 + self._log_det()) - (nu / 2).mvlgamma(n)
        return found + (nu - n - 1) / 2 * linalg_slogdet(value).logabsdet - trace / 2

    def entropy(self):
        nu, n = self.df, self._event_shape[-1]
        places = arange(n, dtype=nu.dtype, device=nu.device).div(2)
        slope = ((nu / 2).unsqueeze(-1) - places).digamma().sum(-1)
        found = (n + 1) * (n * math.log(2) / 2 + self._log_det()) + (nu / 2).mvlgamma(n)
        return found - (nu - n - 1) / 2 * slope + nu * n / 2

    @property
    def _natural_params(self):
        return -self.precision_matrix / 2, (self.df - self._event_shape[-1] - 1) / 2

    def _log_normalizer(self, x, y):
        n = self._event_shape[-1]
        half = y + (n + 1) / 2
        return half * (-linalg_slogdet(-2 * x).logabsdet + math.log(2) * n) + half.mvlgamma(n)


def check_df(df, given, n):
    """Raise for too few degrees of freedom, and warn of few."""
    if (df <= n - 1).any():
        raise ValueError(f"Value of df={given} expected to be greater than ndim - 1 = {n - 1}.")
    if (df < n).any():
        warnings.warn(
            "Low df values detected. Singular samples are highly likely to occur for ndim - 1 < df < ndim.",
            stacklevel=3,
        )
