"""exp_family: ExponentialFamily: densities exp(sum of parameter times statistic - normalizer) (shelf)."""

from ..autograd.grad import grad
from .distribution import Distribution

__all__ = ["ExponentialFamily"]


class ExponentialFamily(Distribution):
    """Distributions whose entropies and divergences follow from their normalizer, by its gradient.

    Source: Nielsen and Nock, "Entropies and cross-entropies of exponential families", 2010; PyTorch,
    torch.distributions.ExponentialFamily.
    """

    @property
    def _natural_params(self):
        """The parameters of that form."""
        raise NotImplementedError

    def _log_normalizer(self, *natural_params):
        """What makes the probabilities sum to 1."""
        raise NotImplementedError

    @property
    def _mean_carrier_measure(self):
        """The mean of the part of log_prob that no parameter touches."""
        raise NotImplementedError

    def entropy(self):
        parameters = [p.detach().requires_grad_() for p in self._natural_params]
        normalizer = self._log_normalizer(*parameters)
        slopes = grad(normalizer.sum(), parameters, create_graph=True)
        found = -self._mean_carrier_measure + normalizer
        for parameter, slope in zip(parameters, slopes, strict=True):
            found = found - (parameter * slope).reshape((*self._batch_shape, -1)).sum(-1)
        return found
