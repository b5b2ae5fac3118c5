"""reductions: rules of functions that work along dimensions: sums, extremes, running sums, softmax (shelf)."""

from .rule import front, is_batched, no_others, result, rule

OVER_ALL = frozenset(
    "sum nansum mean nanmean prod amax amin all any var std logsumexp argmax argmin count_nonzero".split()
)
ALONG = """
    cumsum cumprod cummax cummin logcumsumexp softmax log_softmax softmin sort argsort median max min flip
"""


def shifted(dim, rank):
    """A dimension, or several, of a slice, as those of the whole; None for what it does not have."""
    if isinstance(dim, (tuple, list)):
        found = [shifted(one, rank) for one in dim]
        return None if None in found or not found else tuple(found)
    if type(dim) is not int or not -rank <= dim < rank:
        return None
    return dim % rank + 1


@rule(*OVER_ALL, *ALONG.split())
def along(call, level, args, kwargs):
    x = args[0]
    if not no_others(level, args, kwargs) or not x.dim() or "axis" in kwargs:
        return NotImplemented
    dim = args[1] if len(args) > 1 else kwargs.get("dim")
    rest = {key: value for key, value in kwargs.items() if key != "dim"}
    if dim is None:
        return over_all(call, level, args, rest)
    dim = shifted(dim, x.dim())
    return NotImplemented if dim is None else result(level, call((front(x, level), dim, *args[2:]), rest))


def over_all(call, level, args, rest):
    """A reduction of all elements of each slice."""
    if len(args) > 1 or rest.get("keepdim") or call.__self__.name not in OVER_ALL:
        return NotImplemented
    return result(level, call((front(args[0], level).flatten(1), 1), rest))


@rule("gather")
def gather(call, level, args, kwargs):
    if len(args) != 3 or kwargs or args[0].dim() != args[2].dim() or not args[0].dim():
        return NotImplemented
    dim = shifted(args[1], args[0].dim())
    if dim is None:
        return NotImplemented
    x, index = [
        front(one, level) if is_batched(one, level) else one.expand(level.size, *one.shape) for one in args[::2]
    ]
    return result(level, call((x, dim, index), {}))
