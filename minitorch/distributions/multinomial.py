"""multinomial: Multinomial, how often each index comes in so many draws (shelf)."""

import math

from ..creation.tensor import tensor
from ..creation.zeros import ones_like
from ..size import Size
from . import constraints
from .binomial import Binomial
from .categorical import Categorical
from .distribution import Distribution
from .utils import broadcast_all

__all__ = ["Multinomial"]


class Multinomial(Distribution):
    """Vectors of counts that sum to `total_count`, an int.

    Errors: NotImplementedError for several counts. Source: PyTorch, torch.distributions.Multinomial.
    """

    arg_constraints = {"probs": constraints.simplex, "logits": constraints.real_vector}

    def __init__(self, total_count=1, probs=None, logits=None, validate_args=None):
        if not isinstance(total_count, int):
            raise NotImplementedError("inhomogeneous total_count is not supported")
        self.total_count = total_count
        self._categorical = Categorical(probs=probs, logits=logits)
        self._binomial = Binomial(total_count=total_count, probs=self.probs)
        index = self._categorical
        super().__init__(index.batch_shape, index.param_shape[-1:], validate_args=validate_args)

    def expand(self, batch_shape, _instance=None):
        new = self._get_checked_instance(Multinomial, _instance)
        new.total_count = self.total_count
        new._categorical = self._categorical.expand(batch_shape)
        return self._expanded(new, Size(batch_shape))

    def _new(self, *args, **kwargs):
        return self._categorical._new(*args, **kwargs)

    @constraints.dependent_property(is_discrete=True, event_dim=1)
    def support(self):
        return constraints.multinomial(self.total_count)

    probs = property(lambda self: self._categorical.probs)
    logits = property(lambda self: self._categorical.logits)
    param_shape = property(lambda self: self._categorical.param_shape)
    mean = property(lambda self: self.probs * self.total_count)
    variance = property(lambda self: self.total_count * self.probs * (1 - self.probs))

    def sample(self, sample_shape=Size()):  # noqa: B008
        drawn = self._categorical.sample((self.total_count, *sample_shape)).movedim(0, -1)
        counts = drawn.new_zeros(self._extended_shape(sample_shape))
        counts.scatter_add_(-1, drawn, ones_like(drawn))
        return counts.type_as(self.probs)

    def entropy(self):
        n = tensor(self.total_count)
        counts = self._binomial.enumerate_support(expand=False)[1:]
        chances = self._binomial.log_prob(counts).exp()
        return n * self._categorical.entropy() - (n + 1).lgamma() + (chances * (counts + 1).lgamma()).sum([0, -1])

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        logits, value = broadcast_all(self.logits, value)
        logits = logits.clone()
        logits[(value == 0) & (logits == -math.inf)] = 0  # 0 * -inf counts as 0
        return (value.sum(-1) + 1).lgamma() - (value + 1).lgamma().sum(-1) + (logits * value).sum(-1)
