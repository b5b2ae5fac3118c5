"""is_complex, is_meta, layout, result_type and the like: what may be asked of a tensor and its dtype (shelf)."""

import numpy as np

from .._tensor import method, wrap
from ..backend import META, cuda_is_available, cuda_module, device_of
from ..creation.memory_format import strided
from .promotion import common


def is_floating_point(input):
    """Whether the numbers are floating ones. Source: PyTorch, torch.is_floating_point."""
    return input.dtype.is_floating_point


def is_complex(input):
    """Whether the numbers are complex. Source: PyTorch, torch.is_complex."""
    return input.dtype.is_complex


def is_signed(input):
    """Whether numbers below 0 can be held. Source: PyTorch, torch.is_signed."""
    return input.dtype.is_signed


@method
def is_inference(input):
    """Whether it was made inside inference_mode. Source: PyTorch, torch.is_inference."""
    return input._counter is None


def result_type(tensor1, tensor2):
    """The dtype that arithmetic on two operands, tensors or numbers, has.

    >>> import minitorch as mt
    >>> mt.result_type(mt.tensor([1, 2], dtype=mt.int32), 1.0)
    minitorch.float32

    Source: PyTorch, torch.result_type.
    """
    return common((tensor1, tensor2))


@method
def is_pinned(self, device=None):
    """Whether it lies in memory that a GPU can copy by itself. Source: PyTorch, torch.Tensor.is_pinned."""
    owner = self._array
    while isinstance(owner, np.ndarray):
        owner = owner.base
    return type(owner).__name__ == "PinnedMemoryPointer"


@method
def pin_memory(self, device=None):
    """A copy in memory that a GPU can copy by itself. Source: PyTorch, torch.Tensor.pin_memory."""
    if not cuda_is_available() or not self.is_cpu:
        raise RuntimeError("Cannot pin memory: that takes a GPU, and a tensor on the CPU")
    return self if self.is_pinned() else wrap(cuda_module().pinned(self._array))


@method
def _is_view(self):
    """Whether it shows memory of another tensor."""
    return self._base is not None


@method
def to_dense(self, dtype=None):
    """The tensor itself, or in another dtype: no tensor is sparse. Source: PyTorch, torch.Tensor.to_dense."""
    return self if dtype is None else self.to(dtype)


@method
def __delitem__(self, index):
    """TypeError: a tensor has all its elements for good."""
    raise TypeError("Tensor does not support deleting items")


def output_nr(self):
    """Which result it was of the operation that made it."""
    return 0 if self.grad_fn is None else self._edge[1]


KINDS = "sparse sparse_csr quantized nested mps xpu".split()  # of tensor that there are not
for _name in KINDS:
    method(property(lambda self: False), f"is_{_name}")
method(property(lambda self: device_of(self._array) is META), "is_meta")
method(property(lambda self: strided), "layout")
method(property(output_nr), "output_nr")
method(property(id), "_cdata")  # a number by which programs tell whether two names are one tensor
method(property(lambda self: None), "name")
