"""matmul, mm, bmm, mv, dot, outer, inner (core).

For y = a @ b the gradients are g @ b.T and a.T @ g: the shapes leave no other choice. All other products here are that
one with dimensions added, dropped or shared.
"""

import math

from ..._tensor import Tensor, method
from ...dtypes import from_numpy_dtype
from ...notes import with_note
from ..join.cat import check_tensors
from ..op import broadcast_error, fill_out, op
from ..pointwise.arithmetic import mul
from ..view.reshape import _unsafe_view, reshape
from ..view.squeeze import squeeze, unsqueeze

__all__ = ["matmul", "mm", "bmm", "mv", "dot", "vdot", "inner", "outer", "ger", "chain_matmul"]


def one_dtype(operands):
    """The dtype of a product: that of both factors. Products do not promote."""
    for place, x in enumerate(operands, 1):
        if not isinstance(x, Tensor):
            raise no_tensor(place, x)
    first, second = operands[0].dtype, operands[1].dtype
    if first is not second:
        raise two_dtypes(first, second)
    return first


def no_tensor(place, x):
    """PyTorch's words for a factor that is no tensor."""
    return TypeError(f"matmul(): argument 'other' (position {place}) must be Tensor, not {type(x).__name__}")


def two_dtypes(first, second):
    """PyTorch's words for factors of two dtypes."""
    return with_note(
        RuntimeError(f"expected m1 and m2 to have the same dtype, but got: {first.spelled} != {second.spelled}"),
        f"Convert one of them, for instance with .to({second}).",
    )


def saying(words):
    """one_dtype for a product of which PyTorch says something else about two dtypes: words(first, second)."""

    def same_dtype(operands):
        try:
            return one_dtype(operands)
        except RuntimeError:
            raise RuntimeError(words(operands[0].dtype, operands[1].dtype)) from None

    return same_dtype


def vector_words(first, second):
    return f"addmv input tensors must have the same dtype, but got {second.title}, {first.title}, and {second.title}"


def stack_words(first, second):
    return f"expected scalar type {first.title} but found {second.title}"


def product(a, b):
    """a @ b for arrays."""
    return a @ b if a.dtype.itemsize > 2 else narrow_product(a, b)


def product_by(kernel, a, b):
    """The same where PyTorch has a kernel of its own, which bools miss."""
    if a.dtype.kind == "b":
        raise no_bools(kernel)
    return product(a, b)


def no_bools(kernel):
    """PyTorch's words for bools, of which there are no products."""
    words = f"\"{kernel}\" not implemented for 'Bool'"
    return with_note(NotImplementedError(words), "Convert them to numbers first: x.int().")


def narrow_product(a, b):
    """The same in few bits. Half precision is multiplied in float32 and rounded once, as PyTorch does."""
    if a.dtype.kind == "b":
        raise no_bools("addmm_impl_cpu_")
    return (a.astype("float32") @ b.astype("float32")).astype(a.dtype) if a.dtype.kind not in "iu" else a @ b


# --- two matrices --------------------------------------------------------------------------------------------------------


@op(promote=one_dtype, tensors=2)
def mm(x, mat2):
    """The product of two matrices: [n, k] @ [k, m] -> [n, m].

    >>> import minitorch as mt
    >>> mt.mm(mt.tensor([[1, 2]]), mt.tensor([[3], [4]]))
    tensor([[11]])

    Errors: RuntimeError when the inner sizes or the dtypes differ. Source: PyTorch, torch.mm.
    """
    if x.ndim == 2 and mat2.ndim == 2 and x.shape[1] == mat2.shape[0]:
        return product(x, mat2)
    raise mm_error(x.shape, mat2.shape)


