"""distribution: Distribution, what all distributions share, and Independent (shelf).

A distribution object is a batch of distributions of one kind, with the shape `batch_shape`; each gives events of the
shape `event_shape`: () for numbers, (n,) for vectors. `sample(sample_shape)` has the shape sample_shape + batch_shape +
event_shape, and `log_prob(value)` a number for each event.
"""

from functools import cached_property

from ..graph.grad_mode import no_grad
from ..size import Size
from .utils import _sum_rightmost


class Distribution:
    """The base of all distributions. Source: PyTorch, torch.distributions.Distribution.

    has_rsample      whether samples carry gradients to the parameters
    arg_constraints  {parameter: its constraint}
    _validate_args   whether parameters and values are checked
    """

    has_rsample = False
    _validate_args = __debug__
    arg_constraints: dict = {}

    @staticmethod
    def set_default_validate_args(value):
        """Whether distributions check parameters and values unless told otherwise."""
        Distribution._validate_args = value

    def __init__(self, batch_shape=Size(), event_shape=Size(), validate_args=None):  # noqa: B008
        self._batch_shape, self._event_shape = batch_shape, event_shape
        if validate_args is not None:
            self._validate_args = validate_args
        if self._validate_args:
            self._check_parameters()
        super().__init__()

    @property
    def batch_shape(self):
        return self._batch_shape

    @property
    def event_shape(self):
        return self._event_shape

    @property
    def support(self):
        """The constraint of the values that can come."""
        raise NotImplementedError

    @property
    def stddev(self):
        return self.variance.sqrt()

    def sample(self, sample_shape=Size()):  # noqa: B008
        """Random events, without gradients."""
        with no_grad():
            return self.rsample(sample_shape)

    def rsample(self, sample_shape=Size()):  # noqa: B008
        """Random events as functions of the parameters and of random numbers that do not depend on them."""
        raise NotImplementedError

    def log_prob(self, value):
        """The logarithm of the probability, or of its density, of each event."""
        raise NotImplementedError

    def entropy(self):
        """The mean of -log_prob."""
        raise NotImplementedError

    def _extended_shape(self, sample_shape=Size()):  # noqa: B008
        """The shape of a sample."""
        return Size((*sample_shape, *self._batch_shape, *self._event_shape))

    def _check(self, value):
        """Raise for a value that this distribution cannot give."""
        if self._validate_args and not self.support.check(value).all():
            raise ValueError(f"{self!r} gives values of {self.support!r}, but got:\n{value}")

    def _check_parameters(self):
        """Raise for a parameter that breaks its constraint. What is computed from the others need not be looked at."""
        for name, constraint in self.arg_constraints.items():
            computed = isinstance(getattr(type(self), name, None), cached_property)
            if computed and name not in self.__dict__:
                continue
            value = getattr(self, name)
            if not constraint.check(value).all():
                words = f"{name} of {self!r} to satisfy the constraint {constraint!r}"
                raise ValueError(f"Expected parameter {words}, but found invalid values:\n{value}")

    def __repr__(self):
        own = {name: self.__dict__[name] for name in self.arg_constraints if name in self.__dict__}
        said = [f"{name}: {value if value.numel() == 1 else value.size()}" for name, value in own.items()]
        return f"{type(self).__name__}({', '.join(said)})"


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
            raise ValueError(f"Expected reinterpreted_batch_ndims <= {len(batch)}, not {reinterpreted_batch_ndims}")
        cut = len(batch) - reinterpreted_batch_ndims
        self.base_dist, self.reinterpreted_batch_ndims = base_distribution, reinterpreted_batch_ndims
        super().__init__(batch[:cut], batch[cut:] + event, validate_args=validate_args)

    has_rsample = property(lambda self: self.base_dist.has_rsample)
    mean = property(lambda self: self.base_dist.mean)
    variance = property(lambda self: self.base_dist.variance)

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
