"""arithmetic: sums, differences, products and quotients of sparse arrays, and functions that leave zero alone (shelf)."""

import numpy as np

from .array import SparseArray, is_sparse, kernel, refusal

DENSE_SECOND = "add(sparse, dense) is not supported. Use add(dense, sparse) instead."
DIVISOR = "Sparse division requires a scalar or zero-dim dense tensor divisor (got shape {} for divisor)"
UNLIKE = (
    "sparse_binary_op_intersection_cpu(): expects sparse inputs with equal dimensionality, number of sparse dimensions, and "
    "shape of sparse dimensions"
)
MANY = 1 << 12  # places; of more, those that are in no order are put one after the other

# --- sums ------------------------------------------------------------------------------------------------------------------


@kernel("add")
def add(x, y, dtype=None):
    """x + y, of two sparse arrays a sparse one, of a dense and a sparse one a dense one."""
    if not is_sparse(y) or np.ndim(x) == 0:
        raise RuntimeError(DENSE_SECOND)
    if not is_sparse(x):
        return onto(x, y)
    if x.shape != y.shape:
        raise RuntimeError(
            f"add: expected sizes of 'self' and 'other' to match, but {list(x.shape)} != {list(y.shape)}"
        )
    if x.sparse_dim != y.sparse_dim:
        raise RuntimeError("add: expected 'self' and 'other' to have same density, but they have not")
    return merged(x, y)


@kernel("subtract")
def subtract(x, y, dtype=None):
    if is_sparse(x) and not is_sparse(y):
        raise RuntimeError(DENSE_SECOND)
    if is_sparse(x) and is_sparse(y) and x.dtype.kind == "b":  # the signs of truth values: x > 0 less x < 0
        return add(x.astype(dtype), y.like(-y.values.astype(dtype)))
    return add(x, y.like(-y.values))


def onto(x, y):
    """A dense array with the numbers of a sparse one added."""
    check_like(x, y)
    return into(x.astype(np.result_type(x, y.values), order="C"), y, np.add)


def check_like(x, y):
    """Raise PyTorch's error unless a dense and a sparse array have one size."""
    if x.shape != y.shape:
        raise RuntimeError(
            f"add: expected 'self' and 'other' to have same size, but self has size {list(x.shape)} while other has size "
            f"{list(y.shape)} (FYI: dense-sparse addition does not currently support broadcasting)"
        )


@kernel("onto")
def into(whole, y, ufunc):
    """The numbers of a sparse array added to a dense one, or taken from it, in place."""
    check_like(whole, y)
    y = y.coalesce()
    y.keys()  # looks whether they are inside
    if y.sparse_dim:
        places = tuple(y.indices)
        whole[places] = ufunc(whole[places], y.values)
    elif y.nnz:
        ufunc(whole, y.values[0], whole)
    return whole


def merged(x, y):
    """The sum of two sparse arrays, whose places are gone through side by side as PyTorch does."""
    both = x.coalesced and y.coalesced
    in_rows = x.values.flags.c_contiguous and y.values.flags.c_contiguous
    if in_rows and x.indices.shape == y.indices.shape and (x.indices == y.indices).all():
        return SparseArray(x.indices, x.values + y.values, x.shape, both)
    ordered = in_rows and rising(x) and rising(y)
    if not in_rows or not ordered and x.nnz + y.nnz > MANY:
        indices = np.concatenate([x.indices, y.indices], 1)
        return SparseArray(indices, np.concatenate([x.values, y.values]), x.shape, False)
    first, second, keys = side_by_side(x.keys(), y.keys(), ordered)
    values = np.zeros((len(keys), *x.values.shape[1:]), np.result_type(x.values, y.values))
    values[first] = x.values
    values[second] += y.values
    return SparseArray(x.places(keys), values, x.shape, both)


def rising(x):
    """Whether the places are in order, each there once."""
    keys = x.keys()
    return x.coalesced or bool((keys[1:] > keys[:-1]).all())


def side_by_side(a, b, ordered):
    """Where the numbers of two lists of places go when the smaller of the two that are next is taken: (of a, of b, places)."""
    if ordered:
        keys = np.union1d(a, b)
        return np.searchsorted(keys, a), np.searchsorted(keys, b), keys
    first, second, keys = [], [], []
    i, j = iter(a.tolist()), iter(b.tolist())
    one, other = next(i, None), next(j, None)
    while one is not None or other is not None:
        smaller = one if other is None or (one is not None and one <= other) else other
        if one == smaller:
            first.append(len(keys))
        if other == smaller:
            second.append(len(keys))
        one, other = next(i, None) if one == smaller else one, next(j, None) if other == smaller else other
        keys.append(smaller)
    return np.array(first, "int64"), np.array(second, "int64"), np.array(keys, "int64")


