"""operations: functions of tensors that PyTorch composes, or that have another form there (shelf)."""

import math

from ..._tensor import wrap
from ...backend import array_module
from ...out import refuse_gradient
from ..calling import dispatch
from .creation import scalar_tensor
from .table import OP_FORMS, announced, form, is_tensor, overload


@form("square", "square_")
def square(inner, x, **named):
    return x.pow_(2) if inner.__name__ == "square_" else overload("pow", "Tensor_Scalar")(x, 2)


@form("where")
def where(inner, condition, *both, **named):
    """A number beside a tensor becomes one."""
    both = (*both, *[named.pop(name) for name in ("input", "other") if name in named])
    if len(both) != 2 or not is_tensor(condition) or not any([is_tensor(x) for x in both]):
        return inner(condition, *both, **named)
    like = next(x for x in both if is_tensor(x))
    a, b = [x if is_tensor(x) else scalar_tensor(x, like) for x in both]
    if is_tensor(named.get("out")):
        refuse_gradient(any([x.requires_grad for x in (a, b, named["out"])]), "where")
    which = "self_out" if is_tensor(named.get("out")) else "self"
    return dispatch(overload("where", which), (condition, a, b), named, lambda: inner(condition, *both, **named))


@form("choose", table=OP_FORMS)
def choose(inner, mask, x, y, kind=None):
    """where in a formula: a number beside a tensor becomes one."""
    if kind is not None or not is_tensor(mask):
        return inner(mask, x, y, kind)
    return where(inner, mask, x, y)


@form("masked", table=OP_FORMS)
def masked(inner, x, mask):
    """0 where a mask is not, in a formula."""
    return (
        dispatch(overload("masked_fill", "Scalar"), (x, ~mask, 0), {})
        if is_tensor(x) and is_tensor(mask)
        else inner(x, mask)
    )


@form("split")
def split(inner, x, sizes, dim=0):
    if isinstance(sizes, int):
        name, given = ("split", "Tensor"), (x, sizes)
    else:
        name, given = ("split_with_sizes", "default"), (x, list(sizes))
    return dispatch(overload(*name), (*given, *([dim] if dim else [])), {}, lambda: inner(x, sizes, dim))


@form("chunk")
def chunk(inner, x, chunks, dim=0):
    if chunks <= 0 or not x.dim():
        return inner(x, chunks, dim)
    length = x.shape[dim]
    return x.split(max(-(-length // chunks), 1), dim) if length else inner(x, chunks, dim)


@form("var", "std")
def spread(inner, x, dim=None, unbiased=None, keepdim=False, *, correction=None, out=None):
    if isinstance(dim, bool):
        dim, unbiased = None, dim
    by_place = (x,) if dim is None else (x, [dim] if isinstance(dim, int) else list(dim))
    named = {}
    if correction is not None or unbiased is not None or dim is not None:
        named["correction"] = correction if correction is not None else 1 if unbiased is None else int(unbiased)
    named |= {"keepdim": True} if keepdim else {}
    options = {"correction": correction if unbiased is None else int(unbiased), "keepdim": keepdim}
    if out is not None:
        refuse_gradient(any([one.requires_grad for one in (x, out)]), inner.__name__)
        named, options = {**named, "out": out}, {**options, "out": out}
    form = "correction" if out is None else "correction_out"
    return dispatch(overload(inner.__name__, form), by_place, named, lambda: inner(x, dim, **options))


@form("norm")
def norm(inner, x, *args, **named):
    """torch.norm and Tensor.norm: the length of a vector, with p where it is not 2."""
    p, dim, keepdim, out, dtype = [
        named.get(name, args[i] if i < len(args) else default)
        for i, (name, default) in enumerate(zip("p dim keepdim out dtype".split(), ("fro", None, False, None, None), strict=True))
    ]  # fmt: skip
    if p not in ("fro", None) and not isinstance(p, (int, float)) or out is not None:
        return inner(x, *args, **named)
    by_place = trimmed(
        [x, 2 if p in ("fro", None) else p, None if dim is None else listed(dim), keepdim], [0, 2, None, False]
    )
    more = {} if dtype is None else {"dtype": dtype}
    return dispatch(overload("linalg_vector_norm"), by_place, more, lambda: inner(x, *args, **named))


def trimmed(given, defaults):
    """Arguments without those at the end that have their default."""
    while len(given) > 1 and given[-1] == defaults[len(given) - 1]:
        given.pop()
    return tuple(given)


def listed(dim):
    return list(dim) if isinstance(dim, (tuple, list)) else [dim]


@form("isfinite")
def isfinite(inner, x):
    if not x.is_floating_point():
        return inner(x)
    far = x.abs() != math.inf
    return (x == x) * far


@form("diag")
def diag(inner, x, diagonal=0, **named):
    name = "diag_embed" if x.dim() == 1 else "diagonal_copy"
    return dispatch(overload(name), (x, *([diagonal] if diagonal else [])), {}, lambda: inner(x, diagonal))


@form("outer", "ger")
def outer(inner, x, y, *, out=None):
    if out is not None or not (x.dim() == y.dim() == 1):
        return inner(x, y, out=out)
    return overload("mul", "Tensor")(x.reshape(x.shape[0], 1), y)


@form("unique")
def unique(inner, x, sorted=True, return_inverse=False, return_counts=False, dim=None):
    if dim is not None:
        return inner(x, sorted, return_inverse, return_counts, dim)
    given = [x, sorted, return_inverse, return_counts]
    while given[1:] and given[-1] is (len(given) == 2):
        given.pop()
    found = {}

    def native():
        found["all"] = inner(x, True, True, True)
        made = found["all"]
        none = wrap(array_module(x._array).zeros(0, "int64"))
        return made[0], made[1] if return_inverse else none, made[2] if return_counts else none

    made = dispatch(overload("_unique2"), tuple(given), {}, native)
    wanted = [made[0]] + [made[1]] * return_inverse + [made[2]] * return_counts
    return wanted[0] if len(wanted) == 1 else tuple(wanted)


@form("max", "min")
def largest(inner, x, *args, **named):
    """max of one tensor, along a dimension, or of two tensors."""
    other = named.get("other", args[0] if args else None)
    if is_tensor(other):
        return announced({"max": "maximum", "min": "minimum"}[inner.__name__])(lambda a, b: inner(a, b), x, other)
    return announced(inner.__name__)(inner, x, *args, **named)


@form("clip", "clip_")
def clip(inner, x, *args, **named):
    return announced(inner.__name__.replace("clip", "clamp"))(inner, x, *args, **named)


@form("sum_to")
def sum_to(inner, x, shape):
    """A gradient brought back to the shape that was broadcast."""
    if not is_tensor(x) or x.shape == tuple(shape):
        return inner(x, shape)
    more = x.dim() - len(shape)
    dims = [*range(more), *[more + i for i, n in enumerate(shape) if n == 1 and x.shape[more + i] != 1]]
    made = overload("sum", "dim_IntList")(x, dims, True) if dims else x
    return overload("view")(made, list(shape)) if more else made
