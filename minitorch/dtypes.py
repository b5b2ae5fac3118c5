"""dtype, promote_types: the dtype of a tensor, and type promotion (core).

NumPy has dtypes too, but its rules for mixing them are not PyTorch's: NumPy makes `int64 + float32` a float64,
PyTorch keeps float32. So the library has its own small objects, each of which knows its NumPy counterpart.
"""

from functools import reduce

import numpy as np

from ._lazy import load
from .errors import with_note

BOOL, INTEGER, FLOATING, COMPLEX = range(4)


class dtype:
    """A kind of number: its name, its category, and the NumPy dtype that stores it.

    >>> import minitorch as mt
    >>> mt.float32, mt.float32.itemsize, mt.float32.is_floating_point
    (minitorch.float32, 4, True)

    Source: PyTorch, "Tensor Attributes: torch.dtype".
    """

    __module__ = "minitorch"  # where users find it

    __slots__ = ("name", "category", "itemsize", "numpy")  # numpy: the NumPy dtype that stores these numbers

    def __init__(self, name, category, itemsize):
        self.name, self.category, self.itemsize = name, category, itemsize
        if name != "bfloat16":
            self.numpy = np.dtype(name)

    def __getattr__(self, name):
        """The NumPy dtype of bfloat16, which comes from ml_dtypes and is loaded when first asked for."""
        if name != "numpy":
            raise AttributeError(f"minitorch.dtype has no attribute {name!r}")
        self.numpy = load("minitorch.creation.type_info").of_ml_dtypes(self.name)
        by_numpy[self.numpy] = self
        return self.numpy

    @property
    def is_floating_point(self):
        return self.category == FLOATING

    @property
    def is_complex(self):
        return self.category == COMPLEX

    @property
    def is_signed(self):
        return self.category != BOOL and not self.name.startswith("uint")

    @property
    def title(self):
        """The old name, which errors and `Tensor.type()` use: "Float", "Long", "Byte"."""
        return TITLES.get(self.name, self.name.capitalize().replace("Uint", "UInt"))

    @property
    def spelled(self):
        """The name in C++, which some errors use: "float", "long int", "c10::Half"."""
        return SPELLED.get(self.name, self.name)

    def to_real(self):
        """The kind of the real part: complex64 -> float32; any other kind is its own."""
        return {complex64: float32, complex128: float64}.get(self, self)

    def to_complex(self):
        """The kind of complex number whose parts are of this kind: float64 -> complex128."""
        return complex128 if self in (float64, complex128) else complex64

    def __repr__(self):
        return f"minitorch.{self.name}"

    def __reduce__(self):
        return self.name  # pickle and copy look the one object up by its name in this module


bool = dtype("bool", BOOL, 1)
uint8, int8 = dtype("uint8", INTEGER, 1), dtype("int8", INTEGER, 1)
uint16, int16 = dtype("uint16", INTEGER, 2), dtype("int16", INTEGER, 2)
uint32, int32 = dtype("uint32", INTEGER, 4), dtype("int32", INTEGER, 4)
uint64, int64 = dtype("uint64", INTEGER, 8), dtype("int64", INTEGER, 8)
float16, bfloat16 = dtype("float16", FLOATING, 2), dtype("bfloat16", FLOATING, 2)
float32, float64 = dtype("float32", FLOATING, 4), dtype("float64", FLOATING, 8)
complex64, complex128 = dtype("complex64", COMPLEX, 8), dtype("complex128", COMPLEX, 16)

TITLES = {
    "uint8": "Byte", "int8": "Char", "int16": "Short", "int32": "Int", "int64": "Long", "float16": "Half",
    "bfloat16": "BFloat16", "float32": "Float", "float64": "Double", "complex64": "ComplexFloat",
    "complex128": "ComplexDouble",
}  # fmt: skip
SPELLED = {
    "uint8": "unsigned char", "int8": "signed char", "int16": "short int", "int32": "int", "int64": "long int",
    "float16": "c10::Half", "bfloat16": "c10::BFloat16", "float32": "float", "float64": "double",
}  # fmt: skip
short, int, long = int16, int32, int64
half, float, double = float16, float32, float64
cfloat, cdouble = complex64, complex128

ALL = (bool, uint8, int8, uint16, int16, uint32, int32, uint64, int64)
ALL += (float16, bfloat16, float32, float64, complex64, complex128)
by_numpy = {one.numpy: one for one in ALL if one is not bfloat16}


