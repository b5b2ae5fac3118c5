"""out, size, layout, memory_format, pin_memory: the rarer arguments that all creation functions share (shelf).

`out` is a tensor to write the numbers into; `size` may be given as a keyword; `memory_format` is the order of the elements
in memory. `layout` and `pin_memory` have one meaning where all tensors are dense arrays.
"""

from ..backend import cuda_is_available
from ..ops.out import fill_out, kind_of
from .memory_format import copied, layout, memory_format, preserve_format, strided


def made(function, args, named, writes):
    """The tensor that a creation function makes of its own arguments and of the shared ones; `writes`: it takes `out`."""
    name, out = function.__name__, named.pop("out", None)
    order = taken_out(name, named)
    if "size" in named and function.__code__.co_flags & 4:  # it has *size
        args += (named.pop("size"),)
    if out is not None:
        return written_into(out, function, args, named, writes)
    result = function(*args, **named)
    if order is not None:
        result._array = copied(result._array, order)
    return result


def taken_out(name, named):
    """Take what has one meaning out of the keyword arguments; returns the memory_format that was asked for, or None."""
    check_words(name, named)
    named.pop("pin_memory", None)
    named.pop("layout", None)
    order = None
    if name == "empty" or name.endswith("_like"):
        order = named.pop("memory_format", None)
    return None if order is preserve_format else order


def written_into(out, function, args, named, writes):
    """`out` with the numbers that the function makes: what the argument `out` is for."""
    name = function.__name__
    if not writes:
        raise TypeError(f"{name}() got an unexpected keyword argument 'out'")
    requires_grad = named.pop("requires_grad", False)
    result = function(*args, **named | {"dtype": kind_of(out, named.get("dtype"), name)})
    if name in ("arange", "linspace", "logspace") and result.numel() == out.numel():
        result = result.reshape(out.shape)  # these three fill a tensor of any shape
    fill_out(out, result, name)
    return out.requires_grad_() if requires_grad else out


def check_words(name, named):
    """Raise for pin_memory without a GPU, and for a layout or memory_format that is not one."""
    if named.get("pin_memory") and not cuda_is_available():
        raise RuntimeError(f"{name}(): pin_memory=True requires a GPU")
    for word, kind in (("layout", layout), ("memory_format", memory_format)):
        value = named.get(word)
        if value is not None and not isinstance(value, kind):
            raise TypeError(f"{name}(): argument '{word}' must be minitorch.{word}, not {type(value).__name__}")
    if named.get("layout") not in (None, strided):
        raise NotImplementedError(f"{name}(): tensors are strided here, there are none in {named['layout']}")
