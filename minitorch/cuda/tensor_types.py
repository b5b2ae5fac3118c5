"""tensor_types: torch.cuda.FloatTensor and its kin: old names of types whose tensors are on a GPU (shelf)."""

from .._tensor import Tensor, legacy_array, wrap
from ..backend import cuda_is_available
from ..creation import legacy_types

__all__ = legacy_types.__all__


class _Typed(type):
    """FloatTensor and its kin: they make plain Tensors on the GPU, and isinstance asks for device and dtype."""

    def __call__(cls, *args):
        if not cuda_is_available():
            raise TypeError(f"type torch.cuda.{cls.__name__} not available. Torch not compiled with CUDA enabled.")
        return wrap(legacy_array(args, cls.dtype)).cuda()

    def __instancecheck__(cls, x):
        return isinstance(x, Tensor) and x.dtype is cls.dtype and x.is_cuda


for each in legacy_types.TYPED:
    name = each.__name__
    doc = f"`{name}(2, 3)`: PyTorch's old constructor of {each.dtype.name} tensors on a GPU."
    globals()[name] = _Typed(name, (), {"dtype": each.dtype, "__doc__": doc, "__module__": "minitorch.cuda"})
