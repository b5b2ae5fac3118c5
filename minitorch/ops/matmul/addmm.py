"""addmm, addmv, addr, baddbmm, addbmm (core)."""

from ..._tensor import check_dim, method
from ...dtypes import FLOATING, from_numpy_dtype
from ..inplace.in_place import in_place
from ..op import op
from ..promotion import common
from .matmul import mm, mv, product, product_by

__all__ = ["addmm", "addmv", "addr", "baddbmm", "addbmm"]


def times(x, factor):
    """x * factor, and x itself where the factor is a plain 1."""
    return x if type(factor) is int and factor == 1 else x * factor


def blend(x, made, beta, alpha):
    """beta * x + alpha * made; with beta = 0, x does not count, not even where it is nan."""
    check_addend(x, made)
    if made.dtype.kind in "iu":
        beta, alpha = int(beta), int(alpha)
    scaled = made if alpha == 1 else made * alpha
    if not beta:
        return scaled
    return (scaled + (x if beta == 1 else x * beta)).astype(made.dtype, copy=False)


def check_addend(x, made):
    """Raise when x cannot be added to a product: another dtype, or a shape that does not broadcast to it."""
    if x.dtype != made.dtype:
        raise addend_error(x, made)
    if x.shape != made.shape[-1:] and not stretches(x.shape, made.shape):  # the first: a bias
        raise expand_error(x.shape, made.shape)


def addend_error(x, made):
    """PyTorch's words for an input of another dtype than the product."""
    return RuntimeError(f"self and mat2 must have the same dtype, but got {' and '.join(titles(x, made))}")


def titles(*arrays):
    """PyTorch's names for the dtypes of arrays."""
    return [from_numpy_dtype(x.dtype).title for x in arrays]


def stretches(shape, target):
    """Whether a shape broadcasts to another, which stays as it is."""
    pairs = zip(reversed(shape), reversed(target), strict=False)
    return len(shape) <= len(target) and all([n in (1, m) for n, m in pairs])


def expand_error(shape, target):
    """PyTorch's words for an input that does not broadcast to the product."""
    for dim in reversed(range(len(target))):
        place = dim - len(target) + len(shape)
        if place >= 0 and shape[place] not in (1, target[dim]):
            return RuntimeError(
                f"The expanded size of the tensor ({target[dim]}) must match the existing size ({shape[place]}) at "
                f"non-singleton dimension {dim}.  Target sizes: {list(target)}.  Tensor sizes: {list(shape)}"
            )
    return RuntimeError(
        f"expand(size={list(target)}): the number of sizes provided ({len(target)}) must be greater or equal to the number "
        f"of dimensions in the tensor ({len(shape)})"
    )


def check_pair(a, b):
    """Raise when the arrays of two factors differ in dtype."""
    if a.dtype != b.dtype:
        raise RuntimeError(f"mat1 and mat2 must have the same dtype, but got {' and '.join(titles(a, b))}")


def in_single(made, *arrays):
    """made(*arrays): of float16 and bfloat16 computed in float32 and rounded at the end."""
    if arrays[0].dtype.itemsize != 2 or arrays[0].dtype.kind in "iu":
        return made(*arrays)
    return made(*[array.astype("float32") for array in arrays]).astype(arrays[0].dtype)


@op
def addmm(x, mat1, mat2, beta=1, alpha=1):
    """beta * x + alpha * (mat1 @ mat2): what a linear layer computes. Source: PyTorch, torch.addmm."""
    check_pair(mat1, mat2)
    if mat1.itemsize == 2 and x.dtype == mat1.dtype and mat1.dtype.kind in "fV":  # computed in float32, rounded once
        return addmm.forward(*[a.astype("float32") for a in (x, mat1, mat2)], beta, alpha).astype(x.dtype)
    return blend(x, mm.forward(mat1, mat2), beta, alpha)


addmm.grad(
    x=lambda g, beta: times(g, beta),
    mat1=lambda g, mat2, alpha: times(g @ mat2.mT, alpha),
    mat2=lambda g, mat1, alpha: times(mat1.mT @ g, alpha),
)


@op
def addmv(x, mat, vec, beta=1, alpha=1):
    """beta * x + alpha * (mat @ vec). Source: PyTorch, torch.addmv."""
    if not x.dtype == mat.dtype == vec.dtype:
        own, two, three = titles(x, mat, vec)
        raise RuntimeError(f"addmv input tensors must have the same dtype, but got {own}, {two}, and {three}")
    return in_single(lambda x, mat, vec: blend(x, sized(x, mv.forward(mat, vec), mat, vec), beta, alpha), x, mat, vec)


