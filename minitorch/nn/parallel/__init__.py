"""parallel: one batch, divided among several devices."""

from .data_parallel import DataParallel, gather, parallel_apply, replicate, scatter


class DistributedDataParallel:
    """What divides the work among several processes: a program may name it, and not make one.

    Errors: ValueError. Source: PyTorch, torch.nn.parallel.DistributedDataParallel.
    """

    def __init__(self, module, *args, **options):
        raise ValueError("there is one process: call the module itself, or DataParallel(module) for several GPUs")
