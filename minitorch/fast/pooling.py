"""pooling: max pooling of large images by a kernel, where numba is installed (short cuts)."""

from .._tensor import wrap
from ..nn.functional import pooling
from . import add
from .kernels import exchange
from .table import ShortCut
from .twins import with_twin

plain = pooling.pool
both = with_twin(lambda x, windows: None, "minitorch.nn.functional.pooling:pool")


def pool(input, windows, kind, return_indices):
    """The largest number of every window of a tensor, and where it stands, in one pass."""
    found = both(input._array, windows)
    if found is None:
        return plain(input, windows, kind, return_indices)
    places = wrap(found[1])
    out = pooling._max_pool(input, found[0], places, windows, kind)
    return (out, places) if return_indices else out


def put():
    """Let it be used in the place of the core's; returns what undoes it."""
    exchange([(plain, pool)])
    return lambda: exchange([(pool, plain)])


add(ShortCut("pooling", "minitorch.nn.functional.pooling:pool", put, ("minitorch.nn.functional.pooling:",)))
