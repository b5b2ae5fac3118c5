"""mps: torch.backends.mps: Apple's GPUs; not used here (shelf)."""


def is_available():
    """False. Source: PyTorch, torch.backends.mps.is_available."""
    return False


def is_built():
    """False. Source: PyTorch, torch.backends.mps.is_built."""
    return False


def is_macos13_or_newer(minor=0):
    """False: there is nothing that would run there. Source: PyTorch, torch.backends.mps.is_macos13_or_newer."""
    return False