# --- products --------------------------------------------------------------------------------------------------------------


@kernel("multiply")
def multiply(x, y, dtype=None):
    """x * y: the places of the sparse one; of two, those of the first that the second has too."""
    if not is_sparse(x):
        x, y = y, x
    if np.ndim(y) == 0 and not is_sparse(y):
        return x.like(x.values * y)
    return common_places(x, y) if is_sparse(y) else at_places(x, y)


def at_places(x, y):
    """A sparse array times a dense one, which may have to be stretched."""
    if x.shape != y.shape:
        try:
            y = np.broadcast_to(y, x.shape)
        except ValueError:
            words = f"The expanded size of the tensor {list(x.shape)} must match the existing size {list(y.shape)}"
            raise RuntimeError(words) from None
    x.keys()
    found = y[tuple(x.indices)] if x.sparse_dim else np.broadcast_to(y, (x.nnz, *y.shape))
    return x.like(x.values * found)


def common_places(x, y):
    """The product of two sparse arrays."""
    if x.shape != y.shape or x.sparse_dim != y.sparse_dim:
        raise RuntimeError(UNLIKE)
    both = x.coalesced and y.coalesced
    if x.coalesced and not y.coalesced:
        x, y = y, x
    there, found = looked_up(y, x.keys())
    values = x.values[there] * found
    return SparseArray(x.indices[:, there], values, x.shape, both)


def looked_up(x, keys):
    """(which of the places x has, the numbers that it has there)."""
    x = x.coalesce()
    own = x.keys()
    at = np.minimum(np.searchsorted(own, keys), max(len(own) - 1, 0))
    there = own[at] == keys if len(own) else np.zeros(len(keys), bool)
    return there, x.values[at[there]]


@kernel("true_divide", "divide")
def divide(x, y, dtype=None):
    if not is_sparse(x) and isinstance(x, (int, float)):
        raise refusal("reciprocal")
    if is_sparse(y) or np.ndim(y):
        raise RuntimeError(DIVISOR.format(list(np.shape(y))))
    return x.like(x.values / y)


@kernel("floor_divide")
def floor_divide(x, y, dtype=None):
    return of_number(np.floor_divide, x, y)


@kernel("power")
def power(x, y, dtype=None):
    return of_number(np.power, x, y)


def of_number(function, x, y):
    """A function of a sparse array and a number that leaves zero alone."""
    if not is_sparse(x) or is_sparse(y) or np.ndim(y):
        raise RuntimeError(DIVISOR.format(list(np.shape(y))))
    if function is np.power and y == 0:
        raise refusal("pow")
    x = x.coalesce()
    return x.like(function(x.values, y))


# --- one number ------------------------------------------------------------------------------------------------------------


@kernel("negative")
def negative(x, dtype=None):
    return x.like(-x.values)


@kernel("conjugate")
def conjugate(x, dtype=None):
    return x.conj()


@kernel("maximum", "clip")
def positive_part(x, low=None, high=None, *others, **named):
    """relu; any other bounds are refused."""
    if is_sparse(x) and isinstance(low, (int, float)) and low == 0 and high in (None, np.inf):
        x = x.coalesce()
        return x.like(np.maximum(x.values, low))
    raise refusal("clamp")


@kernel("greater")
def greater(x, y, dtype=None):
    return compared(np.greater, x, y)


@kernel("less")
def less(x, y, dtype=None):
    return compared(np.less, x, y)


@kernel("not_equal")
def not_equal(x, y, dtype=None):
    if x is y:  # isnan
        x = x.coalesce()
        return x.like(x.values != x.values)
    return compared(np.not_equal, x, y)


@kernel("where")
def where(mask, x, y):
    """The numbers of x where a sparse mask has some that are True, and 0 elsewhere."""
    if not (is_sparse(mask) and np.ndim(y) == 0 and not y):
        raise refusal("where")
    mask = mask.coalesce()
    kept = SparseArray(mask.indices[:, mask.values], mask.values[mask.values], mask.shape, True)
    return multiply(kept, x)


def compared(function, x, y):
    """A comparison with 0, which says no where nothing is."""
    if not is_sparse(x) or not isinstance(y, (int, float)) or y != 0:
        raise refusal(function.__name__)
    x = x.coalesce()
    return x.like(function(x.values, y))