def mm_error(a, b):
    """PyTorch's words for two shapes that cannot be multiplied."""
    for name, shape in (("self", a), ("mat2", b)):
        if len(shape) != 2:
            return RuntimeError(f"{name} must be a matrix, but its shape is {list(shape)}")
    return RuntimeError(f"mat1 and mat2 shapes cannot be multiplied ({a[0]}x{a[1]} and {b[0]}x{b[1]})")


mm.grad(x=lambda g, mat2: g @ mat2.mT, mat2=lambda g, x: x.mT @ g)


# --- a matrix and a vector, two vectors ------------------------------------------------------------------------------------


@op(promote=saying(vector_words), tensors=2)
def mv(x, vec):
    """A matrix times a vector: [n, k] @ [k] -> [n]. Source: PyTorch, torch.mv."""
    if x.ndim != 2 or vec.ndim != 1:
        raise RuntimeError(f"vector + matrix @ vector expected, got 1, {x.ndim}, {vec.ndim}")
    if x.shape[1] != vec.shape[0]:
        raise RuntimeError(
            f"size mismatch, got input ({x.shape[0]}), mat ({x.shape[0]}x{x.shape[1]}), vec ({vec.shape[0]})"
        )
    return product_by("addmv_impl_cpu", x, vec)


mv.grad(x=lambda g, vec: g.reshape((-1, 1)) * vec, vec=lambda g, x: x.mT @ g)


@op
def dot(x, tensor):
    """The sum of the products of two vectors' elements. Source: PyTorch, torch.dot."""
    check_vectors(x, tensor)
    return product_by("dot", x, tensor)


def check_vectors(x, y):
    if x.ndim != 1 or y.ndim != 1:
        raise RuntimeError(f"1D tensors expected, but got {x.ndim}D and {y.ndim}D tensors")
    if x.dtype != y.dtype:
        names = [from_numpy_dtype(array.dtype).title for array in (x, y)]
        raise RuntimeError(f"dot : expected both vectors to have same dtype, but found {names[0]} and {names[1]}")
    if x.shape != y.shape:
        raise RuntimeError(
            f"inconsistent tensor size, expected tensor [{len(x)}] and src [{len(y)}] to have the same number of elements, "
            f"but got {len(x)} and {len(y)} elements respectively"
        )


dot.grad(x=lambda g, tensor: g * tensor, tensor=lambda g, x: g * x)


@op
def vdot(x, other):
    """dot with the first vector conjugated, where it is complex. Source: PyTorch, torch.vdot."""
    check_vectors(x, other)
    return product_by("dot", x.conj(), other)


vdot.grad(x=lambda g, other: (g * other).conj(), other=lambda g, x: g * x.conj())


# --- stacks of matrices ----------------------------------------------------------------------------------------------------


@op(promote=saying(stack_words), tensors=2, derivative="UnsafeViewBackward0")
def batched(x, y):
    """Matrices in the last two dimensions, multiplied in pairs; the dimensions before those broadcast."""
    if x.shape[-1] != y.shape[-2]:
        raise RuntimeError(
            f"Expected size for first two dimensions of batch2 tensor to be: [{y.shape[0]}, {x.shape[-1]}] but got: "
            f"[{y.shape[0]}, {y.shape[-2]}]."
        )
    try:
        return product_by("bmm", x, y)
    except ValueError:
        raise broadcast_error(x.shape[:-2], y.shape[:-2]) from None


batched.grad(x=lambda g, y: g @ y.mT, y=lambda g, x: x.mT @ g)
stacks = op(promote=saying(stack_words), tensors=2, derivative="BmmBackward0")(batched.forward).grad(
    **batched.functions
)


