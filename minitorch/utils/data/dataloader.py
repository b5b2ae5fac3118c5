"""dataloader: DataLoader: the batches of a dataset, one after the other (shelf)."""

import itertools
import math
import multiprocessing
import warnings
from functools import partial
from typing import Generic, TypeVar

from ..._lazy import missing_name
from ...backend import cuda_is_available
from ._utils.collate import default_collate, default_convert, pin_memory
from ._utils.fetch import _IterableDatasetFetcher, _MapDatasetFetcher
from .dataset import IterableDataset
from .sampler import BatchSampler, RandomSampler, SequentialSampler, drawn_seed

T_co = TypeVar("T_co", covariant=True)


class DataLoader(Generic[T_co]):
    """The batches of a dataset: `for x, y in DataLoader(data, batch_size=32, shuffle=True)`.

    dataset        anything with dataset[index] and len(dataset), or an IterableDataset
    batch_size     how many samples make a batch; None: single samples, which collate_fn gets one by one
    shuffle        take the samples in another random order each time
    sampler        the order instead: anything that gives indices
    batch_sampler  the batches instead: anything that gives lists of indices
    num_workers    how many processes load samples at the same time; 0: none but this one
    collate_fn     makes a batch of a list of samples; default_collate
    pin_memory     make batches in memory from which a GPU copies by itself
    drop_last      leave out a last batch that is not full
    timeout        how many seconds to wait for a worker's batch; 0: for ever
    worker_init_fn  called in each worker with its number, before it loads
    multiprocessing_context  how processes are started: "fork", "spawn", "forkserver" or one of multiprocessing's contexts
    generator      where the chance comes from: that of the order, and the workers' seeds
    prefetch_factor     how many batches each worker loads ahead; 2
    persistent_workers  keep the workers for the next iteration
    in_order       taken and not used: batches come in the sampler's order, although another worker may be done sooner

    >>> import minitorch as mt
    >>> data = mt.utils.data.TensorDataset(mt.arange(10.0), mt.arange(10) % 2)
    >>> _ = mt.manual_seed(0)
    >>> for x, y in mt.utils.data.DataLoader(data, batch_size=4, shuffle=True):
    ...     print(x, y)
    tensor([6., 7., 1., 4.]) tensor([0, 1, 1, 0])
    tensor([2., 0., 9., 8.]) tensor([0, 0, 1, 0])
    tensor([3., 5.]) tensor([1, 1])

    Errors: ValueError for options out of range or at odds with each other, and for changing dataset, batch_size, sampler
    ... afterwards; TypeError for len() of what has none. Source: PyTorch, torch.utils.data.DataLoader.
    """

    __initialized = False

    def __init__(
        self, dataset, batch_size=1, shuffle=None, sampler=None, batch_sampler=None, num_workers=0, collate_fn=None,
        pin_memory=False, drop_last=False, timeout=0, worker_init_fn=None, multiprocessing_context=None, generator=None, *,
        prefetch_factor=None, persistent_workers=False, pin_memory_device="", in_order=True,
    ):  # fmt: skip
        check_order(dataset, batch_size, shuffle, sampler, batch_sampler, drop_last)
        check_workers(num_workers, timeout, prefetch_factor, persistent_workers, multiprocessing_context)
        self.dataset, self.generator = dataset, generator
        self.num_workers, self.timeout, self.worker_init_fn = num_workers, timeout, worker_init_fn
        self.prefetch_factor = 2 if num_workers > 0 and prefetch_factor is None else prefetch_factor
        self.persistent_workers, self.in_order, self._iterator = persistent_workers, in_order, None
        self.pin_memory, self.pin_memory_device = pin_memory, pin_memory_device
        context = multiprocessing_context
        self.multiprocessing_context = multiprocessing.get_context(context) if isinstance(context, str) else context

        if batch_sampler is not None:
            batch_size, drop_last = None, False
        if sampler is None:
            sampler = default_sampler(dataset, shuffle, generator)
        if batch_size is not None and batch_sampler is None:
            batch_sampler = BatchSampler(sampler, batch_size, drop_last)
        self.batch_size, self.drop_last = batch_size, drop_last
        self.sampler, self.batch_sampler = sampler, batch_sampler
        self.collate_fn = collate_fn or (default_collate if self._auto_collation else default_convert)
        self.__initialized = True

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
        """Whether samples are put together in batches here."""
        return self.batch_sampler is not None

    @property
    def _index_sampler(self):
        """What gives the indices that one step of the iteration asks for."""
        return self.batch_sampler if self._auto_collation else self.sampler

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


