"""flatten: Flatten, Unflatten (core)."""

from ..module.mode import Module


class Flatten(Module):
    """The dimensions from start_dim to end_dim made into one: [N, C, H, W] -> [N, C * H * W].

    >>> import minitorch as mt
    >>> mt.nn.Flatten()(mt.zeros(32, 1, 5, 5)).shape
    minitorch.Size([32, 25])

    Errors: IndexError for a dimension that is not there. Source: PyTorch, torch.nn.Flatten.
    """

    def __init__(self, start_dim=1, end_dim=-1):
        super().__init__()
        self.start_dim, self.end_dim = start_dim, end_dim

    def forward(self, input):
        return input.flatten(self.start_dim, self.end_dim)

    def extra_repr(self):
        return f"start_dim={self.start_dim}, end_dim={self.end_dim}"


class Unflatten(Module):
    """Dimension `dim` made into several, of the lengths `unflattened_size`; one of them may be -1.

    >>> import minitorch as mt
    >>> mt.nn.Unflatten(1, (2, -1))(mt.zeros(3, 10)).shape
    minitorch.Size([3, 2, 5])

    Errors: RuntimeError for lengths that do not fit. Source: PyTorch, torch.nn.Unflatten.
    """

    def __init__(self, dim, unflattened_size):
        super().__init__()
        self.dim, self.unflattened_size = dim, unflattened_size

    def forward(self, input):
        return input.unflatten(self.dim, self.unflattened_size)

    def extra_repr(self):
        return f"dim={self.dim}, unflattened_size={self.unflattened_size}"
