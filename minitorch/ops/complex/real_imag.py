"""real, imag, conj, angle: the parts of complex numbers (shelf).

A real loss L(z) of z = a + ib has the gradient dL/da + i dL/db: it points, as a real one does, to where L grows.
"""

from ..._tensor import method
from ...backend import array_module
from ..inplace.in_place import in_place_forms
from ..op import common, op
from ..pointwise.arithmetic import zeros_of

__all__ = ["conj", "conj_physical", "resolve_conj", "resolve_neg", "real", "imag", "angle"]


def complex_array(x):
    """Whether x, a tensor or an array, is of complex numbers."""
    return getattr(x, "_array", x).dtype.kind == "c"


@op
def _conj(x):
    return x.conj()


_conj.grad(x=lambda g: g.conj())


def conj(input):
    """a - ib for a + ib; a real tensor itself. Source: PyTorch, torch.conj."""
    return _conj(input) if complex_array(input) else input


@op(promote=common)
def conj_physical(x):
    """conj as a new tensor, of real ones too. Source: PyTorch, torch.conj_physical."""
    return x.conj() if x.dtype.kind == "c" else x.copy()


conj_physical.grad(x=lambda g: g.conj())


def resolve_conj(input):
    """input itself: a conjugate is computed at once here, never put off. Source: PyTorch, torch.resolve_conj."""
    return input


resolve_neg = method(resolve_conj, "resolve_neg")


@op(view=True, derivative="RealBackward0")
def _real(x):
    return x.real


@op(view=True, derivative="ImagBackward0")
def _imag(x):
    return x.imag


_real.grad(x=lambda g: g)
_imag.grad(x=lambda g: g * 1j)


def real(input):
    """a of a + ib, as a view; a real tensor itself.

    >>> import minitorch as mt
    >>> mt.real(mt.tensor([1 + 2j]))
    tensor([1.])

    Source: PyTorch, torch.real.
    """
    return _real(input) if complex_array(input) else input


def imag(input):
    """b of a + ib, as a view. Errors: RuntimeError for a real tensor. Source: PyTorch, torch.imag."""
    if not complex_array(input):
        raise RuntimeError("imag is not implemented for tensors with non-complex dtypes.")
    return _imag(input)


def put(part, value):
    """What `z.real = value` does: write a tensor, or a number everywhere, into a part that shares memory with z."""
    part.copy_(value) if hasattr(value, "_array") else part.fill_(value)


@op
def _angle(x):
    xp = array_module(x)
    if x.dtype.kind != "c":
        return xp.where(x < 0, xp.pi, xp.where(x == x, 0, x)).astype(x.dtype)
    return xp.angle(x)


def turn(g, x):
    """i z / |z|**2: only a step across the line from 0 through z turns it. On the real line nothing does."""
    if not complex_array(x):
        return zeros_of(g)
    size = (x * x.conj()).real
    return g * (x * 1j) / (size + (size == 0))


_angle.grad(x=turn)


def angle(input, *, out=None):
    """The angle between a + ib and the positive real line, between -pi and pi. Source: PyTorch, torch.angle."""
    if input._array.dtype.kind in "biu":
        input = input * 1.0
    return _angle(input, out=out)


for _function in (conj, conj_physical, resolve_conj, angle):
    method(_function)
method(property(real, lambda self, value: put(real(self), value)), "real")
method(property(imag, lambda self, value: put(imag(self), value)), "imag")
in_place_forms("conj_physical")
