"""dataloader: collate, Loader and DataLoader: the batches of a dataset, one after the other (core)."""

import itertools
import math
import multiprocessing
from typing import Generic, TypeVar

from ..._lazy import load, missing_name
from ..._tensor import Tensor
from ...creation.tensor import tensor
from ...dtypes import float64
from ...ops.join.stack import stack
from .dataset import IterableDataset, samples_of
from .sampler import BatchSampler, RandomSampler, SequentialSampler, drawn_seed

T_co = TypeVar("T_co", covariant=True)


def collate(samples):
    """One batch from a list of B tensors, of B numbers, or of B tuples of them: a tensor [B, ...], or a list of batches."""
    first = samples[0]
    if isinstance(first, Tensor):
        return stack(samples)
    if not isinstance(first, tuple):
        return tensor(samples, dtype=float64 if isinstance(first, float) else None)
    if any([len(sample) != len(first) for sample in samples]):
        raise RuntimeError("each element in list of batch should be of equal size")
    return [collate(part) for part in zip(*samples, strict=True)]


class Loader:
    """The batches of a dataset, each made when it is asked for. `DataLoader` adds workers, streams and checks.

    dataset     anything with dataset[index] and len(dataset)
    shuffle     take the samples in another random order in each loop; `generator` draws it
    sampler     the order instead: an iterable of indices
    batch_size  the number of samples in a batch. With drop_last, a last batch that is not full is left out
    collate_fn  makes a batch of a list of samples
    """

    def __init__(
        self, dataset, batch_size=1, shuffle=False, sampler=None, drop_last=False, collate_fn=collate, generator=None
    ):
        if sampler is None:
            sampler = RandomSampler(dataset, generator=generator) if shuffle else SequentialSampler(dataset)
        self.dataset, self.sampler, self.collate_fn = dataset, sampler, collate_fn
        self.batch_sampler = BatchSampler(sampler, batch_size, drop_last)

    def __len__(self):
        """The number of batches."""
        return len(self.batch_sampler)

    def __iter__(self):
        """Yield the batches. Each loop has a position of its own."""
        for indices in self.batch_sampler:
            yield self.collate_fn(samples_of(self.dataset, indices))


class DataLoader(Loader, Generic[T_co]):
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
        if isinstance(dataset, IterableDataset):
            sampler = itertools.repeat(None)  # forever: the stream ends when it ends
        collate_fn = collate_fn or usual_collate(batch_size is None and batch_sampler is None)
        size = 1 if batch_size is None else batch_size
        super().__init__(dataset, size, shuffle, sampler, drop_last, collate_fn, generator)
        if batch_sampler is not None or batch_size is None:
            self.batch_sampler, batch_size = batch_sampler, None
        self.generator, self.batch_size, self.drop_last = generator, batch_size, drop_last
        self.__initialized = True

    def __iter__(self):
        stream = isinstance(self.dataset, IterableDataset)
        if stream or self.batch_sampler is None or self.num_workers or self.timeout or self.pin_memory:
            return self._rare_iterator()
        drawn_seed(self.generator)  # for workers; PyTorch draws it without workers, too
        return super().__iter__()

    def _rare_iterator(self):
        """The iterator with workers, of a stream, of single samples, or into pinned memory."""
        if self._iterator is not None:
            self._iterator._reset()
            return self._iterator
        name = "_MultiProcessingDataLoaderIter" if self.num_workers else "_SingleProcessDataLoaderIter"
        iterator = missing_name(__package__, name)(self)  # loaded when it is first needed
        if self.persistent_workers:
            self._iterator = iterator
        return iterator

    def __len__(self):
        if not isinstance(self.dataset, IterableDataset):
            return len(self.sampler) if self.batch_sampler is None else super().__len__()
        length = len(self.dataset)
        if self.batch_size is None:
            return length
        return length // self.batch_size if self.drop_last else math.ceil(length / self.batch_size)

    def __setattr__(self, attr, val):
        fixed = ("batch_size", "batch_sampler", "sampler", "drop_last", "dataset", "persistent_workers")
        if self.__initialized and attr in fixed:
            raise ValueError(f"{attr} attribute should not be set after {type(self).__name__} is initialized")
        super().__setattr__(attr, val)


def usual_collate(single):
    """What makes a batch of a list of samples, or what converts a single one."""
    found = load("minitorch.utils.data._utils.collate")
    return found.default_convert if single else found.default_collate


def __getattr__(name):
    return missing_name(__name__ if name == "__all__" else __package__, name)
