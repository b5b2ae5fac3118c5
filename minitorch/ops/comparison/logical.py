"""logical_and, logical_or, logical_xor, logical_not, and bitwise_and and its kin, the operators & | ^ ~ << >> (shelf)."""

from ..._tensor import method
from ...backend import array_module
from ...dtypes import INTEGER
from ..inplace.in_place import in_place_forms
from ..op import common, op

__all__ = """logical_and logical_or logical_xor logical_not bitwise_and bitwise_or bitwise_xor bitwise_not
bitwise_left_shift bitwise_right_shift""".split()


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
    """The dtype of operands whose bits are to be combined: their common one, which is one of integers or bools."""
    kind = common(operands)
    if kind is not None and kind.category > INTEGER:
        raise NotImplementedError(f"bits of {kind} are not combined: only those of integers and bools")
    return kind


whole_numbers.always = True  # it refuses even when the operands agree


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


def invert(x):
    """~x: bitwise_not. Source: PyTorch, torch.bitwise_not."""
    if x.dtype.category > INTEGER:
        raise TypeError("~ (operator.invert) is only implemented on integer and Boolean-type tensors")
    return bitwise_not(x)


for _name in __all__:
    method(globals()[_name], _name)
method(bitwise_and.operator, "__and__", "__rand__")
method(bitwise_or.operator, "__or__", "__ror__")
method(bitwise_xor.operator, "__xor__", "__rxor__")
method(invert, "__invert__")
method(bitwise_left_shift.operator, "__lshift__")
method(bitwise_right_shift.operator, "__rshift__")
in_place_forms(*__all__)