def sized(x, made, mat, vec):
    """mat @ vec, if x is as long, or broadcasts."""
    if x.ndim == 1 and len(x) not in (1, len(made)):
        raise RuntimeError(f"size mismatch, got input ({len(x)}), mat ({len(mat)}x{mat.shape[1]}), vec ({len(vec)})")
    return made


addmv.grad(
    x=lambda g, beta: times(g, beta),
    mat=lambda g, vec, alpha: times(g.reshape((-1, 1)) * vec, alpha),
    vec=lambda g, mat, alpha: times(mat.mT @ g, alpha),
)


def of_tensors(operands):
    """The common dtype of a matrix and two vectors; the factors beta and alpha do not count, and fit it."""
    kind = common(operands[:3])
    for name, factor in zip(("beta", "alpha"), operands[3:], strict=True):
        if kind.category < FLOATING and isinstance(factor, float):
            raise RuntimeError(f"For integral input tensors, argument {name} must not be a floating point number.")
    return kind


@op(promote=of_tensors, tensors=3)
def addr(x, vec1, vec2, beta=1, alpha=1):
    """beta * x + alpha * outer(vec1, vec2). Source: PyTorch, torch.addr."""
    for name, v in (("vec1", vec1), ("vec2", vec2)):
        if v.ndim != 1:
            raise RuntimeError(f"addr: Expected 1-D argument {name}, but got {v.ndim}-D")
    if x.dtype.kind == "b":
        beta, alpha = bool(beta), bool(alpha)
    return blend(x, times(vec1, alpha)[:, None] * vec2, beta, 1)


addr.grad(
    x=lambda g, beta: times(g, beta),
    vec1=lambda g, vec2, alpha: times(g @ vec2, alpha),
    vec2=lambda g, vec1, alpha: times(g.mT @ vec1, alpha),
)


@op
def baddbmm(x, batch1, batch2, beta=1, alpha=1):
    """beta * x + alpha * (batch1 @ batch2), for stacks of matrices. Source: PyTorch, torch.baddbmm."""
    check_stacks(batch1, batch2)
    check_stack_dtypes(x, batch1, batch2)
    return in_single(lambda x, a, b: blend(x, product_by("baddbmm", a, b), beta, alpha), x, batch1, batch2)


@op
def addbmm(x, batch1, batch2, beta=1, alpha=1):
    """beta * x + alpha * the sum of the products of two stacks of matrices. Source: PyTorch, torch.addbmm."""
    check_stacks(batch1, batch2)
    if x.dtype != batch2.dtype:
        raise addend_error(x, batch2)
    check_pair(batch1, batch2)
    return blend(x, product(batch1, batch2).sum(0).astype(batch1.dtype), beta, alpha)


def check_stacks(a, b):
    check_dim(1, a.ndim)  # PyTorch asks for the sizes of the result first
    check_dim(2, b.ndim)
    for name, x in (("batch1", a), ("batch2", b)):
        if x.ndim != 3:
            raise RuntimeError(f"{name} must be a 3D tensor, but has {x.ndim} dimensions")
    if (a.shape[0], a.shape[2]) != b.shape[:2]:
        raise RuntimeError(
            f"Expected size for first two dimensions of batch2 tensor to be: [{a.shape[0]}, {a.shape[2]}] but got: "
            f"[{b.shape[0]}, {b.shape[1]}]."
        )


def check_stack_dtypes(x, a, b):
    names = [from_numpy_dtype(array.dtype) for array in (x, a, b)]
    if x.dtype != a.dtype:
        own, one, two = [kind.spelled for kind in names]
        raise RuntimeError(f"Input dtypes must be the same, got: input {own}, batch1: {one}, batch2: {two}")
    if a.dtype != b.dtype:
        raise RuntimeError(f"expected scalar type {names[1].title} but found {names[2].title}")


for _function in (baddbmm, addbmm):
    _function.grad(
        x=lambda g, beta: times(g, beta),
        batch1=lambda g, batch2, alpha: times(g @ batch2.mT, alpha),
        batch2=lambda g, batch1, alpha: times(batch1.mT @ g, alpha),
    )
for _function in (addmm, addmv, addr, baddbmm, addbmm):
    method(_function)
    in_place(_function, _function.__name__ + "_")
