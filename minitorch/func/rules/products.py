"""products: rules of products of matrices and vectors (shelf)."""

from ...ops.matmul.matmul import matmul
from .rule import front, is_batched, named, result

RANKS = {"dot": (1, 1), "vdot": (1, 1), "mv": (2, 1), "mm": (2, 2), "bmm": (3, 3), "inner": (1, 1)}


@named("matmul", "__matmul__", "mm", "mv", "dot", "bmm", "inner", "vdot")
def product(call, level, x, y, **named):
    ranks, wanted = (x.dim(), y.dim()), RANKS.get(call.__self__.name)
    if named or 0 in ranks or (wanted or ranks) != ranks or x._array.dtype != y._array.dtype or x.is_complex():
        return NotImplemented
    if x.shape[-1] != y.shape[-2 if y.dim() > 1 else 0] or (ranks == (3, 3) and wanted and x.shape[0] != y.shape[0]):
        return NotImplemented
    return result(level, multiplied(x, y, level))


@named("__rmatmul__")
def product_from_left(call, level, y, x):
    return product(call, level, x, y)


def multiplied(x, y, level):
    """x @ y of each slice, for all."""
    rows, columns = x.dim() == 1, y.dim() == 1
    a, b = [front(one, level) if is_batched(one, level) else one for one in (x, y)]
    if rows and not is_batched(y, level):
        return matmul(a, b)  # one product of a matrix: the slices are its rows
    if columns and not is_batched(x, level) and x.dim() == 2:
        return matmul(b, a.transpose(0, 1))
    a, b = a.unsqueeze(-2) if rows else a, b.unsqueeze(-1) if columns else b
    rank = max(x.dim() + rows, y.dim() + columns)
    for _ in range(rank - x.dim() - rows if is_batched(x, level) else 0):
        a = a.unsqueeze(1)
    for _ in range(rank - y.dim() - columns if is_batched(y, level) else 0):
        b = b.unsqueeze(1)
    made = matmul(a, b)
    made = made.squeeze(-2) if rows else made
    return made.squeeze(-1) if columns else made


@named("linear")
def linear(call, level, x, weight, bias=None):
    if not x.dim() or weight.dim() != 2 or x.shape[-1] != weight.shape[1] or x._array.dtype != weight._array.dtype:
        return NotImplemented
    if not is_batched(weight, level) and is_batched(x, level) and not is_batched(bias, level):
        return result(level, call((front(x, level), weight, bias), {}))
    w = front(weight, level).transpose(-1, -2) if is_batched(weight, level) else weight.transpose(0, 1)
    given = front(x, level) if is_batched(x, level) else x
    inner, rank = tuple(x.shape[:-1]), x.dim()
    if is_batched(x, level):
        made = matmul(given.reshape(level.size, -1, x.shape[-1]), w)
    else:
        made = matmul(given.reshape(-1, x.shape[-1]), w)
    made = made.reshape(level.size, *inner, weight.shape[0])
    if bias is None:
        return result(level, made)
    b = front(bias, level) if is_batched(bias, level) else bias
    if is_batched(bias, level) and rank > 1:
        b = b.reshape(level.size, *[1] * (rank - 1), -1)
    return result(level, made + b)


@named("outer", "ger")
def outer(call, level, x, y):
    if (x.dim(), y.dim()) != (1, 1) or x._array.dtype != y._array.dtype:
        return NotImplemented
    a = front(x, level) if is_batched(x, level) else x
    b = front(y, level) if is_batched(y, level) else y
    return result(level, a.unsqueeze(-1) * b.unsqueeze(-2))
