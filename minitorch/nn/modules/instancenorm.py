"""instancenorm: InstanceNorm1d to InstanceNorm3d, GroupNorm, RMSNorm, LocalResponseNorm (shelf)."""

import warnings

from ...creation.zeros import empty
from .. import functional as F
from .. import init
from ..module.mode import Module
from ..parameter import Parameter
from .batchnorm import _NormBase
from .function_layer import FunctionLayer


class _InstanceNorm(_NormBase):
    """The layer; the head of each class below says how many dimensions its inputs have without a batch."""

    def __init_subclass__(cls, dims=None):
        cls.dims = dims or cls.dims

    dims = 0

    def __init__(
        self, num_features, eps=1e-5, momentum=0.1, affine=False, track_running_stats=False, device=None, dtype=None, *,
        bias=True,
    ):  # fmt: skip
        super().__init__(num_features, eps, momentum, affine, track_running_stats, device, dtype, bias=bias)

    def _check_input_dim(self, input):
        if input.ndim not in (self.dims, self.dims + 1):
            raise ValueError(f"expected {self.dims}D or {self.dims + 1}D input (got {input.ndim}D input)")

    def forward(self, input):
        self._check_input_dim(input)
        dim = input.ndim - self.dims
        if input.shape[dim] != self.num_features:
            said = f"input's size at dim={dim} does not match num_features {self.num_features}"
            if self.affine:
                raise ValueError(said)
            warnings.warn(f"{said}, which is not used here", stacklevel=2)  # without weights it does no harm
        x = input if dim else input.unsqueeze(0)
        own = self.training or not self.track_running_stats
        momentum = 0.0 if self.momentum is None else self.momentum
        running = self.running_mean, self.running_var
        return F.instance_norm(x, *running, self.weight, self.bias, own, momentum, self.eps).reshape(input.shape)


class InstanceNorm1d(_InstanceNorm, dims=2):
    """Each channel of each example, [N, C, L] or [C, L], brought to mean 0 and variance 1.

    num_features, eps, momentum  as of BatchNorm1d
    affine               whether there are a weight and a bias for each channel, learned
    track_running_stats  whether running statistics are kept for eval mode; without, it uses the example's own

    Errors: ValueError for other dimensions, and with affine for another number of channels. Source: nn.functional.instance_norm.
    """


class InstanceNorm2d(_InstanceNorm, dims=3):
    """The same of [N, C, H, W] or [C, H, W]. Source: PyTorch, torch.nn.InstanceNorm2d."""


class InstanceNorm3d(_InstanceNorm, dims=4):
    """The same of [N, C, D, H, W] or [C, D, H, W]. Source: PyTorch, torch.nn.InstanceNorm3d."""


class GroupNorm(Module):
    """The channels in groups, each brought to mean 0 and variance 1, then times weight plus bias.

    Arguments, source: nn.functional.group_norm. Errors: ValueError for channels that cannot be divided.
    """

    def __init__(self, num_groups, num_channels, eps=1e-5, affine=True, device=None, dtype=None, *, bias=True):
        super().__init__()
        if num_channels % num_groups:
            raise ValueError(f"num_channels ({num_channels}) must be divisible by num_groups ({num_groups})")
        self.num_groups, self.num_channels, self.eps, self.affine = num_groups, num_channels, eps, affine
        for name, wanted in (("weight", affine), ("bias", affine and bias)):
            made = Parameter(empty(num_channels, device=device, dtype=dtype)) if wanted else None
            self.register_parameter(name, made)
        self.reset_parameters()

    def reset_parameters(self):
        """Set the weights to 1 and the biases to 0."""
        if self.affine:
            init.ones_(self.weight)
            if self.bias is not None:
                init.zeros_(self.bias)

    def forward(self, input):
        return F.group_norm(input, self.num_groups, self.weight, self.bias, self.eps)

    def extra_repr(self):
        return f"{self.num_groups}, {self.num_channels}, eps={self.eps}, affine={self.affine}, bias={self.bias is not None}"


class RMSNorm(Module):
    """The last dimensions, those of normalized_shape, divided by the root of the mean of their squares, times weight.

    Arguments, errors, source: nn.functional.rms_norm; PyTorch, torch.nn.RMSNorm.
    """

    def __init__(self, normalized_shape, eps=None, elementwise_affine=True, device=None, dtype=None):
        super().__init__()
        single = hasattr(normalized_shape, "__index__")
        self.normalized_shape = (normalized_shape,) if single else tuple(normalized_shape)
        self.eps, self.elementwise_affine = eps, elementwise_affine
        made = Parameter(empty(self.normalized_shape, device=device, dtype=dtype)) if elementwise_affine else None
        self.register_parameter("weight", made)
        self.reset_parameters()

    def reset_parameters(self):
        """Set the weights to 1."""
        if self.elementwise_affine:
            init.ones_(self.weight)

    def forward(self, x):
        return F.rms_norm(x, self.normalized_shape, self.weight, self.eps)

    def extra_repr(self):
        return f"{self.normalized_shape}, eps={self.eps}, elementwise_affine={self.elementwise_affine}"


class LocalResponseNorm(FunctionLayer, function="local_response_norm"):
    """Each channel divided by a power of the squares around it. Arguments, errors, source: nn.functional.local_response_norm."""

    size: int
    alpha: float = 1e-4
    beta: float = 0.75
    k: float = 1.0

    def extra_repr(self):
        return f"{self.size}, alpha={self.alpha}, beta={self.beta}, k={self.k}"
