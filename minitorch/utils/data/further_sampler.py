"""further_sampler: SubsetRandomSampler and WeightedRandomSampler (shelf)."""

from ... import dtypes
from ..._lazy import load
from ...creation.tensor import as_tensor
from .sampler import Sampler, check_positive


class SubsetRandomSampler(Sampler[int]):
    """Some indices in random order. Source: PyTorch, torch.utils.data.SubsetRandomSampler."""

    def __init__(self, indices, generator=None):
        self.indices, self.generator = indices, generator

    def __iter__(self):
        sampling = load("minitorch.random.sampling")
        for i in sampling.randperm(len(self.indices), generator=self.generator).tolist():
            yield self.indices[i]

    def __len__(self):
        return len(self.indices)


class WeightedRandomSampler(Sampler[int]):
    """Indices drawn with chances that are proportional to weights.

    weights      a number for each sample; they need not add up to 1
    num_samples  how many to draw
    replacement  whether a sample may be drawn again

    >>> import minitorch as mt
    >>> list(mt.utils.data.WeightedRandomSampler([0.0, 3.0, 0.0], 4))
    [1, 1, 1, 1]

    Errors: ValueError for a num_samples that is no positive integer, a replacement that is no bool, and weights that are
    no list of numbers. Source: PyTorch, torch.utils.data.WeightedRandomSampler.
    """

    def __init__(self, weights, num_samples, replacement=True, generator=None):
        check_positive("num_samples", num_samples)
        if not isinstance(replacement, bool):
            raise ValueError(f"replacement should be a boolean value, but got replacement={replacement}")
        self.weights = as_tensor(weights, dtype=dtypes.float64)
        if self.weights.dim() != 1:
            raise ValueError(
                f"weights should be a 1d sequence but given weights have shape {tuple(self.weights.shape)}"
            )
        self.num_samples, self.replacement, self.generator = num_samples, replacement, generator

    def __iter__(self):
        yield from self.weights.multinomial(self.num_samples, self.replacement, generator=self.generator).tolist()

    def __len__(self):
        return self.num_samples
