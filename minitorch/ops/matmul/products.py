"""bmm, outer (shelf)."""

from ..._tensor import method
from ..op import op
from ..pointwise.arithmetic import mul
from ..view.reshape import reshape
from .matmul import batched, one_dtype

stacks = op(promote=one_dtype, tensors="all", derivative="BmmBackward0")(batched.forward).grad(**batched.functions)


def bmm(input, mat2, *, out=None):
    """The products of two stacks of matrices: [b, n, k] @ [b, k, m] -> [b, n, m]. Source: PyTorch, torch.bmm."""
    a, b = list(input.shape), list(mat2.shape)
    if len(a) != 3 or len(b) != 3 or a[::2] != b[:2]:
        raise RuntimeError(f"bmm: expected batches of matrices [b, n, k] and [b, k, m], but got {a} and {b}")
    return stacks(input, mat2, out=out)


def outer(input, vec2, *, out=None):
    """Every element of one vector times every element of another: [n], [m] -> [n, m]. Source: PyTorch, torch.outer."""
    if input.ndim != 1 or vec2.ndim != 1:
        raise RuntimeError(f"outer: Expected two 1-D vectors, but got {input.ndim}-D and {vec2.ndim}-D")
    return mul(reshape(input, (len(input), 1)), vec2, out=out)


for _function in (bmm, outer):
    method(_function)
