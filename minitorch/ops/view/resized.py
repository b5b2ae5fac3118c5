"""resized: what a storage asks before it gets another size, and how its tensor follows it (shelf)."""

from weakref import ref

from ...backend import array_module
from .stride import extent, memory_of, root, start_of

short: dict = {}  # id of memory that stands in for what a storage lost -> (it, how many bytes are the storage's)


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


def move_to(tensor, memory):
    """Let a tensor show the same places of other memory.

    Where that ends before the tensor does, PyTorch lets it show what is no longer its own. Here zeros stand in, which take
    no room until they are written to: so tools that empty a storage and fill it later free its memory, and nothing is lost.
    """
    array = tensor._array
    start = start_of(array) * array.itemsize if array.size else 0
    numbers, needed = memory.view("uint8"), start + extent(array) * array.itemsize
    if needed > len(numbers):
        whole = array_module(array).zeros(needed, "uint8")
        whole[: len(numbers)] = numbers
        gone = id(whole)
        short[gone], numbers = (ref(whole, lambda _: short.pop(gone)), len(numbers)), whole
    numbers = numbers[start:]
    numbers = numbers[: len(numbers) // array.itemsize * array.itemsize].view(array.dtype)
    tensor._array = array_module(array).lib.stride_tricks.as_strided(numbers, array.shape, array.strides)


def memory_shown(tensor):
    """The memory below a tensor, as far as it has any."""
    memory, whole = memory_of(tensor._array), root(tensor._array)
    known, count = short.get(id(whole), (None, 0))
    return memory if known is None or known() is not whole else memory[: count // memory.itemsize]