def bmm(input, mat2, *, out=None):
    """The products of two stacks of matrices: [b, n, k] @ [b, k, m] -> [b, n, m]. Source: PyTorch, torch.bmm."""
    for name, x in (("batch1", input), ("batch2", mat2)):
        if x.ndim != 3:
            raise RuntimeError(f"{name} must be a 3D tensor, but has {x.ndim} dimensions")
    (b, _, k), (b2, k2, _) = input._array.shape, mat2._array.shape
    if (b, k) != (b2, k2):
        raise RuntimeError(
            f"Expected size for first two dimensions of batch2 tensor to be: [{b}, {k}] but got: [{b2}, {k2}]."
        )
    return stacks(input, mat2) if out is None else fill_out(out, stacks(input, mat2), stacks)


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
    if x.shape[0] != y.shape[0]:
        raise mm_error((1, *x.shape), y.shape)
    if x.dtype is not y.dtype:
        raise two_dtypes(x.dtype, y.dtype)
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


# --- named for what they are -------------------------------------------------------------------------------------------------


def inner(input, other, *, out=None):
    """The sums of products over the last dimension of both. Source: PyTorch, torch.inner."""
    a, b = input._array.shape, other._array.shape
    if not a or not b:
        result = mul(input, other)
    elif input.dtype is not other.dtype:
        raise RuntimeError("both inputs should have same dtype")
    elif a[-1] != b[-1]:
        raise RuntimeError(
            f"inner() the last dimension must match on both input tensors but got shapes {list(a)} and {list(b)}"
        )
    elif len(a) == len(b) == 1:
        result = dot(input, other)
    else:
        flat = [reshape(x, (math.prod(s[:-1]), s[-1])) for x, s in ((input, a), (other, b))]
        result = _unsafe_view(mm(flat[0], flat[1].mT), (*a[:-1], *b[:-1]))
    return result if out is None else fill_out(out, result, mm)


def outer(input, vec2, *, out=None):
    """Every element of one vector times every element of another: [n], [m] -> [n, m]. Source: PyTorch, torch.outer."""
    for name, x in (("self", input), ("vec2", vec2)):
        if x.ndim != 1:
            raise RuntimeError(f"outer: Expected 1-D argument {name}, but got {x.ndim}-D")
    result = mul(reshape(input, (len(input), 1)), vec2)
    return result if out is None else fill_out(out, result, mul)


ger = outer


def chain_matmul(*matrices):
    """The product of several matrices in the order that takes the fewest multiplications.

    Source: PyTorch, torch.linalg.multi_dot.
    """
    matrices = check_tensors(
        matrices[0] if len(matrices) == 1 and not isinstance(matrices[0], Tensor) else matrices, "multi_dot"
    )
    for place, x in enumerate(matrices):
        if x.dtype is not matrices[0].dtype:
            raise chain_error(matrices[0].dtype, place, x.dtype)
    sizes = [matrices[0]._array.shape[0], *[x._array.shape[-1] for x in matrices]]
    best = {(i, i): (0, x) for i, x in enumerate(matrices)}  # (first, last): (cost, how to split)
    count = len(matrices)
    for length in range(1, count):
        for i in range(count - length):
            j = i + length
            ways = range(i, j) if count > 3 else reversed(range(i, j))  # of two as good, the first
            best[i, j] = min(
                [(best[i, k][0] + best[k + 1, j][0] + sizes[i] * sizes[k + 1] * sizes[j + 1], k) for k in ways],
                key=lambda way: way[0],
            )

    made = split_product(best, 0, count - 1)
    return made if count < 2 else made.view(*made.shape)  # as PyTorch's function ends


def chain_error(first, place, kind):
    """PyTorch's words for a chain of matrices of two dtypes."""
    return RuntimeError(
        f"multi_dot(): all tensors must have be the same dtype but tensor 0 is {first.spelled} and tensor {place} {kind.spelled}"
    )


def split_product(best, i, j):
    """The product of the matrices i to j, each pair of factors as `best`, {(first, last): (cost, where to split)}, says."""
    how = best[i, j][1]
    return how if i == j else matmul(split_product(best, i, how), split_product(best, how + 1, j))


for _function in (matmul, mm, bmm, mv, dot, vdot, inner, outer):
    method(_function)
method(outer, "ger")