def from_numpy_dtype(numpy_dtype):
    """The dtype of a NumPy array's numbers; TypeError for what no tensor can hold (text, objects)."""
    if numpy_dtype in by_numpy:
        return by_numpy[numpy_dtype]
    return load("minitorch.creation.type_info").unusual_dtype(numpy_dtype)


PYTHON = {type(0.0): float64, type(0): int64, type(True): bool, type(0j): complex128}


def named(kind):
    """The dtype that a dtype argument names: float, int, bool and complex stand for those that hold Python's numbers."""
    return PYTHON.get(kind, kind) if isinstance(kind, type) else kind


# --- the default: what a Python float becomes --------------------------------------------------------------------

_default = float32


def get_default_dtype():
    """The dtype that Python floats become; float32 unless set_default_dtype changed it."""
    return _default


def set_default_dtype(d):
    """Make `d` (a floating dtype) what Python floats become."""
    global _default
    if not isinstance(d, dtype) or not d.is_floating_point:
        raise with_note(TypeError("only floating-point types are supported as the default type"), f"This is {d}.")
    _default = d


# --- which numbers a dtype can hold ---------------------------------------------------------------------------


def check_holds(kind, value):
    """Raise for a Python number that a dtype cannot hold: 1e9 in half precision, nan among integers."""
    if kind.category == BOOL or (kind.category >= FLOATING and type(value) is not complex and abs(value) < 60_000):
        return
    load("minitorch.creation.type_info").check_fits(kind, value)


def check_assigned(kind, value):
    """The same for a number that PyTorch makes a tensor of first: one too large for half precision becomes infinite."""
    if kind.itemsize != 2 or kind.category < FLOATING:
        check_holds(kind, value)


# --- which dtype wins --------------------------------------------------------------------------------------------

NO_RULE = (uint16, uint32, uint64)


def promote_types(type1, type2):
    """The smallest dtype that both convert to by PyTorch's rules.

    The higher category wins (bool < integer < floating < complex); within one category, the wider.

    >>> import minitorch as mt
    >>> mt.promote_types(mt.int64, mt.float32), mt.promote_types(mt.uint8, mt.int8)
    (minitorch.float32, minitorch.int16)

    Errors: RuntimeError for uint16, uint32 and uint64 beside any other kind that is not floating.
    Source: PyTorch, torch.promote_types.
    """
    if type1 is type2:
        return type1
    low, high = sorted((type1, type2), key=lambda one: (one.category, one.itemsize))
    return holds_both(low, high) or high


def holds_both(one, other):
    """The result for two integers, and for pairs in which neither can hold the numbers of the other; otherwise None.

    Errors: RuntimeError for the unsigned dtypes above uint8, for which PyTorch has no rule unless they meet a floating one.
    """
    if one in NO_RULE or other in NO_RULE:
        load("minitorch.creation.type_info").refuse_unsigned(one, other)
    if {one, other} == {float64, complex64}:
        return complex128
    if {one, other} == {float16, bfloat16}:
        return float32
    if one.category == other.category == INTEGER:
        return by_numpy[np.promote_types(one.numpy, other.numpy)]
    return None


def kind_of_scalar(value):
    """The dtype that a number, Python's or NumPy's, counts as when it meets tensors."""
    if isinstance(value, (type(True), np.bool_)):
        return bool
    if isinstance(value, (type(1), np.integer)):
        return int64
    if isinstance(value, (complex, np.complexfloating)):
        return _default.to_complex()
    return _default


def common_dtype(dimensioned, zero_dimensional, scalars):
    """The dtype of a result, from the dtypes of tensors with dimensions, of 0-d tensors, and of Python numbers.

    The first group that is not empty decides. A later one counts only if its category is higher. So a float32 matrix
    times a float64 number is float32.
    """
    kind = None
    for group in (dimensioned, zero_dimensional, scalars):
        if group:
            higher = reduce(promote_types, group)
            if kind is None:
                kind = higher
            elif higher.category > kind.category:
                kind = lifted(kind, higher)
    return kind


def lifted(kind, higher):
    """The dtype that `kind` becomes when a higher category joins it: `higher`, but a floating one keeps its precision."""
    return kind.to_complex() if kind.category == FLOATING else higher
