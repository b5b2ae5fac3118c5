"""cudnn: torch.backends.cudnn: not here; its switches are plain attributes, kept and not used (shelf)."""

import contextlib

enabled = True
deterministic = False
benchmark = False
benchmark_limit = None
allow_tf32 = True


def is_available():
    """False: convolutions are computed by NumPy or CuPy. Source: PyTorch, torch.backends.cudnn.is_available."""
    return False


def version():
    """None: there is none. Source: PyTorch, torch.backends.cudnn.version."""
    return


@contextlib.contextmanager
def flags(enabled=False, benchmark=False, benchmark_limit=10, deterministic=False, allow_tf32=True):
    """A block in which the switches are these.

    >>> import minitorch as mt
    >>> with mt.backends.cudnn.flags(deterministic=True):
    ...     print(mt.backends.cudnn.deterministic)
    True
    >>> mt.backends.cudnn.deterministic
    False

    Source: PyTorch, torch.backends.cudnn.flags.
    """
    names = ("enabled", "benchmark", "benchmark_limit", "deterministic", "allow_tf32")
    before = {name: globals()[name] for name in names}
    globals().update(zip(names, (enabled, benchmark, benchmark_limit, deterministic, allow_tf32), strict=True))
    try:
        yield
    finally:
        globals().update(before)
