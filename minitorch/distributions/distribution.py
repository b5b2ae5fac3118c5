"""distribution: Distribution, what all distributions share: shapes, validation, sampling, printing (shelf).

A distribution object is a batch of distributions of one kind, with the shape `batch_shape`; each gives events of the
shape `event_shape`: () for numbers, (n,) for vectors. `sample(sample_shape)` has the shape sample_shape + batch_shape +
event_shape, and `log_prob(value)` a number for each event.
"""

import warnings

from .._tensor import Tensor
from ..graph.grad_mode import no_grad
from ..size import Size
from . import constraints
from .utils import lazy_property

__all__ = ["Distribution"]


class Distribution:
    """The base of all distributions. Source: PyTorch, torch.distributions.Distribution.

    has_rsample            whether samples carry gradients to the parameters
    has_enumerate_support  whether all possible values can be listed
    _validate_args         whether parameters and values are checked
    _batch_parameters      the parameters with the shape of the batch, which `expand` expands
    """

    has_rsample = False
    has_enumerate_support = False
    _validate_args = __debug__
    _batch_parameters: tuple = ()

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
            check_parameters(self)
        super().__init__()

    def expand(self, batch_shape, _instance=None):
        """The same distributions, repeated to a larger batch. The parameters' memory is shared.

        Errors: NotImplementedError for a class of yours with its own __init__ and no expand.
        """
        if not self._batch_parameters:
            raise NotImplementedError
        cls = next(cls for cls in type(self).__mro__ if "_batch_parameters" in vars(cls))
        new, batch_shape = self._get_checked_instance(cls, _instance), Size(batch_shape)
        for name in self._batch_parameters:
            if name in self.__dict__:
                setattr(new, name, self.__dict__[name].expand(batch_shape))
        return self._expanded(new, batch_shape)

    def _expanded(self, new, batch_shape, event_shape=None):
        """Finish a new instance: its shapes, and whether it validates."""
        Distribution.__init__(
            new, batch_shape, self._event_shape if event_shape is None else event_shape, validate_args=False
        )
        new._validate_args = self._validate_args
        return new

    @property
    def batch_shape(self):
        return self._batch_shape

    @property
    def event_shape(self):
        return self._event_shape

    @property
    def arg_constraints(self):
        """{parameter: its constraint}."""
        raise NotImplementedError

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

    def enumerate_support(self, expand=True):
        """All possible values along a new first dimension."""
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

    def _validate_sample(self, value):
        """Raise unless `value` is a tensor of events that this distribution can give."""
        check_value(self, value)

    def _get_checked_instance(self, cls, _instance=None):
        if _instance is None and type(self).__init__ != cls.__init__:
            raise NotImplementedError(
                f"Subclass {type(self).__name__} of {cls.__name__} that defines a custom __init__ method must also "
                "define a custom .expand() method."
            )
        return self.__new__(type(self)) if _instance is None else _instance

    def __repr__(self):
        own = {name: self.__dict__[name] for name in self.arg_constraints if name in self.__dict__}
        said = [f"{name}: {value if value.numel() == 1 else value.size()}" for name, value in own.items()]
        return f"{type(self).__name__}({', '.join(said)})"


# --- errors -------------------------------------------------------------------------------------------------------------


def check_parameters(distribution):
    """Raise for a parameter that breaks its constraint."""
    try:
        wanted = distribution.arg_constraints
    except NotImplementedError:
        wanted = {}
        warnings.warn(
            f"{distribution.__class__} does not define `arg_constraints`. Please set `arg_constraints = {{}}` or "
            "initialize the distribution with `validate_args=False` to turn off validation.",
            stacklevel=3,
        )
    for name, constraint in wanted.items():
        computed = isinstance(getattr(type(distribution), name, None), lazy_property)
        if constraints.is_dependent(constraint) or (name not in distribution.__dict__ and computed):
            continue
        value = getattr(distribution, name)
        if not constraint.check(value).all():
            raise ValueError(
                f"Expected parameter {name} ({type(value).__name__} of shape {tuple(value.shape)}) of distribution "
                f"{distribution!r} to satisfy the constraint {constraint!r}, but found invalid values:\n{value}"
            )


def check_value(distribution, value):
    """Raise unless these are events of the distribution: tensors of a shape that fits, within the support."""
    if not isinstance(value, Tensor):
        raise ValueError("The value argument to log_prob must be a Tensor")
    event = distribution._event_shape
    if value.shape[value.ndim - len(event) :] != event:
        raise ValueError(f"The right-most size of value must match event_shape: {value.size()} vs {event}.")
    expected = distribution._batch_shape + event
    for mine, wanted in zip(reversed(value.shape), reversed(expected), strict=False):
        if mine != 1 and wanted != 1 and mine != wanted:
            raise ValueError(f"Value is not broadcastable with batch_shape+event_shape: {value.size()} vs {expected}.")
    try:
        support = distribution.support
    except NotImplementedError:
        warnings.warn(
            f"{distribution.__class__} does not define `support` to enable sample validation. Please initialize the "
            "distribution with `validate_args=False` to turn off validation.",
            stacklevel=4,
        )
        return
    if not support.check(value).all():
        raise ValueError(
            f"Expected value argument ({type(value).__name__} of shape {tuple(value.shape)}) to be within the support "
            f"({support!r}) of the distribution {distribution!r}, but found invalid values:\n{value}"
        )
