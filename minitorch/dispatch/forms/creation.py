"""creation: what makes tensors: zeros, arange, rand, tensor ... (shelf)."""

from ...memory_format import strided
from ..calling import below, dispatch
from .table import announced, form, is_tensor, on_cpu, overload

SIZED = "zeros ones empty rand randn full arange linspace logspace eye randint randperm range empty_strided".split()
LIKE = "zeros_like ones_like empty_like full_like rand_like randn_like randint_like new_zeros new_ones new_empty new_full".split()


def reading(more):
    """What makes an operator's arguments: those that PyTorch's function adds, and not the wish for a gradient."""

    def read(*args, **kwargs):
        wanted = more() | {
            k: v for k, v in kwargs.items() if k not in ("requires_grad", "pin_memory") and v is not None
        }
        return args, wanted

    return read


FROM_PYTHON, ONLY_UNPINNED = reading(on_cpu), reading(lambda: {"pin_memory": False})
for _name in SIZED:
    form(_name)(announced(_name, FROM_PYTHON))
for _name in LIKE:
    form(_name)(announced(_name, ONLY_UNPINNED))


@form("tensor")
def tensor(inner, *args, **kwargs):
    """A tensor of plain data is lifted; of one that is copied, PyTorch detaches a clone."""
    if args and is_tensor(args[0]):
        with below():
            made = inner(*args, **kwargs)
        return made
    with below():
        made = inner(*args, **kwargs)
    dispatch(overload("lift_fresh"), (made,), {}, lambda: made)
    return made


@form("as_tensor")
def as_tensor(inner, data, *args, **kwargs):
    return (
        inner(data, *args, **kwargs)
        if is_tensor(data) or hasattr(data, "__array__")
        else tensor(inner, data, *args, **kwargs)
    )


def scalar_tensor(value, like):
    """A number as the tensor that PyTorch's operators in C++ make of it."""
    named = {"dtype": like.dtype, "layout": strided, "device": like.device}
    return dispatch(overload("scalar_tensor"), (value,), named)
