"""chi2: Chi2, the sum of squares of normal numbers (shelf)."""

from . import constraints
from .gamma import Gamma

__all__ = ["Chi2"]


class Chi2(Gamma):
    """The sum of `df` squares of standard normal numbers. Source: PyTorch, torch.distributions.Chi2."""

    arg_constraints = {"df": constraints.positive}
    _batch_parameters = ("concentration", "rate")

    def __init__(self, df, validate_args=None):
        super().__init__(0.5 * df, 0.5, validate_args=validate_args)

    df = property(lambda self: self.concentration * 2)
