"""distributed: DistributedSampler: the share of a dataset that one of several processes trains on (shelf)."""

import math

from ...random import Generator
from ...random.sampling import randperm
from .sampler import Sampler


class DistributedSampler(Sampler):
    """Every num_replicas-th index, from number `rank` on: each process gets other samples, and all equally many.

    num_replicas  how many processes share the dataset
    rank          which of them this is, from 0 on
    shuffle       in random order, the same in all processes: that of a generator with seed + epoch
    seed          must be the same in all processes
    drop_last     leave out the samples that cannot be shared out evenly; otherwise the first ones come again

    >>> import minitorch as mt
    >>> data = mt.utils.data
    >>> [list(data.DistributedSampler(range(5), 2, rank, shuffle=False)) for rank in (0, 1)]
    [[0, 2, 4], [1, 3, 0]]

    Errors: RuntimeError without num_replicas or rank, as there is no group of processes to ask; ValueError for a rank that
    there is not. Source: PyTorch, torch.utils.data.distributed.DistributedSampler.
    """

    def __init__(self, dataset, num_replicas=None, rank=None, shuffle=True, seed=0, drop_last=False):
        if num_replicas is None or rank is None:
            raise RuntimeError("Requires distributed package to be available: give num_replicas and rank")
        if not 0 <= rank < num_replicas:
            raise ValueError(f"Invalid rank {rank}, rank should be in the interval [0, {num_replicas - 1}]")
        self.dataset, self.num_replicas, self.rank = dataset, num_replicas, rank
        self.epoch, self.drop_last = 0, drop_last
        share = len(dataset) / num_replicas
        self.num_samples = math.floor(share) if drop_last else math.ceil(share)
        self.total_size = self.num_samples * num_replicas
        self.shuffle, self.seed = shuffle, seed

    def __iter__(self):
        n = len(self.dataset)
        order = list(range(n))
        if self.shuffle:
            order = randperm(n, generator=Generator().manual_seed(self.seed + self.epoch)).tolist()
        order = (order * math.ceil(self.total_size / max(n, 1)))[: self.total_size]
        if len(order) != self.total_size:
            raise AssertionError(f"Number of indices ({len(order)}) does not match total_size ({self.total_size})")
        return iter(order[self.rank :: self.num_replicas])

    def __len__(self):
        return self.num_samples

    def set_epoch(self, epoch):
        """Say which epoch comes, so that its order is another: before each iteration over the DataLoader."""
        self.epoch = epoch
