"""lkj_cholesky: LKJCholesky, matrices of correlations by their triangular factors (shelf)."""

import math

from .. import dtypes
from ..creation.arange import arange
from ..ops.join.cat import cat
from ..random.sampling import randn
from ..size import Size
from . import constraints
from .beta import Beta
from .distribution import Distribution
from .utils import broadcast_all

__all__ = ["LKJCholesky"]


class LKJCholesky(Distribution):
    """Factors L [dim, dim] of correlations L L.T, the closer to the identity the larger `concentration`.

    Errors: ValueError for dim below 2.
    Source: Lewandowski, Kurowicka and Joe, 2009, the onion method; PyTorch, torch.distributions.LKJCholesky.
    """

    arg_constraints = {"concentration": constraints.positive}
    support = constraints.corr_cholesky

    def __init__(self, dim, concentration=1.0, validate_args=None):
        if dim < 2:
            raise ValueError(f"Expected dim to be an integer greater than or equal to 2. Found dim={dim}.")
        self.dim = dim
        (self.concentration,) = broadcast_all(concentration)
        rows = arange(dim - 1, dtype=self.concentration.dtype, device=self.concentration.device)
        rows = cat([rows.new_zeros((1,)), rows])
        left = (self.concentration + 0.5 * (dim - 2)).unsqueeze(-1) - 0.5 * rows
        self._beta = Beta(rows + 0.5, left)
        super().__init__(self.concentration.size(), Size((dim, dim)), validate_args=validate_args)

    def expand(self, batch_shape, _instance=None):
        new, batch_shape = self._get_checked_instance(LKJCholesky, _instance), Size(batch_shape)
        new.dim, new.concentration = self.dim, self.concentration.expand(batch_shape)
        new._beta = self._beta.expand((*batch_shape, self.dim))
        return self._expanded(new, batch_shape)

    def sample(self, sample_shape=Size()):  # noqa: B008
        part = self._beta.sample(sample_shape).unsqueeze(-1)  # of each row's length, what lies before the diagonal
        drawn = randn(self._extended_shape(sample_shape), dtype=part.dtype, device=part.device).tril(-1)
        direction = drawn / drawn.norm(dim=-1, keepdim=True)
        direction[..., 0, :].fill_(0.0)
        w = part.sqrt() * direction
        rest = (1 - (w**2).sum(-1)).clamp(min=dtypes.finfo(w.dtype).tiny).sqrt()
        return w + rest.diag_embed()

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        n = self.dim - 1
        order = 2 * (self.concentration - 1).unsqueeze(-1) + self.dim
        order = order - arange(2, self.dim + 1, device=self.concentration.device)
        alpha = self.concentration + 0.5 * n
        scale = 0.5 * n * math.log(math.pi) + (alpha - 0.5).mvlgamma(n) - alpha.lgamma() * n
        return (order * value.diagonal(dim1=-1, dim2=-2)[..., 1:].log()).sum(-1) - scale
