"""comparison: questions about numbers. The answers are bools, and nothing flows back through them."""

import numpy as np

from .._tensor import Tensor, method, wrap
from ..backend import array_module
from ..dtypes import FLOATING, INTEGER, by_numpy
from .op import common, op

__all__ = [
    "eq", "ne", "not_equal", "lt", "less", "le", "less_equal", "gt", "greater", "ge", "greater_equal",
    "isclose", "allclose", "equal", "logical_and", "logical_or", "logical_xor", "logical_not",
    "bitwise_and", "bitwise_or", "bitwise_xor", "bitwise_not", "bitwise_left_shift", "bitwise_right_shift",
    "isnan", "isinf", "isposinf", "isneginf", "isfinite", "isreal", "signbit", "is_nonzero",
]  # fmt: skip


@op(promote=common)
def eq(x, y):
    """Whether x equals y, element by element, broadcast against each other.

    >>> import minitorch as mt
    >>> mt.eq(mt.tensor([1, 2, 3]), 2)
    tensor([False,  True, False])

    Source: PyTorch, torch.eq.
    """
    return x == y


@op(promote=common)
def ne(x, y):
    """Whether x differs from y. Source: PyTorch, torch.ne."""
    return x != y


def has_order(name, x):
    """Raise PyTorch's error for complex numbers, of which none is the larger."""
    kind = getattr(x, "dtype", None)
    if kind is not None and kind.kind == "c":
        kind = "ComplexFloat" if kind.itemsize == 8 else "ComplexDouble"
        raise NotImplementedError(f"\"{name}\" not implemented for '{kind}': complex numbers have no order")


@op(promote=common)
def lt(x, y):
    """Whether x is less than y. Source: PyTorch, torch.lt."""
    has_order("lt_cpu", x)
    return x < y


@op(promote=common)
def le(x, y):
    """Whether x is at most y. Source: PyTorch, torch.le."""
    has_order("le_cpu", x)
    return x <= y


@op(promote=common)
def gt(x, y):
    """Whether x is greater than y. Source: PyTorch, torch.gt."""
    has_order("gt_cpu", x)
    return x > y


@op(promote=common)
def ge(x, y):
    """Whether x is at least y. Source: PyTorch, torch.ge."""
    has_order("ge_cpu", x)
    return x >= y


not_equal, less, less_equal, greater, greater_equal = ne, lt, le, gt, ge


# --- logic ----------------------------------------------------------------------------------------------------------


@op(promote=common, tensors=2)
def logical_and(x, y):
    """Whether both are not 0. Source: PyTorch, torch.logical_and."""
    return array_module(x).logical_and(x, y)


@op(promote=common, tensors=2)
def logical_or(x, y):
    """Whether at least one is not 0. Source: PyTorch, torch.logical_or."""
    return array_module(x).logical_or(x, y)


@op(promote=common, tensors=2)
def logical_xor(x, y):
    """Whether exactly one is not 0. Source: PyTorch, torch.logical_xor."""
    return array_module(x).logical_xor(x, y)


@op(promote=common)
def logical_not(x):
    """Whether it is 0. Source: PyTorch, torch.logical_not."""
    return array_module(x).logical_not(x)


def whole_numbers(operands):
    """The common dtype of operands whose bits are to be combined: integers or bools."""
    kind = common(operands)
    if kind is not None and kind.category > INTEGER:
        raise NotImplementedError(
            f"bitwise operations are not implemented for '{kind.name}': they need integer or bool tensors"
        )
    return kind


whole_numbers.always = True  # it refuses fractions even when the operands agree


@op(promote=whole_numbers, tensors=0)
def bitwise_and(x, y):
    """The bits set in both. Source: PyTorch, torch.bitwise_and."""
    return x & y


@op(promote=whole_numbers, tensors=0)
def bitwise_or(x, y):
    """The bits set in at least one. Source: PyTorch, torch.bitwise_or."""
    return x | y


@op(promote=whole_numbers, tensors=0)
def bitwise_xor(x, y):
    """The bits set in exactly one. Source: PyTorch, torch.bitwise_xor."""
    return x ^ y


