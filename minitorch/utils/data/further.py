"""further: Subset, ConcatDataset and random_split; SubsetRandomSampler and WeightedRandomSampler (shelf)."""

import bisect
import itertools
import math
import warnings

from ... import dtypes
from ..._lazy import load
from ...creation.tensor import as_tensor
from ...random import default_generator
from .dataset import Dataset, IterableDataset, T_co, samples_of
from .sampler import Sampler, check_positive


class ConcatDataset(Dataset[T_co]):
    """Datasets one behind the other. Errors: AssertionError for none of them, or an IterableDataset among them.

    >>> import minitorch as mt
    >>> both = mt.utils.data.ConcatDataset(["ab", "cde"])
    >>> len(both), both[3], both.cumulative_sizes
    (5, 'd', [2, 5])

    Source: PyTorch, torch.utils.data.ConcatDataset.
    """

    @staticmethod
    def cumsum(sequence):
        """Where each dataset ends."""
        return list(itertools.accumulate([len(dataset) for dataset in sequence]))

    def __init__(self, datasets):
        self.datasets = list(datasets)
        if not self.datasets:
            raise AssertionError("datasets should not be an empty iterable")
        if any([isinstance(dataset, IterableDataset) for dataset in self.datasets]):
            raise AssertionError("ConcatDataset does not support IterableDataset")
        self.cumulative_sizes = self.cumsum(self.datasets)

    def __len__(self):
        return self.cumulative_sizes[-1]

    def __getitem__(self, idx):
        if idx < 0:
            if -idx > len(self):
                raise ValueError("absolute value of index should not exceed dataset length")
            idx += len(self)
        which = bisect.bisect_right(self.cumulative_sizes, idx)
        start = self.cumulative_sizes[which - 1] if which else 0
        return self.datasets[which][idx - start]


class Subset(Dataset[T_co]):
    """Some samples of another dataset: sample i is dataset[indices[i]].

    >>> import minitorch as mt
    >>> part = mt.utils.data.Subset("abcdef", [5, 0])
    >>> len(part), part[0]
    (2, 'f')

    Source: PyTorch, torch.utils.data.Subset.
    """

    def __init__(self, dataset, indices):
        self.dataset, self.indices = dataset, indices

    def __getitem__(self, idx):
        if isinstance(idx, list):
            return self.dataset[[self.indices[i] for i in idx]]
        return self.dataset[self.indices[idx]]

    def __getitems__(self, indices):
        return samples_of(self.dataset, [self.indices[i] for i in indices])

    def __len__(self):
        return len(self.indices)


def random_split(dataset, lengths, generator=default_generator):
    """Parts of a dataset, drawn by chance: a Subset of each length, or of each fraction of the whole.

    lengths    how many samples each part gets; or fractions that add up to 1, rounded, the first parts up
    generator  where the chance comes from

    >>> import minitorch as mt
    >>> parts = mt.utils.data.random_split(range(10), [0.7, 0.3], mt.Generator().manual_seed(0))
    >>> [len(part) for part in parts], list(parts[1])
    ([7, 3], [8, 6, 2])

    Errors: ValueError where the parts do not make up the whole. Source: PyTorch, torch.utils.data.random_split.
    """
    total = sum(lengths)
    if math.isclose(total, 1) and total <= 1:
        lengths = counts_of(lengths, len(dataset))
    if sum(lengths) != len(dataset):
        raise ValueError("Sum of input lengths does not equal the length of the input dataset!")
    order = load("minitorch.random.sampling").randperm(sum(lengths), generator=generator).tolist()
    ends = itertools.accumulate(lengths)
    return [Subset(dataset, order[end - length : end]) for end, length in zip(ends, lengths, strict=True)]


def counts_of(fractions, total):
    """How many of `total` samples each fraction stands for."""
    for i, fraction in enumerate(fractions):
        if not 0 <= fraction <= 1:
            raise ValueError(f"Fraction at index {i} is not between 0 and 1")
    counts = [math.floor(total * fraction) for fraction in fractions]
    for i in range(total - sum(counts)):
        counts[i % len(counts)] += 1
    for i, count in enumerate(counts):
        if count == 0:
            warnings.warn(f"Length of split at index {i} is 0. This might result in an empty dataset.", stacklevel=3)
    return counts


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
            raise ValueError(f"weights should be a 1d sequence, not of shape {tuple(self.weights.shape)}")
        self.num_samples, self.replacement, self.generator = num_samples, replacement, generator

    def __iter__(self):
        yield from self.weights.multinomial(self.num_samples, self.replacement, generator=self.generator).tolist()

    def __len__(self):
        return self.num_samples
