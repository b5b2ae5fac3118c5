"""constraints: which values a parameter may have, and which a distribution can give: positive, simplex ... (shelf).

`constraint.check(value)` says of each value whether it is allowed. An event is what the constraint is about as a whole:
one number for `positive`, a vector for `simplex`, a matrix for `positive_definite`; `event_dim` counts its dimensions.
"""

from .. import dtypes
from ..creation.zeros import full
from ..linalg.cholesky import cholesky_ex
from ..linalg.eigh import eigvalsh
from ..ops.comparison.isclose import isclose
from ..ops.join.cat import cat as join
from ..ops.join.stack import stack as pile

__all__ = [
    "Constraint", "MixtureSameFamilyConstraint", "boolean", "cat", "corr_cholesky", "dependent", "dependent_property",
    "greater_than", "greater_than_eq", "half_open_interval", "independent", "integer_interval", "interval",
    "is_dependent", "less_than", "lower_cholesky", "lower_triangular", "multinomial", "nonnegative",
    "nonnegative_integer", "one_hot", "positive", "positive_definite", "positive_integer", "positive_semidefinite",
    "real", "real_vector", "simplex", "square", "stack", "symmetric", "unit_interval",
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
        return f"{type(self).__name__[1:]}()"


class Bounded(Constraint):
    """What the constraints with bounds share: they are kept, and printed."""

    bounds: tuple = ("lower_bound",)

    def __init__(self, *values, **named):
        given = dict(zip(self.bounds, values, strict=False)) | named
        if set(given) != set(self.bounds) or len(values) > len(self.bounds):
            raise TypeError(f"{type(self).__name__}.__init__() takes {', '.join(self.bounds)}")
        self.__dict__.update(given)

    def __repr__(self):
        said = ", ".join([f"{name}={getattr(self, name)}" for name in self.bounds])
        return f"{type(self).__name__[1:]}({said})"


# --- constraints that depend on other parameters --------------------------------------------------------------------------


class _Dependent(Constraint):
    """A placeholder: the constraint depends on the distribution's parameters."""

    def __init__(self, *, is_discrete=NotImplemented, event_dim=NotImplemented):
        self._is_discrete, self._event_dim = is_discrete, event_dim

    @property
    def is_discrete(self):
        return known(self._is_discrete, "is_discrete")

    @property
    def event_dim(self):
        return known(self._event_dim, "event_dim")

    def __call__(self, *, is_discrete=NotImplemented, event_dim=NotImplemented):
        is_discrete = self._is_discrete if is_discrete is NotImplemented else is_discrete
        event_dim = self._event_dim if event_dim is NotImplemented else event_dim
        return _Dependent(is_discrete=is_discrete, event_dim=event_dim)

    def check(self, x):
        raise ValueError("Cannot determine validity of dependent constraint")


def known(value, name):
    """The value, unless it depends on the parameters."""
    if value is NotImplemented:
        raise NotImplementedError(f".{name} cannot be determined statically")
    return value


def is_dependent(constraint):
    """Whether a constraint depends on the distribution's parameters."""
    return isinstance(constraint, _Dependent)


class _DependentProperty(property, _Dependent):
    """A property that gives a constraint; asked for on the class, it is a dependent constraint."""

    def __init__(self, fn=None, *, is_discrete=NotImplemented, event_dim=NotImplemented):
        property.__init__(self, fn)
        self._is_discrete, self._event_dim = is_discrete, event_dim

    def __call__(self, fn):
        return _DependentProperty(fn, is_discrete=self._is_discrete, event_dim=self._event_dim)


# --- constraints made of constraints --------------------------------------------------------------------------------------


def check_constraint(constraint):
    if not isinstance(constraint, Constraint):
        raise AssertionError(f"base_constraint must be a Constraint, got {type(constraint).__name__}")


class Around(Constraint):
    """A constraint around another one."""

    def __init__(self, base_constraint):
        check_constraint(base_constraint)
        self.base_constraint = base_constraint

    @property
    def is_discrete(self):
        return self.base_constraint.is_discrete

    @property
    def event_dim(self):
        return self.base_constraint.event_dim


class _IndependentConstraint(Around):
    """Some dimensions of the batch count as the event's: all their values must be allowed."""

    def __init__(self, base_constraint, reinterpreted_batch_ndims):
        super().__init__(base_constraint)
        if reinterpreted_batch_ndims < 0:
            raise AssertionError(f"reinterpreted_batch_ndims must be >= 0, got {reinterpreted_batch_ndims}")
        self.reinterpreted_batch_ndims = reinterpreted_batch_ndims

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


class MixtureSameFamilyConstraint(Around):
    """What all components of a mixture can give."""

    def check(self, value):
        found = self.base_constraint.check(value.unsqueeze(-1 - self.event_dim))
        if value.ndim < self.event_dim:
            raise ValueError(f"Expected value.dim() >= {self.event_dim} but got {value.dim()}")
        return found.reshape((*found.shape[: value.ndim - self.event_dim], -1)).all(-1)

    def __repr__(self):
        return f"{type(self).__name__}({self.base_constraint!r})"


class Several(Constraint):
    """A constraint for each part of a value along a dimension."""

    def __init__(self, cseq, dim=0):
        self.cseq, self.dim = list(cseq), dim
        for one in self.cseq:
            check_constraint(one)

    @property
    def is_discrete(self):
        return any(one.is_discrete for one in self.cseq)

    @property
    def event_dim(self):
        return max([one.event_dim for one in self.cseq])

    def check_dim(self, value):
        if not -value.ndim <= self.dim < value.ndim:
            raise AssertionError(f"dim {self.dim} out of range for value with {value.dim()} dimensions")


class _Cat(Several):
    """Parts of several lengths."""

    def __init__(self, cseq, dim=0, lengths=None):
        super().__init__(cseq, dim)
        self.lengths = [1] * len(self.cseq) if lengths is None else list(lengths)
        if len(self.lengths) != len(self.cseq):
            raise AssertionError(f"lengths ({len(self.lengths)}) must match cseq ({len(self.cseq)})")

    def check(self, value):
        self.check_dim(value)
        parts = value.split(self.lengths, self.dim)
        return join([one.check(part) for one, part in zip(self.cseq, parts, strict=True)], self.dim)


class _Stack(Several):
    """A constraint for each slice."""

    @property
    def event_dim(self):
        dim = max([one.event_dim for one in self.cseq])
        return dim + 1 if self.dim + dim < 0 else dim

    def check(self, value):
        self.check_dim(value)
        slices = value.unbind(self.dim)
        return pile([one.check(part) for one, part in zip(self.cseq, slices, strict=False)], self.dim)


# --- numbers ------------------------------------------------------------------------------------------------------------


class _Boolean(Constraint):
    is_discrete = True

    def check(self, value):
        return (value == 0) | (value == 1)


class _Real(Constraint):
    def check(self, value):
        return value == value  # not nan


class _GreaterThan(Bounded):
    def check(self, value):
        return self.lower_bound < value


class _GreaterThanEq(Bounded):
    def check(self, value):
        return self.lower_bound <= value


class _LessThan(Bounded):
    bounds = ("upper_bound",)

    def check(self, value):
        return value < self.upper_bound


class _Interval(Bounded):
    bounds = ("lower_bound", "upper_bound")

    def check(self, value):
        return (self.lower_bound <= value) & (value <= self.upper_bound)


class _HalfOpenInterval(_Interval):
    def check(self, value):
        return (self.lower_bound <= value) & (value < self.upper_bound)


class _IntegerInterval(Bounded):
    is_discrete, bounds = True, ("lower_bound", "upper_bound")

    def check(self, value):
        return (value % 1 == 0) & (self.lower_bound <= value) & (value <= self.upper_bound)


class _IntegerLessThan(Bounded):
    is_discrete, bounds = True, ("upper_bound",)

    def check(self, value):
        return (value % 1 == 0) & (value <= self.upper_bound)


class _IntegerGreaterThan(Bounded):
    is_discrete = True

    def check(self, value):
        return (value % 1 == 0) & (value >= self.lower_bound)


# --- vectors ------------------------------------------------------------------------------------------------------------


class _OneHot(Constraint):
    is_discrete, event_dim = True, 1

    def check(self, value):
        return ((value == 0) | (value == 1)).all(-1) & value.sum(-1).eq(1)


class _Simplex(Constraint):
    event_dim = 1

    def check(self, value):
        return (value >= 0).all(-1) & ((value.sum(-1) - 1).abs() < 1e-6)


class _Multinomial(Constraint):
    is_discrete, event_dim = True, 1

    def __init__(self, upper_bound):
        self.upper_bound = upper_bound

    def check(self, x):
        return (x >= 0).all(-1) & (x.sum(-1) <= self.upper_bound)


# --- matrices -----------------------------------------------------------------------------------------------------------


class _LowerTriangular(Constraint):
    event_dim = 2

    def check(self, value):
        return (value.tril() == value).flatten(-2).all(-1)


class _LowerCholesky(_LowerTriangular):
    def check(self, value):
        return super().check(value) & (value.diagonal(dim1=-2, dim2=-1) > 0).all(-1)


class _CorrCholesky(_LowerCholesky):
    def check(self, value):
        wide = dtypes.finfo(value.dtype).eps * value.shape[-1] * 10  # rounding errors of the sum over a row
        return super().check(value) & ((value.detach().norm(2, -1) - 1.0).abs() <= wide).all(-1)


class _Square(Constraint):
    event_dim = 2

    def check(self, value):
        square = value.shape[-2] == value.shape[-1]
        return full(value.shape[:-2], square, dtype=dtypes.bool, device=value.device)


class _Symmetric(_Square):
    def check(self, value):
        found = super().check(value)
        return isclose(value, value.mT, atol=1e-6).all(-2).all(-1) if found.all() else found


class _PositiveSemidefinite(_Symmetric):
    def check(self, value):
        found = super().check(value)
        return (eigvalsh(value) >= 0).all(-1) if found.all() else found


class _PositiveDefinite(_Symmetric):
    def check(self, value):
        found = super().check(value)
        return cholesky_ex(value).info == 0 if found.all() else found


dependent, dependent_property = _Dependent(), _DependentProperty
independent, cat, stack = _IndependentConstraint, _Cat, _Stack
boolean, one_hot, real = _Boolean(), _OneHot(), _Real()
nonnegative_integer, positive_integer = _IntegerGreaterThan(0), _IntegerGreaterThan(1)
integer_interval, interval, half_open_interval = _IntegerInterval, _Interval, _HalfOpenInterval
real_vector = independent(real, 1)
positive, nonnegative, unit_interval = _GreaterThan(0.0), _GreaterThanEq(0.0), _Interval(0.0, 1.0)
greater_than, greater_than_eq, less_than = _GreaterThan, _GreaterThanEq, _LessThan
multinomial, simplex = _Multinomial, _Simplex()
lower_triangular, lower_cholesky, corr_cholesky = _LowerTriangular(), _LowerCholesky(), _CorrCholesky()
square, symmetric = _Square(), _Symmetric()
positive_semidefinite, positive_definite = _PositiveSemidefinite(), _PositiveDefinite()
