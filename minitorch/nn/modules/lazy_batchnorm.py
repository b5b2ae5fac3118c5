"""lazy_batchnorm: LazyBatchNorm1d, LazyBatchNorm2d, LazyBatchNorm3d: num_features from the first batch (shelf)."""

from ..parameter import UninitializedBuffer, UninitializedParameter
from .batchnorm import BatchNorm1d, BatchNorm2d, BatchNorm3d, _NormBase, count
from .lazy import LazyModuleMixin


class _LazyNormBase(LazyModuleMixin, _NormBase):
    """What a layer with running statistics is before it knows how many channels there are."""

    def __init__(
        self, eps=1e-5, momentum=0.1, affine=True, track_running_stats=True, device=None, dtype=None, *, bias=True
    ):
        options = {"device": device, "dtype": dtype}
        super().__init__(0, eps, momentum, False, False, **options, bias=False)
        self.affine, self.track_running_stats = affine, track_running_stats
        if affine:
            self.weight = UninitializedParameter(**options)
            if bias:
                self.bias = UninitializedParameter(**options)
        if track_running_stats:
            self.running_mean = UninitializedBuffer(**options)
            self.running_var = UninitializedBuffer(**options)
            self.num_batches_tracked = count(device)

    def reset_parameters(self):
        """Start again, once there is something to start with."""
        if not self.has_uninitialized_params() and self.num_features:
            super().reset_parameters()

    def initialize_parameters(self, input):
        """Dimension 1 of the first batch is the number of channels."""
        if not self.has_uninitialized_params():
            return
        self.num_features = input.shape[1]
        for x in (self.weight, self.bias, self.running_mean, self.running_var):
            if x is not None:
                x.materialize((self.num_features,))
        self.reset_parameters()


class LazyBatchNorm1d(_LazyNormBase, BatchNorm1d):
    """BatchNorm1d with num_features from the first batch.

    >>> import minitorch as mt
    >>> layer = mt.nn.LazyBatchNorm1d()
    >>> _ = layer(mt.randn(4, 3))
    >>> layer
    BatchNorm1d(3, eps=1e-05, momentum=0.1, affine=True, bias=True, track_running_stats=True)

    Source: PyTorch, torch.nn.LazyBatchNorm1d.
    """

    cls_to_become = BatchNorm1d


class LazyBatchNorm2d(_LazyNormBase, BatchNorm2d):
    """BatchNorm2d with num_features from the first batch. Source: PyTorch, torch.nn.LazyBatchNorm2d."""

    cls_to_become = BatchNorm2d


class LazyBatchNorm3d(_LazyNormBase, BatchNorm3d):
    """BatchNorm3d with num_features from the first batch. Source: PyTorch, torch.nn.LazyBatchNorm3d."""

    cls_to_become = BatchNorm3d
