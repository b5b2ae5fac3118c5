"""mkldnn: torch.backends.mkldnn: Intel's library for networks; not used here, its switch is kept (shelf)."""

enabled = True


def is_available():
    """False. Source: PyTorch, torch.backends.mkldnn.is_available."""
    return False
