"""distributed: torch.distributed as where PyTorch was built without it: not available, and errors that say so (shelf)."""

__all__ = ["destroy_process_group", "init_process_group", "is_available", "is_initialized"]


def is_available():
    """False: there is one process. Source: PyTorch, torch.distributed.is_available."""
    return False


is_initialized = is_available


def init_process_group(*args, **options):
    """RuntimeError: there is one process."""
    raise RuntimeError("minitorch has no process groups; DataLoader takes num_workers for more processes")


destroy_process_group = init_process_group


def __getattr__(name):
    raise AttributeError(f"minitorch.distributed has no {name!r}: there is one process, and is_available() is False")
