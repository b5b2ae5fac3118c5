"""_jit_internal: torch._jit_internal: names for annotations, and marks of functions that a compiler reads (shelf)."""

from typing import Any, Dict, Final, List, Optional, Tuple, Union  # noqa: UP035  the names that programs import

from .futures import Future
from .jit import _overload, _overload_method, export, ignore, is_scripting, unused
from .nn.functional.names import BroadcastingList1, BroadcastingList2, BroadcastingList3, boolean_dispatch

__all__ = [
    "Any", "BroadcastingList1", "BroadcastingList2", "BroadcastingList3", "Dict", "Final", "Future", "List", "Optional",
    "Tuple", "Union", "_copy_to_script_wrapper", "_overload", "_overload_method", "boolean_dispatch", "export", "ignore",
    "is_scripting", "unused",
]  # fmt: skip


def _copy_to_script_wrapper(fn):
    """The function as it is: nothing is compiled. Source: PyTorch, torch._jit_internal."""
    return fn
