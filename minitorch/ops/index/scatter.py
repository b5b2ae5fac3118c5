"""gather, scatter, scatter_add, scatter_reduce: an index for every element (shelf)."""

from ..._tensor import Tensor, check_dim, method
from ...backend import array_module
from ...ops.inplace.in_place import in_place_forms
from ..op import op
from ..out import takes_out
from ..reduction.sum import numpy_names
from ..view.narrow import item, put_back
from .bounds import UNSIGNED, check_index, zeros
from .index_select import held


def grid(x, dim, index):
    """x[grid(x, dim, index)] reads x at `index` along dim, and at each element's own place along the other dimensions."""
    xp = array_module(index)
    places = [xp.arange(n).reshape((-1,) + (1,) * (index.ndim - 1 - d)) for d, n in enumerate(index.shape)]
    places[dim] = index
    return tuple(places)


def check_gather(name, x, dim, index, src=None):
    """dim, x and index fit for gather and scatter, or PyTorch's errors; 0-d arrays count as vectors of length 1."""
    if index.size and index.dtype not in UNSIGNED:
        raise RuntimeError(f"{name}(): Expected dtype int32/int64 for index")
    dim = check_dim(dim, x.ndim)
    check_index(index, x.shape[dim] if x.ndim else 1, dim)
    shape, whole, source = [a.shape or (1,) for a in (index, x, index if src is None else src)]
    fits = len(shape) == len(whole) == len(source) and all([n <= m for n, m in zip(shape, source, strict=True)])
    if index.size and not (
        fits and all([n <= m or d == dim for d, (n, m) in enumerate(zip(shape, whole, strict=True))])
    ):
        sizes = f"self {list(whole)} and src {list(source)}, with as many dimensions"
        raise RuntimeError(f"{name}(): Expected index {list(shape)} to be no larger than {sizes}")
    return dim


@op
def gather(input, dim, index, sparse_grad=False):
    """out[i][j] = input[index[i][j]][j] for dim=0, input[i][index[i][j]] for dim=1, and so on; out has the shape of index.

    >>> import minitorch as mt
    >>> mt.gather(mt.tensor([[1, 2], [3, 4]]), 1, mt.tensor([[0], [1]]))
    tensor([[1],
            [4]])

    Errors: RuntimeError for an index out of range or of another number of dimensions. Source: PyTorch, torch.gather.
    """
    dim = check_gather("gather", input, dim, index)
    if input.ndim == 0 or index.ndim == 0:
        return input.reshape(-1)[index]
    return input[grid(input, dim, index)] if index.size else array_module(input).zeros(index.shape, input.dtype)


gather.grad(input=lambda g, dim, index, input_shape: scatter_add(zeros(g, input_shape), dim, index, g))
method(gather)


@op
def scatter_add(input, dim, index, src):
    """input, src[i][j] added at [index[i][j]][j] for dim=0: the derivative of gather. Source: PyTorch, Tensor.scatter_add."""
    check_kinds(input, src)
    dim = check_gather("scatter", input, dim, index, src)
    whole = array_module(input).array(input, order="C")
    if index.size:
        seen, index = vectors(whole, index)
        array_module(input).add.at(seen, grid(seen, dim, index), part_of(src, index))
    return whole


def vectors(x, index):
    """x and index as seen by grid: a 0-d array is a vector of length 1."""
    return x.reshape(x.shape or (1,)), index.reshape(index.shape or (1,))


def part_of(src, index):
    """The part of src that an index array speaks of: a src may be larger than its index."""
    return src.reshape(1) if src.ndim == 0 else src[tuple([slice(n) for n in index.shape])]


def as_large_as(g, shape):
    """g with zeros behind, so that it has `shape`: the gradient of a src larger than its index."""
    if g.shape == shape:
        return g
    if len(g.shape) != len(shape):
        return g.reshape(shape)
    return put_back(g, item, (tuple([slice(n) for n in g.shape]),), shape)


scatter_add.grad(
    input=lambda g: g,
    src=lambda g, dim, index, src_shape: as_large_as(gather(g, dim, index), src_shape),
)


@op(derivative="ScatterBackward0")
def scatter_src(input, dim, index, src):
    dim = check_gather("scatter", input, dim, index, src if hasattr(src, "shape") else None)
    whole = array_module(input).array(input, order="C")
    if index.size:
        seen, index = vectors(whole, index)
        seen[grid(seen, dim, index)] = part_of(src, index) if hasattr(src, "shape") else src
    return whole


