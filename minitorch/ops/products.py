"""products: more ways to multiply, each of them made of those that are there."""

from ..backend import array_module
from ..creation import ones
from ..dtypes import FLOATING
from ..tensor import check_dim, method
from .broadcast import broadcast_shapes, broadcast_tensors, sum
from .imaginary import conj
from .joining import _cat, cat, check_tensors
from .linear_systems import linalg_inv
from .matmul import chain_matmul, matmul
from .matrices import check_matrix, identity, writes
from .op import op
from .promotion import common
from .rearrange import _roll, flip
from .running import cumprod
from .shape import atleast_1d, unsqueeze
from .strided import diagonal

__all__ = ["cross", "kron", "trace", "matrix_power", "matrix_exp", "vander"]

# --- vectors ----------------------------------------------------------------------------------------------------------------


@op(derivative="LinalgCrossBackward0")
def _cross(x, y, dim):
    kind = x.dtype if x.dtype == y.dtype else None
    turned = [_roll.forward(a, (-n,), (dim,)) for a, n in ((x, 1), (y, 2), (x, 2), (y, 1))]
    made = turned[0] * turned[1] - turned[2] * turned[3]
    return made if kind is None else made.astype(kind, copy=False)


_cross.grad(x=lambda g, y, dim: _cross(y, g, dim), y=lambda g, x, dim: _cross(g, x, dim))


@writes
def linalg_cross(input, other, *, dim=-1):
    """The vector product of vectors of length 3 along `dim`; the other dimensions broadcast.

    >>> import minitorch as mt
    >>> mt.linalg.cross(mt.tensor([1.0, 0.0, 0.0]), mt.tensor([0.0, 1.0, 0.0]))
    tensor([0., 0., 1.])

    Errors: RuntimeError for another length. Source: PyTorch, torch.linalg.cross.
    """
    if input.ndim != other.ndim:
        raise RuntimeError(
            f"linalg.cross: inputs must have the same number of dimensions, but they have {input.ndim} and {other.ndim}"
        )
    dim = check_dim(dim, input.ndim)
    if input.shape[dim] != 3 or other.shape[dim] != 3:
        raise RuntimeError(
            f"linalg.cross: inputs dimension {dim} must have length 3. Got {input.shape[dim]} and {other.shape[dim]}"
        )
    kind = common((input, other))
    x, y = broadcast_tensors(input.to(kind), other.to(kind))
    return _cross(x, y, dim)


def cross(input, other, dim=None, *, out=None):
    """linalg.cross along `dim`, or without it along the first dimension of length 3.

    >>> import minitorch as mt
    >>> mt.cross(mt.tensor([1, 0, 0]), mt.tensor([0, 1, 0]))
    tensor([0, 0, 1])

    Source: PyTorch, torch.cross.
    """
    if dim is None:
        dim = next((d for d, n in enumerate(broadcast_shapes(input.shape, other.shape)) if n == 3), None)
        if dim is None:
            raise RuntimeError("no dimension of size 3 in input")
    return linalg_cross(input, other, dim=dim, out=out)


@writes
def vecdot(x, y, *, dim=-1):
    """The sums of conj(x) * y along `dim`: dot products of many vectors at once.

    >>> import minitorch as mt
    >>> mt.linalg.vecdot(mt.tensor([[1.0, 2.0], [3.0, 4.0]]), mt.tensor([1.0, 1.0]))
    tensor([3., 7.])

    Source: PyTorch, torch.linalg.vecdot.
    """
    if x.dtype is not y.dtype:
        raise RuntimeError(
            f"linalg.vecdot: Expected x and y to have the same dtype, but found x of type {x.dtype.title} and y of type "
            f"{y.dtype.title} instead"
        )
    return sum(conj(x) * y, dim, dtype=x.dtype)


@writes
def linalg_vander(x, *, N=None):
    """The powers 0 to N - 1 (N: the length of x) of every number, in a new last dimension.

    >>> import minitorch as mt
    >>> mt.linalg.vander(mt.tensor([2, 3]), N=3)
    tensor([[1, 2, 4],
            [1, 3, 9]])

    Source: PyTorch, torch.linalg.vander.
    """
    if x.dtype.name == "bool":
        raise RuntimeError("linalg.vander: Expected a floating point, complex or integral tensor as input. Got Bool")
    x = atleast_1d(x)
    n = x.shape[-1] if N is None else N
    if n <= 1 and N is not None:
        raise RuntimeError(f"N must be greater than 1. Got {n}")
    return powers(x, n)


def powers(x, n):
    """x**0 to x**(n - 1)."""
    shape = tuple(x.shape)
    one = ones(*shape, 1, dtype=x.dtype, device=x.device)
    result = cumprod(unsqueeze(x, -1).expand((*shape, max(n - 1, 0))), -1)
    return cat([one.to(result.dtype), result], -1)[..., :n]


@writes
def vander(x, N=None, increasing=False):
    """The powers of every number of a vector, the highest first unless `increasing`.

    >>> import minitorch as mt
    >>> mt.vander(mt.tensor([2, 3]))
    tensor([[2, 1],
            [3, 1]])

    Source: PyTorch, torch.vander.
    """
    if x.ndim != 1:
        raise RuntimeError("x must be a one-dimensional tensor.")
    n = x.shape[0] if N is None else N
    if n < 0:
        raise RuntimeError("N must be non-negative.")
    made = powers(x, n)
    return made if increasing else flip(made, (1,))


# --- matrices ---------------------------------------------------------------------------------------------------------------


