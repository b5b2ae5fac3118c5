"""bmm, inner, outer (shelf)."""

import math

from ..._tensor import method
from ..op import fill_out, op
from ..pointwise.arithmetic import mul
from ..view.reshape import _unsafe_view, reshape
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


for _function in (bmm, inner, outer):
    method(_function)
