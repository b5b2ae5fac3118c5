"""independent: Independent, dimensions of a batch as those of an event (shelf)."""

from ..size import Size
from . import constraints
from .distribution import Distribution
from .utils import _sum_rightmost


class Independent(Distribution):
    """The last dimensions of a batch count as one event: log_prob is their sum.

    base_distribution          any distribution
    reinterpreted_batch_ndims  how many of its batch's dimensions

    >>> import minitorch as mt
    >>> from minitorch.distributions import Independent, Normal
    >>> d = Independent(Normal(mt.zeros(2, 3), 1.0), 1)
    >>> d.batch_shape, d.event_shape
    (minitorch.Size([2]), minitorch.Size([3]))

    Errors: ValueError for more dimensions than there are. Source: PyTorch, torch.distributions.Independent.
    """

    arg_constraints: dict = {}

    def __init__(self, base_distribution, reinterpreted_batch_ndims, validate_args=None):
        batch, event = base_distribution.batch_shape, base_distribution.event_shape
        if reinterpreted_batch_ndims > len(batch):
            raise ValueError(
                "Expected reinterpreted_batch_ndims <= len(base_distribution.batch_shape), actual "
                f"{reinterpreted_batch_ndims} vs {len(batch)}"
            )
        cut = len(batch) - reinterpreted_batch_ndims
        self.base_dist, self.reinterpreted_batch_ndims = base_distribution, reinterpreted_batch_ndims
        super().__init__(batch[:cut], batch[cut:] + event, validate_args=validate_args)

    has_rsample = property(lambda self: self.base_dist.has_rsample)
    mean = property(lambda self: self.base_dist.mean)
    mode = property(lambda self: self.base_dist.mode)
    variance = property(lambda self: self.base_dist.variance)

    @property
    def support(self):
        found, count = self.base_dist.support, self.reinterpreted_batch_ndims
        return constraints.independent(found, count) if count else found

    def sample(self, sample_shape=Size()):  # noqa: B008
        return self.base_dist.sample(sample_shape)

    def rsample(self, sample_shape=Size()):  # noqa: B008
        return self.base_dist.rsample(sample_shape)

    def log_prob(self, value):
        return _sum_rightmost(self.base_dist.log_prob(value), self.reinterpreted_batch_ndims)

    def entropy(self):
        return _sum_rightmost(self.base_dist.entropy(), self.reinterpreted_batch_ndims)

    def __repr__(self):
        return f"{type(self).__name__}({self.base_dist}, {self.reinterpreted_batch_ndims})"
