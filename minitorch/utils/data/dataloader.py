"""dataloader: DataLoader: the batches of a dataset, one after the other (core)."""

import itertools
import math
import multiprocessing
import warnings
from functools import partial
from typing import Generic, TypeVar

from ..._lazy import load, missing_name
from ...backend import cuda_is_available
from .dataset import IterableDataset
from .sampler import BatchSampler, RandomSampler, SequentialSampler, drawn_seed

T_co = TypeVar("T_co", covariant=True)


class DataLoader(Generic[T_co]):
    """The batches of a dataset: `for x, y in DataLoader(data, batch_size=32, shuffle=True)`.

    dataset        anything with dataset[index] and len(dataset), or an IterableDataset
    batch_size     the number of samples in a batch. None: single samples, which collate_fn gets one by one
    shuffle        take the samples in another random order each time
    sampler        the order instead: an iterable of indices
    batch_sampler  the batches instead: an iterable of lists of indices
    num_workers    the number of processes that load batches. 0: this process loads them
    collate_fn     makes a batch of a list of samples; default_collate
    pin_memory     put the batches where a GPU can copy them by itself
    drop_last      leave out a last batch that is not full
    timeout        the seconds to wait for a worker's batch. 0: forever
    worker_init_fn  called in each worker with its number, before it loads
    multiprocessing_context  "fork", "spawn", "forkserver" or one of multiprocessing's contexts
    generator      draws the order, and the seed of the workers
    prefetch_factor     the number of batches that each worker loads ahead; 2
    persistent_workers  keep the workers for the next iteration
    in_order       not used: batches always come in the sampler's order

    >>> import minitorch as mt
    >>> data = mt.utils.data.TensorDataset(mt.arange(10.0), mt.arange(10) % 2)
    >>> _ = mt.manual_seed(0)
    >>> for x, y in mt.utils.data.DataLoader(data, batch_size=4, shuffle=True):
    ...     print(x, y)
    tensor([6., 7., 1., 4.]) tensor([0, 1, 1, 0])
    tensor([2., 0., 9., 8.]) tensor([0, 0, 1, 0])
    tensor([3., 5.]) tensor([1, 1])

    Errors: ValueError for options that are out of range or contradict each other, and for changing dataset, batch_size,
    sampler ... afterwards; TypeError for len() of a sampler without one. Source: PyTorch, torch.utils.data.DataLoader.
    """

    __initialized = False

    def __init__(
        self, dataset, batch_size=1, shuffle=None, sampler=None, batch_sampler=None, num_workers=0, collate_fn=None,
        pin_memory=False, drop_last=False, timeout=0, worker_init_fn=None, multiprocessing_context=None, generator=None, *,
        prefetch_factor=None, persistent_workers=False, pin_memory_device="", in_order=True,
    ):  # fmt: skip
        check, context = load("minitorch.utils.data._utils.options"), multiprocessing_context
        check.check_order(dataset, batch_size, shuffle, sampler, batch_sampler, drop_last)
        check.check_workers(num_workers, timeout, prefetch_factor, persistent_workers, context)
        self.num_workers, self.timeout, self.worker_init_fn = num_workers, timeout, worker_init_fn
        self.prefetch_factor = 2 if num_workers > 0 and prefetch_factor is None else prefetch_factor
        self.persistent_workers, self.in_order, self._iterator = persistent_workers, in_order, None
        self.pin_memory, self.pin_memory_device = pin_memory, pin_memory_device
        self.multiprocessing_context = multiprocessing.get_context(context) if isinstance(context, str) else context
        self.dataset, self.generator = dataset, generator
        self._set_order(batch_size, shuffle, sampler, batch_sampler, drop_last)
        self.collate_fn = collate_fn or self._usual_collate()
        self.__initialized = True

    def _set_order(self, batch_size, shuffle, sampler, batch_sampler, drop_last):
        if batch_sampler is not None:
            batch_size, drop_last = None, False
        self.sampler = default_sampler(self.dataset, shuffle, self.generator) if sampler is None else sampler
        if batch_size is not None:
            batch_sampler = BatchSampler(self.sampler, batch_size, drop_last)
        self.batch_sampler, self.batch_size, self.drop_last = batch_sampler, batch_size, drop_last

    def __iter__(self):
        if not self.persistent_workers:
            return self._get_iterator()
        if self._iterator is None:
            self._iterator = self._get_iterator()
        else:
            self._iterator._reset()
        return self._iterator

    def _get_iterator(self):
        if self.num_workers == 0:
            return _SingleProcessDataLoaderIter(self)
        return missing_name(__package__, "_MultiProcessingDataLoaderIter")(self)  # loaded when it is first needed

    @property
    def _auto_collation(self):
        return self.batch_sampler is not None

    @property
    def _index_sampler(self):  # lists of indices, or single ones
        return self.batch_sampler if self._auto_collation else self.sampler

    def _usual_collate(self):
        found = load("minitorch.utils.data._utils.collate")
        return found.default_collate if self._auto_collation else found.default_convert

    def __len__(self):
        if not isinstance(self.dataset, IterableDataset):
            return len(self._index_sampler)
        length = len(self.dataset)
        if self.batch_size is None:
            return length
        return length // self.batch_size if self.drop_last else math.ceil(length / self.batch_size)

    def __setattr__(self, attr, val):
        fixed = ("batch_size", "batch_sampler", "sampler", "drop_last", "dataset", "persistent_workers")
        if self.__initialized and attr in fixed:
            raise ValueError(f"{attr} attribute should not be set after {type(self).__name__} is initialized")
        super().__setattr__(attr, val)


