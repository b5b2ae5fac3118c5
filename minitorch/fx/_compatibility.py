"""_compatibility: the mark on PyTorch's functions that says whether they stay as they are (shelf)."""


def compatibility(is_backward_compatible):
    """A decorator that leaves what it decorates as it is. Source: PyTorch, torch.fx._compatibility.compatibility."""
    return lambda function: function
