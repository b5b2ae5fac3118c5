"""transformed_distribution: TransformedDistribution, samples of a distribution through functions (shelf)."""

from ..graph.grad_mode import no_grad
from ..size import Size
from . import constraints
from .distribution import Distribution
from .independent import Independent
from .transforms import ComposeTransform, Transform
from .utils import _sum_rightmost

__all__ = ["TransformedDistribution"]


class TransformedDistribution(Distribution):
    """The distribution of t(x), for x from another one: log_prob loses what t stretches.

    base_distribution  where x comes from
    transforms         a Transform, or a list of them, the first one first

    >>> import minitorch as mt
    >>> from minitorch.distributions import Normal, TransformedDistribution, transforms
    >>> TransformedDistribution(Normal(0.0, 1.0), transforms.ExpTransform()).log_prob(mt.tensor(1.0))
    tensor(-0.9189)

    Errors: ValueError for what is no transform, and for too few dimensions.
    Source: PyTorch, torch.distributions.TransformedDistribution.
    """

    arg_constraints: dict = {}
    _batch_parameters = ()

    def __init__(self, base_distribution, transforms, validate_args=None):
        self.transforms = listed(transforms)
        whole = ComposeTransform(self.transforms)
        shape, wide = base_distribution.batch_shape + base_distribution.event_shape, len(base_distribution.event_shape)
        if len(shape) < whole.domain.event_dim:
            raise ValueError(
                f"base_distribution needs to have shape with size at least {whole.domain.event_dim}, but got {shape}."
            )
        forward = Size(whole.forward_shape(shape))
        needed = Size(whole.inverse_shape(forward))
        if shape != needed:  # the transforms' own parameters have further dimensions
            base_distribution = base_distribution.expand(needed[: len(needed) - wide])
        joined = whole.domain.event_dim - wide
        self.base_dist = Independent(base_distribution, joined) if joined > 0 else base_distribution
        change = whole.codomain.event_dim - whole.domain.event_dim
        cut = len(forward) - max(whole.codomain.event_dim, wide + change)
        super().__init__(forward[:cut], forward[cut:], validate_args=validate_args)

    def expand(self, batch_shape, _instance=None):
        cls = next(cls for cls in type(self).__mro__ if "_batch_parameters" in vars(cls))
        new, batch_shape = self._get_checked_instance(cls, _instance), Size(batch_shape)
        for name in self._batch_parameters:
            setattr(new, name, self.__dict__[name].expand(batch_shape))
        shape = batch_shape + self.event_shape
        for transform in reversed(self.transforms):
            shape = transform.inverse_shape(shape)
        new.base_dist = self.base_dist.expand(shape[: len(shape) - len(self.base_dist.event_shape)])
        new.transforms = self.transforms
        return self._expanded(new, batch_shape)

    @constraints.dependent_property(is_discrete=False)
    def support(self):
        if not self.transforms:
            return self.base_dist.support
        support = self.transforms[-1].codomain
        more = len(self.event_shape) - support.event_dim
        return constraints.independent(support, more) if more > 0 else support

    has_rsample = property(lambda self: self.base_dist.has_rsample)

    def sample(self, sample_shape=Size()):  # noqa: B008
        with no_grad():
            return self._through(self.base_dist.sample(sample_shape))

    def rsample(self, sample_shape=Size()):  # noqa: B008
        return self._through(self.base_dist.rsample(sample_shape))

    def _through(self, x):
        for transform in self.transforms:
            x = transform(x)
        return x

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        wide, found, y = len(self.event_shape), 0.0, value
        for transform in reversed(self.transforms):
            x = transform.inv(y)
            wide += transform.domain.event_dim - transform.codomain.event_dim
            slope = transform.log_abs_det_jacobian(x, y)
            found = found - _sum_rightmost(slope, wide - transform.domain.event_dim)
            y = x
        return found + _sum_rightmost(self.base_dist.log_prob(y), wide - len(self.base_dist.event_shape))

    def _monotonize_cdf(self, value):
        """A probability, or 1 minus it where the transforms fall."""
        sign = 1
        for transform in self.transforms:
            sign = sign * transform.sign
        return value if isinstance(sign, int) and sign == 1 else sign * (value - 0.5) + 0.5

    def cdf(self, value):
        for transform in self.transforms[::-1]:
            value = transform.inv(value)
        if self._validate_args:
            self.base_dist._validate_sample(value)
        return self._monotonize_cdf(self.base_dist.cdf(value))

    def icdf(self, value):
        return self._through(self.base_dist.icdf(self._monotonize_cdf(value)))


def listed(transforms):
    """One transform or several, as a list."""
    if isinstance(transforms, Transform):
        return [transforms]
    if not isinstance(transforms, list):
        raise ValueError(f"transforms must be a Transform or list, but was {transforms}")
    if not all(isinstance(one, Transform) for one in transforms):
        raise ValueError("transforms must be a Transform or a list of Transforms")
    return transforms
