"""relaxed_bernoulli: RelaxedBernoulli, a Bernoulli softened so that samples have gradients (shelf)."""

from ..random.sampling import rand
from ..size import Size
from . import constraints
from .binary import Binary
from .distribution import Distribution
from .transformed_distribution import TransformedDistribution
from .transforms import SigmoidTransform
from .utils import broadcast_all, clamp_probs

__all__ = ["LogitRelaxedBernoulli", "RelaxedBernoulli"]


class LogitRelaxedBernoulli(Binary, Distribution):
    """Its logits: (log(u / (1 - u)) + log(p / (1 - p))) / temperature for a uniform u.

    Source: Maddison et al., "The concrete distribution", 2017; PyTorch, torch.distributions.relaxed_bernoulli.
    """

    arg_constraints = {"probs": constraints.unit_interval, "logits": constraints.real}
    support = constraints.real
    _batch_parameters = ("probs", "logits")

    def __init__(self, temperature, probs=None, logits=None, validate_args=None):
        self.temperature = temperature
        self._take(probs, logits)
        super().__init__(self._param.shape, validate_args=validate_args)

    def expand(self, batch_shape, _instance=None):
        new = super().expand(batch_shape, _instance)
        new.temperature = self.temperature
        return new

    def rsample(self, sample_shape=Size()):  # noqa: B008
        shape = self._extended_shape(sample_shape)
        probs = clamp_probs(self.probs.expand(shape))
        u = clamp_probs(rand(shape, dtype=probs.dtype, device=probs.device))
        return (u.log() - (-u).log1p() + probs.log() - (-probs).log1p()) / self.temperature

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        logits, value = broadcast_all(self.logits, value)
        away = logits - value * self.temperature
        return self.temperature.log() + away - 2 * away.exp().log1p()


class RelaxedBernoulli(TransformedDistribution):
    """Numbers between 0 and 1, the nearer to these the lower the temperature.

    Source: Maddison et al., 2017; PyTorch, torch.distributions.RelaxedBernoulli.
    """

    arg_constraints = {"probs": constraints.unit_interval, "logits": constraints.real}
    support = constraints.unit_interval
    has_rsample = True
    _batch_parameters = ()

    def __init__(self, temperature, probs=None, logits=None, validate_args=None):
        base = LogitRelaxedBernoulli(temperature, probs, logits)
        super().__init__(base, SigmoidTransform(), validate_args=validate_args)

    temperature = property(lambda self: self.base_dist.temperature)
    logits = property(lambda self: self.base_dist.logits)
    probs = property(lambda self: self.base_dist.probs)
