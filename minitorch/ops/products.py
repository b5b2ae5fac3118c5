"""products: more ways to multiply, each of them made of those that are there."""

from .._tensor import Tensor, check_dim, method
from ..backend import array_module
from ..creation import ones
from ..dtypes import FLOATING
from .broadcast import _expand, _sum, broadcast_shapes, broadcast_tensors, sum
from .imaginary import conj
from .joining import cat, check_tensors
from .matmul import chain_matmul, mm
from .matrices import writes
from .op import fill_out, numpy_names, op
from .rearrange import _roll, flip
from .running import cumprod
from .shape import atleast_1d, unsqueeze
from .slicing import put_back
from .strided import diagonal

__all__ = ["cross", "kron", "trace", "vander"]

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
    given, dim = dim, check_dim(dim, input.ndim)
    if input.shape[dim] != 3 or other.shape[dim] != 3:
        raise RuntimeError(
            f"linalg.cross: inputs dimension {given} must have length 3. Got {input.shape[dim]} and {other.shape[dim]}"
        )
    if input.dtype is not other.dtype:
        raise RuntimeError(f"expected scalar type {input.dtype.title} but found {other.dtype.title}")
    return _cross(*broadcast_tensors(input, other), dim)


@numpy_names
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
    if x.dtype.category < FLOATING:
        raise RuntimeError(f"linalg.vecdot: Expected a floating point or complex tensor as input. Got {x.dtype.title}")
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
        raise RuntimeError("N must be greater than 1.")
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
    if not isinstance(other, Tensor):
        raise TypeError(f"kron(): argument 'other' (position 2) must be Tensor, not {type(other).__name__}")
    ndim = max(input.ndim, other.ndim)
    a, b = ((1,) * (ndim - x.ndim) + tuple(x.shape) for x in (input, other))
    left = input.reshape(tuple([n for length in a for n in (length, 1)]))
    right = other.reshape(tuple([n for length in b for n in (1, length)]))
    return (left * right).reshape(tuple([n * m for n, m in zip(a, b, strict=True)]))


@op
def _trace(x):
    return _sum.forward(array_module(x).diagonal(x))


_trace.grad(x=lambda g, x_shape: put_back(_expand(g, (min(x_shape),)), diagonal, (0, 0, 1), x_shape))


@writes
def trace(input):
    """The sum of a matrix's diagonal.

    >>> import minitorch as mt
    >>> mt.trace(mt.tensor([[1, 2], [3, 4]]))
    tensor(5)

    Source: PyTorch, torch.trace.
    """
    if input.ndim != 2:
        raise RuntimeError(f"trace: expected a matrix, but got tensor with dim {input.ndim}")
    return _trace(input)


def linalg_diagonal(A, *, offset=0, dim1=-2, dim2=-1):
    """The diagonal of every matrix. Source: PyTorch, torch.linalg.diagonal."""
    return diagonal(A, offset, dim1, dim2)


def multi_dot(tensors, *, out=None):
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
        if x.dtype is not tensors[0].dtype:
            names = [{"float32": "float", "float64": "double"}.get(t.dtype.name, t.dtype.name) for t in (tensors[0], x)]
            raise RuntimeError(
                f"multi_dot(): all tensors must have be the same dtype but tensor 0 is {names[0]} and tensor {place} {names[1]}"
            )
        if place and tensors[place - 1].shape[-1] != x.shape[0]:
            raise RuntimeError(
                f"multi_dot(): tensors {place - 1} and {place} with shapes {list(tensors[place - 1].shape)} and "
                f"{list(x.shape)} cannot be multiplied"
            )
    first_vector, last_vector = tensors[0].ndim == 1, tensors[-1].ndim == 1
    if first_vector:
        tensors[0] = unsqueeze(tensors[0], 0)
    if last_vector:
        tensors[-1] = unsqueeze(tensors[-1], 1)
    made = chain_matmul(*tensors)
    if last_vector:
        made = made.squeeze(-1)
    if first_vector:
        made = made.squeeze(0)
    return made if out is None else fill_out(out, made, mm)


for _function in (cross, kron, trace):
    method(_function)
