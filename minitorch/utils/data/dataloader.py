"""dataloader: DataLoader: the batches of a dataset, one after the other (shelf)."""

import math
import multiprocessing
import warnings
from typing import Generic, TypeVar

from ..._lazy import missing_name
from ...backend import cuda_is_available
from ._utils.collate import default_collate, default_convert, pin_memory
from ._utils.fetch import _IterableDatasetFetcher, _MapDatasetFetcher
from .dataset import IterableDataset
from .sampler import BatchSampler, RandomSampler, Sampler, SequentialSampler, drawn_seed

T_co = TypeVar("T_co", covariant=True)


class _DatasetKind:
    Map, Iterable = 0, 1

    @staticmethod
    def create_fetcher(kind, dataset, auto_collation, collate_fn, drop_last):
        fetcher = _MapDatasetFetcher if kind == _DatasetKind.Map else _IterableDatasetFetcher
        return fetcher(dataset, auto_collation, collate_fn, drop_last)


class _InfiniteConstantSampler(Sampler):
    """None for ever: the indices of a stream, which ends when it ends."""

    def __iter__(self):
        while True:
            yield None


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
        streams = isinstance(dataset, IterableDataset)
        check_options(
            streams, batch_size, shuffle, sampler, batch_sampler, drop_last, num_workers, timeout, prefetch_factor,
            persistent_workers,
        )  # fmt: skip
        self.dataset, self.num_workers = dataset, num_workers
        self.prefetch_factor = 2 if num_workers > 0 and prefetch_factor is None else prefetch_factor
        self.pin_memory, self.pin_memory_device = pin_memory, pin_memory_device
        self.timeout, self.worker_init_fn = timeout, worker_init_fn
        self.multiprocessing_context, self.in_order = multiprocessing_context, in_order

        self._dataset_kind = _DatasetKind.Iterable if streams else _DatasetKind.Map
        if batch_sampler is not None:
            batch_size, drop_last = None, False
        if sampler is None:
            sampler = self._default_sampler(dataset, shuffle, generator)
        if batch_size is not None and batch_sampler is None:
            batch_sampler = BatchSampler(sampler, batch_size, drop_last)
        self.batch_size, self.drop_last = batch_size, drop_last
        self.sampler, self.batch_sampler, self.generator = sampler, batch_sampler, generator

        self.collate_fn = collate_fn
        if collate_fn is None:
            self.collate_fn = default_collate if self._auto_collation else default_convert
        self.persistent_workers = persistent_workers
        self.__initialized = True
        self._iterator = None

    def _default_sampler(self, dataset, shuffle, generator):
        if self._dataset_kind == _DatasetKind.Iterable:
            return _InfiniteConstantSampler()
        return RandomSampler(dataset, generator=generator) if shuffle else SequentialSampler(dataset)

    def __iter__(self):
        if not self.persistent_workers:
            return self._get_iterator()
        if self._iterator is None:
            self._iterator = self._get_iterator()
        else:
            self._iterator._reset(self)
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
        if self._dataset_kind == _DatasetKind.Map:
            return len(self._index_sampler)
        length = len(self.dataset)
        if self.batch_size is None:
            return length
        return length // self.batch_size if self.drop_last else math.ceil(length / self.batch_size)

    @property
    def multiprocessing_context(self):
        """How processes are started, or None for the usual way."""
        return self.__multiprocessing_context

    @multiprocessing_context.setter
    def multiprocessing_context(self, context):
        self.__multiprocessing_context = checked_context(context, self.num_workers)

    def __setattr__(self, attr, val):
        fixed = ("batch_size", "batch_sampler", "sampler", "drop_last", "dataset", "persistent_workers")
        if self.__initialized and attr in fixed:
            raise ValueError(f"{attr} attribute should not be set after {type(self).__name__} is initialized")
        super().__setattr__(attr, val)


class _BaseDataLoaderIter:
    """One walk through the batches of a DataLoader."""

    def __init__(self, loader):
        self._dataset, self._dataset_kind = loader.dataset, loader._dataset_kind
        self._auto_collation, self._drop_last = loader._auto_collation, loader.drop_last
        self._index_sampler, self._num_workers = loader._index_sampler, loader.num_workers
        warn_of_pinning(loader.pin_memory, cuda_is_available())
        self._pin_memory, self._timeout = loader.pin_memory and cuda_is_available(), loader.timeout
        self._collate_fn = loader.collate_fn
        self._sampler_iter = iter(self._index_sampler)
        self._base_seed = drawn_seed(loader.generator)  # the workers'; drawn without workers too, as PyTorch does
        self._persistent_workers = loader.persistent_workers

    def __iter__(self):
        return self

    def _reset(self, loader, first_iter=False):
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
        if self._timeout != 0:
            raise AssertionError("_SingleProcessDataLoaderIter requires timeout == 0")
        self._dataset_fetcher = _DatasetKind.create_fetcher(
            self._dataset_kind, self._dataset, self._auto_collation, self._collate_fn, self._drop_last
        )

    def _next_data(self):
        return self._dataset_fetcher.fetch(self._next_index())


# --- options that do not go together ------------------------------------------------------------------------------------


def check_options(
    streams, batch_size, shuffle, sampler, batch_sampler, drop_last, num_workers, timeout, prefetch_factor, persistent_workers
):  # fmt: skip
    """Raise for options out of range, and for two answers to one question: which samples, and how many together."""
    own = [
        name for name, value in (("shuffle", shuffle), ("sampler", sampler), ("batch_sampler", batch_sampler)) if value
    ]
    others = batch_size != 1 or shuffle or sampler is not None or drop_last
    wrong = {
        "num_workers option should be non-negative; use num_workers=0 to disable multiprocessing.": num_workers < 0,
        "timeout option should be non-negative": timeout < 0,
        "prefetch_factor option could only be specified in multiprocessing: let num_workers > 0, or leave it out": (
            num_workers == 0 and prefetch_factor is not None
        ),
        "prefetch_factor option should be non-negative": prefetch_factor is not None and prefetch_factor < 0,
        "persistent_workers option needs num_workers > 0": persistent_workers and num_workers == 0,
        f"DataLoader with IterableDataset: expected unspecified {', '.join(own)} option": streams and own,
        "sampler option is mutually exclusive with shuffle": sampler is not None and shuffle,
        "batch_sampler option is mutually exclusive with batch_size, shuffle, sampler, and drop_last": (
            batch_sampler is not None and others
        ),
        "batch_size=None option disables auto-batching and is mutually exclusive with drop_last": (
            batch_sampler is None and batch_size is None and drop_last
        ),
    }
    for words, is_so in wrong.items():
        if is_so:
            raise ValueError(words)


def checked_context(context, num_workers):
    """The way to start processes that is meant by the name or object `context`."""
    if context is None:
        return None
    if num_workers == 0:
        raise ValueError(
            "multiprocessing_context can only be used with multi-process loading (num_workers > 0), but got "
            f"num_workers={num_workers}"
        )
    return multiprocessing.get_context(context) if isinstance(context, str) else context


def warn_of_pinning(pin_memory, has_gpu):
    """Warn of pinned memory, for copies to a GPU, where there is none."""
    if pin_memory and not has_gpu:
        warnings.warn(
            "'pin_memory' argument is set as true but no accelerator is found, then device pinned memory won't be used.",
            stacklevel=5,
        )


def __getattr__(name):
    """What waits in other files, and is found here in PyTorch."""
    return missing_name(__name__ if name == "__all__" else __package__, name)
