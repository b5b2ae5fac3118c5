"""openmp: torch.backends.openmp: threads by OpenMP; not used here (shelf)."""


def is_available():
    """False. Source: PyTorch, torch.backends.openmp.is_available."""
    return False
