"""options: options of a DataLoader that are out of range, or that do not go together (shelf)."""

from ..dataset import IterableDataset


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
    only = {"prefetch_factor": prefetch_factor, "persistent_workers": persistent_workers or None}
    for name, value in (only | {"multiprocessing_context": context}).items():
        if value is not None and num_workers == 0:
            raise ValueError(f"{name} option could only be used with worker processes: let num_workers > 0")
