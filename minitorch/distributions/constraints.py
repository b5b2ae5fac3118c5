"""constraints: which values a parameter may have, and which a distribution can give: positive, simplex ... (shelf).

`constraint.check(value)` says of each event whether it is allowed. An event is one number for `positive`, a vector for
`simplex`, a matrix for `positive_definite`.
"""

from ..linalg.eigh import eigvalsh
from ..ops.comparison.isclose import isclose


class Constraint:
    """A set of values: what it is called, and a function that says of each event whether it is in the set.

    Source: PyTorch, torch.distributions.constraints.Constraint.
    """

    def __init__(self, name, check):
        self.name, self.check = name, check

    def __repr__(self):
        return self.name


def greater_than(lower_bound):
    """Numbers above a bound."""
    return Constraint(f"GreaterThan(lower_bound={lower_bound})", lambda value: lower_bound < value)


def interval(lower_bound, upper_bound):
    """Numbers from one bound to another."""
    name = f"Interval(lower_bound={lower_bound}, upper_bound={upper_bound})"
    return Constraint(name, lambda value: (lower_bound <= value) & (value <= upper_bound))


def integer_interval(lower_bound, upper_bound):
    """Whole numbers from one bound to another."""
    name = f"IntegerInterval(lower_bound={lower_bound}, upper_bound={upper_bound})"
    return Constraint(name, lambda value: (value % 1 == 0) & (lower_bound <= value) & (value <= upper_bound))


def is_lower_cholesky(value):
    """Whether matrices are lower triangles with a positive diagonal."""
    triangular = (value.tril() == value).flatten(-2).all(-1)
    return triangular & (value.diagonal(dim1=-2, dim2=-1) > 0).all(-1)


def is_positive_definite(value):
    """Whether matrices are symmetric, and x.T @ matrix @ x > 0 for every x but 0."""
    symmetric = isclose(value, value.mT, atol=1e-6).all(-2).all(-1)
    return (eigvalsh(value) > 0).all(-1) if symmetric.all() else symmetric


real = Constraint("Real()", lambda value: value == value)  # not nan
boolean = Constraint("Boolean()", lambda value: (value == 0) | (value == 1))
nonnegative = Constraint("GreaterThanEq(lower_bound=0.0)", lambda value: value >= 0)
positive, unit_interval = greater_than(0.0), interval(0.0, 1.0)
real_vector = Constraint("IndependentConstraint(Real(), 1)", lambda value: (value == value).all(-1))
simplex = Constraint("Simplex()", lambda value: (value >= 0).all(-1) & ((value.sum(-1) - 1).abs() < 1e-6))
lower_cholesky = Constraint("LowerCholesky()", is_lower_cholesky)
positive_definite = Constraint("PositiveDefinite()", is_positive_definite)
