"""promotion: type promotion: which dtype an operation computes in, and the operands in that dtype (core)."""

import numpy as np

from .._tensor import Tensor
from ..dtypes import FLOATING, common_dtype, get_default_dtype, kind_of_scalar

__all__ = ["result_type"]

NUMBER = (int, float, complex, np.generic)  # bool is an int
FLOAT_DTYPES = frozenset((np.dtype("float32"), np.dtype("float64")))


def common(operands):
    """The dtype that arithmetic on these operands has: PyTorch's promotion."""
    dimensioned, zero_dimensional, scalars = [], [], []
    for x in operands:
        if isinstance(x, Tensor):
            (dimensioned if x._array.ndim else zero_dimensional).append(x.dtype)
        elif isinstance(x, NUMBER):
            scalars.append(kind_of_scalar(x.item() if isinstance(x, np.generic) else x))
    return common_dtype(dimensioned, zero_dimensional, scalars)


def result_type(tensor1, tensor2):
    """The dtype that arithmetic on two operands, tensors or numbers, has.

    >>> import minitorch as mt
    >>> mt.result_type(mt.tensor([1, 2], dtype=mt.int32), 1.0)
    minitorch.float32

    Source: PyTorch, torch.result_type.
    """
    return common((tensor1, tensor2))


def floating(operands):
    """The same, except that integers and bools become the default float: what division and `exp` compute in."""
    kind = common(operands)
    return kind if kind is None or kind.category >= FLOATING else get_default_dtype()


def cast(x, kind):
    """An operand as the array (or number) of dtype `kind` that a forward computes with."""
    if isinstance(x, Tensor):
        array = x._array
        return array if array.dtype == kind.numpy else array.astype(kind.numpy)
    if isinstance(x, NUMBER):
        if kind.category == FLOATING and isinstance(x, (int, float)) and kind.itemsize >= 4:
            # NumPy lets a Python number take the dtype of the array it meets
            return x if type(x) is int and abs(x) < 2**53 else float(x)
        return np.asarray(x).astype(kind.numpy)[()]
    return x
