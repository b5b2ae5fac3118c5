"""dlpack: to_dlpack and from_dlpack, by which libraries hand each other arrays without a copy (shelf)."""

from ..creation.asarray import from_dlpack

__all__ = ["from_dlpack", "to_dlpack"]


def to_dlpack(tensor):
    """The tensor as a DLPack capsule, which another library takes over once. Source: PyTorch, torch.utils.dlpack.to_dlpack."""
    return tensor.__dlpack__()
