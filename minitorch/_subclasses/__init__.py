"""_subclasses: torch._subclasses: the names of tensors without numbers that a compiler traces with; there are none here (shelf)."""

from .fake_tensor import FakeTensor, FakeTensorMode, UnsupportedFakeTensorException

__all__ = ["FakeTensor", "FakeTensorMode", "UnsupportedFakeTensorException"]
