"""matmul, mm, mv, dot (core).

For y = a @ b the gradients are g @ b.T and a.T @ g: the shapes leave no other choice. All other products here are that
one with dimensions added, dropped or shared.
"""

import math

from ..._tensor import Tensor, method
from ..op import fill_out, op
from ..view.reshape import _unsafe_view, reshape
from ..view.squeeze import squeeze, unsqueeze

__all__ = ["matmul", "mm", "mv", "dot"]


def one_dtype(operands):
    """The dtype of a product: that of both factors. Products do not promote."""
    for place, x in enumerate(operands, 1):
        if not isinstance(x, Tensor):
            raise TypeError(f"matmul(): argument 'other' (position {place}) must be Tensor, not {type(x).__name__}")
    first, second = operands[0].dtype, operands[1].dtype
    if first is not second:
        raise RuntimeError(f"expected m1 and m2 to have the same dtype, but got: {first.spelled} != {second.spelled}")
    return first


def product(a, b):
    """a @ b for arrays of one dtype, in that dtype: NumPy's product of two bfloat16 arrays is a float32 one."""
    if a.dtype.kind == "b":
        raise NotImplementedError("there are no products of bools: convert them to numbers first, x.int()")
    return (a @ b).astype(a.dtype, copy=False)


# --- two matrices --------------------------------------------------------------------------------------------------------


@op(promote=one_dtype, tensors="all")
def mm(input, mat2):
    """The product of two matrices: [n, k] @ [k, m] -> [n, m].

    >>> import minitorch as mt
    >>> mt.mm(mt.tensor([[1, 2]]), mt.tensor([[3], [4]]))
    tensor([[11]])

    Errors: RuntimeError when the inner sizes or the dtypes differ. Source: PyTorch, torch.mm.
    """
    if input.ndim == 2 and mat2.ndim == 2 and input.shape[1] == mat2.shape[0]:
        return product(input, mat2)
    raise mm_error(input.shape, mat2.shape)


def mm_error(a, b):
    """PyTorch's words for two shapes that cannot be multiplied."""
    for name, shape in (("self", a), ("mat2", b)):
        if len(shape) != 2:
            return RuntimeError(f"{name} must be a matrix, but its shape is {list(shape)}")
    return RuntimeError(f"mat1 and mat2 shapes cannot be multiplied ({a[0]}x{a[1]} and {b[0]}x{b[1]})")


mm.grad(input=lambda g, mat2: g @ mat2.mT, mat2=lambda g, input: input.mT @ g)


# --- a matrix and a vector, two vectors ------------------------------------------------------------------------------------


@op(promote=one_dtype, tensors="all")
def mv(input, vec):
    """A matrix times a vector: [n, k] @ [k] -> [n]. Source: PyTorch, torch.mv."""
    if input.ndim != 2 or vec.ndim != 1 or input.shape[1] != vec.shape[0]:
        raise RuntimeError(f"size mismatch: mv takes [n, k] and [k], but got {list(input.shape)} and {list(vec.shape)}")
    return product(input, vec)


mv.grad(input=lambda g, vec: g.reshape((-1, 1)) * vec, vec=lambda g, input: input.mT @ g)


@op(promote=one_dtype, tensors="all")
def dot(input, tensor):
    """The sum of the products of two vectors' elements. Source: PyTorch, torch.dot."""
    if input.ndim != 1 or input.shape != tensor.shape:
        raise RuntimeError(
            f"inconsistent tensor size: dot takes two vectors of one length, but got {list(input.shape)} and {list(tensor.shape)}"
        )
    return product(input, tensor)


dot.grad(input=lambda g, tensor: g * tensor, tensor=lambda g, input: g * input)


# --- stacks of matrices ----------------------------------------------------------------------------------------------------


@op(promote=one_dtype, tensors="all", derivative="UnsafeViewBackward0")
def batched(input, other):
    """Matrices in the last two dimensions, multiplied in pairs; the dimensions before those broadcast."""
    if input.shape[-1] != other.shape[-2]:
        raise RuntimeError(f"batches of matrices cannot be multiplied: {list(input.shape)} and {list(other.shape)}")
    return product(input, other)


batched.grad(input=lambda g, other: g @ other.mT, other=lambda g, input: input.mT @ g)


def matmul(input, other, *, out=None):
    """The product of two tensors; by their dimensions a dot product, a matrix product, or one for each of a batch.

    [k] @ [k] -> []     [n, k] @ [k] -> [n]     [k] @ [k, m] -> [m]     [n, k] @ [k, m] -> [n, m]
    [..., n, k] @ [..., k, m] -> [..., n, m], where the dimensions before the last two broadcast

    >>> import minitorch as mt
    >>> mt.zeros(5, 2, 3) .matmul(mt.zeros(3, 4)).shape
    minitorch.Size([5, 2, 4])

    Errors: RuntimeError when the inner sizes or the dtypes differ. Source: PyTorch, torch.matmul.
    """
    n, m = input.ndim, other.ndim
    if n == 0 or m == 0:
        raise RuntimeError(f"both arguments to matmul need to be at least 1D, but they are {n}D and {m}D")
    if n == 1:
        result = from_vector(input, other)
    elif m == 1:
        result = rows(mv, input, other)
    elif m == 2:
        result = rows(mm, input, other)
    else:
        result = batched(input, other)
    return result if out is None else fill_out(out, result, mm)


def from_vector(x, y):
    """The product of a vector with a vector, a matrix or a stack of matrices."""
    if y.ndim == 1:
        return dot(x, y)
    if y.ndim > 2:
        return squeeze(batched(unsqueeze(x, 0), y), -2)
    return mv(y.T, x)


def rows(multiply, x, y):
    """A product that treats all rows of x alike: one large product instead of many small ones."""
    if x.ndim == 2:
        return multiply(x, y)
    *lead, width = x.shape
    flat = reshape(x, (math.prod(lead), width))
    return _unsafe_view(multiply(flat, y), (*lead, *y.shape[1:]))


def _operator(x, y):
    """x @ y. Python asks y's class when this one says NotImplemented."""
    if not isinstance(y, Tensor):
        return NotImplemented
    return mm(x, y) if x.ndim == y.ndim == 2 else matmul(x, y)


method(_operator, "__matmul__")
method(lambda x, y: matmul(y, x) if isinstance(y, Tensor) else NotImplemented, "__rmatmul__")

for _function in (matmul, mm, mv, dot):
    method(_function)
