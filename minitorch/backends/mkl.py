"""mkl: torch.backends.mkl: Intel's library for matrices; not used here (shelf)."""


def is_available():
    """False. Source: PyTorch, torch.backends.mkl.is_available."""
    return False
