"""fetch: from the indices that a sampler gives to the batch that a DataLoader gives (shelf)."""

from itertools import islice

from ..dataset import sample_of, samples_of


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
