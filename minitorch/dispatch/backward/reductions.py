"""reductions: the derivatives of reductions and of products of matrices (shelf)."""

from ..._tensor import Tensor, wrap
from ..forms.table import overload
from .pointwise import scaled
from .step import formula


def dims_of(dim, ndim):
    """Dimensions as a list, counted from the front; None for all of them."""
    if dim is None or dim == ():
        return None
    return sorted([d % max(ndim, 1) for d in (dim if isinstance(dim, (tuple, list)) else [dim])])


def with_dims(x, s, shape):
    """What was reduced, with the dimensions that are gone put back."""
    dims = dims_of(s.values.get("dim"), len(shape))
    if dims and not s.values.get("keepdim") and shape:
        given = s.values["dim"] if isinstance(s.values["dim"], (tuple, list)) else [s.values["dim"]]
        for d in given if len(dims) == 1 else dims:  # one dimension as it was given, counted from the end too
            x = overload("unsqueeze")(x, d)
    return x


@formula("sum")
def added_up(s):
    shape = tuple(s.x_shape)
    return [overload("expand")(with_dims(s.g, s, shape), list(shape))]


@formula("mean")
def mean(s):
    made = added_up(s)[0]
    return [overload("div", "Scalar")(made, made.numel() // max(s.g.numel(), 1))]


@formula("var")
def var(s, g=None):
    """2 (x - mean) over the degrees of freedom."""
    g = with_dims(s.g if g is None else g, s, s.x.shape)
    dims = dims_of(s.dim, s.x.dim())
    count = 1
    for d in range(s.x.dim()) if dims is None else dims:
        count *= s.x.shape[d]
    away = s.x - (s.x.mean() if dims is None else s.x.mean(dims, True))
    return [scaled(g, 2.0 / max(count - s.correction, 0)) * away] if count > s.correction else None


@formula("std")
def std(s):
    double = scaled(s.out, 2)
    g = s.g / double
    return var(s, g.masked_fill_(overload("eq", "Scalar")(s.out, 0), 0))


@formula("norm")
def norm(s):
    """Of the length of vectors; other norms by the package's own formula."""
    if s.p != 2:
        return None
    g, out = with_dims(s.g, s, s.x.shape), with_dims(s.out, s, s.x.shape)
    share = s.x / out
    return [g * share.masked_fill_(overload("eq", "Scalar")(out, 0), 0)]


@formula("logsumexp")
def logsumexp(s):
    g, out = with_dims(s.g, s, s.x.shape), with_dims(s.out, s, s.x.shape)
    return [g * (s.x - out).exp()]


@formula("cumsum")
def cumsum(s):
    if s.g.dim() == 0 or s.values.get("backwards"):
        return None
    return [s.g.flip(s.dim).cumsum(s.dim).flip(s.dim)]


@formula("amax", "amin")
def largest(s):
    """The gradient is shared by all that are the largest."""
    if dims_of(s.dim, s.x.dim()) is None:
        mask = s.x.isnan().logical_and(s.out.isnan())
        mask = (s.x == s.out).logical_or_(mask)
        share = s.g / mask.sum()
        return [mask * share]
    shape = list(s.x.shape)
    for d in dims_of(s.dim, s.x.dim()):
        shape[d] = 1
    g, out = (s.g, s.out) if s.keepdim else (s.g.view(shape), s.out.view(shape))
    mask = out == s.x
    return [g / mask.sum(dims_of(s.dim, s.x.dim()), True) * mask]


@formula("max[]", "min[]", "median[]")
def of_dim(s):
    """max(dim): to where the largest numbers stood."""
    if s.g[0] is None or not isinstance(s.values.get("out"), tuple):
        return None
    g, index = with_dims(s.g[0], s, s.x_shape), with_dims(tensor(s.out[1]), s, s.x_shape)
    return [overload("scatter", "src")(overload("new_zeros")(g, list(s.x_shape)), s.dim, index, g)]


def tensor(x):
    return x if isinstance(x, Tensor) else wrap(x)


# --- products -----------------------------------------------------------------------------------------------------------------


def by_columns(x):
    """Whether a matrix lies column by column."""
    steps = [n // x._array.itemsize for n in x._array.strides]
    return steps[0] == 1 and steps[1] == x.shape[0]


def to_first(g, y, x_lies):
    return y.mm(g.t()).t() if x_lies else g.mm(y.t())


def to_second(g, x, y_lies):
    return g.t().mm(x).t() if y_lies else x.t().mm(g)


def turned(edge):
    """Whether an operand that was not saved came out of t()."""
    op = getattr(edge[0], "op", None)
    return op is not None and op.name in ("t", "transpose")


def lies(s, name, edge):
    """Whether an operand lies column by column, as far as that is known."""
    x = s.values.get(name)
    return by_columns(x) if isinstance(x, Tensor) else edge is not None and turned(edge)


@formula("addmm")
def addmm(s):
    if s.values.get("alpha", 1) != 1 or s.values.get("beta", 1) != 1:
        return None
    first = to_first(s.g, s.mat2, lies(s, "mat1", s.edges[1])) if s.needs[1] else None
    second = to_second(s.g, s.mat1, lies(s, "mat2", s.edges[2])) if s.needs[2] else None
    return [s.g if s.needs[0] else None, first, second]


@formula("mm")
def mm(s):
    second = to_second(s.g, s.x, lies(s, "mat2", s.edges[1])) if s.needs[1] else None
    return [to_first(s.g, s.mat2, lies(s, "x", s.edges[0])) if s.needs[0] else None, second]


@formula("batched")
def bmm(s):
    if s.g.dim() != 3:
        return None
    second = s.x.transpose(1, 2).bmm(s.g) if s.needs[1] else None
    return [s.g.bmm(s.y.transpose(1, 2)) if s.needs[0] else None, second]
