"""opt_einsum: torch.backends.opt_einsum: a package that orders the steps of an einsum; NumPy does that here (shelf)."""

enabled = False
strategy = None


def is_available():
    """False. Source: PyTorch, torch.backends.opt_einsum.is_available."""
    return False


def get_opt_einsum():
    """None. Source: PyTorch, torch.backends.opt_einsum.get_opt_einsum."""
    return
