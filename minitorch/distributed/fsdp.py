"""fsdp: torch.distributed.fsdp: models in parts on several devices, of which there are none here (shelf)."""

from ..nn.module import Module
from . import needs_a_group

__all__ = [
    "CPUOffload",
    "FSDPModule",
    "FullyShardedDataParallel",
    "MixedPrecision",
    "MixedPrecisionPolicy",
    "fully_shard",
]


class FullyShardedDataParallel(Module):
    """A model in parts on several devices: ValueError, there is one process. Source: PyTorch, torch.distributed.fsdp."""

    def __init__(self, module, *args, **options):
        super().__init__()
        needs_a_group()


class FSDPModule:
    """What fully_shard makes a module. Source: PyTorch, torch.distributed.fsdp.FSDPModule."""


class MixedPrecisionPolicy:
    """In which dtypes such a model computes. Source: PyTorch, torch.distributed.fsdp.MixedPrecisionPolicy."""

    def __init__(self, param_dtype=None, reduce_dtype=None, output_dtype=None, cast_forward_inputs=True):
        self.param_dtype, self.reduce_dtype = param_dtype, reduce_dtype
        self.output_dtype, self.cast_forward_inputs = output_dtype, cast_forward_inputs


class MixedPrecision:
    """The same for FullyShardedDataParallel. Source: PyTorch, torch.distributed.fsdp.MixedPrecision."""

    def __init__(self, param_dtype=None, reduce_dtype=None, buffer_dtype=None, **options):
        self.param_dtype, self.reduce_dtype, self.buffer_dtype = param_dtype, reduce_dtype, buffer_dtype


class CPUOffload:
    """Whether its parts wait in the CPU's memory. Source: PyTorch, torch.distributed.fsdp.CPUOffload."""

    def __init__(self, offload_params=False):
        self.offload_params = offload_params


fully_shard = needs_a_group
