"""common: amp_definitely_not_available (shelf)."""

from ...backend import cuda_is_available


def amp_definitely_not_available():
    """Whether there is no GPU. Source: PyTorch, torch.cuda.amp.common."""
    return not cuda_is_available()
