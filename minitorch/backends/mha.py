"""mha: torch.backends.mha: the switch of the quicker way through transformer layers; kept and not used (shelf)."""

chosen = {"fastpath": True}


def get_fastpath_enabled():
    """What was set. Source: PyTorch, torch.backends.mha.get_fastpath_enabled."""
    return chosen["fastpath"]


def set_fastpath_enabled(value):
    """Whether PyTorch may go the quicker way; kept and not used. Source: torch.backends.mha.set_fastpath_enabled."""
    chosen["fastpath"] = value
