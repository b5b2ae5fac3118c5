"""fetch: from the indices that a sampler gives to the batch that a DataLoader gives (shelf)."""

from ..dataset import sample_of, samples_of


class _BaseDatasetFetcher:
    """dataset         where the samples come from
    auto_collation  whether what is asked for is a list of indices, a batch
    collate_fn      makes of a list of samples a batch
    drop_last       of a stream: leave out a last batch that is not full
    """

    def __init__(self, dataset, auto_collation, collate_fn, drop_last):
        self.dataset, self.auto_collation = dataset, auto_collation
        self.collate_fn, self.drop_last = collate_fn, drop_last

    def fetch(self, possibly_batched_index):
        raise NotImplementedError


class _IterableDatasetFetcher(_BaseDatasetFetcher):
    """Of a stream: the next samples, whatever the indices are."""

    def __init__(self, dataset, auto_collation, collate_fn, drop_last):
        super().__init__(dataset, auto_collation, collate_fn, drop_last)
        self.dataset_iter, self.ended = iter(dataset), False

    def fetch(self, possibly_batched_index):
        if self.ended:
            raise StopIteration
        if not self.auto_collation:
            return self.collate_fn(next(self.dataset_iter))
        data = []
        for _ in possibly_batched_index:
            try:
                data.append(next(self.dataset_iter))
            except StopIteration:
                self.ended = True
                break
        if not data or (self.drop_last and len(data) < len(possibly_batched_index)):
            raise StopIteration
        return self.collate_fn(data)


class _MapDatasetFetcher(_BaseDatasetFetcher):
    """Of samples with indices: those that are asked for."""

    def fetch(self, possibly_batched_index):
        if not self.auto_collation:
            data = sample_of(self.dataset, possibly_batched_index)
        else:
            data = samples_of(self.dataset, possibly_batched_index)
        return self.collate_fn(data)
