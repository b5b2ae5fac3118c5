"""pin_memory: a batch in memory that a GPU can copy by itself: what DataLoader(pin_memory=True) gives (shelf)."""

from collections.abc import Mapping, Sequence

from .collate import is_namedtuple, is_text, mapping_like, sequence_like


def pin_memory(data, device=None):
    """The data with its tensors pinned; what has a method `pin_memory` of its own is asked for it.

    Source: PyTorch, torch.utils.data._utils.pin_memory.
    """
    if hasattr(data, "pin_memory"):
        return data.pin_memory()
    if is_text(data):
        return data
    if isinstance(data, Mapping):
        return mapping_like(data, {key: pin_memory(value) for key, value in data.items()})
    if is_namedtuple(data):
        return type(data)(*[pin_memory(item) for item in data])
    if isinstance(data, Sequence):
        items = [pin_memory(item) for item in data]
        return items if isinstance(data, tuple) else sequence_like(data, items)
    return data
