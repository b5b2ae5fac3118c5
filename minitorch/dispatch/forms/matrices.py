"""matrices: matmul, as PyTorch composes it of products of two matrices and of stacks of them (shelf)."""

import math

from ...out import refuse_gradient
from .table import form, is_tensor, overload

PRODUCTS = {(1, 1): "dot", (2, 1): "mv", (2, 2): "mm"}  # dimensions of two factors: the operator


@form("matmul", "_operator")
def matmul(inner, x, y, *, out=None):
    fits = is_tensor(x) and is_tensor(y) and x.dim() and y.dim() and x.shape[-1] == y.shape[-2 if y.dim() > 1 else 0]
    if out is not None:
        name = PRODUCTS.get((x.dim(), y.dim())) if fits else None
        refuse_gradient(any([one.requires_grad for one in (x, y, out) if is_tensor(one)]), "matmul")
        return overload(name, "out")(x, y, out=out) if name else inner(x, y, out=out)
    if not fits:
        return inner(x, y)
    if x.dim() <= 2 and y.dim() <= 2:
        return of_two(x, y)
    if folds(x, y):
        return folded(x, y)
    return stacked(x, y)


def of_two(x, y):
    """Of vectors and matrices."""
    if x.dim() == 1 and y.dim() == 2:
        return overload("mm")(x.unsqueeze(0), y).squeeze_(0)
    return overload(PRODUCTS[x.dim(), y.dim()])(x, y)


def folds(x, y):
    """Whether the stack is multiplied as one large matrix."""
    if min(x.dim(), y.dim()) > 2:
        return False
    large, small = (x, y) if x.dim() >= y.dim() else (y.mT, x)
    if small.requires_grad:
        return True
    if x.dim() == 2:
        return False
    steps, sizes = large.stride(), large.shape
    return not large.numel() or all([steps[i] == steps[i + 1] * sizes[i + 1] for i in range(large.dim() - 2)])


def folded(x, y):
    """A stack times one matrix or vector, in one product."""
    turned = y.dim() > x.dim()
    large, small = (y.mT, x.t() if x.dim() == 2 else x) if turned else (x, y)
    *places, n = large.shape
    table = large.reshape(math.prod(places), n)
    made = overload("_unsafe_view")(
        overload("mm" if small.dim() == 2 else "mv")(table, small), [*places, *small.shape[1:]]
    )
    return made.mT if turned and small.dim() == 2 else made


def stacked(x, y):
    """Two stacks: one product of stacks of matrices."""
    rows, columns = x.dim() > 1, y.dim() > 1
    a, b = (x if rows else x.unsqueeze(0)), (y if columns else y.unsqueeze(1))
    batch = [max(n, m) if n and m else 0 for n, m in zip(padded(a, b), padded(b, a), strict=True)]
    count = math.prod(batch)
    a = a.expand(*batch, *a.shape[-2:]).reshape(count, *a.shape[-2:])
    b = b.expand(*batch, *b.shape[-2:]).reshape(count, *b.shape[-2:])
    made = overload("bmm")(a, b)
    return overload("_unsafe_view")(
        made, [*batch, *made.shape[1 : 2 if rows else 1], *([made.shape[2]] if columns else [])]
    )


def padded(x, other):
    return [1] * (other.dim() - x.dim()) + list(x.shape[:-2])
