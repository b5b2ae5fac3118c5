"""lazy_conv: LazyConv1d to 3d, LazyConvTranspose1d to 3d: convolutions that learn in_channels from the first batch (shelf)."""

from ...graph.grad_mode import no_grad
from ..parameter import UninitializedParameter
from .conv import Conv1d, Conv2d, Conv3d
from .conv_transpose import ConvTranspose1d, ConvTranspose2d, ConvTranspose3d
from .lazy import LazyModuleMixin


class _LazyConvXdMixin(LazyModuleMixin):
    """What the lazy layers share: parameters without a size, which they get from the channels of the first input."""

    def _without_size(self, out_channels, bias, device, dtype):
        """Let the parameters wait; the layer was made with 0 channels and without a bias."""
        self.weight = UninitializedParameter(device=device, dtype=dtype)
        self.out_channels = out_channels
        if bias:
            self.bias = UninitializedParameter(device=device, dtype=dtype)

    def reset_parameters(self):
        """Draw new starting values, once there is something to draw."""
        if not self.has_uninitialized_params() and self.in_channels != 0:
            super().reset_parameters()

    def initialize_parameters(self, input, *args, **kwargs):
        """Take in_channels from the input."""
        if not self.has_uninitialized_params():
            return
        with no_grad():
            self.in_channels = self._get_in_channels(input)
            if self.in_channels % self.groups != 0:
                raise ValueError("in_channels must be divisible by groups")
            first, second = self.out_channels, self.in_channels
            if self.transposed:
                first, second = second, first
            self.weight.materialize((first, second // self.groups, *self.kernel_size))
            if self.bias is not None:
                self.bias.materialize((self.out_channels,))
            self.reset_parameters()

    def _get_in_channels(self, input):
        """How many channels the input has, with a batch or without."""
        dims = self._get_num_spatial_dims()
        if input.dim() not in (dims + 1, dims + 2):
            raise RuntimeError(
                f"Expected {dims + 1}D (unbatched) or {dims + 2}D (batched) input to {type(self).__name__}, but got input of "
                f"size: {input.shape}"
            )
        return input.shape[-dims - 1]

    def _get_num_spatial_dims(self):
        return len(self.kernel_size)


class _LazyConv(_LazyConvXdMixin):
    """The arguments of the convolutions, without in_channels."""

    def __init__(
        self, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, bias=True, padding_mode="zeros",
        device=None, dtype=None,
    ):  # fmt: skip
        super().__init__(0, 0, kernel_size, stride, padding, dilation, groups, False, padding_mode, device, dtype)
        self._without_size(out_channels, bias, device, dtype)


class _LazyConvTranspose(_LazyConvXdMixin):
    """The arguments of the transposed convolutions, without in_channels."""

    def __init__(
        self, out_channels, kernel_size, stride=1, padding=0, output_padding=0, groups=1, bias=True, dilation=1,
        padding_mode="zeros", device=None, dtype=None,
    ):  # fmt: skip
        super().__init__(
            0, 0, kernel_size, stride, padding, output_padding, groups, False, dilation, padding_mode, device, dtype
        )  # fmt: skip
        self._without_size(out_channels, bias, device, dtype)


class LazyConv1d(_LazyConv, Conv1d):
    """Conv1d whose in_channels are those of its first input.

    >>> import minitorch as mt
    >>> layer = mt.nn.LazyConv1d(4, 3)
    >>> _ = layer(mt.zeros(1, 2, 10))
    >>> layer
    Conv1d(2, 4, kernel_size=(3,), stride=(1,))

    Errors: RuntimeError for an input of another number of dimensions. Source: PyTorch, torch.nn.LazyConv1d.
    """

    cls_to_become = Conv1d


class LazyConv2d(_LazyConv, Conv2d):
    """Conv2d whose in_channels are those of its first input. Source: PyTorch, torch.nn.LazyConv2d."""

    cls_to_become = Conv2d


class LazyConv3d(_LazyConv, Conv3d):
    """Conv3d whose in_channels are those of its first input. Source: PyTorch, torch.nn.LazyConv3d."""

    cls_to_become = Conv3d


class LazyConvTranspose1d(_LazyConvTranspose, ConvTranspose1d):
    """ConvTranspose1d whose in_channels are those of its first input. Source: PyTorch, torch.nn.LazyConvTranspose1d."""

    cls_to_become = ConvTranspose1d


class LazyConvTranspose2d(_LazyConvTranspose, ConvTranspose2d):
    """ConvTranspose2d whose in_channels are those of its first input. Source: PyTorch, torch.nn.LazyConvTranspose2d."""

    cls_to_become = ConvTranspose2d


class LazyConvTranspose3d(_LazyConvTranspose, ConvTranspose3d):
    """ConvTranspose3d whose in_channels are those of its first input. Source: PyTorch, torch.nn.LazyConvTranspose3d."""

    cls_to_become = ConvTranspose3d
