"""binary: what the distributions of a yes or no share: probs and logits, of which one is given (shelf)."""

from .utils import broadcast_all, exactly_one, lazy_property, logits_to_probs, probs_to_logits

__all__ = ["Binary"]


class Binary:
    """probs, the probability of a yes, and logits, log(p / (1 - p)); `_param` is the one that was given."""

    def _take(self, probs, logits, *others):
        """Keep the one of the two that is given; the other parameters, of the same shape."""
        exactly_one(probs, logits)
        name = "logits" if probs is None else "probs"
        *others, self._param = broadcast_all(*others, logits if probs is None else probs)
        setattr(self, name, self._param)
        return others

    @lazy_property
    def logits(self):
        return probs_to_logits(self.probs, is_binary=True)

    @lazy_property
    def probs(self):
        return logits_to_probs(self.logits, is_binary=True)

    @property
    def param_shape(self):
        return self._param.size()

    def _new(self, *args, **kwargs):
        return self._param.new(*args, **kwargs)

    def expand(self, batch_shape, _instance=None):
        new = super().expand(batch_shape, _instance)
        new._param = new.__dict__["probs" if "probs" in self.__dict__ else "logits"]
        return new

    def _counted(self, values, expand):
        """Values along a new first dimension, repeated for the batch if asked for."""
        values = values.view((-1, *[1] * len(self._batch_shape)))
        return values.expand((-1, *self._batch_shape)) if expand else values
