"""mixture_same_family: MixtureSameFamily, one of several distributions of a kind, by chance (shelf)."""

from ..graph.grad_mode import no_grad
from ..ops.pointwise.softmax import log_softmax
from ..size import Size
from . import constraints
from .categorical import Categorical
from .distribution import Distribution

__all__ = ["MixtureSameFamily"]


class MixtureSameFamily(Distribution):
    """A Categorical chooses among the distributions along the last dimension of another one's batch.

    mixture_distribution    a Categorical over the components
    component_distribution  a distribution with the batch_shape [..., components]

    Errors: ValueError for shapes that do not fit. Source: PyTorch, torch.distributions.MixtureSameFamily.
    """

    arg_constraints: dict = {}
    has_rsample = False

    def __init__(self, mixture_distribution, component_distribution, validate_args=None):
        self._mixture_distribution, self._component_distribution = mixture_distribution, component_distribution
        check_mixture(mixture_distribution, component_distribution)
        self._num_component = mixture_distribution.logits.shape[-1]
        event = component_distribution.event_shape
        self._event_ndims = len(event)
        super().__init__(component_distribution.batch_shape[:-1], event, validate_args=validate_args)

    def expand(self, batch_shape, _instance=None):
        new, batch_shape = self._get_checked_instance(MixtureSameFamily, _instance), Size(batch_shape)
        new._component_distribution = self._component_distribution.expand((*batch_shape, self._num_component))
        new._mixture_distribution = self._mixture_distribution.expand(batch_shape)
        new._num_component, new._event_ndims = self._num_component, self._event_ndims
        return self._expanded(new, batch_shape, new._component_distribution.event_shape)

    @constraints.dependent_property
    def support(self):
        return constraints.MixtureSameFamilyConstraint(self._component_distribution.support)

    mixture_distribution = property(lambda self: self._mixture_distribution)
    component_distribution = property(lambda self: self._component_distribution)

    @property
    def mean(self):
        probs = self._pad_mixture_dimensions(self.mixture_distribution.probs)
        return (probs * self.component_distribution.mean).sum(-1 - self._event_ndims)

    @property
    def variance(self):
        probs, dim = self._pad_mixture_dimensions(self.mixture_distribution.probs), -1 - self._event_ndims
        inside = (probs * self.component_distribution.variance).sum(dim)
        between = (probs * (self.component_distribution.mean - self._pad(self.mean)).pow(2.0)).sum(dim)
        return inside + between

    def cdf(self, x):
        return (self.component_distribution.cdf(self._pad(x)) * self.mixture_distribution.probs).sum(-1)

    def log_prob(self, x):
        if self._validate_args:
            self._validate_sample(x)
        inside = self.component_distribution.log_prob(self._pad(x))
        return (inside + log_softmax(self.mixture_distribution.logits, -1)).logsumexp(-1)

    def sample(self, sample_shape=Size()):  # noqa: B008
        with no_grad():
            dim, event = len(sample_shape) + len(self.batch_shape), self.event_shape
            chosen = self.mixture_distribution.sample(sample_shape)
            samples = self.component_distribution.sample(sample_shape)
            index = chosen.reshape((*chosen.shape, *[1] * (len(event) + 1)))
            index = index.repeat((*[1] * chosen.ndim, 1, *event))
            return samples.gather(dim, index).squeeze(dim)

    def _pad(self, x):
        return x.unsqueeze(-1 - self._event_ndims)

    def _pad_mixture_dimensions(self, x):
        """The weights [..., components] in the shape in which they meet the components' means."""
        own = len(self.mixture_distribution.batch_shape)
        missing = 0 if own == 1 else len(self.batch_shape) - own
        return x.reshape((*x.shape[:-1], *[1] * missing, x.shape[-1], *[1] * self._event_ndims))

    def __repr__(self):
        return f"MixtureSameFamily(\n  {self.mixture_distribution},\n  {self.component_distribution})"


def check_mixture(mixture, component):
    """Raise unless these two fit together."""
    if not isinstance(mixture, Categorical):
        raise ValueError(" The Mixture distribution needs to be an  instance of torch.distributions.Categorical")
    if not isinstance(component, Distribution):
        raise ValueError("The Component distribution needs to be an instance of torch.distributions.Distribution")
    ours, theirs = mixture.batch_shape, component.batch_shape[:-1]
    for one, other in zip(reversed(ours), reversed(theirs), strict=False):
        if one != 1 and other != 1 and one != other:
            raise ValueError(
                f"`mixture_distribution.batch_shape` ({ours}) is not compatible with "
                f"`component_distribution.batch_shape`({theirs})"
            )
    count, there = mixture.logits.shape[-1], component.batch_shape[-1]
    if count != there:
        raise ValueError(
            f"`mixture_distribution component` ({count}) does not equal `component_distribution.batch_shape[-1]` "
            f"({there})"
        )