scatter_value = op(derivative="ScatterBackward1")(scatter_src.forward)
scatter_value.grad(input=lambda g, dim, index: scatter_value(g, dim, index, 0))
scatter_src.grad(
    input=lambda g, dim, index: scatter_value(g, dim, index, 0),
    src=lambda g, dim, index, src_shape: as_large_as(gather(g, dim, index), src_shape),
)


@takes_out
@numpy_names
def scatter(input, dim, index, src=None, *, value=None):
    """input with src[i][j] (or one number) written at [index[i][j]][j] for dim=0, and so on.

    >>> import minitorch as mt
    >>> mt.zeros(2, 3).scatter(1, mt.tensor([[2], [0]]), 1.0)
    tensor([[0., 0., 1.],
            [1., 0., 0.]])

    Source: PyTorch, torch.Tensor.scatter.
    """
    src = value if src is None else src
    if not isinstance(src, Tensor):
        return scatter_value(input, dim, index, held(input, src))
    check_kinds(input, src)
    return scatter_src(input, dim, index, src)


def check_kinds(input, src):
    """Raise for what would have to be converted to be written."""
    if src.dtype != input.dtype:
        raise RuntimeError(f"scatter(): Expected self.dtype {input.dtype} to be equal to src.dtype {src.dtype}")


REDUCTIONS = {"sum": "add", "mean": "add", "amax": "maximum", "amin": "minimum"}


def identity(reduce, dtype, xp):
    """The number that changes nothing when it is merged."""
    if reduce in ("sum", "mean"):
        return 0
    if dtype.kind == "b":
        return reduce == "amin"
    if dtype.kind in "iu":
        return xp.iinfo(dtype).min if reduce == "amax" else xp.iinfo(dtype).max
    return -xp.inf if reduce == "amax" else xp.inf


@op
def _scatter_reduce(input, dim, index, src, reduce, include_self):
    dim = check_gather("scatter", input, dim, index, src)
    whole = array_module(input).array(input, order="C")
    if not index.size:
        return whole
    xp = array_module(input)
    seen, index = vectors(whole, index)
    places, part = grid(seen, dim, index), part_of(src, index)
    if not include_self:
        seen[places] = identity(reduce, input.dtype, xp)
    getattr(xp, REDUCTIONS[reduce]).at(seen, places, part)
    if reduce == "mean":
        count = xp.full(seen.shape, int(include_self))
        xp.add.at(count, places, 1)
        count = xp.maximum(count, 1)
        seen[...] = seen // count if input.dtype.kind in "iu" else seen / count
    return whole


def reduce_back(g, needs, input, dim, index, src, reduce, include_self, out):
    """The gradients for input and src. What was merged into one place shares the gradient of that place."""
    if reduce == "sum":
        to_x, to_src = g, gather(g, dim, index)
    elif reduce == "mean":
        count = scatter_add(zeros(g, g.shape) + int(include_self), dim, index, zeros(g, index.shape) + 1)
        share = g / (count + (count == 0))
        to_x, to_src = share, gather(share, dim, index)
    else:  # the largest or smallest; equal ones share evenly
        is_x, is_src = one_where(input == out, g), one_where(src == gather(out, dim, index), g)
        share = g / scatter_add(is_x if include_self else scatter_value(is_x, dim, index, 0), dim, index, is_src)
        to_x, to_src = is_x * share, is_src * gather(share, dim, index)
    if not include_self:
        to_x = scatter_value(to_x, dim, index, 0)
    return to_x, None, None, to_src, None, None


def one_where(condition, g):
    """1 where the condition holds, else 0, of the kind of g."""
    return zeros(g, condition.shape) + condition


_scatter_reduce.grad(joint=reduce_back)


@takes_out
@numpy_names
def scatter_reduce(input, dim, index, src, reduce, *, include_self=True):
    """input with src merged in at `index`: by "sum", "mean", "amax" or "amin". Source: PyTorch, Tensor.scatter_reduce."""
    reduce = {"max": "amax", "min": "amin"}.get(reduce, reduce)
    if reduce not in REDUCTIONS:
        raise RuntimeError(f"reduce argument must be either sum, mean, amax or amin, got {reduce}")
    check_kinds(input, src)
    return _scatter_reduce(input, dim, index, src, reduce, include_self)


for _function in (scatter, scatter_add, scatter_reduce):
    method(_function)
in_place_forms("scatter", "scatter_add", "scatter_reduce")
