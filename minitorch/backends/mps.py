"""mps: torch.backends.mps: Apple's GPUs; not used here (shelf)."""


def is_available():
    """False. Source: PyTorch, torch.backends.mps.is_available."""
    return False


def is_built():
    """False. Source: PyTorch, torch.backends.mps.is_built."""
    return False
