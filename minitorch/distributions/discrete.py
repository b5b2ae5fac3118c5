"""discrete: Bernoulli, 1 with a probability and else 0, and Categorical, an index with given probabilities (shelf)."""

import math

from ..creation.full import full
from ..creation.type_info import finfo
from ..graph.grad_mode import no_grad
from ..nn.functional.binary_cross_entropy import binary_cross_entropy_with_logits
from ..ops.view.further import broadcast_tensors
from ..random.like import bernoulli, multinomial
from ..size import Size
from . import constraints
from .distribution import Distribution
from .utils import broadcast_all, lazy_property


class Discrete(Distribution):
    """What both share: a parameter given as `probs` or as `logits`, of which the other one is computed when it is asked for."""

    binary = False

    def _take(self, probs, logits, prepared):
        """Keep the one that is given, after `prepared` has made it ready."""
        if (probs is None) == (logits is None):
            raise ValueError("Either `probs` or `logits` must be specified, but not both.")
        name, given = ("logits", logits) if probs is None else ("probs", probs)
        self._param = prepared(name, given)
        setattr(self, name, self._param)

    @lazy_property
    def logits(self):
        eps = finfo(self.probs.dtype).eps
        probs = self.probs.clamp(min=eps, max=1 - eps)  # a rounding error away from 0 and 1
        return probs.log() - (-probs).log1p() if self.binary else probs.log()

    @lazy_property
    def probs(self):
        return self.logits.sigmoid() if self.binary else self.logits.softmax(-1)


class Bernoulli(Discrete):
    """1 with probability `probs`, or sigmoid(logits); else 0.

    >>> import minitorch as mt
    >>> from minitorch.distributions import Bernoulli
    >>> Bernoulli(0.25).log_prob(mt.tensor(1.0)).exp()
    tensor(0.2500)

    Errors: ValueError when both are given or none. Source: PyTorch, torch.distributions.Bernoulli.
    """

    arg_constraints = {"probs": constraints.unit_interval, "logits": constraints.real}
    support = constraints.boolean
    binary = True

    def __init__(self, probs=None, logits=None, validate_args=None):
        self._take(probs, logits, lambda name, given: broadcast_all(given)[0])
        super().__init__(self._param.shape, validate_args=validate_args)

    mean = property(lambda self: self.probs)
    variance = property(lambda self: self.probs * (1 - self.probs))

    def sample(self, sample_shape=Size()):  # noqa: B008
        with no_grad():
            return bernoulli(self.probs.expand(self._extended_shape(sample_shape)))

    def log_prob(self, value):
        self._check(value)
        logits, value = broadcast_all(self.logits, value)
        return -binary_cross_entropy_with_logits(logits, value, reduction="none")

    def entropy(self):
        return binary_cross_entropy_with_logits(self.logits, self.probs, reduction="none")


def normalized(name, given):
    """Probabilities that add up to 1, or logits whose exponentials do."""
    if given.ndim < 1:
        raise ValueError(f"`{name}` parameter must be at least one-dimensional.")
    return given / given.sum(-1, keepdim=True) if name == "probs" else given - given.logsumexp(-1, keepdim=True)


class Categorical(Discrete):
    """An index from 0 to n - 1.

    probs   [..., n], made to sum to 1; logits: instead of them, their logarithms up to a constant

    >>> import minitorch as mt
    >>> from minitorch.distributions import Categorical
    >>> Categorical(mt.tensor([1.0, 3.0])).log_prob(mt.tensor(1)).exp()
    tensor(0.7500)

    Errors: ValueError when both are given or none. Source: PyTorch, torch.distributions.Categorical.
    """

    arg_constraints = {"probs": constraints.simplex, "logits": constraints.real_vector}

    def __init__(self, probs=None, logits=None, validate_args=None):
        self._take(probs, logits, normalized)
        self._num_events = self._param.shape[-1]
        super().__init__(self._param.shape[:-1], validate_args=validate_args)

    @property
    def support(self):
        return constraints.integer_interval(0, self._num_events - 1)

    @property
    def mean(self):
        return full(self._extended_shape(), math.nan, dtype=self.probs.dtype, device=self.probs.device)

    variance = mean

    def sample(self, sample_shape=Size()):  # noqa: B008
        rows = self.probs.reshape(-1, self._num_events)
        drawn = multinomial(rows, Size(sample_shape).numel(), True).T
        return drawn.reshape(self._extended_shape(sample_shape))

    def log_prob(self, value):
        self._check(value)
        value, logits = broadcast_tensors(value.long().unsqueeze(-1), self.logits)
        return logits.gather(-1, value[..., :1]).squeeze(-1)

    def entropy(self):
        logits = self.logits.clamp(min=finfo(self.logits.dtype).min)  # 0 * -inf counts as 0
        return -(logits * self.probs).sum(-1)
