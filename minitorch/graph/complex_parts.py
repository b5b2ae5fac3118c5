"""complex_parts: in-place changes of complex numbers seen as real ones (z.real, z.imag, view_as_real), and the reverse (core).

rewrite.py numbers the elements that a view shows. Here the view shows numbers of another kind than its base holds: halves
of complex numbers, or pairs of real ones. So what is numbered are the real numbers on both sides.

A step with a complex result gets the conjugate of its gradient (autograd/engine.py says why): hence the conj().
"""

import math

from .._tensor import wrap
from ..backend import array_module
from ..ops.op import op
from . import grad_mode
from .record import record


def shows_other_numbers(view):
    """Whether a view is real and its base complex, or the reverse."""
    one, other = view._array.dtype.kind, view._base._array.dtype.kind
    return one != other and {one, other} == {"f", "c"}


def show_parts(view, x, region):
    """Point x to a step that says which numbers of its base a view shows; `region` numbers elements, as rewrite.py does."""
    base = view._base
    halves = base._array.dtype.kind == "c"
    where = places(view, region)
    with grad_mode.enable_grad():
        record(halves_at if halves else pairs_at, (base, *where), (base._array, *where), x)


def copy_parts(view, part, region):
    """Record that the base of a view is what it was, with `part` at the numbers that the view shows."""
    base = view._base
    halves = base._array.dtype.kind == "c"
    where = places(view, region)
    values = (base._array, part._array, *where)
    record(copy_halves if halves else copy_pairs, (base, part, *where), values, base)


def places(view, region):
    """Of halves, their numbers among all halves in the base; of pairs, the numbers of the real and of the imaginary parts."""
    base, shown = view._base._array, view._array
    if base.dtype.kind == "c":
        return (region(showing(halves_of(base), shown)),)
    return region(showing(base, shown.real)), region(showing(base, shown.imag))


def showing(base, shown):
    """A view as `region` wants it."""
    view = wrap(shown)
    view._base = wrap(base)
    return view


def halves_of(array):
    """Complex numbers as pairs in a new last dimension: the same memory."""
    real = array.real
    return array_module(array).lib.stride_tricks.as_strided(
        real, (*array.shape, 2), (*array.strides, real.dtype.itemsize)
    )


# --- real views of complex numbers ----------------------------------------------------------------------------------------


@op(derivative="AsStridedBackward0")
def halves_at(base, where):
    return halves_of(base).reshape(-1)[where]


@op
def put_halves(g, where, shape):
    """Complex zeros with the numbers of g as the halves that `where` numbers."""
    whole = array_module(g).zeros(2 * math.prod(shape), g.dtype)
    whole[where.reshape(-1)] = g.reshape(-1)
    return whole.view("complex64" if g.dtype.itemsize == 4 else "complex128").reshape(shape)


halves_at.grad(base=lambda g, where, base_shape: put_halves(g, where, base_shape))
put_halves.grad(g=lambda g, where: halves_at(g.conj(), where))


@op(derivative="CopySlices")
def copy_halves(base, part, where):
    changed = base.copy()
    halves_of(changed).reshape(-1)[where] = part
    return changed


copy_halves.grad(
    base=lambda g, where: g - put_halves(halves_at(g, where), where, g.shape),
    part=lambda g, where: halves_at(g.conj(), where),
)


# --- complex views of real numbers ----------------------------------------------------------------------------------------


@op(derivative="AsStridedBackward0")
def pairs_at(base, real, imag):
    flat = base.reshape(-1)
    return flat[real] + 1j * flat[imag]


@op
def put_pairs(g, real, imag, shape):
    """Zeros with the parts of g at the places that `real` and `imag` number."""
    whole = array_module(g).zeros(math.prod(shape), g.real.dtype)
    whole[real.reshape(-1)], whole[imag.reshape(-1)] = g.real.reshape(-1), g.imag.reshape(-1)
    return whole.reshape(shape)


pairs_at.grad(base=lambda g, real, imag, base_shape: put_pairs(g.conj(), real, imag, base_shape))
put_pairs.grad(g=lambda g, real, imag: pairs_at(g, real, imag))


@op(derivative="CopySlices")
def copy_pairs(base, part, real, imag):
    changed = base.copy()
    flat = changed.reshape(-1)
    flat[real], flat[imag] = part.real, part.imag
    return changed


copy_pairs.grad(
    base=lambda g, real, imag: g - put_pairs(pairs_at(g, real, imag), real, imag, g.shape),
    part=lambda g, real, imag: pairs_at(g, real, imag),
)
