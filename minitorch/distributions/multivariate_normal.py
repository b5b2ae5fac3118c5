"""multivariate_normal: MultivariateNormal, normal vectors whose coordinates go together (shelf)."""

import math

from ..linalg.cholesky import linalg_cholesky
from ..linalg.solve import linalg_inv, solve_triangular
from ..ops.matmul.matmul import matmul
from ..ops.view.expand import broadcast_shapes
from ..size import Size
from . import constraints
from .distribution import Distribution
from .utils import _standard_normal, lazy_property


def _batch_mv(bmat, bvec):
    """Matrices [..., n, m] times vectors [..., m]."""
    return matmul(bmat, bvec.unsqueeze(-1)).squeeze(-1)


def _batch_mahalanobis(bL, bx):
    """|L^-1 x|**2 for matrices [..., n, n] and vectors [..., n], whose further dimensions broadcast."""
    batch = broadcast_shapes(bL.shape[:-2], bx.shape[:-1])
    solved = solve_triangular(bL.expand((*batch, -1, -1)), bx.expand((*batch, -1)).unsqueeze(-1), upper=False)
    return solved.pow(2).sum((-2, -1))


class MultivariateNormal(Distribution):
    """Normal vectors with the mean `loc` [..., n] and one of three matrices [..., n, n].

    covariance_matrix  of the coordinates; precision_matrix: its inverse; scale_tril: L with covariance L L.T

    >>> import minitorch as mt
    >>> from minitorch.distributions import MultivariateNormal
    >>> MultivariateNormal(mt.zeros(2), mt.eye(2)).log_prob(mt.zeros(2))
    tensor(-1.8379)

    Errors: ValueError for none or several of the three. Source: PyTorch, torch.distributions.MultivariateNormal.
    """

    arg_constraints = {
        "loc": constraints.real_vector, "covariance_matrix": constraints.positive_definite,
        "precision_matrix": constraints.positive_definite, "scale_tril": constraints.lower_cholesky,
    }  # fmt: skip
    support = constraints.real_vector
    has_rsample = True

    def __init__(self, loc, covariance_matrix=None, precision_matrix=None, scale_tril=None, validate_args=None):
        if loc.ndim < 1:
            raise ValueError("loc must be at least one-dimensional.")
        given = {"scale_tril": scale_tril, "covariance_matrix": covariance_matrix, "precision_matrix": precision_matrix}
        given = {name: matrix for name, matrix in given.items() if matrix is not None}
        if len(given) != 1:
            raise ValueError("Exactly one of covariance_matrix or precision_matrix or scale_tril may be specified.")
        ((name, matrix),) = given.items()
        if matrix.ndim < 2:
            raise ValueError(f"{name} must be at least two-dimensional, with optional leading batch dimensions")
        batch = broadcast_shapes(matrix.shape[:-2], loc.shape[:-1])
        setattr(self, name, matrix.expand((*batch, -1, -1)))
        self.loc = loc.expand((*batch, -1))
        super().__init__(batch, self.loc.shape[-1:], validate_args=validate_args)
        matrix = linalg_inv(matrix) if name == "precision_matrix" else matrix
        self._unbroadcasted_scale_tril = matrix if name == "scale_tril" else linalg_cholesky(matrix)

    def _whole(self, matrix):
        return matrix.expand(self._batch_shape + self._event_shape + self._event_shape)

    @lazy_property
    def scale_tril(self):
        return self._whole(self._unbroadcasted_scale_tril)

    @lazy_property
    def covariance_matrix(self):
        return self._whole(matmul(self._unbroadcasted_scale_tril, self._unbroadcasted_scale_tril.mT))

    @lazy_property
    def precision_matrix(self):
        return linalg_inv(self.covariance_matrix)

    mean = property(lambda self: self.loc)

    @property
    def variance(self):
        return self._unbroadcasted_scale_tril.pow(2).sum(-1).expand(self._batch_shape + self._event_shape)

    def rsample(self, sample_shape=Size()):  # noqa: B008
        drawn = _standard_normal(self._extended_shape(sample_shape), self.loc.dtype, self.loc.device)
        return self.loc + _batch_mv(self._unbroadcasted_scale_tril, drawn)

    def _half_log_det(self):
        return self._unbroadcasted_scale_tril.diagonal(dim1=-2, dim2=-1).log().sum(-1)

    def log_prob(self, value):
        self._check(value)
        square = _batch_mahalanobis(self._unbroadcasted_scale_tril, value - self.loc)
        return -0.5 * (self._event_shape[0] * math.log(2 * math.pi) + square) - self._half_log_det()

    def entropy(self):
        found = 0.5 * self._event_shape[0] * (1.0 + math.log(2 * math.pi)) + self._half_log_det()
        return found.expand(self._batch_shape) if self._batch_shape else found
