"""meta_many: the form of what a function of NumPy gives for very many numbers, without going through any (shelf).

The function runs on small arrays that stand for the large ones: every long dimension has a short one in its place. It runs
again with each of them a little longer, and by how much the result grows says how long it is for the true lengths.
"""

import itertools
from fractions import Fraction

import numpy as np

from .meta import bare, room, without_numbers

LONG = 48  # dimensions of more numbers than this are shortened
STEP = 12  # what is left of a length that is divided by 2, 3, 4, 6 or 12 stays as it is
# what needs an index within the length: name -> the dtype of the result; None: that of the array
SORTING = {"sort": None, "partition": None, "argsort": np.int64, "argpartition": np.int64}


class NotGrownError(ValueError):
    """The function gives what does not follow from the lengths alone: a view, or no array."""


def formed(function, args, named):
    """The result of a function, without its numbers."""
    if named.get("out") is not None:
        return named["out"]
    if function.__name__ in SORTING and isinstance(args[0], np.ndarray):
        axis = named.get("axis", -1)
        kind = SORTING[function.__name__] or args[0].dtype
        return room((args[0].size,) if axis is None else args[0].shape, kind)
    lengths = sorted({n for x in arrays_in([args, named]) for n in x.shape if n > LONG})
    short = [STEP * (1 + 2 * k) + n % STEP for k, n in enumerate(lengths)]
    more = [Fraction(n - m, STEP) for n, m in zip(lengths, short, strict=True)]
    try:
        first, *longer = [run(function, args, named, dict(zip(lengths, one, strict=True))) for one in variants(short)]
        return grown(first, longer, more)
    except (ValueError, TypeError, IndexError):  # it looks at lengths itself, or has something to refuse
        return without_numbers(function(*bare(args), **bare(named)))


def variants(short):
    """The short lengths; and for each of them all again, with that one longer by STEP."""
    yield short
    for k in range(len(short)):
        yield [n + STEP * (k == other) for other, n in enumerate(short)]


def arrays_in(value):
    """The arrays in arguments, in lists, tuples and dicts of them too."""
    if isinstance(value, np.ndarray):
        return [value]
    inside = value.values() if type(value) is dict else value if type(value) in (list, tuple) else ()
    return list(itertools.chain.from_iterable([arrays_in(one) for one in inside]))


def run(function, args, named, short):
    """What the function gives for zeros of the short lengths."""
    made: dict = {}  # id of an array -> what stands for it

    def stand_in(value):
        if isinstance(value, np.ndarray):
            return made.setdefault(id(value), zeros_of([short.get(n, n) for n in value.shape], value))
        if type(value) is dict:
            return {key: stand_in(one) for key, one in value.items()}
        return type(value)([stand_in(one) for one in value]) if type(value) in (list, tuple) else value

    with np.errstate(all="ignore"):
        result = function(*stand_in(args), **stand_in(named))
    whole = result if isinstance(result, (tuple, list)) else [result]
    if not all([one is None or isinstance(one, np.ndarray | np.generic) for one in whole]):
        raise NotGrownError(function.__name__)
    if any([np.may_share_memory(one, x) for one in whole if one is not None for x in made.values()]):
        raise NotGrownError(function.__name__)
    return result


def zeros_of(shape, like):
    """Zeros of a shape, in an array's order of memory."""
    places = places_of(like)
    return np.zeros([shape[dim] for dim in places], like.dtype).transpose(np.argsort(places).tolist())


def places_of(array):
    """The dimensions of an array in the order in which they lie in memory."""
    return sorted(range(array.ndim), key=lambda dim: -abs(array.strides[dim]))


def grown(first, longer, more):
    """The form of a result for the true lengths: from that for short ones, and those with one of them longer by STEP."""
    if isinstance(first, (tuple, list)):
        parts = [grown(one, [other[i] for other in longer], more) for i, one in enumerate(first)]
        return type(first)(*parts) if hasattr(first, "_fields") else type(first)(parts)
    if first is None or isinstance(first, np.generic):
        return first if first is None else room((), first.dtype)
    shape = []
    for dim, n in enumerate(first.shape):
        exact = n + sum([(other.shape[dim] - n) * steps for other, steps in zip(longer, more, strict=True)])
        if exact.denominator != 1:
            raise NotGrownError(f"a length of {exact}")
        shape.append(int(exact))
    places = places_of(first)
    return room([shape[dim] for dim in places], first.dtype).transpose(np.argsort(places).tolist())


def taken(array, parts):
    """array[parts] where some of the parts are arrays of indices: first what the slices select, which is a view."""
    basic = [slice(None) if isinstance(part, (np.ndarray, list, int, np.integer)) else part for part in parts]
    rest = [slice(None) if isinstance(part, slice) or part is None else part for part in parts]
    rest = tuple([0 if isinstance(part, (int, np.integer)) else part for part in rest])
    return formed(picked, (np.ndarray.__getitem__(array, tuple(basic)), rest), {})


def picked(array, parts):
    """The elements at places."""
    return array[parts]
