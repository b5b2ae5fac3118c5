"""indexing: the derivatives of indexing, of joining and of parting (shelf)."""

from ..._tensor import Tensor, wrap
from ...dtypes import from_numpy_dtype
from ...memory_format import strided
from ..calling import dispatch, notes
from ..forms.table import overload
from ..subclasses import takes
from .step import formula

END = (1 << 63) - 1


@formula("item")
def item(s):
    """select and slice, one at a time as the forms make them."""
    index, shape = s.index, list(s.x_shape)
    if Ellipsis in index or None in index:
        return None
    places = [d for d, i in enumerate(index) if i != slice(None)]
    if len(places) != 1:
        return None
    dim, i = places[0], index[places[0]]
    if not isinstance(i, slice):
        return s.as_one("select_backward", s.g, shape, dim, i)
    start, stop, step = i.indices(shape[dim])
    return s.as_one("slice_backward", s.g, shape, dim, start, END if i.stop in (None, END) else stop, step)


@formula("at")
def at(s):
    picked = notes.get(s.node) or [None if p is None else tensor(p) for p in s.places]
    zeros = overload("new_zeros")(s.g, list(s.x_shape), dtype=s.g.dtype, layout=strided, device=s.g.device)
    return [dispatch(overload("index_put"), (zeros, picked, s.g, True), {}, lambda: s.own()[0])]


def tensor(x):
    return x if isinstance(x, Tensor) else wrap(x)


@formula("gather")
def gather(s):
    zeros = overload("new_zeros")(s.g, list(s.x_shape))
    return [overload("scatter_add")(zeros, s.dim, s.get("index"), s.g)]


@formula("index_select")
def index_select(s):
    zeros = overload("new_zeros")(s.g, list(s.x_shape), dtype=s.g.dtype, layout=strided, device=s.g.device)
    name = "index_add_" if takes(s.g) else "index_add"
    return [overload(name)(zeros, s.dim, s.get("index"), s.g)]


@formula("rows")
def rows(s):
    if s.sparse:
        return None
    padding = -1 if s.padding_idx is None else s.padding_idx
    given = (s.get("index"), s.weight_shape[0], padding, s.scale_grad_by_freq)
    return s.as_one("embedding_dense_backward", s.g, *given)


@formula("diagonal", "diagonal_copy")
def diagonal(s):
    return s.as_one("diagonal_backward", s.g, list(s.x_shape), s.offset, s.dim1, s.dim2)


@formula("unfold")
def unfold(s):
    return s.as_one("unfold_backward", s.g, list(s.x_shape), s.dimension, s.values["size"], s.step)


@formula("roll")
def roll(s):
    shifts = [-n for n in s.shifts] if isinstance(s.shifts, tuple) else [-s.shifts]
    dims = [] if s.dims is None else [*s.dims] if isinstance(s.dims, tuple) else [s.dims]
    return s.as_one("roll", s.g, shifts, *([dims] if dims else []))


@formula("constant")
def pad(s):
    """Cut off again."""
    around = [n for low, high in reversed(s.around) for n in (-low, -high)]
    while len(around) > 2 and around[-2:] == [0, 0]:
        around = around[:-2]
    return s.as_one("constant_pad_nd", s.g, around)


# --- joining ------------------------------------------------------------------------------------------------------------------


@formula("cat")
def cat(s):
    """Each operand's part of the gradient. Where some want none, the package's own formula knows their lengths."""
    if not all(s.needs[2:]) or any([len(shape_of(edge)) != s.g.dim() for edge in s.edges[2:]]):
        return None
    made, start = [], 0
    for edge in s.edges[2:]:
        end = start + shape_of(edge)[s.dim]
        made.append(overload("slice", "Tensor")(s.g, s.dim, start, end))
        start = end
    return [None, None, *made]


def shape_of(edge):
    target, number = edge
    return target.shape if isinstance(target, Tensor) else target.outputs[number][0]


@formula("stack")
def stack(s):
    wanted = enumerate(s.needs[2:])
    return [None, None, *[overload("select", "int")(s.g, s.dim, i) if one else None for i, one in wanted]]


def zeros(made, s):
    """Zeros in place of the gradient of a part that nobody used."""
    shape, dtype = made
    g = next(g for g in s.g if g is not None)
    named = {"dtype": from_numpy_dtype(dtype), "layout": strided, "device": g.device}
    return overload("zeros")([*shape], **named)


@formula("split[]")
def split(s):
    parts = [zeros(made, s) if g is None else g for g, made in zip(s.g, s.node.outputs, strict=True)]
    dim = s.dim % max(parts[0].dim(), 1)
    return [overload("cat")(parts, *([dim] if dim else []))]


@formula("unbind[]")
def unbind(s):
    parts = [
        overload("expand")(zeros(((), made[1]), s), [*made[0]]) if g is None else g
        for g, made in zip(s.g, s.node.outputs, strict=True)
    ]
    dim = s.dim % (parts[0].dim() + 1)
    return [overload("stack")(parts, *([dim] if dim else []))]