class _BaseDataLoaderIter:
    """One walk through the batches of a DataLoader."""

    def __init__(self, loader):
        self._index_sampler = loader._index_sampler
        self._make_fetcher = partial(
            _IterableDatasetFetcher if isinstance(loader.dataset, IterableDataset) else _MapDatasetFetcher,
            dataset=loader.dataset, auto_collation=loader._auto_collation, collate_fn=loader.collate_fn,
            drop_last=loader.drop_last,
        )  # fmt: skip
        if loader.pin_memory and not cuda_is_available():
            warnings.warn(
                "'pin_memory' argument is set as true but no accelerator is found, then device pinned memory won't be used.",
                stacklevel=4,
            )
        self._pin_memory = loader.pin_memory and cuda_is_available()
        self._sampler_iter = iter(self._index_sampler)
        self._base_seed = drawn_seed(loader.generator)  # the workers'; drawn without workers too, as PyTorch does

    def __iter__(self):
        return self

    def _reset(self):
        """Start again."""
        self._sampler_iter = iter(self._index_sampler)

    def _next_index(self):
        return next(self._sampler_iter)

    def _next_data(self):
        raise NotImplementedError

    def __next__(self):
        data = self._next_data()
        return pin_memory(data) if self._pin_memory else data

    def __len__(self):
        return len(self._index_sampler)

    def __getstate__(self):
        raise NotImplementedError("{} cannot be pickled", type(self).__name__)


class _SingleProcessDataLoaderIter(_BaseDataLoaderIter):
    """The walk in this process: a batch is loaded when it is asked for."""

    def __init__(self, loader):
        super().__init__(loader)
        if loader.timeout != 0:
            raise AssertionError("_SingleProcessDataLoaderIter requires timeout == 0")
        self._dataset_fetcher = self._make_fetcher()

    def _next_data(self):
        return self._dataset_fetcher.fetch(self._next_index())


# --- the order, and options that do not go together ---------------------------------------------------------------------


def default_sampler(dataset, shuffle, generator):
    """All indices, in their order or by chance; of a stream None for ever: it ends when it ends."""
    if isinstance(dataset, IterableDataset):
        return itertools.repeat(None)
    return RandomSampler(dataset, generator=generator) if shuffle else SequentialSampler(dataset)


def check_order(dataset, batch_size, shuffle, sampler, batch_sampler, drop_last):
    """Raise for two answers to one question: which samples, and how many together."""
    own = {"shuffle": shuffle, "sampler": sampler, "batch_sampler": batch_sampler}
    own = ", ".join([name for name, value in own.items() if value])
    if isinstance(dataset, IterableDataset) and own:
        raise ValueError(f"DataLoader with IterableDataset: expected unspecified {own} option")
    if sampler is not None and shuffle:
        raise ValueError("sampler option is mutually exclusive with shuffle")
    if batch_sampler is not None and (batch_size != 1 or shuffle or sampler is not None or drop_last):
        raise ValueError("batch_sampler option is mutually exclusive with batch_size, shuffle, sampler, and drop_last")
    if batch_sampler is None and batch_size is None and drop_last:
        raise ValueError("batch_size=None option disables auto-batching and is mutually exclusive with drop_last")


def check_workers(num_workers, timeout, prefetch_factor, persistent_workers, context):
    """Raise for numbers below 0, and for options of workers where there are none."""
    numbers = {"num_workers": num_workers, "timeout": timeout, "prefetch_factor": prefetch_factor or 0}
    for name, value in numbers.items():
        if value < 0:
            raise ValueError(f"{name} option should be non-negative")
    only = {"prefetch_factor": prefetch_factor is not None, "persistent_workers": persistent_workers}
    only["multiprocessing_context"] = context is not None
    for name, given in only.items():
        if given and num_workers == 0:
            raise ValueError(
                f"{name} option could only be used with worker processes: let num_workers > 0, or leave it out"
            )


def __getattr__(name):
    """What waits in other files, and is found here in PyTorch."""
    return missing_name(__name__ if name == "__all__" else __package__, name)
