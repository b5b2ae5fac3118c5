"""engine: what the backward pass itself does: its start, and gradients that arrive at leaves (shelf)."""

from ...memory_format import preserve_format, strided
from ..calling import below, dispatch
from ..subclasses import takes
from .table import form, overload


@form("start")
def start(inner, tensors, gradients):
    """A walk starts with ones."""
    given = [gradients] * len(tensors) if gradients is None else gradients
    if isinstance(given, (list, tuple)) and len(given) == len(tensors):
        gradients = [ones(x) if g is None and wants_one(x) else g for x, g in zip(tensors, given, strict=True)]
    return inner(tensors, gradients)


def wants_one(x):
    return x.numel() == 1 and x.requires_grad and not x.is_complex()


def ones(x):
    return overload("ones_like")(x, pin_memory=False, memory_format=preserve_format)


@form("accumulate")
def accumulate(inner, leaf, g, create_graph=False):
    """A leaf takes its first gradient as it comes where that lies as the leaf does; further ones are added in place."""
    if leaf._grad is not None or create_graph:
        return inner(leaf, g, create_graph)
    if g._array.strides == leaf._array.strides or g._array.size < 2:
        taken = dispatch(overload("detach"), (g,), {})
    else:
        named = {"dtype": g.dtype, "layout": strided, "device": g.device}
        steps = [n // leaf._array.itemsize for n in leaf._array.strides]
        place = overload("new_empty_strided")(g, [*g.shape], steps, **named)
        taken = overload("copy_")(place, g)
    if takes(taken):
        leaf._grad = taken
        return
    with below():
        leaf._grad = taken.clone() if taken._array is g._array or taken._base is not None else taken
