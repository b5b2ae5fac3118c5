"""views: rules of functions that show the same elements in another shape, and of those that join tensors (shelf)."""

from ..._tensor import Tensor
from ..levels import slices_of
from .pointwise import aligned
from .reductions import shifted
from .rule import each, front, is_batched, named, result, rule


def ints(values):
    """Sizes or dimensions, given one by one or together; None where they are something else."""
    if len(values) == 1 and isinstance(values[0], (list, tuple)):
        values = values[0]
    return tuple(values) if all([type(n) is int for n in values]) else None


def lasting(x):
    """Whether views of the whole are views of the slices: not where the slices were made one by one."""
    return slices_of(x) is not None and slices_of(x).whole is not None


@named("reshape", "view")
def reshape(call, level, x, *shape, **named):
    shape = ints(shape)
    if named or shape is None or not lasting(x) or is_batched(shape, level):
        return NotImplemented
    return result(level, call((front(x, level), (level.size, *shape)), {}))


@named("view_as", "reshape_as")
def view_as(call, level, x, other):
    if not lasting(x):
        return NotImplemented
    return result(level, front(x, level).view((level.size, *other.shape)))


@named("flatten")
def flatten(call, level, x, start_dim=0, end_dim=-1):
    first, last = shifted(start_dim, x.dim()), shifted(end_dim, x.dim())
    if not lasting(x) or first is None or last is None:
        return NotImplemented
    return result(level, call((front(x, level), first, last), {}))


@named("transpose", "swapaxes", "swapdims", "movedim", "moveaxis")
def transpose(call, level, x, first, second):
    first, second = shifted(first, x.dim()), shifted(second, x.dim())
    if not lasting(x) or first is None or second is None:
        return NotImplemented
    return result(level, call((front(x, level), first, second), {}))


@named("t")
def t(call, level, x):
    if not lasting(x) or x.dim() != 2:
        return NotImplemented
    return result(level, front(x, level).transpose(1, 2))


@named("T", "mT")
def turned(call, level, x):
    if not lasting(x) or x.dim() != 2:
        return NotImplemented
    return result(level, front(x, level).transpose(1, 2))


@named("permute")
def permute(call, level, x, *dims, **named):
    dims = ints(dims)
    if named or dims is None or not lasting(x) or len(dims) != x.dim():
        return NotImplemented
    dims = shifted(dims, x.dim()) if dims else ()
    return NotImplemented if dims is None else result(level, call((front(x, level), (0, *dims)), {}))


@named("unsqueeze")
def unsqueeze(call, level, x, dim):
    dim = shifted(dim, x.dim() + 1)
    return NotImplemented if dim is None or not lasting(x) else result(level, call((front(x, level), dim), {}))


@named("squeeze")
def squeeze(call, level, x, dim=None):
    if dim is None:
        dim = tuple([i + 1 for i, n in enumerate(x.shape) if n == 1])
    else:
        dim = shifted(dim, x.dim())
    if dim is None or not lasting(x):
        return NotImplemented
    return result(level, call((front(x, level), dim), {}))


@named("expand")
def expand(call, level, x, *shape):
    shape = ints(shape)
    if shape is None or not lasting(x) or len(shape) < x.dim():
        return NotImplemented
    return result(level, call((aligned(x, len(shape), level), (level.size, *shape)), {}))


@named("expand_as")
def expand_as(call, level, x, other):
    if not lasting(x) or other.dim() < x.dim():
        return NotImplemented
    return result(level, aligned(x, other.dim(), level).expand(level.size, *other.shape))


@named("select", "narrow", "unbind", "split", "chunk", "tensor_split")
def along_one(call, level, x, *rest, **named):
    if named or not lasting(x) or any([isinstance(one, Tensor) for one in rest]):
        return NotImplemented
    name = call.__self__.name
    place = 1 if name in ("split", "chunk", "tensor_split") else 0
    rest = [*rest, 0] if len(rest) == place else list(rest)
    dim = shifted(rest[place], x.dim())
    if dim is None or len(rest) <= place:
        return NotImplemented
    rest[place] = dim
    return result(level, call((front(x, level), *rest), {}))


@named("__getitem__")
def getitem(call, level, x, index):
    index = index if isinstance(index, tuple) else (index,)
    plain = (type(None), type(...), slice)
    tensors = [i for i, one in enumerate(index) if isinstance(one, Tensor)]
    if not is_batched(x, level) or not lasting(x):
        return NotImplemented
    if not all([type(one) is int or isinstance(one, (*plain, Tensor)) for one in index]):
        return NotImplemented
    if any(
        [
            type(n) not in (int, type(None))
            for one in index
            if type(one) is slice
            for n in (one.start, one.stop, one.step)
        ]
    ):
        return NotImplemented
    if tensors and (
        any([type(one) is int for one in index])
        or len(tensors) != tensors[-1] - tensors[0] + 1
        or any([is_batched(index[i], level) or index[i].dtype.category == 0 for i in tensors])
    ):
        return NotImplemented
    return result(level, call((front(x, level), (slice(None), *index)), {}))


@named("cat", "concat", "concatenate", "stack")
def join(call, level, tensors, dim=0):
    tensors = list(tensors)
    extra = call.__self__.name == "stack"
    dim = shifted(dim, tensors[0].dim() + extra)
    if dim is None or len({(x._array.dtype, x.dim()) for x in tensors}) > 1:
        return NotImplemented
    return result(level, call(([each(x, level) for x in tensors], dim), {}))


@rule("index_select")
def index_select(call, level, args, kwargs):
    if len(args) != 3 or kwargs or not lasting(args[0]) or is_batched(args[2], level) or not is_batched(args[0], level):
        return NotImplemented
    dim = shifted(args[1], args[0].dim())
    return NotImplemented if dim is None else result(level, call((front(args[0], level), dim, args[2]), {}))
