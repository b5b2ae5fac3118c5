"""distributed: DistributedDataParallel, which needs processes that know of each other (shelf)."""

from ..module.mode import Module


class DistributedDataParallel(Module):
    """The same model in several processes, which average their gradients.

    Errors: ValueError: there is no process group here. Source: PyTorch, torch.nn.parallel.DistributedDataParallel.
    """

    def __init__(self, module, *args, **kwargs):
        super().__init__()
        raise ValueError(
            "Default process group has not been initialized: processes that train together come to minitorch with its "
            f"part on MPI. Until then, train with the {type(module).__name__} itself, in one process"
        )
