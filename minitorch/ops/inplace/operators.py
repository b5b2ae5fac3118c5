"""add_, mul_, relu_ and the other in-place forms, and the operators += -= *= /= (core).

`x.add_(y)` computes what `x.add(y)` computes, writes it into x's memory, and counts the change, so that a node that saved
the old numbers can notice. Views of x, and the tensor that x is a view of, see the new numbers: the memory is theirs too.
"""

from ..._tensor import Tensor, method
from ..op import NUMBER
from .in_place import in_place

__all__ = []


NAMES = """add sub subtract mul multiply div divide true_divide pow neg negative abs absolute sqrt rsqrt
reciprocal exp log log1p tanh sigmoid relu clamp clip
eq ne lt le gt ge greater greater_equal less less_equal not_equal""".split()

for _name in NAMES:
    in_place(getattr(Tensor, _name), _name + "_")


OPERATORS = {"add": "add", "sub": "sub", "mul": "mul", "truediv": "div", "floordiv": "floor_divide", "mod": "remainder"}
OPERATORS |= {"pow": "pow", "and": "bitwise_and", "or": "bitwise_or", "xor": "bitwise_xor"}
OPERATORS |= {"lshift": "bitwise_left_shift", "rshift": "bitwise_right_shift"}


def updating(change):
    """The operator += of the method add_: an operand that we do not support is left to the other side."""

    def operator(self, other):
        return change(self, other) if isinstance(other, (Tensor, NUMBER)) else NotImplemented

    operator.__name__ = operator.__qualname__ = "__i" + change.__name__.rstrip("_") + "__"
    operator.__doc__ = change.__doc__
    return operator


for _operator, _name in OPERATORS.items():
    if vars(Tensor).get(_name + "_") is not None:  # the others come with their files
        method(updating(getattr(Tensor, _name + "_")), f"__i{_operator}__")
