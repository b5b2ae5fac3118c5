"""cudnn: torch.backends.cudnn: not here; its switches are plain attributes, kept and not used (shelf)."""

enabled = True
deterministic = False
benchmark = False
allow_tf32 = True


def is_available():
    """False: convolutions are computed by NumPy or CuPy. Source: PyTorch, torch.backends.cudnn.is_available."""
    return False


def version():
    """None: there is none. Source: PyTorch, torch.backends.cudnn.version."""
    return
