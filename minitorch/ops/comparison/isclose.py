"""isclose, allclose, equal, isnan, isinf, isfinite, isposinf, isneginf, isreal, signbit (shelf)."""

from ..._tensor import Tensor, method, wrap
from ...backend import array_module, as_array, same_device
from ..one_step import one_step
from ..op import broadcast_error, common
from ..pointwise.elementwise import elementwise

__all__ = """isclose allclose equal isnan isinf isfinite isposinf isneginf isreal signbit""".split()


isnan = elementwise(__name__, "isnan", "Whether it is nan, which differs from itself.", common)
isinf = elementwise(__name__, "isinf", "Whether it is infinite.", common)
isfinite = elementwise(__name__, "isfinite", "Whether it is neither infinite nor nan.", common)
isposinf = elementwise(__name__, "isposinf", "Whether it is +inf.", common)
isneginf = elementwise(__name__, "isneginf", "Whether it is -inf.", common)
isreal = elementwise(__name__, "isreal", "Whether its imaginary part is 0.", common)
signbit = elementwise(__name__, "signbit", "Whether its sign is minus, -0.0 included.", common)


def same_dtype(name, x, y):
    """The two operands' arrays, or an error when they are not tensors of one dtype on one device."""
    if not (isinstance(x, Tensor) and isinstance(y, Tensor)):
        raise TypeError(f"{name}() takes two tensors, but got {type(x).__name__} and {type(y).__name__}")
    if x.dtype is not y.dtype:
        raise RuntimeError(f"{x.dtype.title} did not match {y.dtype.title}: convert one of them first")
    same_device((x._array, y._array))
    return x._array, y._array


@one_step
def isclose(input, other, rtol=1e-5, atol=1e-8, equal_nan=False):
    """Whether |input - other| <= atol + rtol * |other|, element by element. Source: PyTorch, torch.isclose."""
    a, b = same_dtype("isclose", input, other)
    if rtol < 0 or atol < 0:
        raise RuntimeError(f"rtol and atol must be greater than or equal to zero, but got {rtol} and {atol}")
    try:
        return wrap(as_array(array_module(a).isclose(a, b, rtol, atol, equal_nan)))
    except ValueError:
        raise broadcast_error(a.shape, b.shape) from None


@one_step
def allclose(input, other, rtol=1e-5, atol=1e-8, equal_nan=False):
    """Whether all elements are close: see isclose.

    >>> import minitorch as mt
    >>> mt.allclose(mt.tensor([0.1]) * 3, mt.tensor([0.3]))
    True

    Source: PyTorch, torch.allclose.
    """
    return bool(isclose(input, other, rtol, atol, equal_nan).all())


@one_step
def equal(input, other):
    """Whether two tensors have the same shape and the same numbers: one bool. Source: PyTorch, torch.equal."""
    if not isinstance(other, Tensor):
        raise TypeError(f"equal() takes two tensors, not {type(other).__name__}")
    same_device((input._array, other._array))
    a, b = input._array, other._array
    return a.shape == b.shape and bool(wrap(as_array((a == b).all())))


for _name in __all__:
    method(globals()[_name], _name)
