"""distributed: torch.distributed as where PyTorch was built without it: not available, and errors that say so (shelf)."""

__all__ = ["is_available", "is_initialized", "get_rank", "get_world_size", "init_process_group"]


def is_available():
    """False: there is one process. Source: PyTorch, torch.distributed.is_available."""
    return False


is_initialized = is_torchelastic_launched = is_nccl_available = is_gloo_available = is_mpi_available = is_available


def init_process_group(backend=None, init_method=None, timeout=None, world_size=-1, rank=-1, *more, **options):
    """RuntimeError: there is one process."""
    raise RuntimeError(
        "minitorch has no process groups: there is one process; DataLoader takes num_workers for more of them"
    )


def needs_a_group(group=None, *more, **options):
    """ValueError: there is no process group, of whose members it would ask."""
    raise ValueError("Default process group has not been initialized, please make sure to call init_process_group.")


get_rank = get_world_size = get_backend = barrier = all_reduce = all_gather = broadcast = reduce = needs_a_group
scatter = gather = send = recv = reduce_scatter = all_to_all = new_group = destroy_process_group = needs_a_group