@op(promote=whole_numbers)
def bitwise_not(x):
    """Every bit turned over; for bools, the opposite. Source: PyTorch, torch.bitwise_not."""
    return ~x


@op(promote=whole_numbers, tensors=0)
def bitwise_left_shift(x, y):
    """The bits moved to the left by y places: x * 2**y. Source: PyTorch, torch.bitwise_left_shift."""
    return x << y


@op(promote=whole_numbers, tensors=0)
def bitwise_right_shift(x, y):
    """The bits moved to the right by y places: x // 2**y. Source: PyTorch, torch.bitwise_right_shift."""
    return x >> y


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
    """The two operands' arrays, or PyTorch's error when they are not tensors of one dtype."""
    for place, one in enumerate((x, y)):
        if not isinstance(one, Tensor):
            raise TypeError(
                f"{name}(): argument '{('input', 'other')[place]}' (position {place + 1}) must be Tensor, "
                f"not {type(one).__name__}"
            )
    if x.dtype is not y.dtype:
        raise RuntimeError(f"{name}: {x.dtype.name} did not match {y.dtype.name}: convert one of them first")
    return x._array, y._array


def isclose(input, other, rtol=1e-5, atol=1e-8, equal_nan=False):
    """Whether |input - other| <= atol + rtol * |other|, element by element. Source: PyTorch, torch.isclose."""
    a, b = same_dtype("isclose", input, other)
    if rtol < 0 or atol < 0:
        raise RuntimeError(f"rtol and atol must not be negative, but got rtol={rtol}, atol={atol}")
    if equal_nan and input.dtype.category < FLOATING:
        equal_nan = False
    return wrap(np.asarray(array_module(a).isclose(a, b, rtol, atol, equal_nan)))


def allclose(input, other, rtol=1e-5, atol=1e-8, equal_nan=False):
    """Whether all elements are close: see isclose.

    >>> import minitorch as mt
    >>> mt.allclose(mt.tensor([0.1]) * 3, mt.tensor([0.3]))
    True

    Source: PyTorch, torch.allclose.
    """
    return bool(isclose(input, other, rtol, atol, equal_nan)._array.all())


def is_nonzero(input):
    """Whether the one element of a tensor is other than 0. Source: PyTorch, torch.is_nonzero."""
    return bool(input)


def equal(input, other):
    """Whether two tensors have the same shape and the same numbers: one bool. Source: PyTorch, torch.equal."""
    if not isinstance(other, Tensor):
        raise TypeError(f"equal(): argument 'other' (position 2) must be Tensor, not {type(other).__name__}")
    a, b = input._array, other._array
    return a.shape == b.shape and bool((a == b).all())


# --- methods and operators ------------------------------------------------------------------------------------------


def with_array(op, inputs, stranger):
    """== and != beside a NumPy array take it as a tensor: left to Python, the two would simply not be the same object."""
    if isinstance(stranger, np.ndarray) and stranger.dtype in by_numpy:
        return op(*[wrap(x) if x is stranger else x for x in inputs])
    return NotImplemented


for _name in __all__:
    method(globals()[_name], _name)
Tensor.__eq__, Tensor.__ne__ = eq.make(with_array), ne.make(with_array)
Tensor.__lt__, Tensor.__le__, Tensor.__gt__, Tensor.__ge__ = lt.operator, le.operator, gt.operator, ge.operator
Tensor.__and__ = Tensor.__rand__ = bitwise_and.operator
Tensor.__or__ = Tensor.__ror__ = bitwise_or.operator
Tensor.__xor__ = Tensor.__rxor__ = bitwise_xor.operator
Tensor.__invert__ = bitwise_not.call
Tensor.__lshift__, Tensor.__rshift__ = bitwise_left_shift.operator, bitwise_right_shift.operator
Tensor.__rlshift__ = lambda y, x: NotImplemented if isinstance(x, np.ndarray) else bitwise_left_shift.operator(x, y)
Tensor.__rrshift__ = lambda y, x: NotImplemented if isinstance(x, np.ndarray) else bitwise_right_shift.operator(x, y)
