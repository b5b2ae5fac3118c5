"""real, imag, conj, complex, polar, view_as_real: complex numbers, and their parts (shelf).

A real loss L(z) of z = a + ib has the gradient dL/da + i dL/db: it points, as a real one does, to where L grows.
"""

from ..._tensor import method
from ...backend import array_module
from ..op import common, op
from ..pointwise.sign import sgn
from ..reduction.sum import numpy_names


def complex_array(x):
    """Whether x, a tensor or an array, is of complex numbers."""
    return getattr(x, "_array", x).dtype.kind == "c"


@op
def _conj(input):
    return input.conj()


_conj.grad(input=lambda g: g.conj())


def conj(input):
    """a - ib for a + ib; a real tensor itself. Source: PyTorch, torch.conj."""
    return _conj(input) if complex_array(input) else input


@op(view=True, derivative="RealBackward0")
def _real(input):
    return input.real


@op(view=True, derivative="ImagBackward0")
def _imag(input):
    return input.imag


_real.grad(input=lambda g: g)
_imag.grad(input=lambda g: g * 1j)


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


method(conj)
method(property(real), "real")
method(property(imag), "imag")


@op(view=True, derivative="ViewAsRealBackward0")
def as_real(input):
    part = input.real
    return array_module(input).lib.stride_tricks.as_strided(part, (*input.shape, 2), (*input.strides, part.itemsize))


@op(view=True, derivative="ViewAsComplexBackward0")
def as_complex(input):
    kind = "complex64" if input.itemsize == 4 else "complex128"
    return input.view(kind)[..., 0] if input.size else input[..., 0].astype(kind)


def joined(g):
    """A complex gradient of its two parts."""
    return real_and_imaginary(g[..., 0], g[..., 1])


as_real.grad(input=joined)
as_complex.grad(input=lambda g: as_real(g.conj()))


def view_as_real(input):
    """Complex numbers as pairs (real, imaginary) in a new last dimension: a view of the same memory.

    >>> import minitorch as mt
    >>> mt.view_as_real(mt.tensor([1 + 2j]))
    tensor([[1., 2.]])

    Errors: RuntimeError for real numbers. Source: PyTorch, torch.view_as_real.
    """
    if not input.is_complex():
        raise RuntimeError(f"view_as_real is only supported for complex tensors, but got one of {input.dtype.name}")
    return as_real(input)


method(view_as_real, "_view_as_real")  # for optimizers: parameters that are complex


def view_as_complex(input):
    """Pairs (real, imaginary) in the last dimension as complex numbers: a view of the same memory.

    >>> import minitorch as mt
    >>> mt.view_as_complex(mt.tensor([[1.0, 2.0]]))
    tensor([1.+2.j])

    Errors: RuntimeError when the last dimension does not hold pairs side by side, or of integers.
    Source: PyTorch, torch.view_as_complex.
    """
    array, steps = input._array, input.stride()
    if array.dtype.name not in ("float32", "float64"):
        raise RuntimeError(f"view_as_complex takes float and double tensors, but got {input.dtype.title}")
    if not array.ndim or array.shape[-1] != 2 or steps[-1] != 1 or any([step % 2 for step in steps[:-1]]):
        raise RuntimeError(f"Tensor must have a last dimension of pairs side by side, not {list(array.shape)}, {steps}")
    return as_complex(input)


# --- new numbers ---------------------------------------------------------------------------------------------------------


def room(a, b):
    """An empty complex array for two real ones."""
    xp = array_module(a)
    kind = "complex128" if a.dtype.itemsize == 8 else "complex64"
    return xp.empty(xp.broadcast_shapes(a.shape, b.shape), kind)


@op(promote=common, derivative="ComplexBackward0")
def real_and_imaginary(a, b):
    whole = room(a, b)
    whole.real, whole.imag = a, b
    return whole


@op(promote=common, derivative="PolarBackward0")
def size_and_angle(size, angle):
    xp, whole = array_module(size), room(size, angle)
    whole.real, whole.imag = size * xp.cos(angle), size * xp.sin(angle)
    return whole


real_and_imaginary.grad(a=lambda g: real(g), b=lambda g: real(g * 1j))
size_and_angle.grad(size=lambda g, out: real(g * sgn(out)), angle=lambda g, out: real(g * out * 1j))


def check_parts(name, a, b):
    """Raise unless both are float tensors of one dtype that complex numbers can have."""
    if a.dtype is not b.dtype or a.dtype.name not in ("float32", "float64"):
        raise RuntimeError(f"{name}(): Expected both inputs to be Float or Double, but got {a.dtype} and {b.dtype}")


@numpy_names
def complex(real, imag, *, out=None):
    """real + i imag, of two tensors of one floating dtype. Source: PyTorch, torch.complex."""
    check_parts("complex", real, imag)
    return real_and_imaginary(real, imag, out=out)


@numpy_names
def polar(abs, angle, *, out=None):
    """The complex numbers abs (cos(angle) + i sin(angle)). Errors: as of complex. Source: PyTorch, torch.polar."""
    check_parts("polar", abs, angle)
    return size_and_angle(abs, angle, out=out)
