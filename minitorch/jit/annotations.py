"""annotations: the types that older code takes from torch.jit.annotations, and BroadcastingList (shelf)."""

from typing import Any, Dict, List, Optional, Tuple, Union  # noqa: UP035

__all__ = [
    "Any",
    "Dict",
    "List",
    "Optional",
    "Tuple",
    "Union",
    "BroadcastingList1",
    "BroadcastingList2",
    "BroadcastingList3",
]


class BroadcastingListCls:
    """`BroadcastingList2[int]`, a type for the script compiler; nothing reads it here. Source: PyTorch, torch.jit.annotations."""

    def __getitem__(self, types):
        return Any


BroadcastingList1 = BroadcastingListCls()
BroadcastingList2 = BroadcastingList3 = BroadcastingList4 = BroadcastingList5 = BroadcastingList6 = BroadcastingList1
