"""bmm, inner, outer, and baddbmm, which add a product (shelf)."""

import math

from ..._tensor import method
from ...dtypes import FLOATING
from ..casting import autocasts
from ..inplace.in_place import in_place
from ..op import fill_out, op
from ..pointwise.arithmetic import mul
from ..view.reshape import _unsafe_view, reshape
from .addmm import times
from .matmul import batched, mm, one_dtype

stacks = op(promote=one_dtype, tensors="all", derivative="BmmBackward0")(batched.forward).grad(**batched.functions)


def bmm(input, mat2, *, out=None):
    """The products of two stacks of matrices: [b, n, k] @ [b, k, m] -> [b, n, m]. Source: PyTorch, torch.bmm."""
    a, b = list(input.shape), list(mat2.shape)
    if len(a) != 3 or len(b) != 3 or a[::2] != b[:2]:
        raise RuntimeError(f"bmm: expected batches of matrices [b, n, k] and [b, k, m], but got {a} and {b}")
    return stacks(input, mat2, out=out)


def inner(input, other, *, out=None):
    """The sums of products over the last dimension of both. Source: PyTorch, torch.inner."""
    a, b = tuple(input.shape), tuple(other.shape)
    if not a or not b:
        return mul(input, other, out=out)
    if a[-1] != b[-1]:
        raise RuntimeError(f"inner() the last dimension must match, but got shapes {list(a)} and {list(b)}")
    flat = [reshape(x, (math.prod(s[:-1]), s[-1])) for x, s in ((input, a), (other, b))]
    result = _unsafe_view(mm(flat[0], flat[1].mT), (*a[:-1], *b[:-1]))
    return result if out is None else fill_out(out, result, mm)


def outer(input, vec2, *, out=None):
    """Every element of one vector times every element of another: [n], [m] -> [n, m]. Source: PyTorch, torch.outer."""
    if input.ndim != 1 or vec2.ndim != 1:
        raise RuntimeError(f"outer: Expected two 1-D vectors, but got {input.ndim}-D and {vec2.ndim}-D")
    return mul(reshape(input, (len(input), 1)), vec2, out=out)


def blended(name, input, made, beta, alpha, out):
    """beta * input + alpha * made; with beta = 0, the input does not count, not even where it is nan."""
    if input.dtype is not made.dtype:
        raise RuntimeError(f"{name}() expects tensors of one dtype, but got {input.dtype} and {made.dtype}")
    if made.dtype.category < FLOATING:
        beta, alpha = int(beta), int(alpha)
    scaled = times(made, alpha)
    result = scaled if beta == 0 else times(input, beta) + scaled
    if result.shape != made.shape:
        raise RuntimeError(f"{name}(): the input {list(input.shape)} does not expand to the product {list(made.shape)}")
    result = result.to(made.dtype)
    return result if out is None else fill_out(out, result, mm)


@autocasts("lower")
def baddbmm(input, batch1, batch2, beta=1, alpha=1, *, out=None):
    """beta * input + alpha * (batch1 @ batch2), for stacks of matrices. Source: PyTorch, torch.baddbmm."""
    return blended("baddbmm", input, bmm(batch1, batch2), beta, alpha, out)


for _function in (bmm, inner, outer, baddbmm):
    method(_function)
in_place(baddbmm)
