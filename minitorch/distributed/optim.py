"""optim: the name of ZeroRedundancyOptimizer; there is one process here, which keeps all of its state (shelf)."""

from ..optim.optimizer import Optimizer

__all__ = ["ZeroRedundancyOptimizer"]


class ZeroRedundancyOptimizer(Optimizer):
    """An optimizer whose state is divided among processes: RuntimeError when it is made, as there is no process group.

    Source: PyTorch, torch.distributed.optim.ZeroRedundancyOptimizer.
    """

    def __init__(self, params, optimizer_class, *args, **kwargs):
        raise RuntimeError(
            "Default process group has not been initialized, please make sure to call init_process_group."
        )
