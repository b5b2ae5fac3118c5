"""activation: relu of torch.nn.functional, and what the others share (core)."""

from ..._tensor import Tensor
from ...ops.pointwise import activation


def relu(input, inplace=False):
    """max(x, 0). Source: PyTorch, torch.nn.functional.relu."""
    return input.relu_() if inplace else activation.relu(input)


def single(x):
    """Numbers of 16 bits as float32: between the first step and the last, nothing is rounded."""
    if isinstance(x, Tensor):
        return x.float() if x.itemsize == 2 and x.is_floating_point() else x
    return x.astype("float32") if x.dtype.itemsize == 2 and x.dtype.kind in "fV" else x
