"""nn: torch.distributed.nn: exchanges between processes that gradients flow through: there is one process (shelf)."""

from . import needs_a_group

__all__ = ["all_gather", "all_reduce", "all_to_all", "broadcast", "gather", "reduce", "reduce_scatter", "scatter"]

all_gather = all_reduce = all_to_all = broadcast = gather = reduce = reduce_scatter = scatter = needs_a_group
