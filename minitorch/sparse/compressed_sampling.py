"""compressed_sampling: sampled_addmm: a product of dense matrices where a csr tensor has numbers (shelf)."""

import numpy as np

from ..memory_format import sparse_csr
from ..ops.op import op
from .array import is_sparse
from .compressed import isinstance_compressed, not_in_blocks
from .compressed_conversion import _compressed, _values_at
from .compressed_forms import layout_of


@op(derivative="SparseSampledAddmmBackward0")
def _sampled_addmm(x, mat1, mat2, beta, alpha):
    rows, columns = x.pair().indices
    return x.like(beta * x.values + alpha * np.einsum("ij,ij->i", mat1[rows], mat2.T[columns]))


def at_places(g, x):
    """The gradient where x has numbers."""
    x = getattr(x, "_array", x)
    return _compressed(_values_at(g, x), x.compressed, x.plain, x.shape, x.layout)


_sampled_addmm.grad(
    x=lambda g, x, beta: at_places(g, x) * beta,
    mat1=lambda g, x, mat2, alpha: (at_places(g, x) @ mat2.mT) * alpha,
    mat2=lambda g, x, mat1, alpha: (mat1.mT @ at_places(g, x)) * alpha,
)


def sampled(input, mat1, mat2, beta, alpha):
    """beta * input + alpha * (mat1 @ mat2) at the places of `input`, or PyTorch's error."""
    array = input._array
    if isinstance_compressed(array) and array.in_blocks:
        raise not_in_blocks(array.layout, "empty_sparse_compressed")
    if not isinstance_compressed(array) or array.layout is not sparse_csr:
        raise RuntimeError(f"sampled_addmm: Expected result to have sparse csr layout, but got {layout_of(array)}")
    for name, x in (("mat1", mat1), ("mat2", mat2)):
        if is_sparse(x._array):
            raise RuntimeError(f"sampled_addmm: Expected {name} to have strided layout, but got {layout_of(x._array)}")
    pairs = ("mat1", mat1, "mat2", mat2), ("self", input, "mat1", mat1)
    for name, x, other, y in pairs:
        if x.dtype is not y.dtype:
            raise RuntimeError(
                f"sampled_addmm: Expected {name} and {other} to have the same dtype, but got {x.dtype.title} and {y.dtype.title}"
            )
    (n, k), (l, m) = mat1.shape, mat2.shape
    if k != l:
        raise RuntimeError(f"sampled_addmm: mat1 and mat2 shapes cannot be multiplied ({n}x{k} and {l}x{m})")
    for dim, length in ((-2, n), (-1, m)):
        if input.shape[dim] != length:
            raise RuntimeError(f"sampled_addmm: self.shape[{dim}] must match mat{3 + dim}.shape[{dim}]")
    return _sampled_addmm(input, mat1, mat2, beta, alpha)
