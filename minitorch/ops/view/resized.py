"""resized: what a storage asks before it gets another size, and how its tensor follows it (shelf)."""

from ...backend import array_module
from ...notes import with_note
from .stride import extent, start_of


def resized(storage, size):
    """New memory for so many elements, with those that are there; the tensor that the storage was asked of shows it."""
    if not isinstance(size, int):
        raise RuntimeError(f"resize_ expects an int, but got {type(size).__name__}")
    check_resizable(storage, size)
    old = storage._memory
    memory, kept = array_module(old).empty(size, old.dtype), min(size, len(old))
    memory[:kept] = old[:kept]
    if storage._shown_by is not None:
        move_to(storage._shown_by, memory)
    return memory


def check_resizable(storage, size):
    """Raise PyTorch's errors where a storage cannot have so many elements."""
    if size < 0:
        raise RuntimeError(
            "[enforce fail at alloc_cpu.cpp:98] ((ptrdiff_t)nbytes) >= 0. alloc_cpu() seems to have been called with negative "
            f"number: {2**64 + size}"
        )
    if not storage.resizable():
        raise RuntimeError("Trying to resize storage that is not resizable")
    tensor = storage._shown_by
    if tensor is not None and tensor._array.size:
        needed = (start_of(tensor._array) + extent(tensor._array)) * tensor._array.itemsize
        if size * storage.element_size() < needed:
            raise with_note(
                RuntimeError("Trying to resize storage that is not resizable"),
                f"The tensor that shows it needs {needed} bytes: PyTorch would let it show memory that is gone.",
            )


def move_to(tensor, memory):
    """Let a tensor show the same places of other memory."""
    array = tensor._array
    start = start_of(array) * array.itemsize if array.size else 0
    numbers = memory.view("uint8")[start:]
    numbers = numbers[: len(numbers) // array.itemsize * array.itemsize].view(array.dtype)
    tensor._array = array_module(array).lib.stride_tricks.as_strided(numbers, array.shape, array.strides)
