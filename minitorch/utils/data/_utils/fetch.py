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


class _MapDatasetFetcher:
    """The batch at the indices that are asked for: a list of them if auto_collation, otherwise one index."""

    def __init__(self, dataset, auto_collation, collate_fn, drop_last):
        self.dataset, self.auto_collation = dataset, auto_collation
        self.collate_fn, self.drop_last = collate_fn, drop_last

    def fetch(self, possibly_batched_index):
        asked = samples_of if self.auto_collation else sample_of
        return self.collate_fn(asked(self.dataset, possibly_batched_index))


class _IterableDatasetFetcher(_MapDatasetFetcher):
    """Of a stream: the next samples, whatever the indices are."""

    def __init__(self, dataset, auto_collation, collate_fn, drop_last):
        super().__init__(dataset, auto_collation, collate_fn, drop_last)
        self.dataset_iter = iter(dataset)

    def fetch(self, possibly_batched_index):
        wanted = len(possibly_batched_index) if self.auto_collation else 1
        data = list(islice(self.dataset_iter, wanted))
        if len(data) < wanted:
            self.dataset_iter = iter(())  # one that has ended is not asked again
        if not data or (self.drop_last and len(data) < wanted):
            raise EndOfStream
        return self.collate_fn(data if self.auto_collation else data[0])


class _BaseDataLoaderIter:
    """One pass through the batches of a DataLoader."""

    def __init__(self, loader):
        self._index_sampler = loader._index_sampler
        self._make_fetcher = partial(
            _IterableDatasetFetcher if isinstance(loader.dataset, IterableDataset) else _MapDatasetFetcher,
            dataset=loader.dataset, auto_collation=loader._auto_collation, collate_fn=loader.collate_fn,
            drop_last=loader.drop_last,
        )  # fmt: skip
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

    def _next_index(self):
        return next(self._sampler_iter)

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
        self._dataset_fetcher = self._make_fetcher()

    def _next_data(self):
        return self._dataset_fetcher.fetch(self._next_index())
