"""schemes: quint8, qint8, qint32 and per_tensor_affine ...: what quantized numbers are called (shelf).

Observers and fake quantization are told by them for which integers they work out steps. There are no tensors of these dtypes.
"""

from ...dtypes import INTEGER, dtype
from ...memory_format import Word

__all__ = """per_channel_affine per_channel_affine_float_qparams per_channel_symmetric per_tensor_affine per_tensor_symmetric
qint32 qint8 qscheme quint8""".split()


class Quantized(dtype):
    """A dtype of integers that stand for multiples of a step."""

    __slots__ = ()
    __module__ = "minitorch"

    def __init__(self, name, itemsize):
        self.name, self.category, self.itemsize, self._numpy = name, INTEGER, itemsize, None

    @property
    def numpy(self):
        """An error: no tensor is made of such numbers."""
        raise NotImplementedError(
            f"tensors of dtype {self!r} are not there; fake_quantize_per_tensor_affine gives the same numbers as floats"
        )


class qscheme(Word):
    """How steps are chosen: for a whole tensor or for each channel, around 0 or not."""


quint8, qint8, qint32 = Quantized("quint8", 1), Quantized("qint8", 1), Quantized("qint32", 4)
per_tensor_affine, per_tensor_symmetric = qscheme("per_tensor_affine"), qscheme("per_tensor_symmetric")
per_channel_affine, per_channel_symmetric = qscheme("per_channel_affine"), qscheme("per_channel_symmetric")
per_channel_affine_float_qparams = qscheme("per_channel_affine_float_qparams")
PER_TENSOR = (per_tensor_affine, per_tensor_symmetric)
PER_CHANNEL = (per_channel_affine, per_channel_symmetric, per_channel_affine_float_qparams)
