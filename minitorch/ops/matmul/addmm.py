"""addmm (core)."""

from ..._tensor import method
from ..inplace.in_place import in_place
from ..op import op
from .matmul import mm

__all__ = ["addmm"]


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
        raise RuntimeError(f"self and mat2 must have the same dtype, but got {x.dtype} and {made.dtype}")
    if x.shape != made.shape[-1:] and not stretches(x.shape, made.shape):  # the first: a bias
        raise RuntimeError(
            f"The expanded size of the tensor {list(made.shape)} must match the existing size {list(x.shape)}"
        )


def stretches(shape, target):
    """Whether a shape broadcasts to another, which stays as it is."""
    pairs = zip(reversed(shape), reversed(target), strict=False)
    return len(shape) <= len(target) and all([n in (1, m) for n, m in pairs])


def check_pair(a, b):
    """Raise when the arrays of two factors differ in dtype."""
    if a.dtype != b.dtype:
        raise RuntimeError(f"mat1 and mat2 must have the same dtype, but got {a.dtype} and {b.dtype}")


@op
def addmm(input, mat1, mat2, beta=1, alpha=1):
    """beta * input + alpha * (mat1 @ mat2): what a linear layer computes. Source: PyTorch, torch.addmm."""
    check_pair(mat1, mat2)
    if mat1.itemsize == 2 and input.dtype == mat1.dtype and mat1.dtype.kind in "fV":
        # computed in float32, rounded once
        return addmm.forward(*[a.astype("float32") for a in (input, mat1, mat2)], beta, alpha).astype(input.dtype)
    return blend(input, mm.forward(mat1, mat2), beta, alpha)


addmm.grad(
    input=lambda g, beta: times(g, beta),
    mat1=lambda g, mat2, alpha: times(g @ mat2.mT, alpha),
    mat2=lambda g, mat1, alpha: times(mat1.mT @ g, alpha),
)

method(addmm)
in_place(addmm, "addmm_")
