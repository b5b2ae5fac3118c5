"""geometric: Geometric, how many failures come before the first success (shelf)."""

from .. import dtypes
from ..creation.zeros import empty, zeros_like
from ..graph.grad_mode import no_grad
from ..nn.functional.binary_cross_entropy import binary_cross_entropy_with_logits
from ..size import Size
from . import constraints
from .binary import Binary
from .distribution import Distribution
from .utils import broadcast_all

__all__ = ["Geometric"]


class Geometric(Binary, Distribution):
    """Counts of failures, where each try succeeds with probability `probs`. Source: PyTorch, torch.distributions.Geometric."""

    arg_constraints = {"probs": constraints.unit_interval, "logits": constraints.real}
    support = constraints.nonnegative_integer
    _batch_parameters = ("probs", "logits")

    def __init__(self, probs=None, logits=None, validate_args=None):
        self._take(probs, logits)
        super().__init__(self._param.shape, validate_args=validate_args)
        if self._validate_args and probs is not None and not (self.probs > 0).all():
            value = self.probs
            raise ValueError(
                f"Expected parameter probs ({type(value).__name__} of shape {tuple(value.shape)}) of distribution "
                f"{self!r} to be positive but found invalid values:\n{value.data[~(value > 0)]}"
            )

    mean = property(lambda self: 1.0 / self.probs - 1.0)
    mode = property(lambda self: zeros_like(self.probs))
    variance = property(lambda self: (1.0 / self.probs - 1.0) / self.probs)

    def sample(self, sample_shape=Size()):  # noqa: B008
        with no_grad():
            u = empty(self._extended_shape(sample_shape), dtype=self.probs.dtype, device=self.probs.device)
            u.uniform_(dtypes.finfo(self.probs.dtype).tiny, 1)
            return (u.log() / (-self.probs).log1p()).floor()

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        value, probs = broadcast_all(value, self.probs)
        probs = probs.clone()
        probs[(probs == 1) & (value == 0)] = 0  # 0 * -inf counts as 0
        return value * (-probs).log1p() + self.probs.log()

    def entropy(self):
        return binary_cross_entropy_with_logits(self.logits, self.probs, reduction="none") / self.probs
