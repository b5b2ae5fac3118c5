"""instancenorm: InstanceNorm1d, InstanceNorm2d, InstanceNorm3d (shelf)."""

import warnings

from .. import functional as F
from .batchnorm import _NormBase


class _InstanceNorm(_NormBase):
    """The layer; the classes below say which inputs it takes: `dims`, without and with a batch."""

    dims: tuple[int, int]

    def __init__(
        self, num_features, eps=1e-5, momentum=0.1, affine=False, track_running_stats=False, device=None, dtype=None, *,
        bias=True,
    ):  # fmt: skip
        super().__init__(num_features, eps, momentum, affine, track_running_stats, device, dtype, bias=bias)

    def _get_no_batch_dim(self):
        return self.dims[0]

    def _check_input_dim(self, input):
        if input.ndim not in self.dims:
            raise ValueError("expected {}D or {}D input (got {}D input)".format(*self.dims, input.ndim))

    def forward(self, input):
        self._check_input_dim(input)
        dim = input.ndim - self.dims[0]
        if input.shape[dim] != self.num_features:
            self._differs(dim, input.shape[dim])
        if dim == 0:
            return self._apply_instance_norm(input.unsqueeze(0)).squeeze(0)
        return self._apply_instance_norm(input)

    def _differs(self, dim, found):
        """What is done about another number of channels: without weights, they do no harm."""
        if self.affine:
            raise ValueError(
                f"expected input's size at dim={dim} to match num_features ({self.num_features}), but got: {found}."
            )
        warnings.warn(
            f"input's size at dim={dim} does not match num_features. You can silence this warning by not passing in "
            "num_features, which is not used because affine=False",
            stacklevel=3,
        )

    def _apply_instance_norm(self, input):
        own = self.training or not self.track_running_stats
        momentum = 0.0 if self.momentum is None else self.momentum
        running = self.running_mean, self.running_var
        return F.instance_norm(input, *running, self.weight, self.bias, own, momentum, self.eps)


class InstanceNorm1d(_InstanceNorm):
    """Each channel of each example, [N, C, L] or [C, L], brought to mean 0 and variance 1.

    num_features         C
    eps, momentum        as of BatchNorm1d
    affine               whether there are a weight and a bias for each channel, learned
    track_running_stats  whether running statistics are kept for eval mode; without, it uses the example's own

    >>> import minitorch as mt
    >>> mt.nn.InstanceNorm1d(1)(mt.tensor([[1.0, 3.0]]))
    tensor([[-1.0000,  1.0000]])

    Errors: ValueError for other dimensions, and with affine for another number of channels.
    Source: Ulyanov et al., 2016; PyTorch, torch.nn.InstanceNorm1d.
    """

    dims = (2, 3)


class InstanceNorm2d(_InstanceNorm):
    """The same of [N, C, H, W] or [C, H, W]. Source: PyTorch, torch.nn.InstanceNorm2d."""

    dims = (3, 4)


class InstanceNorm3d(_InstanceNorm):
    """The same of [N, C, D, H, W] or [C, D, H, W]. Source: PyTorch, torch.nn.InstanceNorm3d."""

    dims = (4, 5)
