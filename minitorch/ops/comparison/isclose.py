"""isclose, allclose, equal, isnan, isinf, isfinite, signbit (shelf)."""

from ..._tensor import Tensor, method, wrap
from ...backend import array_module, as_array, same_device
from ...dtypes import FLOATING
from ...errors import with_note
from ..one_step import one_step
from ..op import broadcast_error, common, op

__all__ = """isclose allclose equal isnan isinf isposinf isneginf isfinite isreal signbit is_nonzero""".split()


# --- what kind of number --------------------------------------------------------------------------------------------


@op(promote=common)
def isnan(x):
    """Whether it is nan, which differs from itself. Source: PyTorch, torch.isnan."""
    return x != x


@op(promote=common)
def isinf(x):
    """Whether it is infinite. Source: PyTorch, torch.isinf."""
    return array_module(x).isinf(x)


@op(promote=common)
def isposinf(x):
    """Whether it is +inf. Source: PyTorch, torch.isposinf."""
    return array_module(x).isposinf(x)


@op(promote=common)
def isneginf(x):
    """Whether it is -inf. Source: PyTorch, torch.isneginf."""
    return array_module(x).isneginf(x)


@op(promote=common)
def isfinite(x):
    """Whether it is neither infinite nor nan. Source: PyTorch, torch.isfinite."""
    return array_module(x).isfinite(x)


@op(promote=common)
def isreal(x):
    """Whether its imaginary part is 0. Source: PyTorch, torch.isreal."""
    return array_module(x).isreal(x)


@op(promote=common)
def signbit(x):
    """Whether its sign is minus, -0.0 included. Source: PyTorch, torch.signbit."""
    return array_module(x).zeros(x.shape, bool) if x.dtype.kind in ("b", "u") else array_module(x).signbit(x)


# --- about whole tensors --------------------------------------------------------------------------------------------


def same_dtype(name, x, y):
    """The two operands' arrays, or an error when they are not tensors of one dtype on one device."""
    for one in (x, y):
        if not isinstance(one, Tensor):
            raise TypeError(f"{name}() takes two tensors, but got {type(one).__name__}")
    if x.dtype is not y.dtype:
        x, y = [one.dtype.title for one in (x, y)]
        raise with_note(RuntimeError(f"{x} did not match {y}"), "Convert one of them first.")
    same_device((x._array, y._array))
    return x._array, y._array


@one_step
def isclose(input, other, rtol=1e-5, atol=1e-8, equal_nan=False):
    """Whether |input - other| <= atol + rtol * |other|, element by element. Source: PyTorch, torch.isclose."""
    a, b = same_dtype("isclose", input, other)
    if rtol < 0 or atol < 0:
        raise RuntimeError(f"rtol and atol must be greater than or equal to zero, but got {rtol} and {atol}")
    if equal_nan and input.dtype.category < FLOATING:
        equal_nan = False
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
    return bool(wrap(as_array(isclose(input, other, rtol, atol, equal_nan)._array.all())))


@one_step
def is_nonzero(input):
    """Whether the one element of a tensor is other than 0. Source: PyTorch, torch.is_nonzero."""
    return bool(input)


@one_step
def equal(input, other):
    """Whether two tensors have the same shape and the same numbers: one bool. Source: PyTorch, torch.equal."""
    if not isinstance(other, Tensor):
        raise TypeError(f"equal(): argument 'other' (position 2) must be Tensor, not {type(other).__name__}")
    same_device((input._array, other._array))
    a, b = input._array, other._array
    return a.shape == b.shape and bool(wrap(as_array((a == b).all())))


for _name in __all__:
    method(globals()[_name], _name)
