"""exp2, expm1, log2, log10: exponentials and logarithms to other bases (shelf)."""

import math

import numpy as np

from ..._tensor import method
from ..inplace.in_place import in_place_forms
from ..op import floating, op

__all__ = ["exp2", "expm1", "log2", "log10"]


@op(promote=floating)
def exp2(x):
    """2**x. Source: PyTorch, torch.exp2."""
    return np.exp2(x)


@op(promote=floating)
def expm1(x):
    """e**x - 1, exact also near 0. Source: PyTorch, torch.expm1."""
    return np.expm1(x)


@op(promote=floating)
def log2(x):
    """The logarithm to base 2. Source: PyTorch, torch.log2."""
    return np.log2(x)


@op(promote=floating)
def log10(x):
    """The logarithm to base 10. Source: PyTorch, torch.log10."""
    return np.log10(x)


exp2.grad(x=lambda g, out: g * out * math.log(2))
expm1.grad(x=lambda g, out: g * (out + 1))
log2.grad(x=lambda g, x: g / (x * math.log(2)))
log10.grad(x=lambda g, x: g / (x * math.log(10)))


for _op in (exp2, expm1, log2, log10):
    method(_op)


in_place_forms(*__all__)
