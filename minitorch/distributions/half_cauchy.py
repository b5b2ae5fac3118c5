"""half_cauchy: HalfCauchy, a Cauchy distribution folded at 0 (shelf)."""

import math

from ..creation.zeros import full
from .cauchy import Cauchy
from .half_normal import Half
from .transforms import AbsTransform

__all__ = ["HalfCauchy"]


class HalfCauchy(Half):
    """|x| for a Cauchy x about 0. Source: PyTorch, torch.distributions.HalfCauchy."""

    _batch_parameters = ()

    def __init__(self, scale, validate_args=None):
        base = Cauchy(0, scale, validate_args=False)
        super().__init__(base, AbsTransform(), validate_args=validate_args)

    variance = property(lambda self: self.base_dist.variance)

    @property
    def mean(self):
        return full(self._extended_shape(), math.inf, dtype=self.scale.dtype, device=self.scale.device)
