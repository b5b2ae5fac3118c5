"""fetch: from the indices that a sampler gives to the batch that a DataLoader gives; the rarer iterators of one (shelf)."""

import warnings
from functools import partial
from itertools import islice

from ....backend import cuda_is_available
from ..dataset import IterableDataset, sample_of, samples_of
from ..sampler import drawn_seed
from .collate import pin_memory


class EndOfStream(StopIteration):
    """A stream has no more samples."""


def fetcher(dataset, auto_collation, collate_fn, drop_last):
    """A function that gives the batch at the indices that are asked for: a list of them if auto_collation, otherwise one."""
    if not isinstance(dataset, IterableDataset):
        asked = samples_of if auto_collation else sample_of
        return lambda index: collate_fn(asked(dataset, index))
    stream = iter(dataset)

    def next_batch(index):
        nonlocal stream
        wanted = len(index) if auto_collation else 1
        data = list(islice(stream, wanted))
        if len(data) < wanted:
            stream = iter(())  # one that has ended is not asked again
        if not data or (drop_last and len(data) < wanted):
            raise EndOfStream
        return collate_fn(data if auto_collation else data[0])

    return next_batch


class _BaseDataLoaderIter:
    """One pass through the batches of a DataLoader."""

    def __init__(self, loader):
        batched = loader.batch_sampler is not None
        self._index_sampler = loader.batch_sampler if batched else loader.sampler
        self._make_fetcher = partial(fetcher, loader.dataset, batched, loader.collate_fn, loader.drop_last)
        self._pin_memory = loader.pin_memory and cuda_is_available()
        if loader.pin_memory and not self._pin_memory:
            warnings.warn("'pin_memory' argument is set as true but no accelerator is found", stacklevel=4)
        self._sampler_iter = iter(self._index_sampler)
        self._base_seed = drawn_seed(loader.generator)  # for workers

    def __iter__(self):
        return self

    def __next__(self):
        data = self._next_data()
        return pin_memory(data) if self._pin_memory else data

    def _reset(self):
        self._sampler_iter = iter(self._index_sampler)

    def __len__(self):
        return len(self._index_sampler)

    def __getstate__(self):
        raise NotImplementedError("{} cannot be pickled", type(self).__name__)


class _SingleProcessDataLoaderIter(_BaseDataLoaderIter):
    """A pass in this process, of a stream, of single samples, or into pinned memory."""

    def __init__(self, loader):
        super().__init__(loader)
        if loader.timeout != 0:
            raise AssertionError("_SingleProcessDataLoaderIter requires timeout == 0")
        self._fetch = self._make_fetcher()

    def _next_data(self):
        return self._fetch(next(self._sampler_iter))
