"""FloatTensor, LongTensor and the other constructors named after a type (shelf)."""

from .. import dtypes
from .._tensor import Tensor, wrap
from .legacy import legacy_array

__all__ = """FloatTensor DoubleTensor HalfTensor BFloat16Tensor ByteTensor CharTensor ShortTensor IntTensor
LongTensor BoolTensor""".split()


# --- the typed constructors: FloatTensor, LongTensor ... -----------------------------------------------------------------


class _Typed(type):
    """FloatTensor and its kin: they make plain Tensors, and isinstance asks for the dtype."""

    def __call__(cls, *args):
        if len(args) == 1 and isinstance(args[0], Tensor) and args[0].dtype is not cls.dtype:
            raise TypeError(f"expected a tensor of {cls.dtype} (got {args[0].dtype})")
        return wrap(legacy_array(args, cls.dtype))

    def __instancecheck__(cls, x):
        return isinstance(x, Tensor) and x.dtype is cls.dtype and x.is_cpu

    def __repr__(cls):
        return f"<class 'minitorch.{cls.__name__}'>"


def _typed(name, kind):
    doc = f"`{name}(2, 3)` or `{name}([1, 2])`: PyTorch's old constructor of {kind.name} tensors."
    return _Typed(name, (), {"dtype": kind, "__doc__": doc, "__module__": "minitorch"})


FloatTensor, DoubleTensor = _typed("FloatTensor", dtypes.float32), _typed("DoubleTensor", dtypes.float64)
HalfTensor, BFloat16Tensor = _typed("HalfTensor", dtypes.float16), _typed("BFloat16Tensor", dtypes.bfloat16)
ByteTensor, CharTensor = _typed("ByteTensor", dtypes.uint8), _typed("CharTensor", dtypes.int8)
ShortTensor, IntTensor = _typed("ShortTensor", dtypes.int16), _typed("IntTensor", dtypes.int32)
LongTensor, BoolTensor = _typed("LongTensor", dtypes.int64), _typed("BoolTensor", dtypes.bool)
TYPED = (FloatTensor, DoubleTensor, HalfTensor, BFloat16Tensor, ByteTensor, CharTensor, ShortTensor, IntTensor)
TYPED += (LongTensor, BoolTensor)
