"""out, size, layout, memory_format, pin_memory: the arguments that all creation functions share (core).

`out` is a tensor to write the numbers into; `size` may be said by name; `memory_format` is the order of the elements in
memory. `layout` and `pin_memory` have one meaning where all tensors are dense arrays.
"""

import numpy as np

from .._tensor import Tensor, touch
from ..memory_format import copied, layout, memory_format, preserve_format


def makes(function, writes=True):
    """Give the shared arguments to a function that makes a tensor. Without `writes` it takes no `out`."""
    name, starred = function.__name__, function.__code__.co_flags & 4
    ordered = name == "empty" or name.endswith("_like")

    def make(*args, out=None, **named):
        order = check_words(name, named, ordered) if named else None
        if starred and "size" in named:
            args += (named.pop("size"),)
        if out is not None:
            return written_into(out, function, args, named, writes)
        made = function(*args, **named)
        if order is not None and order is not preserve_format:
            made._array = copied(made._array, order)
        return made

    make.__name__ = make.__qualname__ = name
    make.__doc__, make.__module__, make.__wrapped__ = function.__doc__, function.__module__, function
    return make


def written_into(out, function, args, named, writes):
    """`out` with the numbers that the function makes: what the argument `out` is for."""
    name = function.__name__
    if not writes:
        raise TypeError(f"{name}() got an unexpected keyword argument 'out'")
    if not isinstance(out, Tensor):
        raise TypeError(f"{name}(): argument 'out' must be Tensor, not {type(out).__name__}")
    kind = named.setdefault("dtype", out.dtype)
    if kind is not None and kind is not out.dtype:
        raise RuntimeError(f"dtype {kind.title} does not match dtype of out parameter ({out.dtype.title})")
    wanted = named.pop("requires_grad", False)
    made = function(*args, **named | {"dtype": out.dtype})._array
    if out._array.shape != made.shape:
        out._array = np.empty_like(made)
    out._array[...] = made
    touch(out)
    return out.requires_grad_() if wanted else out


def check_words(name, named, ordered):
    """Take what has one meaning out of the arguments by name, and return memory_format. Raises PyTorch's errors."""
    if named.pop("pin_memory", None):
        raise RuntimeError(
            "pin_memory=True requires a CUDA or other accelerator backend; no pinned memory allocator is available."
        )
    for word, kind in (("layout", layout), ("memory_format", memory_format)):
        value = named.get(word)
        if value is not None and not isinstance(value, kind):
            raise TypeError(f"{name}(): argument '{word}' must be minitorch.{word}, not {type(value).__name__}")
    named.pop("layout", None)
    return named.pop("memory_format", None) if ordered else None
