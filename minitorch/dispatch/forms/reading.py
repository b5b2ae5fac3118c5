"""reading: item(), bool(), int(), float(): a number is read out of a tensor (shelf)."""

from ..calling import below, dispatch
from ..subclasses import takes
from .table import form, overload


def number_in(x, inner):
    """The one number in a tensor, read by aten._local_scalar_dense; inner says what is wrong where there are several."""
    if x._array.size != 1 or not hasattr(x._array, "item"):
        return inner(x)
    return dispatch(overload("_local_scalar_dense"), (x,), {}, lambda: x._array.item())


@form("item", "__bool__")
def item(inner, x):
    found = number_in(x, inner)
    return bool(found) if inner.__name__ == "__bool__" else found


@form("_number")
def converted(inner, x, convert):
    if x._array.size != 1:
        return inner(x, convert)
    found = inner(x, convert)
    return type(found)(number_in(x, inner))


@form("numpy")
def numpy(inner, x, **named):
    if takes(x):
        raise RuntimeError(".numpy() is not supported for tensor subclasses.")
    dispatch(overload("detach"), (x,), {})
    with below():
        return inner(x, **named)


@form("Tensor.data")
def data(inner, x):
    return dispatch(overload("detach"), (x,), {}, lambda: inner(x))
