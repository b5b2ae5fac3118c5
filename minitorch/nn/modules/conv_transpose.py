"""conv_transpose: ConvTranspose1d to ConvTranspose3d, layers that spread numbers over windows of learned weights (shelf)."""

from .. import functional as F
from .conv import _ConvNd
from .function_layer import likewise
from .utils import _single


class _ConvTransposeNd(_ConvNd):
    """A transposed convolution; the classes below say in how many dimensions."""

    def __init__(
        self, in_channels, out_channels, kernel_size, stride=1, padding=0, output_padding=0, groups=1, bias=True, dilation=1,
        padding_mode="zeros", device=None, dtype=None,
    ):  # fmt: skip
        if padding_mode != "zeros":
            raise ValueError(f'Only "zeros" padding mode is supported for {type(self).__name__}')
        several = self._several
        super().__init__(
            in_channels, out_channels, several(kernel_size), several(stride), several(padding), several(dilation), True,
            several(output_padding), groups, bias, padding_mode, device, dtype,
        )  # fmt: skip

    def forward(self, input, output_size=None):
        more = self.output_padding if output_size is None else self._more(input, list(output_size))
        return getattr(F, self._function)(
            input, self.weight, self.bias, self.stride, self.padding, more, self.groups, self.dilation
        )  # fmt: skip

    def _more(self, input, wanted):
        """The output_padding with which the result has the size that is wanted."""
        dims = len(self.kernel_size)
        lead = 2 if input.ndim == dims + 2 else 1
        if len(wanted) == lead + dims:
            wanted = wanted[lead:]
        settings = zip(input.shape[lead:], self.stride, self.padding, self.dilation, self.kernel_size, strict=True)
        least = [(n - 1) * s - 2 * p + d * (k - 1) + 1 for n, s, p, d, k in settings]
        most = [n + s - 1 for n, s in zip(least, self.stride, strict=True)]
        if len(wanted) != dims or any([not low <= n <= high for low, n, high in zip(least, wanted, most, strict=True)]):
            raise ValueError(f"requested an output size of {wanted}, but valid sizes range from {least} to {most}")
        return [n - low for n, low in zip(wanted, least, strict=True)]


class ConvTranspose1d(_ConvTransposeNd):
    """A transposed convolution: [N, in_channels, length] -> [N, out_channels, length'].

    Arguments: nn.functional.conv_transpose1d.

    weight [in_channels, out_channels / groups, kernel_size] and bias [out_channels] start evenly spread over [-k, k), where
    k = 1 / sqrt(out_channels / groups * kernel_size). nn.functional.conv_transpose1d says what length' is.

    >>> import minitorch as mt
    >>> down, up = mt.nn.Conv1d(2, 4, 3, stride=2), mt.nn.ConvTranspose1d(4, 2, 3, stride=2)
    >>> x = mt.zeros(5, 2, 12)
    >>> up(down(x)).shape, up(down(x), output_size=x.shape).shape
    (minitorch.Size([5, 2, 11]), minitorch.Size([5, 2, 12]))

    Errors: ValueError for groups that do not divide the channels, another padding_mode than "zeros", and an output_size that
    cannot be; RuntimeError for inputs that do not fit. Source: PyTorch, torch.nn.ConvTranspose1d.
    """

    _several, _function = staticmethod(_single), "conv_transpose1d"


ConvTranspose2d, ConvTranspose3d = likewise(ConvTranspose1d, 2, 3)
