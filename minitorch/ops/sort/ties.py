"""ties: in which order sort leaves equal elements: that of C++'s std::sort, where PyTorch calls it (shelf).

Up to 16 elements are sorted by insertion, which keeps equal ones in their order. More are first cut in parts around pivots
(Musser, 1997: introsort), and that moves equal elements too. Programs see it where lengths, labels or scores repeat.
"""

import numpy as np

__all__: list = []

SHORT = 16  # elements that insertion alone sorts
MOST = (
    2**15
)  # elements, in all rows with ties; beyond, equal elements keep their order, as following each step takes time


def as_std_sort(x, index, dim):
    """The indices that sort an array stably along dim, with equal elements where std::sort leaves them."""
    n = x.shape[dim] if x.ndim else 0
    if n <= SHORT or type(x) is not np.ndarray:
        return index
    picks = np.moveaxis(index, dim, -1).reshape(-1, n).copy()
    ranked = np.take_along_axis(np.moveaxis(x, dim, -1).reshape(-1, n), picks, 1)
    new = (ranked[:, 1:] != ranked[:, :-1]) & ~((ranked[:, 1:] != ranked[:, 1:]) & (ranked[:, :-1] != ranked[:, :-1]))
    rows = np.flatnonzero(~new.all(1))
    if not len(rows) or len(rows) * n > MOST:
        return index
    for row in rows:
        keys = np.zeros(n, np.int64)
        keys[picks[row, 1:]] = new[row].cumsum()
        parts = np.array(parted(keys.tolist()))
        picks[row] = parts[np.argsort(keys[parts], kind="stable")]
    return np.moveaxis(picks.reshape(np.moveaxis(index, dim, -1).shape), -1, dim)


def parted(keys):
    """The places of the keys after the cuts: what is left to sort by insertion."""
    places, spans = list(range(len(keys))), [(0, len(keys))]
    while spans:
        first, last = spans.pop()
        while last - first > SHORT:
            swap(keys, places, first, median(keys, first + 1, (first + last) // 2, last - 1))
            cut = parted_around(keys, places, first, last)
            spans.append((cut, last))
            last = cut
    return places


def median(keys, a, b, c):
    """Which of three places has the key between the others'."""
    if keys[a] < keys[b]:
        return b if keys[b] < keys[c] else c if keys[a] < keys[c] else a
    return a if keys[a] < keys[c] else c if keys[b] < keys[c] else b


def parted_around(keys, places, pivot, last):
    """Put the keys below the pivot's first, by swaps from both ends; where the others begin."""
    first, key = pivot + 1, keys[pivot]
    while True:
        while keys[first] < key:
            first += 1
        last -= 1
        while key < keys[last]:
            last -= 1
        if first >= last:
            return first
        swap(keys, places, first, last)
        first += 1


def swap(keys, places, a, b):
    """Exchange two elements."""
    keys[a], keys[b] = keys[b], keys[a]
    places[a], places[b] = places[b], places[a]
