"""sampler: Sampler, SequentialSampler, RandomSampler, SubsetRandomSampler, WeightedRandomSampler, BatchSampler (shelf)."""

import itertools
from typing import Generic, TypeVar

from ... import dtypes
from ..._lazy import load
from ...creation.tensor import as_tensor
from ...creation.zeros import empty
from ...random import Generator

T_co = TypeVar("T_co", covariant=True)


class Sampler(Generic[T_co]):
    """An order in which samples are taken: a subclass says which indices iter(sampler) gives.

    Source: PyTorch, torch.utils.data.Sampler.
    """

    def __iter__(self):
        raise NotImplementedError


class SequentialSampler(Sampler[int]):
    """0, 1, 2 ... as many as there are samples. Source: PyTorch, torch.utils.data.SequentialSampler."""

    def __init__(self, data_source):
        self.data_source = data_source

    def __iter__(self):
        return iter(range(len(self.data_source)))

    def __len__(self):
        return len(self.data_source)


def drawn_seed(generator=None):
    """A seed of 63 bits, drawn by chance."""
    return empty((), dtype=dtypes.int64).random_(generator=generator).item()


def check_positive(name, value):
    """Raise for what is no positive integer."""
    if not isinstance(value, int) or isinstance(value, bool) or value <= 0:
        raise ValueError(f"{name} should be a positive integer value, but got {name}={value}")


class RandomSampler(Sampler[int]):
    """The indices of all samples in random order.

    data_source  the samples: only their number counts
    replacement  draw each index anew from all of them, so that some come several times and some not at all
    num_samples  how many to draw, all by default; without replacement, more than all means one order after another
    generator    where the chance comes from; by default one whose seed is drawn from the default generator each time

    >>> import minitorch as mt
    >>> list(mt.utils.data.RandomSampler(range(5), generator=mt.Generator().manual_seed(0)))
    [4, 0, 1, 3, 2]

    Errors: TypeError for a replacement that is no bool, ValueError for a num_samples that is no positive integer.
    Source: PyTorch, torch.utils.data.RandomSampler.
    """

    def __init__(self, data_source, replacement=False, num_samples=None, generator=None):
        self.data_source, self.replacement, self._num_samples = data_source, replacement, num_samples
        self.generator = generator
        if not isinstance(replacement, bool):
            raise TypeError(f"replacement should be a boolean value, but got replacement={replacement}")
        check_positive("num_samples", self.num_samples)

    @property
    def num_samples(self):
        """How many indices an iteration gives; a dataset may grow."""
        return len(self.data_source) if self._num_samples is None else self._num_samples

    def __iter__(self):
        n, generator, sampling = len(self.data_source), self.generator, load("minitorch.random.sampling")
        if generator is None:
            generator = Generator().manual_seed(drawn_seed())
        if self.replacement:
            whole, rest = divmod(self.num_samples, 32)
            for count in itertools.chain(itertools.repeat(32, whole), [rest]):  # whole may be a hundred million
                yield from sampling.randint(n, (count,), generator=generator).tolist()
        else:
            whole, rest = divmod(self.num_samples, n)
            for count in itertools.chain(itertools.repeat(n, whole), [rest]):
                yield from sampling.randperm(n, generator=generator).tolist()[:count]

    def __len__(self):
        return self.num_samples


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


class BatchSampler(Sampler[list[int]]):
    """The indices of another sampler, in lists of batch_size; the last may be shorter, and is left out with drop_last.

    >>> import minitorch as mt
    >>> list(mt.utils.data.BatchSampler(range(5), batch_size=2, drop_last=False))
    [[0, 1], [2, 3], [4]]

    Errors: ValueError for a batch_size that is no positive integer and a drop_last that is no bool.
    Source: PyTorch, torch.utils.data.BatchSampler.
    """

    def __init__(self, sampler, batch_size, drop_last):
        check_positive("batch_size", batch_size)
        if not isinstance(drop_last, bool):
            raise ValueError(f"drop_last should be a boolean value, but got drop_last={drop_last}")
        self.sampler, self.batch_size, self.drop_last = sampler, batch_size, drop_last

    def __iter__(self):
        indices = iter(self.sampler)
        while batch := list(itertools.islice(indices, self.batch_size)):
            if len(batch) == self.batch_size or not self.drop_last:
                yield batch

    def __len__(self):
        whole, rest = divmod(len(self.sampler), self.batch_size)
        return whole + (rest > 0 and not self.drop_last)
