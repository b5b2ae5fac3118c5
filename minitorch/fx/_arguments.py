"""_arguments: what the arguments of a step may be, for annotations: Argument, Target (shelf)."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias, TypeVar, Union

from .._tensor import Tensor
from ..backend import device
from ..dtypes import dtype
from ..memory_format import layout, memory_format
from .node import Node

__all__ = ["Argument", "ArgumentT", "BaseArgumentTypes", "Target"]

Target: TypeAlias = Callable[..., Any] | str
BaseArgumentTypes: TypeAlias = str | int | float | bool | complex | dtype | Tensor | device | memory_format | layout
Argument: TypeAlias = Union[  # noqa: UP007  (a name that stands for itself is a string)
    "tuple[Argument, ...]", Sequence["Argument"], Mapping[str, "Argument"], slice, range, Node, BaseArgumentTypes, None
]  # fmt: skip
ArgumentT = TypeVar("ArgumentT", bound=Argument)
