"""low_rank: kl_divergence of normal vectors with a covariance of low rank (shelf)."""

from ...linalg.solve_triangular import solve_triangular
from ...ops.view.expand import broadcast_shapes
from ..lowrank_multivariate_normal import LowRankMultivariateNormal, _batch_lowrank_mahalanobis
from ..multivariate_normal import MultivariateNormal, _batch_mahalanobis
from .registry import register_kl


def squares(matrix):
    """The sum of the squares of a matrix."""
    return matrix.pow(2).sum((-2, -1))


def check_events(p, q):
    if p.event_shape != q.event_shape:
        raise ValueError(
            "KL-divergence between two (Low Rank) Multivariate Normals with different event shapes cannot be computed"
        )


def away(p, q):
    """How far the mean of p is from that of q, squared, in the metric of q."""
    W, D = q._unbroadcasted_cov_factor, q._unbroadcasted_cov_diag
    return _batch_lowrank_mahalanobis(W, D, q.loc - p.loc, q._capacitance_tril)


def inner(q):
    """What turns x into the part of it that the common causes of q explain."""
    scaled = q._unbroadcasted_cov_factor.mT / q._unbroadcasted_cov_diag.unsqueeze(-2)
    return solve_triangular(q._capacitance_tril, scaled, upper=False)


@register_kl(LowRankMultivariateNormal, LowRankMultivariateNormal)
def _low_rank(p, q):
    check_events(p, q)
    W, D, E, A = p._unbroadcasted_cov_factor, p._unbroadcasted_cov_diag, q._unbroadcasted_cov_diag, inner(q)
    spread = (D / E).sum(-1) + squares(W * E.rsqrt().unsqueeze(-1))
    spread = spread - squares(A * D.sqrt().unsqueeze(-2)) - squares(A.matmul(W))
    return 0.5 * (q._log_det() - p._log_det() + spread + away(p, q) - p.event_shape[0])


@register_kl(MultivariateNormal, LowRankMultivariateNormal)
def _to_low_rank(p, q):
    check_events(p, q)
    L, E = p._unbroadcasted_scale_tril, q._unbroadcasted_cov_diag
    spread = squares(L * E.rsqrt().unsqueeze(-1)) - squares(inner(q).matmul(L))
    return 0.5 * (q._log_det() - 2 * p._half_log_det() + spread + away(p, q) - p.event_shape[0])


@register_kl(LowRankMultivariateNormal, MultivariateNormal)
def _from_low_rank(p, q):
    check_events(p, q)
    L, W, n = q._unbroadcasted_scale_tril, p._unbroadcasted_cov_factor, p.event_shape[0]
    batch = broadcast_shapes(L.shape[:-2], W.shape[:-2])
    L, root = L.expand((*batch, n, n)), p._unbroadcasted_cov_diag.sqrt().diag_embed().expand((*batch, n, n))
    W = W.expand((*batch, n, p.cov_factor.shape[-1]))
    spread = squares(solve_triangular(L, W, upper=False)) + squares(solve_triangular(L, root, upper=False))
    square = _batch_mahalanobis(q._unbroadcasted_scale_tril, q.loc - p.loc)
    return 0.5 * (2 * q._half_log_det() - p._log_det() + spread + square - n)
