"""nvtx: range_push, range_pop, mark, range: marks for NVIDIA's profiler, set by CuPy where there is a GPU (shelf)."""

import contextlib

from ..backend import cuda_is_available, cuda_module

__all__ = ["mark", "range", "range_pop", "range_push"]


def marks():
    """CuPy's functions for marks. Errors: RuntimeError without a GPU."""
    if not cuda_is_available():
        raise RuntimeError("NVTX functions not installed. Are you sure you have a CUDA build?")
    return cuda_module().cuda.nvtx


def range_push(msg):
    """Begin a part of a program. Source: PyTorch, torch.cuda.nvtx.range_push."""
    marks().RangePush(msg)


def range_pop():
    """End the part that was begun last. Source: PyTorch, torch.cuda.nvtx.range_pop."""
    marks().RangePop()


def mark(msg):
    """Mark a moment. Source: PyTorch, torch.cuda.nvtx.mark."""
    marks().Mark(msg)


@contextlib.contextmanager
def range(msg, *args, **kwargs):
    """A block, or a function, as a part of a program. Source: PyTorch, torch.cuda.nvtx.range."""
    range_push(msg.format(*args, **kwargs))
    try:
        yield
    finally:
        range_pop()