@writes
def kron(input, other):
    """Every element of input times all of other: [n, m], [p, q] -> [n p, m q], in any number of dimensions.

    >>> import minitorch as mt
    >>> mt.kron(mt.tensor([1, 10]), mt.tensor([1, 2]))
    tensor([ 1,  2, 10, 20])

    Source: PyTorch, torch.kron.
    """
    ndim = max(input.ndim, other.ndim)
    a, b = ((1,) * (ndim - x.ndim) + tuple(x.shape) for x in (input, other))
    left = input.reshape(tuple([n for length in a for n in (length, 1)]))
    right = other.reshape(tuple([n for length in b for n in (1, length)]))
    return (left * right).reshape(tuple([n * m for n, m in zip(a, b, strict=True)]))


@writes
def trace(input):
    """The sum of a matrix's diagonal.

    >>> import minitorch as mt
    >>> mt.trace(mt.tensor([[1, 2], [3, 4]]))
    tensor(5)

    Source: PyTorch, torch.trace.
    """
    if input.ndim != 2:
        raise RuntimeError("trace: expected a matrix")
    return sum(diagonal(input, 0, 0, 1))


def linalg_diagonal(A, *, offset=0, dim1=-2, dim2=-1):
    """The diagonal of every matrix. Source: PyTorch, torch.linalg.diagonal."""
    return diagonal(A, offset, dim1, dim2)


@writes
def matrix_power(input, n):
    """A matrix multiplied n times with itself; for a negative n, its inverse.

    >>> import minitorch as mt
    >>> mt.matrix_power(mt.tensor([[1, 1], [0, 1]]), 5)
    tensor([[1, 5],
            [0, 1]])

    Errors: LinAlgError for a negative power of a singular matrix. Source: PyTorch, torch.linalg.matrix_power.
    """
    check_matrix("linalg.matrix_power", input, floats=False)
    if n == 0:
        return input.clone().copy_(identity(input.detach(), input.shape[-1]))
    if n < 0:
        input, n = linalg_inv(input), -n
    made, square = None, input
    while True:
        if n & 1:
            made = square if made is None else matmul(made, square)
        n >>= 1
        if not n:
            return made if made is not input else input.clone()
        square = matmul(square, square)


@writes
def multi_dot(tensors):
    """The product of two or more matrices in the order that takes the fewest multiplications; the ends may be vectors.

    >>> import minitorch as mt
    >>> mt.linalg.multi_dot([mt.ones(2, 3), mt.ones(3, 4), mt.ones(4)]).shape
    minitorch.Size([2])

    Source: PyTorch, torch.linalg.multi_dot.
    """
    tensors = check_tensors(tensors, "multi_dot", message="{}(): expected at least 2 tensors but got 0")
    if len(tensors) < 2:
        raise RuntimeError(f"multi_dot(): expected at least 2 tensors but got {len(tensors)}")
    last = len(tensors) - 1
    for place, x in enumerate(tensors):
        if x.ndim != 2 and not (x.ndim == 1 and place in (0, last)):
            wanted = "1D or 2D" if place in (0, last) else "2D"
            which = {0: "the first tensor", last: "the last tensor"}.get(place, f"tensor {place}")
            raise RuntimeError(f"multi_dot(): {which} must be {wanted} but got {x.ndim}D")
    first_vector, last_vector = tensors[0].ndim == 1, tensors[-1].ndim == 1
    if first_vector:
        tensors[0] = unsqueeze(tensors[0], 0)
    if last_vector:
        tensors[-1] = unsqueeze(tensors[-1], 1)
    made = chain_matmul(*tensors)
    if last_vector:
        made = made.squeeze(-1)
    return made.squeeze(0) if first_vector else made


# --- the exponential ----------------------------------------------------------------------------------------------------------

TERMS = 18  # of the power series: enough for a norm of 1.09 in double precision


@op(derivative="LinalgMatrixExpBackward0")
def _matrix_exp(A):
    """The power series of A / 2**s, whose norm is small, squared s times. In double precision: squaring doubles errors."""
    xp, kind = array_module(A), A.dtype
    if not A.size:
        return A.copy()
    A = A.astype("complex128" if kind.kind == "c" else "float64", copy=False)
    sizes = xp.abs(A).sum(axis=-2).max(axis=-1)
    sizes = xp.where(xp.isfinite(sizes) & (sizes > 0), sizes, 1)
    halvings = xp.maximum(xp.ceil(xp.log2(sizes / 1.09)), 0)
    small = A / xp.exp2(halvings)[..., None, None]
    one = made = xp.broadcast_to(xp.eye(A.shape[-1], dtype=A.dtype), A.shape)
    for k in range(TERMS, 0, -1):
        made = one + small @ made / k
    for step in range(int(halvings.max())):
        made = xp.where((halvings > step)[..., None, None], made @ made, made)
    return made.astype(kind, copy=False)


def exp_back(g, A):
    """The upper right corner of exp([[A.T, g], [0, A.T]])."""
    n, turned, last = A.shape[-1], A.mT, len(A.shape) - 1
    upper = _cat(last, None, turned, g)
    lower = _cat(last, None, turned * 0, turned)
    return _matrix_exp(_cat(last - 1, None, upper, lower))[..., :n, n:]


_matrix_exp.grad(A=exp_back)


@writes
def matrix_exp(input):
    """e**A of every square matrix: the sum of A**k / k!.

    >>> import minitorch as mt
    >>> mt.matrix_exp(mt.tensor([[0.0, 1.0], [0.0, 0.0]]))
    tensor([[1., 1.],
            [0., 1.]])

    Source: PyTorch, torch.linalg.matrix_exp.
    """
    check_matrix("linalg.matrix_exp", input, floats=False)
    if input.dtype.category < FLOATING:
        raise RuntimeError(
            f"linalg.matrix_exp: Expected a floating point or complex tensor as input. Got {input.dtype.title}"
        )
    return _matrix_exp(input)


for _function in (cross, kron, trace, matrix_power, matrix_exp):
    method(_function)
