"""floats: floating-point numbers as the machine holds them: neighbours, and a fraction times a power of two."""

from .. import return_types
from .._tensor import method
from ..backend import array_module
from ..dtypes import FLOATING
from .arithmetic import zeros_of
from .elementwise import exp2
from .inplace import in_place
from .op import common, op
from .select import masked

__all__ = ["frexp", "nextafter"]

return_types.named("frexp", "mantissa", "exponent")


def fractions_only(name):
    """A promotion: to the common dtype, which must be one of fractions."""

    def promote(operands):
        kind = common(operands)
        if kind.category != FLOATING:
            raise NotImplementedError(f"\"{name}_cpu\" not implemented for '{kind.title}': convert to a float first")
        return kind

    promote.always = True
    return promote


@op(promote=fractions_only("nextafter"), tensors=2)
def nextafter(x, other):
    """The number next to x in its dtype, on the way to `other`.

    >>> import minitorch as mt
    >>> mt.nextafter(mt.tensor([1.0]), mt.tensor([2.0])) - 1
    tensor([1.1921e-07])

    Errors: NotImplementedError for whole numbers. Source: PyTorch, torch.nextafter.
    """
    return array_module(x).nextafter(x, other)


nextafter.grad(x=lambda g, x, other: masked(g, x != other), other=lambda g: zeros_of(g))
method(nextafter)
in_place(nextafter.call, "nextafter_")


@op
def _frexp(x):
    mantissa, exponent = array_module(x).frexp(x)
    finite = x - x == 0
    return mantissa, array_module(x).where(finite, exponent, 0).astype("int32")


_frexp.grad(x=lambda g, out: g[0] / exp2(out[1]))


def frexp(input, *, out=None):
    """(mantissa, exponent): input = mantissa * 2**exponent, the size of the mantissa from 0.5 up to but without 1.

    >>> import minitorch as mt
    >>> mt.frexp(mt.tensor([3.0, 10.0]))
    minitorch.return_types.frexp(
    mantissa=tensor([0.7500, 0.6250]),
    exponent=tensor([2, 4], dtype=minitorch.int32))

    Errors: RuntimeError for whole numbers. Source: PyTorch, torch.frexp.
    """
    if input.dtype.category != FLOATING:
        raise RuntimeError(f"torch.frexp() only supports floating-point dtypes, but got {input.dtype.name}")
    return return_types.frexp(_frexp(input, out=out))


method(frexp)