def default_sampler(dataset, shuffle, generator):
    """All indices, in order or shuffled. For a stream, None forever: it ends when it ends."""
    if isinstance(dataset, IterableDataset):
        return itertools.repeat(None)
    return RandomSampler(dataset, generator=generator) if shuffle else SequentialSampler(dataset)


class _BaseDataLoaderIter:
    """One pass through the batches of a DataLoader."""

    def __init__(self, loader):
        self._index_sampler = loader._index_sampler
        found, stream = load("minitorch.utils.data._utils.fetch"), isinstance(loader.dataset, IterableDataset)
        self._make_fetcher = partial(
            found._IterableDatasetFetcher if stream else found._MapDatasetFetcher,
            dataset=loader.dataset, auto_collation=loader._auto_collation, collate_fn=loader.collate_fn,
            drop_last=loader.drop_last,
        )  # fmt: skip
        self._pin_memory = loader.pin_memory and cuda_is_available()
        if loader.pin_memory and not self._pin_memory:
            warnings.warn("'pin_memory' argument is set as true but no accelerator is found", stacklevel=4)
        self._sampler_iter = iter(self._index_sampler)
        self._base_seed = drawn_seed(loader.generator)  # for workers; PyTorch draws it without workers, too

    def __iter__(self):
        return self

    def __next__(self):
        data = self._next_data()
        return load("minitorch.utils.data._utils.collate").pin_memory(data) if self._pin_memory else data

    def _next_index(self):
        return next(self._sampler_iter)

    def _reset(self):
        self._sampler_iter = iter(self._index_sampler)

    def __len__(self):
        return len(self._index_sampler)

    def __getstate__(self):
        raise NotImplementedError("{} cannot be pickled", type(self).__name__)


class _SingleProcessDataLoaderIter(_BaseDataLoaderIter):
    """A pass in this process: a batch is loaded when it is asked for."""

    def __init__(self, loader):
        super().__init__(loader)
        if loader.timeout != 0:
            raise AssertionError("_SingleProcessDataLoaderIter requires timeout == 0")
        self._dataset_fetcher = self._make_fetcher()

    def _next_data(self):
        return self._dataset_fetcher.fetch(self._next_index())


def __getattr__(name):
    return missing_name(__name__ if name == "__all__" else __package__, name)
