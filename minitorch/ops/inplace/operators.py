"""add_, mul_, relu_ and the other in-place forms, and the operators += -= *= /=.

`x.add_(y)` computes what `x.add(y)` computes, writes it into x's memory, and counts the change, so that whoever saved
the old numbers can notice. Views of x, and the tensor that x is a view of, see the new numbers: the memory is theirs too.
"""

import numpy as np

from ..._tensor import Tensor, touch
from ..op import FLOAT_DTYPES, NUMBER
from .in_place import History, in_place, reshape_in_place

__all__ = []


for _name in ("squeeze", "unsqueeze", "t", "transpose", "swapaxes", "swapdims", "as_strided"):
    reshape_in_place(_name)

# --- all the others ---------------------------------------------------------------------------------------------------------

NAMES = """add sub subtract mul multiply div divide true_divide floor_divide remainder fmod pow neg negative abs
absolute sign sgn square sqrt rsqrt reciprocal exp exp2 expm1 log log2 log10 log1p tanh sigmoid relu floor ceil round
trunc fix frac erf erfc erfinv clamp clip clamp_min clamp_max addcmul addcdiv lerp masked_fill masked_scatter
index_add index_put scatter_add eq ne lt le gt ge greater greater_equal less less_equal not_equal logical_and
logical_or logical_xor logical_not bitwise_and bitwise_or bitwise_xor bitwise_not bitwise_left_shift
bitwise_right_shift put float_power gcd lcm conj_physical""".split()

for _name in NAMES:
    in_place(getattr(Tensor, _name), _name + "_")


def straight(ufunc, name):
    """The in-place form of + - * / for two float tensors of one shape without history: NumPy writes into x itself.

    An optimiser does nothing else; of the general way it takes a third of the time.
    """
    general = getattr(Tensor, name)

    def change(self, other, **options):
        a, b = self._array, getattr(other, "_array", None)
        if b is not None and a.dtype is b.dtype and a.shape == b.shape and a.base is None and a.dtype in FLOAT_DTYPES:
            if self._counter is not None and not options and not History.wanted(self, other):
                ufunc(a, b, a)
                touch(self)
                return self
        return general(self, other, **options)

    change.__name__, change.__doc__ = name, general.__doc__
    setattr(Tensor, name, change)


for _ufunc, _name in ((np.add, "add_"), (np.subtract, "sub_"), (np.multiply, "mul_"), (np.true_divide, "div_")):
    straight(_ufunc, _name)

OPERATORS = {"add": "add", "sub": "sub", "mul": "mul", "truediv": "div", "floordiv": "floor_divide", "mod": "remainder"}
OPERATORS |= {"pow": "pow", "and": "bitwise_and", "or": "bitwise_or", "xor": "bitwise_xor"}
OPERATORS |= {"lshift": "bitwise_left_shift", "rshift": "bitwise_right_shift"}


def updating(change):
    """The operator += of the method add_: what is no operand for us is left to the other side."""
    return lambda self, other: change(self, other) if isinstance(other, (Tensor, NUMBER)) else NotImplemented


for _operator, _name in OPERATORS.items():
    if hasattr(Tensor, _name + "_"):
        setattr(Tensor, f"__i{_operator}__", updating(getattr(Tensor, _name + "_")))
