"""constraints: which values a parameter may have, and which a distribution can give: positive, simplex ... (shelf).

`constraint.check(value)` says of each event whether it is allowed. An event is one number for `positive`, a vector for
`simplex`, a matrix for `positive_definite`; `event_dim` counts its dimensions.
"""

from ..linalg.cholesky import cholesky_ex
from ..ops.comparison.isclose import isclose

__all__ = [
    "Constraint", "boolean", "dependent", "dependent_property", "greater_than", "greater_than_eq", "independent",
    "integer_interval", "interval", "is_dependent", "less_than", "lower_cholesky", "nonnegative", "nonnegative_integer",
    "positive", "positive_definite", "positive_integer", "real", "real_vector", "simplex", "unit_interval",
]  # fmt: skip


class Constraint:
    """A set of values. Source: PyTorch, torch.distributions.constraints.Constraint.

    is_discrete  whether they are integers, or single points
    event_dim    how many of a value's last dimensions belong together
    """

    is_discrete = False
    event_dim = 0

    def check(self, value):
        """True or False for each event of `value`."""
        raise NotImplementedError

    def __repr__(self):
        return f"{type(self).__name__[1:]}({', '.join([f'{name}={value}' for name, value in vars(self).items()])})"


# --- constraints that depend on other parameters --------------------------------------------------------------------------


class _Dependent(Constraint):
    """A placeholder: the constraint depends on the distribution's parameters."""

    def __init__(self, *, is_discrete=False, event_dim=0):
        self.is_discrete, self.event_dim = is_discrete, event_dim

    def check(self, x):
        raise ValueError("Cannot determine validity of dependent constraint")


class _DependentProperty(property, _Dependent):
    """A property that gives a constraint; asked for on the class, it is a dependent constraint."""

    def __init__(self, fn=None, *, is_discrete=False, event_dim=0):
        property.__init__(self, fn)
        self.is_discrete, self.event_dim = is_discrete, event_dim

    def __call__(self, fn):
        return _DependentProperty(fn, is_discrete=self.is_discrete, event_dim=self.event_dim)


def is_dependent(constraint):
    """Whether a constraint depends on the distribution's parameters."""
    return isinstance(constraint, _Dependent)


class _IndependentConstraint(Constraint):
    """Some dimensions of the batch count as the event's: all their values must be allowed."""

    def __init__(self, base_constraint, reinterpreted_batch_ndims):
        self.base_constraint, self.reinterpreted_batch_ndims = base_constraint, reinterpreted_batch_ndims

    @property
    def is_discrete(self):
        return self.base_constraint.is_discrete

    @property
    def event_dim(self):
        return self.base_constraint.event_dim + self.reinterpreted_batch_ndims

    def check(self, value):
        found = self.base_constraint.check(value)
        if found.ndim < self.reinterpreted_batch_ndims:
            raise ValueError(f"Expected value.dim() >= {self.event_dim} but got {value.dim()}")
        return found.reshape((*found.shape[: found.ndim - self.reinterpreted_batch_ndims], -1)).all(-1)

    def __repr__(self):
        return f"{type(self).__name__[1:]}({self.base_constraint!r}, {self.reinterpreted_batch_ndims})"


# --- numbers ------------------------------------------------------------------------------------------------------------


class _Boolean(Constraint):
    is_discrete = True

    def check(self, value):
        return (value == 0) | (value == 1)


class _Real(Constraint):
    def check(self, value):
        return value == value  # not nan


class _GreaterThan(Constraint):
    def __init__(self, lower_bound):
        self.lower_bound = lower_bound

    def check(self, value):
        return self.lower_bound < value


class _GreaterThanEq(_GreaterThan):
    def check(self, value):
        return self.lower_bound <= value


class _IntegerGreaterThan(_GreaterThan):
    is_discrete = True

    def check(self, value):
        return (value % 1 == 0) & (value >= self.lower_bound)


class _LessThan(Constraint):
    def __init__(self, upper_bound):
        self.upper_bound = upper_bound

    def check(self, value):
        return value < self.upper_bound


class _Interval(Constraint):
    def __init__(self, lower_bound, upper_bound):
        self.lower_bound, self.upper_bound = lower_bound, upper_bound

    def check(self, value):
        return (self.lower_bound <= value) & (value <= self.upper_bound)


class _IntegerInterval(_Interval):
    is_discrete = True

    def check(self, value):
        return (value % 1 == 0) & super().check(value)


# --- vectors and matrices -----------------------------------------------------------------------------------------------


class _Simplex(Constraint):
    event_dim = 1

    def check(self, value):
        return (value >= 0).all(-1) & ((value.sum(-1) - 1).abs() < 1e-6)


class _LowerCholesky(Constraint):
    event_dim = 2

    def check(self, value):
        triangular = (value.tril() == value).flatten(-2).all(-1)
        return triangular & (value.diagonal(dim1=-2, dim2=-1) > 0).all(-1)


class _PositiveDefinite(Constraint):
    event_dim = 2

    def check(self, value):
        symmetric = isclose(value, value.mT, atol=1e-6).all(-2).all(-1)
        return cholesky_ex(value).info == 0 if symmetric.all() else symmetric


dependent, dependent_property, independent = _Dependent(), _DependentProperty, _IndependentConstraint
boolean, real, real_vector = _Boolean(), _Real(), independent(_Real(), 1)
nonnegative_integer, positive_integer = _IntegerGreaterThan(0), _IntegerGreaterThan(1)
positive, nonnegative, unit_interval = _GreaterThan(0.0), _GreaterThanEq(0.0), _Interval(0.0, 1.0)
greater_than, greater_than_eq, less_than = _GreaterThan, _GreaterThanEq, _LessThan
interval, integer_interval = _Interval, _IntegerInterval
simplex, lower_cholesky, positive_definite = _Simplex(), _LowerCholesky(), _PositiveDefinite()
