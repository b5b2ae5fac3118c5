"""constraint_registry: biject_to, transform_to: a transform from all numbers to what a constraint allows (shelf)."""

from . import constraints, transforms
from .utils import NUMBERS

__all__ = ["ConstraintRegistry", "biject_to", "transform_to"]


class ConstraintRegistry:
    """Constraints and how to make a transform for each of them.

    >>> import minitorch as mt
    >>> from minitorch.distributions import constraints, transform_to
    >>> transform_to(constraints.positive)(mt.tensor([0.0]))
    tensor([1.])

    Errors: NotImplementedError for a constraint without one. Source: PyTorch, torch.distributions.constraint_registry.
    """

    def __init__(self):
        self._registry = {}

    def register(self, constraint, factory=None):
        """Add `factory(constraint)`, which gives the transform, for a constraint or a class of them; a decorator, too."""
        if factory is None:
            return lambda factory: self.register(constraint, factory)
        kind = type(constraint) if isinstance(constraint, constraints.Constraint) else constraint
        if not (isinstance(kind, type) and issubclass(kind, constraints.Constraint)):
            raise TypeError(f"Expected constraint to be either a Constraint subclass or instance, but got {constraint}")
        self._registry[kind] = factory
        return factory

    def __call__(self, constraint):
        if type(constraint) not in self._registry:
            raise NotImplementedError(f"Cannot transform {type(constraint).__name__} constraints")
        return self._registry[type(constraint)](constraint)


biject_to = ConstraintRegistry()  # one to one
transform_to = ConstraintRegistry()  # onto, and easy to optimise


def shift(constraint, bound, sign):
    return transforms.ComposeTransform([transforms.ExpTransform(), transforms.AffineTransform(bound, sign)])


def to_interval(constraint):
    """Sigmoid, stretched to the interval."""
    low, high = constraint.lower_bound, constraint.upper_bound
    if isinstance(low, NUMBERS) and low == 0 and isinstance(high, NUMBERS) and high == 1:
        return transforms.SigmoidTransform()
    parts = [transforms.SigmoidTransform(), transforms.AffineTransform(low, high - low)]
    return transforms.ComposeTransform(parts)


for _registry in (biject_to, transform_to):
    _registry.register(constraints.real, lambda c: transforms.identity_transform)
    _registry.register(
        constraints.independent,
        lambda c, _to=_registry: transforms.IndependentTransform(_to(c.base_constraint), c.reinterpreted_batch_ndims),
    )
    for _kind in (constraints.greater_than, constraints.greater_than_eq):
        _registry.register(_kind, lambda c: shift(c, c.lower_bound, 1))
    _registry.register(constraints.less_than, lambda c: shift(c, c.upper_bound, -1))
    for _kind in (constraints.interval, constraints.half_open_interval):
        _registry.register(_kind, to_interval)
    _registry.register(constraints.corr_cholesky, lambda c: transforms.CorrCholeskyTransform())
    _registry.register(
        constraints.cat,
        lambda c, _to=_registry: transforms.CatTransform([_to(one) for one in c.cseq], c.dim, c.lengths),
    )
    _registry.register(
        constraints.stack, lambda c, _to=_registry: transforms.StackTransform([_to(one) for one in c.cseq], c.dim)
    )

biject_to.register(constraints.simplex, lambda c: transforms.StickBreakingTransform())
transform_to.register(constraints.simplex, lambda c: transforms.SoftmaxTransform())
transform_to.register(constraints.lower_cholesky, lambda c: transforms.LowerCholeskyTransform())
for _kind in (constraints.positive_definite, constraints.positive_semidefinite):
    transform_to.register(_kind, lambda c: transforms.PositiveDefiniteTransform())
