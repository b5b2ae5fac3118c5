"""memory: empty_cache, memory_allocated ...: a GPU's memory, as CuPy's pool counts it; 0 without a GPU (shelf)."""

from ..backend import cuda_is_available, cuda_module

highest = {"allocated": 0, "reserved": 0}


class OutOfMemoryError(RuntimeError):
    """What PyTorch raises where a GPU's memory does not suffice; programs name it to go on with less.

    Source: PyTorch, torch.cuda.OutOfMemoryError.
    """


def pool():
    """CuPy's memory pool, or None without a GPU."""
    return cuda_module().get_default_memory_pool() if cuda_is_available() else None


def empty_cache():
    """Give memory that is kept for later back to the GPU. Without one, nothing. Source: PyTorch, torch.cuda.empty_cache."""
    if cuda_is_available():
        pool().free_all_blocks()


def memory_allocated(device=None):
    """How many bytes of a GPU tensors hold. Source: PyTorch, torch.cuda.memory_allocated."""
    return pool().used_bytes() if cuda_is_available() else 0


def memory_reserved(device=None):
    """How many bytes of a GPU are held, for tensors and for later. Source: PyTorch, torch.cuda.memory_reserved."""
    return pool().total_bytes() if cuda_is_available() else 0


def max_memory_allocated(device=None):
    """The most that memory_allocated has said so far, now included: the pool counts no peaks between two questions."""
    highest["allocated"] = max(highest["allocated"], memory_allocated())
    return highest["allocated"] if cuda_is_available() else 0


def max_memory_reserved(device=None):
    """The most that memory_reserved has said so far, now included."""
    highest["reserved"] = max(highest["reserved"], memory_reserved())
    return highest["reserved"] if cuda_is_available() else 0


def reset_peak_memory_stats(device=None):
    """Let max_memory_allocated and max_memory_reserved start again."""
    highest.update(allocated=0, reserved=0)


def memory_summary(device=None, abbreviated=False):
    """The counts above as a text. Source: PyTorch, torch.cuda.memory_summary."""
    counts = {"allocated": memory_allocated(), "most allocated": max_memory_allocated(), "reserved": memory_reserved()}
    return "\n".join(f"{name:<16}{count:>16} bytes" for name, count in counts.items())


def mem_get_info(device=None):
    """(free, total) bytes of a GPU. Errors: AssertionError without one. Source: PyTorch, torch.cuda.mem_get_info."""
    return tuple(cuda_module().cuda.runtime.memGetInfo())
