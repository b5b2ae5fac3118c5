"""tensor: torch.distributed.tensor: the class of tensors that lie on several devices, of which there are none here (shelf)."""

from .._tensor import Tensor
from . import needs_a_group

__all__ = ["DTensor", "Placement", "Replicate", "Shard", "Partial", "distribute_module", "distribute_tensor"]


class DTensor(Tensor):
    """A tensor in parts on several devices. ValueError when one is made: there is one process. Source: PyTorch."""

    def __new__(cls, *args, **options):
        needs_a_group()

    from_local = staticmethod(needs_a_group)


class Placement:
    """How such a tensor lies. Source: PyTorch, torch.distributed.tensor.Placement."""

    def is_shard(self, dim=None):
        """Whether it is in parts, along a dimension."""
        return isinstance(self, Shard) and dim in (None, self.dim)

    def is_replicate(self):
        """Whether each device has all of it."""
        return isinstance(self, Replicate)


class Replicate(Placement):
    """Each device has all of it. Source: PyTorch, torch.distributed.tensor.Replicate."""


class Shard(Placement):
    """In parts along a dimension. Source: PyTorch, torch.distributed.tensor.Shard."""

    def __init__(self, dim):
        self.dim = dim


class Partial(Placement):
    """Each device has a part of the sum. Source: PyTorch, torch.distributed.tensor.Partial."""

    def __init__(self, reduce_op="sum"):
        self.reduce_op = reduce_op


distribute_tensor = distribute_module = needs_a_group
