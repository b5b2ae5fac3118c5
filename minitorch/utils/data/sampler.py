"""sampler: SequentialSampler, RandomSampler and BatchSampler: the order in which samples are taken (core)."""

import itertools
from typing import Generic, TypeVar

from ... import dtypes, random
from ..._lazy import lazy_names
from ...random import Generator

T_co = TypeVar("T_co", covariant=True)
INT64 = dtypes.int64.numpy


class Sampler(Generic[T_co]):
    """An order in which samples are taken: a subclass defines iter(sampler), which gives indices. Source: PyTorch."""

    def __iter__(self):
        raise NotImplementedError


class SequentialSampler(Sampler[int]):
    """The indices 0, 1, 2 ... of all samples. Source: PyTorch, torch.utils.data.SequentialSampler."""

    def __init__(self, data_source):
        self.data_source = data_source

    def __iter__(self):
        return iter(range(len(self.data_source)))

    def __len__(self):
        return len(self.data_source)


class RandomSampler(Sampler[int]):
    """The indices of all samples in a random order, which is another one in each iteration.

    data_source  the samples: only their number matters
    replacement  draw each index from all of them, so that some come several times and others not at all
    num_samples  how many to draw, by default all. Without replacement, a larger number takes several orders
    generator    draws the order. Without one, each iteration has a generator with a seed from the default generator

    >>> import minitorch as mt
    >>> list(mt.utils.data.RandomSampler(range(5), generator=mt.Generator().manual_seed(0)))
    [4, 0, 1, 3, 2]

    Errors: TypeError for a replacement that is not a bool. Source: PyTorch, torch.utils.data.RandomSampler.
    """

    def __init__(self, data_source, replacement=False, num_samples=None, generator=None):
        self.data_source, self.replacement = data_source, replacement
        self._num_samples, self.generator = num_samples, generator
        check_drawing(self)

    @property
    def num_samples(self):
        """How many indices an iteration gives; a dataset may grow."""
        return len(self.data_source) if self._num_samples is None else self._num_samples

    def __iter__(self):
        n, g = len(self.data_source), self.generator or Generator().manual_seed(drawn_seed())
        most = 32 if self.replacement else n  # in pieces, as num_samples may be a hundred million
        whole, rest = divmod(self.num_samples, most)
        for count in itertools.chain(itertools.repeat(most, whole), [rest]):
            order = random.randint(0, n, (count,), INT64, g) if self.replacement else random.randperm(n, INT64, g)
            yield from order.tolist()[:count]

    def __len__(self):
        return self.num_samples


class BatchSampler(Sampler[list[int]]):
    """The indices of another sampler in lists of batch_size. A shorter last list is left out with drop_last.

    >>> import minitorch as mt
    >>> list(mt.utils.data.BatchSampler(range(5), batch_size=2, drop_last=False))
    [[0, 1], [2, 3], [4]]

    Errors: ValueError for a batch_size that is not a positive integer. Source: PyTorch, torch.utils.data.BatchSampler.
    """

    def __init__(self, sampler, batch_size, drop_last):
        check_positive("batch_size", batch_size)
        if not isinstance(drop_last, bool):
            raise ValueError(f"drop_last should be a boolean value, but got drop_last={drop_last}")
        self.sampler, self.batch_size, self.drop_last = sampler, batch_size, drop_last

    def __iter__(self):
        """Yield lists of batch_size indices, in the order of the sampler."""
        indices = iter(self.sampler)
        while batch := list(itertools.islice(indices, self.batch_size)):
            if len(batch) == self.batch_size or not self.drop_last:
                yield batch

    def __len__(self):
        """The number of lists that an iteration yields."""
        whole, rest = divmod(len(self.sampler), self.batch_size)
        return whole + (rest > 0 and not self.drop_last)


def drawn_seed(generator=None):
    """A random seed of 63 bits."""
    words = random.chosen(generator).long_words(1)
    return int(words[0] % 2**63)


def check_drawing(sampler):
    if not isinstance(sampler.replacement, bool):
        raise TypeError(f"replacement should be a boolean value, but got replacement={sampler.replacement}")
    check_positive("num_samples", sampler.num_samples)


def check_positive(name, value):
    if not isinstance(value, int) or isinstance(value, bool) or value <= 0:
        raise ValueError(f"{name} should be a positive integer value, but got {name}={value}")


__getattr__, __dir__ = lazy_names(__name__)
