"""kinds: the types of values in a traced graph: Tensor with its sizes, int, List[int], the class of a module ... (shelf).

`str` of a type is what programs get to see, `shown()` is how a graph prints it.
"""

from .. import dtypes
from .._tensor import Tensor
from ..backend import CPU, device
from ..dispatch.calling import below

CODES = {
    dtypes.uint8: 0, dtypes.int8: 1, dtypes.int16: 2, dtypes.int32: 3, dtypes.int64: 4, dtypes.float16: 5, dtypes.float32: 6,
    dtypes.float64: 7, dtypes.complex64: 9, dtypes.complex128: 10, dtypes.bool: 11, dtypes.bfloat16: 15,
}  # fmt: skip
DTYPES = {code: dtype for dtype, code in CODES.items()}
SCALARS = {
    0: "Byte", 1: "Char", 2: "Short", 3: "Int", 4: "Long", 5: "Half", 6: "Float", 7: "Double", 9: "ComplexFloat",
    10: "ComplexDouble", 11: "Bool", 15: "BFloat16",
}  # fmt: skip


class JitType:
    """A type of values in a graph. Source: PyTorch, torch._C.Type."""

    def kind(self):
        """The name of the type's class: "TensorType", "IntType" ..."""
        return type(self).__name__

    def str(self):
        return str(self)

    def shown(self):
        return str(self)

    @property
    def annotation_str(self):
        """The type as code writes it."""
        return str(self)

    def __repr__(self):
        return str(self)

    def __eq__(self, other):
        return type(self) is type(other) and self.shown() == other.shown()

    def __hash__(self):
        return hash(self.shown())

    def isSubtypeOf(self, other):
        """Whether values of this type are values of the other."""
        return self == other or (type(other) is OptionalType and self.isSubtypeOf(other.inner))

    def containedTypes(self):
        return []


class TensorType(JitType):
    """Tensor; with the form of the one that was seen, where one was. Source: PyTorch, torch._C.TensorType."""

    def __init__(self, scalar=None, sizes=None, strides=None, requires_grad=None):
        self._scalar, self._sizes, self._strides, self._requires_grad = scalar, sizes, strides, requires_grad

    @classmethod
    def get(cls):
        return cls()

    @classmethod
    def of(cls, x):
        """The type of a tensor that is there."""
        with below():
            return cls(CODES.get(x.dtype), list(x.shape), list(x.stride()), bool(x.requires_grad))

    def __str__(self):
        return "Tensor"

    def shown(self):
        if self._scalar is None:
            return "Tensor"
        parts = [str(n) for n in self._sizes or ()]
        parts += [f"strides={self._strides}"] if self._sizes else []
        parts += [] if self._requires_grad is None else [f"requires_grad={int(self._requires_grad)}"]
        return f"{SCALARS[self._scalar]}({', '.join([*parts, 'device=cpu'])})"

    def sizes(self):
        return None if self._sizes is None else list(self._sizes)

    def strides(self):
        return None if self._strides is None else list(self._strides)

    varyingSizes, symbolic_sizes = sizes, sizes

    def dim(self):
        return None if self._sizes is None else len(self._sizes)

    def scalarType(self):
        return None if self._scalar is None else SCALARS[self._scalar]

    def dtype(self):
        return None if self._scalar is None else DTYPES[self._scalar]

    def device(self):
        return None if self._scalar is None else CPU

    def requiresGrad(self):
        return bool(self._requires_grad)

    requires_grad = requiresGrad

    def undefined(self):
        return False

    def with_sizes(self, sizes):
        """The same with other sizes."""
        return TensorType(self._scalar, list(sizes), None, self._requires_grad)

    def isSubtypeOf(self, other):
        return type(other) is TensorType or super().isSubtypeOf(other)


class Plain(JitType):
    """A type that says nothing but its name."""

    word = ""

    @classmethod
    def get(cls):
        return cls()

    def __str__(self):
        return self.word


class IntType(Plain):
    """int. Source: PyTorch, torch._C.IntType."""

    word = "int"


class FloatType(Plain):
    """float. Source: PyTorch, torch._C.FloatType."""

    word = "float"


class ComplexType(Plain):
    """complex. Source: PyTorch, torch._C.ComplexType."""

    word = "complex"


class BoolType(Plain):
    """bool. Source: PyTorch, torch._C.BoolType."""

    word = "bool"


class StringType(Plain):
    """str. Source: PyTorch, torch._C.StringType."""

    word = "str"


class NoneType(Plain):
    """None. Source: PyTorch, torch._C.NoneType."""

    word = "NoneType"


class DeviceObjType(Plain):
    """Device. Source: PyTorch, torch._C.DeviceObjType."""

    word = "Device"


class NumberType(Plain):
    """A number of any kind. Source: PyTorch, torch._C.NumberType."""

    word = "number"

    def shown(self):
        return "Scalar"


class Container(JitType):
    """A type with one type inside."""

    def __init__(self, inner):
        self.inner = inner

    def getElementType(self):
        return self.inner

    def containedTypes(self):
        return [self.inner]


class ListType(Container):
    """List[...]. Source: PyTorch, torch._C.ListType."""

    def __str__(self):
        return f"List[{self.inner}]"

    def shown(self):
        return f"{self.inner.shown()}[]"


class OptionalType(Container):
    """Optional[...]. Source: PyTorch, torch._C.OptionalType."""

    def __str__(self):
        return f"Optional[{self.inner}]"

    def shown(self):
        return f"{self.inner.shown()}?"


class TupleType(JitType):
    """Tuple[...]. Source: PyTorch, torch._C.TupleType."""

    def __init__(self, inner):
        self.inner = list(inner)

    def elements(self):
        return list(self.inner)

    containedTypes = elements

    def __str__(self):
        return f"Tuple[{', '.join([str(one) for one in self.inner])}]"

    def shown(self):
        return f"({', '.join([one.shown() for one in self.inner])})"


class DictType(JitType):
    """Dict[...]. Source: PyTorch, torch._C.DictType."""

    def __init__(self, key, value):
        self.key, self.value = key, value

    def getKeyType(self):
        return self.key

    def getValueType(self):
        return self.value

    def __str__(self):
        return f"Dict[{self.key}, {self.value}]"

    def shown(self):
        return f"Dict({self.key.shown()}, {self.value.shown()})"


class ClassType(JitType):
    """The class of a traced module. Source: PyTorch, torch._C.ClassType."""

    def __init__(self, qualified):
        self.qualified = qualified

    def __str__(self):
        return self.qualified

    def name(self):
        return self.qualified.rpartition(".")[2]

    def qualified_name(self):
        return self.qualified


def type_of(value):
    """The type of a constant, or of a tensor."""
    if isinstance(value, Tensor):
        return TensorType.of(value)
    if isinstance(value, tuple):
        return TupleType([type_of(one) for one in value])
    if isinstance(value, list):
        return ListType(type_of(value[0]) if value else TensorType())
    if isinstance(value, dict):
        return DictType(type_of(next(iter(value))), type_of(next(iter(value.values()))))
    if value is None:
        return NoneType()
    plain = {
        bool: BoolType,
        int: IntType,
        float: FloatType,
        complex: ComplexType,
        str: StringType,
        device: DeviceObjType,
    }
    return plain[type(value)]()
