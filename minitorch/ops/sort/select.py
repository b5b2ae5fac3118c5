"""select: which of equal elements topk and kthvalue take: those of C++'s nth_element and partial_sort, as PyTorch (shelf).

Both exchange elements as they search, so of equal ones it is not the first that comes first: with scores or distances that
repeat, and with `sorted=False`, a program sees in which order they ended.
"""

import numpy as np

from ...backend import device_of, to_device
from .ties import MOST, median, parted, parted_around, swap

__all__: list = []

FEW = 64  # up to this part of a row, one over it, a heap of the best is quicker than parting the row


def as_topk(x, index, dim, k, in_order):
    """The indices that sort an array along dim, its first k those that PyTorch's topk gives."""
    n = x.shape[dim] if x.ndim else 0
    heap = k * FEW <= n

    def chosen(keys):
        places = list(range(n))
        if heap:
            return best(keys, places, k)
        part_at(keys, places, k - 1)
        first = places[: k - 1]
        if in_order:
            first = sorted_as_std(keys[: k - 1], first)
        return first + [places[k - 1]]

    return chosen_by(chosen, x, index, dim, slice(k), 0 if in_order or heap else None, k) if k else index


def differing(ranked):
    """Whether each number of sorted rows but the first differs from the one before; one nan is like another."""
    nan = ranked != ranked
    return (ranked[:, 1:] != ranked[:, :-1]) & ~(nan[:, 1:] & nan[:, :-1])


def as_kthvalue(x, index, dim, k):
    """The indices that sort an array along dim, at k - 1 the one that PyTorch's kthvalue gives."""
    return chosen_by(lambda keys: [quick_select(keys, k - 1)], x, index, dim, slice(k - 1, k), max(k - 2, 0), k)


def chosen_by(choose, x, index, dim, part, first, last):
    """Replace a part of each row of `index` by what `choose` makes of the row's ranks, where two from first to last are equal."""
    n, where = x.shape[dim] if x.ndim else 0, device_of(x)
    if n < 2 or where.type == "meta" or (where.type == "cuda" and x.size > MOST):
        return index
    x, places = to_device(x, "cpu"), to_device(index, "cpu")
    picks = np.moveaxis(places, dim, -1).reshape(-1, n).copy()
    ranked = np.take_along_axis(np.moveaxis(x, dim, -1).reshape(-1, n), picks, 1)
    new = differing(ranked)
    rows = np.arange(len(picks)) if first is None else np.flatnonzero(~new[:, first:last].all(1))
    if not len(rows) or len(rows) * n > MOST:
        return index
    for row in rows:
        keys = np.zeros(n, np.int64)
        keys[picks[row, 1:]] = new[row].cumsum()
        picks[row, part] = choose(keys.tolist())
    return to_device(np.moveaxis(picks.reshape(np.moveaxis(places, dim, -1).shape), -1, dim), where)


def sorted_as_std(keys, values):
    """Values in the order in which std::sort puts their keys."""
    places = parted(list(keys))
    return [values[i] for i in sorted(places, key=keys.__getitem__)]


# --- C++'s partial_sort: a heap with the worst of the best on top --------------------------------------------------------


def best(keys, places, k):
    """The places of the k smallest keys, in order."""
    for at in reversed(range(k // 2)):
        sink(keys, places, at, k, keys[at], places[at])
    for i in range(k, len(keys)):
        if keys[i] < keys[0]:
            replace(keys, places, i, k)
    for last in reversed(range(1, k)):
        replace(keys, places, last, last)
    return places[:k]


def replace(keys, places, i, length):
    """Put the heap's top at i, and what was there into the heap."""
    key, place = keys[i], places[i]
    keys[i], places[i] = keys[0], places[0]
    sink(keys, places, 0, length, key, place)


def sink(keys, places, hole, length, key, place):
    """Let the hole sink to the bottom, along the larger child each time, and the new element rise from there."""
    top, child = hole, hole
    while child < (length - 1) // 2:
        child = 2 * (child + 1)
        if keys[child] < keys[child - 1]:
            child -= 1
        keys[hole], places[hole] = keys[child], places[child]
        hole = child
    if length % 2 == 0 and child == (length - 2) // 2:
        child = 2 * child + 1
        keys[hole], places[hole] = keys[child], places[child]
        hole = child
    while hole > top and keys[(hole - 1) // 2] < key:
        parent = (hole - 1) // 2
        keys[hole], places[hole] = keys[parent], places[parent]
        hole = parent
    keys[hole], places[hole] = key, place


# --- C++'s nth_element, and the search of kthvalue ----------------------------------------------------------------------


def part_at(keys, places, nth):
    """Part the keys so that at nth stands what would stand there in order."""
    first, last = 0, len(keys)
    turns = 2 * (last.bit_length() - 1)
    while last - first > 3 and turns:
        turns -= 1
        swap(keys, places, first, median(keys, first + 1, (first + last) // 2, last - 1))
        cut = parted_around(keys, places, first, last)
        first, last = (cut, last) if cut <= nth else (first, cut)
    rest = sorted(range(first, last), key=keys.__getitem__)
    keys[first:last], places[first:last] = [keys[i] for i in rest], [places[i] for i in rest]


def quick_select(keys, k):
    """The place of the key that would stand at k in order: PyTorch's own search, which parts around a median of three."""
    places, left, right = list(range(len(keys))), 0, len(keys) - 1
    while right > left + 1:
        swap(keys, places, (left + right) // 2, left + 1)
        for a, b in ((left + 1, right), (left, right), (left + 1, left)):
            if keys[a] > keys[b]:
                swap(keys, places, a, b)
        i, j, key = left + 1, right, keys[left]
        while True:
            i, j = i + 1, j - 1
            while key > keys[i]:
                i += 1
            while keys[j] > key:
                j -= 1
            if j < i:
                break
            swap(keys, places, i, j)
        swap(keys, places, left, j)
        left, right = i if j <= k else left, j - 1 if j >= k else right
    if right == left + 1 and keys[left] > keys[right]:
        swap(keys, places, left, right)
    return places[k]
