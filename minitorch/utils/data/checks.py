"""checks: what a DataLoader says about options that do not go together (core)."""

import multiprocessing
import os
import warnings


def check_workers(num_workers, timeout, prefetch_factor, persistent_workers):
    """Raise PyTorch's errors about worker processes."""
    if num_workers < 0:
        raise ValueError("num_workers option should be non-negative; use num_workers=0 to disable multiprocessing.")
    if timeout < 0:
        raise ValueError("timeout option should be non-negative")
    if num_workers == 0 and prefetch_factor is not None:
        raise ValueError(
            "prefetch_factor option could only be specified in multiprocessing.let num_workers > 0 to enable "
            "multiprocessing, otherwise set prefetch_factor to None."
        )
    if prefetch_factor is not None and prefetch_factor < 0:
        raise ValueError("prefetch_factor option should be non-negative")
    if persistent_workers and num_workers == 0:
        raise ValueError("persistent_workers option needs num_workers > 0")


def check_stream(**options):
    """Raise for an order of samples where they come from a stream, which has its own."""
    for name, value in options.items():
        if value not in (None, False):
            raise ValueError(
                f"DataLoader with IterableDataset: expected unspecified {name} option, but got {name}={value}"
            )


def check_batches(batch_size, shuffle, sampler, batch_sampler, drop_last):
    """Raise for two answers to one question: which samples, and how many together."""
    if sampler is not None and shuffle:
        raise ValueError("sampler option is mutually exclusive with shuffle")
    if batch_sampler is not None and (batch_size != 1 or shuffle or sampler is not None or drop_last):
        raise ValueError("batch_sampler option is mutually exclusive with batch_size, shuffle, sampler, and drop_last")
    if batch_sampler is None and batch_size is None and drop_last:
        raise ValueError("batch_size=None option disables auto-batching and is mutually exclusive with drop_last")


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


def warn_of_many_workers(num_workers):
    """Warn of more worker processes than there are processors to run them."""
    most = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    if num_workers > (most or num_workers):
        warnings.warn(
            f"This DataLoader will create {num_workers} worker processes in total. Our suggested max number of worker in "
            f"current system is {most}, which is smaller than what this DataLoader is going to create.",
            stacklevel=4,
        )


def warn_of_pinning(pin_memory, has_gpu):
    """Warn of pinned memory, for copies to a GPU, where there is none."""
    if pin_memory and not has_gpu:
        warnings.warn(
            "'pin_memory' argument is set as true but no accelerator is found, then device pinned memory won't be used.",
            stacklevel=5,
        )
