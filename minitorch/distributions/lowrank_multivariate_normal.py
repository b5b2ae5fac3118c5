"""lowrank_multivariate_normal: LowRankMultivariateNormal, normal vectors moved by a few common causes (shelf)."""

import math

from ..linalg.cholesky import linalg_cholesky
from ..linalg.solve_triangular import solve_triangular
from ..ops.matmul.matmul import matmul
from ..ops.view.expand import broadcast_tensors
from ..size import Size
from . import constraints
from .distribution import Distribution
from .multivariate_normal import _batch_mahalanobis, _batch_mv
from .utils import _standard_normal, lazy_property

__all__ = ["LowRankMultivariateNormal"]


def _batch_capacitance_tril(W, D):
    """The triangular factor of I + W.T D^-1 W, for W [..., n, m] and a diagonal D [..., n]."""
    K = matmul(W.mT / D.unsqueeze(-2), W).contiguous()
    m = W.shape[-1]
    K.view(-1, m * m)[:, :: m + 1] += 1
    return linalg_cholesky(K)


def _batch_lowrank_logdet(W, D, capacitance_tril):
    """log det(W W.T + D)."""
    return 2 * capacitance_tril.diagonal(dim1=-2, dim2=-1).log().sum(-1) + D.log().sum(-1)


def _batch_lowrank_mahalanobis(W, D, x, capacitance_tril):
    """x.T (W W.T + D)^-1 x, by the Woodbury identity."""
    inner = _batch_mv(W.mT / D.unsqueeze(-2), x)
    return (x.pow(2) / D).sum(-1) - _batch_mahalanobis(capacitance_tril, inner)


class LowRankMultivariateNormal(Distribution):
    """Normal vectors [n] with the covariance cov_factor @ cov_factor.T + diag(cov_diag), cov_factor [n, m].

    Errors: ValueError for shapes that do not fit. Source: PyTorch, torch.distributions.LowRankMultivariateNormal.
    """

    arg_constraints = {
        "loc": constraints.real_vector, "cov_factor": constraints.independent(constraints.real, 2),
        "cov_diag": constraints.independent(constraints.positive, 1),
    }  # fmt: skip
    support = constraints.real_vector
    has_rsample = True

    def __init__(self, loc, cov_factor, cov_diag, validate_args=None):
        check_shapes(loc, cov_factor, cov_diag)
        try:
            mean, self.cov_factor, diag = broadcast_tensors(loc.unsqueeze(-1), cov_factor, cov_diag.unsqueeze(-1))
        except RuntimeError as error:
            raise ValueError(
                f"Incompatible batch shapes: loc {loc.shape}, cov_factor {cov_factor.shape}, cov_diag {cov_diag.shape}"
            ) from error
        self.loc, self.cov_diag = mean[..., 0], diag[..., 0]
        self._unbroadcasted_cov_factor, self._unbroadcasted_cov_diag = cov_factor, cov_diag
        self._capacitance_tril = _batch_capacitance_tril(cov_factor, cov_diag)
        super().__init__(self.loc.shape[:-1], loc.shape[-1:], validate_args=validate_args)

    def expand(self, batch_shape, _instance=None):
        new, batch_shape = self._get_checked_instance(LowRankMultivariateNormal, _instance), Size(batch_shape)
        shape = batch_shape + self.event_shape
        new.loc, new.cov_diag = self.loc.expand(shape), self.cov_diag.expand(shape)
        new.cov_factor = self.cov_factor.expand(shape + self.cov_factor.shape[-1:])
        for name in ("_unbroadcasted_cov_factor", "_unbroadcasted_cov_diag", "_capacitance_tril"):
            setattr(new, name, getattr(self, name))
        return self._expanded(new, batch_shape)

    mean = property(lambda self: self.loc)
    mode = property(lambda self: self.loc)

    @lazy_property
    def variance(self):
        found = self._unbroadcasted_cov_factor.pow(2).sum(-1) + self._unbroadcasted_cov_diag
        return found.expand(self._batch_shape + self._event_shape)

    def _whole(self, matrix):
        return matrix.expand(self._batch_shape + self._event_shape + self._event_shape)

    @lazy_property
    def scale_tril(self):
        root = self._unbroadcasted_cov_diag.sqrt().unsqueeze(-1)
        factor = self._unbroadcasted_cov_factor / root
        K = matmul(factor, factor.mT).contiguous()
        n = self._event_shape[0]
        K.view(-1, n * n)[:, :: n + 1] += 1
        return self._whole(root * linalg_cholesky(K))

    @lazy_property
    def covariance_matrix(self):
        factor = self._unbroadcasted_cov_factor
        return self._whole(matmul(factor, factor.mT) + self._unbroadcasted_cov_diag.diag_embed())

    @lazy_property
    def precision_matrix(self):
        diag = self._unbroadcasted_cov_diag
        inner = self._unbroadcasted_cov_factor.mT / diag.unsqueeze(-2)
        A = solve_triangular(self._capacitance_tril, inner, upper=False)
        return self._whole(diag.reciprocal().diag_embed() - A.mT @ A)

    def rsample(self, sample_shape=Size()):  # noqa: B008
        shape, kind = self._extended_shape(sample_shape), (self.loc.dtype, self.loc.device)
        causes = _standard_normal(shape[:-1] + self.cov_factor.shape[-1:], *kind)
        own = _standard_normal(shape, *kind)
        common = _batch_mv(self._unbroadcasted_cov_factor, causes)
        return self.loc + common + self._unbroadcasted_cov_diag.sqrt() * own

    def _log_det(self):
        return _batch_lowrank_logdet(
            self._unbroadcasted_cov_factor, self._unbroadcasted_cov_diag, self._capacitance_tril
        )

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        square = _batch_lowrank_mahalanobis(
            self._unbroadcasted_cov_factor, self._unbroadcasted_cov_diag, value - self.loc, self._capacitance_tril
        )
        return -0.5 * (self._event_shape[0] * math.log(2 * math.pi) + self._log_det() + square)

    def entropy(self):
        found = 0.5 * (self._event_shape[0] * (1.0 + math.log(2 * math.pi)) + self._log_det())
        return found.expand(self._batch_shape) if self._batch_shape else found


def check_shapes(loc, cov_factor, cov_diag):
    """Raise unless these are a vector, a matrix and a diagonal of one length."""
    if loc.ndim < 1:
        raise ValueError("loc must be at least one-dimensional.")
    event = loc.shape[-1:]
    if cov_factor.ndim < 2:
        raise ValueError("cov_factor must be at least two-dimensional, with optional leading batch dimensions")
    if cov_factor.shape[-2:-1] != event:
        raise ValueError(f"cov_factor must be a batch of matrices with shape {event[0]} x m")
    if cov_diag.shape[-1:] != event:
        raise ValueError(f"cov_diag must be a batch of vectors with shape {event}")
