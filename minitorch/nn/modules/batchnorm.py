"""batchnorm: BatchNorm1d, BatchNorm2d, BatchNorm3d, with running statistics for eval mode (core)."""

from ... import dtypes
from ...creation.zeros import empty, ones, zeros
from .. import functional as F
from .. import init
from ..module.mode import Module
from ..parameter import Parameter


class _NormBase(Module):
    """What a layer with running statistics holds.

    weight, bias               [num_features], starting as ones and zeros; None with affine=False
    running_mean, running_var  [num_features], buffers that start as zeros and ones; None with track_running_stats=False
    num_batches_tracked        a buffer that counts, int64; None likewise
    """

    _version = 2  # 1 had no num_batches_tracked

    def __init__(
        self, num_features, eps=1e-5, momentum=0.1, affine=True, track_running_stats=True, device=None, dtype=None, *,
        bias=True,
    ):  # fmt: skip
        super().__init__()
        self.num_features, self.eps, self.momentum = num_features, eps, momentum
        self.affine, self.track_running_stats = affine, track_running_stats
        options = {"device": device, "dtype": dtype}
        self.register_parameter("weight", Parameter(empty(num_features, **options)) if affine else None)
        self.register_parameter("bias", Parameter(empty(num_features, **options)) if affine and bias else None)
        tracked = track_running_stats
        self.register_buffer("running_mean", zeros(num_features, **options) if tracked else None)
        self.register_buffer("running_var", ones(num_features, **options) if tracked else None)
        self.register_buffer("num_batches_tracked", zeros((), dtype=dtypes.int64, device=device) if tracked else None)
        self.reset_parameters()

    def reset_running_stats(self):
        """Forget the batches that were seen."""
        if self.track_running_stats:
            self.running_mean.zero_()
            self.running_var.fill_(1)
            self.num_batches_tracked.zero_()

    def _count_batch(self):
        """Count one more batch. Returns the momentum for it: with momentum=None, all batches count the same."""
        if self.num_batches_tracked is None:
            return self.momentum or 0.0
        self.num_batches_tracked.add_(1)
        return 1.0 / float(self.num_batches_tracked) if self.momentum is None else self.momentum

    def reset_parameters(self):
        """Start again: forget the batches, set the weights to 1 and the biases to 0."""
        self.reset_running_stats()
        if self.affine:
            init.ones_(self.weight)
            if self.bias is not None:
                init.zeros_(self.bias)

    def _check_input_dim(self, input):
        raise NotImplementedError(f"{type(self).__name__} needs a method _check_input_dim(input)")

    def extra_repr(self):
        return (
            f"{self.num_features}, eps={self.eps}, momentum={self.momentum}, affine={self.affine}, "
            f"bias={self.bias is not None}, track_running_stats={self.track_running_stats}"
        )

    def _load_from_state_dict(self, state_dict, prefix, local_metadata, *rest):
        """A state from before version 2 has no count of the batches: keep the one that is here."""
        key = prefix + "num_batches_tracked"
        if (local_metadata.get("version") or 1) < 2 and self.track_running_stats and key not in state_dict:
            known = self.num_batches_tracked is not None and not self.num_batches_tracked.is_meta
            state_dict[key] = self.num_batches_tracked if known else zeros((), dtype=dtypes.int64)
        super()._load_from_state_dict(state_dict, prefix, local_metadata, *rest)


class _BatchNorm(_NormBase):
    """The layer; the classes below say which inputs it takes."""

    def forward(self, input):
        self._check_input_dim(input)
        mean, var, momentum = self.running_mean, self.running_var, 0.0
        if self.training and self.track_running_stats:
            momentum = self._count_batch()
        elif self.training:
            mean, var = None, None
        of_the_batch = self.training or (mean is None and var is None)
        return F.batch_norm(input, mean, var, self.weight, self.bias, of_the_batch, momentum, self.eps)


class BatchNorm1d(_BatchNorm):
    """Batch normalization of [N, C] or [N, C, L], for each channel C.

    num_features         C
    eps                  added to the variance
    momentum             how much the newest batch counts in the running statistics; None: all batches count the same
    affine               whether there are a weight and a bias for each channel, learned; bias=False: a weight only
    track_running_stats  whether running statistics are kept for eval mode; without, it uses the batch's own

    >>> import minitorch as mt
    >>> layer = mt.nn.BatchNorm1d(1)
    >>> layer(mt.tensor([[1.0], [3.0]])).detach()
    tensor([[-1.0000],
            [ 1.0000]])
    >>> layer.running_mean, layer.num_batches_tracked
    (tensor([0.2000]), tensor(1))

    Errors: ValueError for other dimensions, and for one value per channel in training mode.
    Source: Ioffe and Szegedy, 2015; PyTorch, torch.nn.BatchNorm1d.
    """

    def _check_input_dim(self, input):
        if input.ndim not in (2, 3):
            raise ValueError(f"expected 2D or 3D input (got {input.ndim}D input)")


class BatchNorm2d(_BatchNorm):
    """Batch normalization of [N, C, H, W]. Arguments and errors as of BatchNorm1d. Source: PyTorch, torch.nn.BatchNorm2d."""

    def _check_input_dim(self, input):
        if input.ndim != 4:
            raise ValueError(f"expected 4D input (got {input.ndim}D input)")


class BatchNorm3d(_BatchNorm):
    """Batch normalization of [N, C, D, H, W]. Arguments and errors as of BatchNorm1d. Source: PyTorch, torch.nn.BatchNorm3d."""

    def _check_input_dim(self, input):
        if input.ndim != 5:
            raise ValueError(f"expected 5D input (got {input.ndim}D input)")
