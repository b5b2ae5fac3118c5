"""logical_and, logical_or, logical_xor, logical_not, and bitwise_and and its kin, the operators & | ^ ~ << >> (shelf)."""

from ..._tensor import method
from ..inplace.in_place import in_place_forms
from ..op import common
from ..pointwise.elementwise import elementwise

__all__ = """logical_and logical_or logical_xor logical_not bitwise_and bitwise_or bitwise_xor bitwise_not
bitwise_left_shift bitwise_right_shift""".split()


logical_and = elementwise(__name__, "logical_and", "Whether both are not 0.", common, inputs=2, tensors="all")
logical_or = elementwise(__name__, "logical_or", "Whether at least one is not 0.", common, inputs=2, tensors="all")
logical_xor = elementwise(__name__, "logical_xor", "Whether exactly one is not 0.", common, inputs=2, tensors="all")
logical_not = elementwise(__name__, "logical_not", "Whether it is 0.", common)


def of_bits(name, doc):
    """The operation of two integers of that name; NumPy has none of fractions."""
    return elementwise(__name__, name, doc, common, inputs=2, tensors="any")


bitwise_and = of_bits("bitwise_and", "The bits set in both.")
bitwise_or = of_bits("bitwise_or", "The bits set in at least one.")
bitwise_xor = of_bits("bitwise_xor", "The bits set in exactly one.")
bitwise_left_shift = of_bits("bitwise_left_shift", "The bits moved to the left by y places: x * 2**y.")
bitwise_right_shift = of_bits("bitwise_right_shift", "The bits moved to the right by y places: x // 2**y.")
bitwise_not = elementwise(__name__, "bitwise_not", "Every bit turned over; for bools, the opposite.", common)


for _name in __all__:
    method(globals()[_name], _name)
method(bitwise_and.operator, "__and__", "__rand__")
method(bitwise_or.operator, "__or__", "__ror__")
method(bitwise_xor.operator, "__xor__", "__rxor__")
method(bitwise_not, "__invert__")
method(bitwise_left_shift.operator, "__lshift__")
method(bitwise_right_shift.operator, "__rshift__")
in_place_forms(*__all__)
