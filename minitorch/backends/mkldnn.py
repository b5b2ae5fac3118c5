"""mkldnn: torch.backends.mkldnn: Intel's library for networks, not used here; its switches are kept (shelf)."""

import contextlib

enabled = True
deterministic = False
allow_tf32 = True
fp32_precision = "none"


def is_available():
    """False. Source: PyTorch, torch.backends.mkldnn.is_available."""
    return False


is_acl_available = is_available


@contextlib.contextmanager
def flags(enabled=False, deterministic=False, allow_tf32=True, fp32_precision="none"):
    """A block in which the switches are these; kept and not used. Source: PyTorch, torch.backends.mkldnn.flags."""
    names = ("enabled", "deterministic", "allow_tf32", "fp32_precision")
    before = [globals()[name] for name in names]
    globals().update(zip(names, (enabled, deterministic, allow_tf32, fp32_precision), strict=True))
    try:
        yield
    finally:
        globals().update(zip(names, before, strict=True))
