"""batch_norm: replace_all_batch_norm_modules_: networks whose batch norm changes nothing in place, as vmap wants it (shelf)."""

from ..nn.modules.batchnorm import _BatchNorm

__all__ = ["replace_all_batch_norm_modules_"]


def replace_all_batch_norm_modules_(root):
    """Take the running statistics from all batch norm in a module, in place; returns the module.

    >>> import minitorch as mt
    >>> mt.func.replace_all_batch_norm_modules_(mt.nn.BatchNorm1d(2))
    BatchNorm1d(2, eps=1e-05, momentum=0.1, affine=True, bias=True, track_running_stats=False)

    Source: PyTorch, torch.func.replace_all_batch_norm_modules_.
    """
    for module in root.modules():
        if isinstance(module, _BatchNorm) and module.track_running_stats:
            module.running_mean = module.running_var = module.num_batches_tracked = None
            module.track_running_stats = False
    return root
