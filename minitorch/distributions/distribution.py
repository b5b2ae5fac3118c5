"""distribution: Distribution, what all distributions share: shapes, validation, sampling, printing (shelf).

A distribution object is a batch of distributions of one kind, with the shape `batch_shape`; each gives events of the
shape `event_shape`: () for numbers, (n,) for vectors. `sample(sample_shape)` has the shape sample_shape + batch_shape +
event_shape, and `log_prob(value)` a number for each event.
"""

from .._tensor import Tensor
from ..graph.grad_mode import no_grad
from ..size import Size
from .utils import lazy_property


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
        if value not in (True, False):
            raise ValueError
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
    def mean(self):
        raise NotImplementedError

    @property
    def mode(self):
        raise NotImplementedError(f"{self.__class__} does not implement mode")

    @property
    def variance(self):
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

    def cdf(self, value):
        """The probability of a value at most this one."""
        raise NotImplementedError

    def icdf(self, value):
        """The value below which a fraction `value` of all lies."""
        raise NotImplementedError

    def entropy(self):
        """The mean of -log_prob."""
        raise NotImplementedError

    def perplexity(self):
        """exp of the entropy."""
        return self.entropy().exp()

    def _extended_shape(self, sample_shape=Size()):  # noqa: B008
        """The shape of a sample."""
        return Size((*sample_shape, *self._batch_shape, *self._event_shape))

    def _check(self, value):
        if self._validate_args:
            self._validate_sample(value)

    def _validate_sample(self, value):
        """Raise unless `value` is a tensor of events that this distribution can give."""
        if not isinstance(value, Tensor):
            raise ValueError("The value argument to log_prob must be a Tensor")
        expected, n = self._batch_shape + self._event_shape, len(self._event_shape)
        if value.shape[value.ndim - n :] != self._event_shape:
            raise ValueError(
                f"The right-most size of value must match event_shape: {value.size()} vs {self._event_shape}."
            )
        for mine, wanted in zip(reversed(value.shape), reversed(expected), strict=False):
            if mine != 1 and wanted != 1 and mine != wanted:
                raise ValueError(
                    f"Value is not broadcastable with batch_shape+event_shape: {value.size()} vs {expected}."
                )
        if not self.support.check(value).all():
            raise ValueError(
                f"Expected value argument ({type(value).__name__} of shape {tuple(value.shape)}) to be within the "
                f"support ({self.support!r}) of the distribution {self!r}, but found invalid values:\n{value}"
            )

    def _check_parameters(self):
        """Raise for a parameter that breaks its constraint. What is computed from the others need not be looked at."""
        for name, constraint in self.arg_constraints.items():
            computed = isinstance(getattr(type(self), name, None), lazy_property)
            if computed and name not in self.__dict__:
                continue
            value = getattr(self, name)
            if not constraint.check(value).all():
                raise ValueError(
                    f"Expected parameter {name} ({type(value).__name__} of shape {tuple(value.shape)}) of distribution "
                    f"{self!r} to satisfy the constraint {constraint!r}, but found invalid values:\n{value}"
                )

    def __repr__(self):
        own = {name: self.__dict__[name] for name in self.arg_constraints if name in self.__dict__}
        said = [f"{name}: {value if value.numel() == 1 else value.size()}" for name, value in own.items()]
        return f"{type(self).__name__}({', '.join(said)})"
