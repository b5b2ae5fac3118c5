"""cudnn: torch.backends.cudnn: not here; its switches are plain attributes, kept and not used (shelf)."""

import contextlib

enabled = True
deterministic = False
benchmark = False
benchmark_limit = None
allow_tf32 = True
fp32_precision = "none"


def is_available():
    """False: convolutions are computed by NumPy or CuPy. Source: PyTorch, torch.backends.cudnn.is_available."""
    return False


def version():
    """None: there is none. Source: PyTorch, torch.backends.cudnn.version."""
    return


def is_acceptable(tensor):
    """False: no tensor is computed with it. Source: PyTorch, torch.backends.cudnn.is_acceptable."""
    return False


def set_flags(_enabled=None, _benchmark=None, _benchmark_limit=None, _deterministic=None, _allow_tf32=None):
    """Set the switches that are given, and return what all of them were. Source: PyTorch, torch.backends.cudnn.set_flags."""
    names = ("enabled", "benchmark", "benchmark_limit", "deterministic", "allow_tf32")
    before = tuple([globals()[name] for name in names])
    given = (_enabled, _benchmark, _benchmark_limit, _deterministic, _allow_tf32)
    globals().update({name: value for name, value in zip(names, given, strict=True) if value is not None})
    return before


@contextlib.contextmanager
def flags(
    enabled=False, benchmark=False, benchmark_limit=10, deterministic=False, allow_tf32=True, fp32_precision="none"
):
    """A block in which the switches are these.

    >>> import minitorch as mt
    >>> with mt.backends.cudnn.flags(deterministic=True):
    ...     print(mt.backends.cudnn.deterministic)
    True
    >>> mt.backends.cudnn.deterministic
    False

    Source: PyTorch, torch.backends.cudnn.flags.
    """
    before = set_flags(enabled, benchmark, benchmark_limit, deterministic, allow_tf32)
    try:
        yield
    finally:
        names = ("enabled", "benchmark", "benchmark_limit", "deterministic", "allow_tf32")
        globals().update(zip(names, before, strict=True))
