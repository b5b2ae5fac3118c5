"""types: names for kinds of arguments, for annotations: Device, Number, _size ... (shelf)."""

import builtins
import os
from collections.abc import Sequence
from typing import IO, TypeAlias, Union

from ._tensor import Tensor
from .backend import device
from .dtypes import dtype
from .size import Size

_dtype, _device = dtype, device
_int, _float, _bool = builtins.int, builtins.float, builtins.bool
_str, _bytes, _complex = builtins.str, builtins.bytes, builtins.complex
_size: TypeAlias = Size | list[builtins.int] | tuple[builtins.int, ...]
_TensorOrTensors: TypeAlias = Tensor | Sequence[Tensor]
Number: TypeAlias = builtins.int | builtins.float | builtins.bool
Device: TypeAlias = device | builtins.str | builtins.int | None
FileLike: TypeAlias = Union[builtins.str, "os.PathLike[builtins.str]", IO[builtins.bytes]]
IntLikeType, FloatLikeType, BoolLikeType = builtins.int, builtins.float, builtins.bool

__all__ = ["Device", "FileLike", "Number"]
