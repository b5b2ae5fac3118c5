"""rpc: torch.distributed.rpc as where PyTorch was built without it: calls to other processes, which are not available (shelf)."""

__all__ = ["is_available"]


def is_available():
    """False: there is no other process to call. Source: PyTorch, torch.distributed.rpc.is_available."""
    return False
