"""binomial: Binomial, how many of so many tries succeed (shelf)."""

from ..creation.arange import arange
from ..graph.grad_mode import no_grad
from ..random.gamma import binomial
from ..size import Size
from . import constraints
from .binary import Binary
from .distribution import Distribution

__all__ = ["Binomial"]


class Binomial(Binary, Distribution):
    """Counts of successes among `total_count` tries, each with probability `probs`. Source: PyTorch, torch.distributions.Binomial."""

    arg_constraints = {
        "total_count": constraints.nonnegative_integer, "probs": constraints.unit_interval, "logits": constraints.real,
    }  # fmt: skip
    has_enumerate_support = True
    _batch_parameters = ("total_count", "probs", "logits")

    def __init__(self, total_count=1, probs=None, logits=None, validate_args=None):
        (total_count,) = self._take(probs, logits, total_count)
        self.total_count = total_count.type_as(self._param)
        super().__init__(self._param.shape, validate_args=validate_args)

    @constraints.dependent_property(is_discrete=True, event_dim=0)
    def support(self):
        return constraints.integer_interval(0, self.total_count)

    mean = property(lambda self: self.total_count * self.probs)
    mode = property(lambda self: ((self.total_count + 1) * self.probs).floor().clamp(max=self.total_count))
    variance = property(lambda self: self.total_count * self.probs * (1 - self.probs))

    def sample(self, sample_shape=Size()):  # noqa: B008
        shape = self._extended_shape(sample_shape)
        with no_grad():
            return binomial(self.total_count.expand(shape), self.probs.expand(shape))

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        n, logits = self.total_count, self.logits
        positive = (logits.clamp(min=0) + logits - logits.clamp(max=0)) / 2  # with the slope 1/2 at 0
        normalizer = n * positive + n * (-logits.abs()).exp().log1p() - (n + 1).lgamma()
        return value * logits - (value + 1).lgamma() - (n - value + 1).lgamma() - normalizer

    def entropy(self):
        self._one_count("entropy")
        log_prob = self.log_prob(self.enumerate_support(False))
        return -(log_prob.exp() * log_prob).sum(0)

    def enumerate_support(self, expand=True):
        count = self._one_count("enumerate_support")
        return self._counted(arange(1 + count, dtype=self._param.dtype, device=self._param.device), expand)

    def _one_count(self, name):
        """The number of tries, if it is the same everywhere."""
        count = int(self.total_count.max())
        if self.total_count.min() != count:
            raise NotImplementedError(f"Inhomogeneous total count not supported by `{name}`.")
        return count
