"""syncbatchnorm: SyncBatchNorm: batch normalization over the batches of all processes (shelf)."""

from .batchnorm import _BatchNorm


class SyncBatchNorm(_BatchNorm):
    """BatchNorm of any number of dimensions from 2 on, measured over all processes. Here there is one, whose batch counts.

    process_group  kept and not used, as there is one process
    the others     as of BatchNorm1d

    Errors: ValueError for fewer dimensions, and for no channels. Source: PyTorch, torch.nn.SyncBatchNorm.
    """

    def __init__(
        self, num_features, eps=1e-5, momentum=0.1, affine=True, track_running_stats=True, process_group=None, device=None,
        dtype=None, *, bias=True,
    ):  # fmt: skip
        super().__init__(num_features, eps, momentum, affine, track_running_stats, device, dtype, bias=bias)
        self.process_group = process_group

    def _check_input_dim(self, input):
        if input.ndim < 2:
            raise ValueError(f"expected at least 2D input (got {input.ndim}D input)")
        if not input.shape[1]:
            raise ValueError("SyncBatchNorm number of input channels should be non-zero")

    @classmethod
    def convert_sync_batchnorm(cls, module, process_group=None):
        """The module with a SyncBatchNorm, of the same parameters and buffers, in the place of every BatchNorm in it.

        >>> import minitorch as mt
        >>> mt.nn.SyncBatchNorm.convert_sync_batchnorm(mt.nn.Sequential(mt.nn.BatchNorm1d(3)))
        Sequential(
          (0): SyncBatchNorm(3, eps=1e-05, momentum=0.1, affine=True, bias=True, track_running_stats=True)
        )

        Source: PyTorch, torch.nn.SyncBatchNorm.convert_sync_batchnorm.
        """
        made = cls.in_place_of(module, process_group) if isinstance(module, _BatchNorm) else module
        for name, child in module.named_children():
            made.add_module(name, cls.convert_sync_batchnorm(child, process_group))
        return made

    @staticmethod
    def in_place_of(module, process_group):
        """A SyncBatchNorm with the parameters, buffers and mode of a BatchNorm."""
        options = module.num_features, module.eps, module.momentum, module.affine, module.track_running_stats
        made = SyncBatchNorm(*options, process_group, bias=module.bias is not None)
        if module.affine:
            made.weight, made.bias = module.weight, module.bias
        for name in ("running_mean", "running_var", "num_batches_tracked"):
            setattr(made, name, getattr(module, name))
        made.training = module.training
        return made
