"""one_hot_categorical: OneHotCategorical, an index as a vector with one 1 (shelf)."""

from ..creation.linspace import eye
from ..nn.functional.embedding import one_hot
from ..size import Size
from . import constraints
from .categorical import Categorical
from .distribution import Distribution

__all__ = ["OneHotCategorical", "OneHotCategoricalStraightThrough"]


class OneHotCategorical(Distribution):
    """Vectors of zeros and one 1, whose place is a Categorical. Source: PyTorch, torch.distributions.OneHotCategorical."""

    arg_constraints = {"probs": constraints.simplex, "logits": constraints.real_vector}
    support = constraints.one_hot
    has_enumerate_support = True

    def __init__(self, probs=None, logits=None, validate_args=None):
        self._categorical = Categorical(probs, logits)
        index = self._categorical
        super().__init__(index.batch_shape, index.param_shape[-1:], validate_args=validate_args)

    def expand(self, batch_shape, _instance=None):
        new = self._get_checked_instance(OneHotCategorical, _instance)
        new._categorical = self._categorical.expand(batch_shape)
        return self._expanded(new, Size(batch_shape))

    def _new(self, *args, **kwargs):
        return self._categorical._new(*args, **kwargs)

    _param = property(lambda self: self._categorical._param)
    probs = property(lambda self: self._categorical.probs)
    logits = property(lambda self: self._categorical.logits)
    param_shape = property(lambda self: self._categorical.param_shape)
    mean = property(lambda self: self._categorical.probs)
    variance = property(lambda self: self._categorical.probs * (1 - self._categorical.probs))
    mode = property(lambda self: self._as_rows(self.probs.argmax(dim=-1)))

    def _as_rows(self, index):
        return one_hot(index, self.probs.shape[-1]).to(self.probs.dtype)

    def sample(self, sample_shape=Size()):  # noqa: B008
        return self._as_rows(self._categorical.sample(sample_shape))

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        return self._categorical.log_prob(value.max(-1)[1])

    def entropy(self):
        return self._categorical.entropy()

    def enumerate_support(self, expand=True):
        n = self.event_shape[0]
        values = eye(n, dtype=self._param.dtype, device=self._param.device)
        values = values.view((n, *[1] * len(self.batch_shape), n))
        return values.expand((n, *self.batch_shape, n)) if expand else values


class OneHotCategoricalStraightThrough(OneHotCategorical):
    """The same, whose samples carry the gradient of the probabilities.

    Source: Bengio et al., "Estimating or propagating gradients through stochastic neurons", 2013; PyTorch,
    torch.distributions.OneHotCategoricalStraightThrough.
    """

    has_rsample = True

    def rsample(self, sample_shape=Size()):  # noqa: B008
        return self.sample(sample_shape) + (self.probs - self.probs.detach())
