"""fsdp: torch.distributed._composable.fsdp: the names of torch.distributed.fsdp for single modules (shelf)."""

from ..fsdp import FSDPModule as FSDPModule
from ..fsdp import MixedPrecisionPolicy as MixedPrecisionPolicy
from ..fsdp import fully_shard as fully_shard
