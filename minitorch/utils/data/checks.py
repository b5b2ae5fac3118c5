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


def check_stream(shuffle, sampler, batch_sampler):
    """Raise for an order of samples where they come from a stream, which has its own."""
    expected = "DataLoader with IterableDataset: expected unspecified {} option, but got {}={}"
    if shuffle not in (False, None):
        raise ValueError(expected.format("shuffle", "shuffle", shuffle))
    if sampler is not None:
        raise ValueError(expected.format("sampler", "sampler", sampler))
    if batch_sampler is not None:
        raise ValueError(expected.format("batch_sampler", "batch_sampler", batch_sampler))


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
    if isinstance(context, str):
        methods = multiprocessing.get_all_start_methods()
        if context not in methods:
            raise ValueError(
                f"multiprocessing_context option should specify a valid start method in {methods!r}, but got "
                f"multiprocessing_context={context!r}"
            )
        return multiprocessing.get_context(context)
    if not isinstance(context, multiprocessing.context.BaseContext):
        raise TypeError(
            "multiprocessing_context option should be a valid context object or a string specifying the start method, "
            f"but got multiprocessing_context={context}"
        )
    return context


def warn_of_many_workers(num_workers):
    """Warn of more worker processes than there are processors to run them."""
    counted = hasattr(os, "sched_getaffinity")
    most = len(os.sched_getaffinity(0)) if counted else os.cpu_count()
    if num_workers == 0 or (most is not None and num_workers <= most):
        return
    about = "DataLoader is not able to compute a suggested max number of worker in current system."
    if most is not None:
        unsure = "" if counted else " (`cpuset` is not taken into account)"
        about = (
            f"Our suggested max number of worker in current system is {most}{unsure}, which is smaller than what this "
            "DataLoader is going to create."
        )
    warnings.warn(
        f"This DataLoader will create {num_workers} worker processes in total. {about} Please be aware that excessive "
        "worker creation might get DataLoader running slow or even freeze, lower the worker number to avoid potential "
        "slowness/freeze if necessary.",
        stacklevel=4,
    )


def warn_of_pinning(pin_memory, pin_memory_device, has_gpu):
    """Warn of options about memory for copies to a GPU, which have no effect."""
    if pin_memory and pin_memory_device:
        warnings.warn(
            "pin_memory_device is deprecated, the current accelerator will be used as the device,"
            f"ignore pin_memory_device='{pin_memory_device}'.",
            stacklevel=5,
        )
    if pin_memory and not has_gpu:
        warnings.warn(
            "'pin_memory' argument is set as true but no accelerator is found, then device pinned memory won't be used.",
            stacklevel=5,
        )


def warn_of_length(dataset, length, yielded, num_workers):
    """Warn of a stream that gives more than its length said."""
    words = (
        f"Length of IterableDataset {dataset} was reported to be {length}(when accessing len(dataloader)), but {yielded} "
        "samples have been fetched. "
    )
    if num_workers > 0:
        words += (
            "For multiprocessing data-loading, this could be caused by not properly configuring the IterableDataset "
            "replica at each worker. Please see https://pytorch.org/docs/stable/data.html#torch.utils.data.IterableDataset "
            "for examples."
        )
    warnings.warn(words, stacklevel=3)
