"""unpooling: MaxUnpool1d to 3d, FractionalMaxPool2d and 3d: the way back from MaxPool, and windows drawn at random (shelf)."""

from .. import functional as F
from ..module.mode import Module
from .utils import _pair, _single, _triple

# --- back to their places -------------------------------------------------------------------------------------------------


class _MaxUnpoolNd(Module):
    """What the layers share; the classes below say in how many dimensions."""

    def __init__(self, kernel_size, stride=None, padding=0):
        super().__init__()
        self.kernel_size = self._several(kernel_size)
        self.stride = self._several(kernel_size if stride is None else stride)
        self.padding = self._several(padding)

    def forward(self, input, indices, output_size=None):
        return getattr(F, self._function)(input, indices, self.kernel_size, self.stride, self.padding, output_size)

    def extra_repr(self):
        return f"kernel_size={self.kernel_size}, stride={self.stride}, padding={self.padding}"


class MaxUnpool1d(_MaxUnpoolNd):
    """What MaxPool1d(..., return_indices=True) found, put back in place, with zeros between: [N, C, length] or [C, length].

    kernel_size, stride, padding  of that pooling; call the layer with output_size where several lengths give the same result

    >>> import minitorch as mt
    >>> pool, unpool = mt.nn.MaxPool1d(2, return_indices=True), mt.nn.MaxUnpool1d(2)
    >>> unpool(*pool(mt.tensor([[1.0, 5.0, 7.0, 3.0]])))
    tensor([[0., 5., 7., 0.]])

    Errors: ValueError for an output_size that cannot be, RuntimeError for indices that do not fit.
    Source: PyTorch, torch.nn.MaxUnpool1d.
    """

    _several, _function = staticmethod(_single), "max_unpool1d"


class MaxUnpool2d(_MaxUnpoolNd):
    """The same of images: [N, C, H, W] or [C, H, W]. Source: PyTorch, torch.nn.MaxUnpool2d."""

    _several, _function = staticmethod(_pair), "max_unpool2d"


class MaxUnpool3d(_MaxUnpoolNd):
    """The same of volumes: [N, C, D, H, W] or [C, D, H, W]. Source: PyTorch, torch.nn.MaxUnpool3d."""

    _several, _function = staticmethod(_triple), "max_unpool3d"


# --- windows at random ----------------------------------------------------------------------------------------------------


class FractionalMaxPool2d(Module):
    """The largest numbers of windows whose distances are drawn anew each time: [N, C, H, W] -> [N, C, H', W'].

    kernel_size     of the window: an int, or one for each dimension
    output_size     (H', W'), or an int for both; or output_ratio, what part of (H, W) they are, between 0 and 1
    return_indices  -> (numbers, where each stood)
    _random_samples  what is drawn: from [0, 1), [N, C, 2]

    >>> import minitorch as mt
    >>> mt.nn.FractionalMaxPool2d(3, output_ratio=(0.5, 0.7))(mt.zeros(1, 2, 20, 30)).shape
    minitorch.Size([1, 2, 10, 21])

    Errors: ValueError without a size, with two of them, and for ratios beyond 0 and 1.
    Source: Graham, Fractional Max-Pooling, 2014; PyTorch, torch.nn.FractionalMaxPool2d.
    """

    _several, _function = staticmethod(_pair), "fractional_max_pool2d"

    def __init__(
        self, kernel_size, output_size=None, output_ratio=None, return_indices=False, _random_samples=None
    ):  # fmt: skip
        super().__init__()
        self.kernel_size, self.return_indices = self._several(kernel_size), return_indices
        self.register_buffer("_random_samples", _random_samples)
        self.output_size = None if output_size is None else self._several(output_size)
        self.output_ratio = None if output_ratio is None else self._several(output_ratio)
        if (output_size is None) == (output_ratio is None):
            raise ValueError(f"{type(self).__name__} requires one of output_size and output_ratio, and not both")
        if self.output_ratio is not None and not all([0 < ratio < 1 for ratio in self.output_ratio]):
            raise ValueError(f"output_ratio must be between 0 and 1 (got {output_ratio})")

    def forward(self, input):
        how = self.kernel_size, self.output_size, self.output_ratio, self.return_indices
        return getattr(F, self._function)(input, *how, _random_samples=self._random_samples)


class FractionalMaxPool3d(FractionalMaxPool2d):
    """The same of volumes: [N, C, D, H, W] or [C, D, H, W]. Source: PyTorch, torch.nn.FractionalMaxPool3d."""

    _several, _function = staticmethod(_triple), "fractional_max_pool3d"
