"""subclasses: tensors of classes with a __torch_dispatch__ of their own: who is asked, and what stands for their numbers (shelf).

A wrapper has no numbers: its array is a StandIn, which has a shape, strides and a dtype, so that a kernel run on it records
the step that autograd keeps above what the class makes of the call.
"""

import numpy as np

from .._tensor import Tensor, method, wrap
from .._tower import load
from ..backend import KINDS, device, get_default_device
from ..dtypes import get_default_dtype
from ..memory_format import contiguous_format, strided
from ..meta import UNKNOWN, MetaArray, bare, room
from ..nn.parameter import Buffer, Parameter
from .calling import below, compute, state, subclassed, tensors_in

PLAIN = (Tensor, Parameter, Buffer)
FORM_ALONE = frozenset(  # functions of NumPy that look at no number
    "shape ndim size broadcast_to may_share_memory shares_memory".split()
)


class StandIn(MetaArray):
    """The array of a tensor that has no numbers of its own. Only kernels may compute with it."""

    source = None  # of one in another dtype, what it was made of

    def __array_ufunc__(self, ufunc, how, *inputs, out=None, **named):
        refuse(ufunc.__name__)
        with np.errstate(all="ignore"):
            return standing(super().__array_ufunc__(ufunc, how, *inputs, out=out, **named))

    def __array_function__(self, function, kinds, args, named):
        if function.__name__ not in FORM_ALONE:
            refuse(function.__name__)
        if (
            function.__name__ in UNKNOWN
        ):  # of numbers that count as zeros, to go on; the user's class says what there is
            return function(*bare(args), **bare(named))
        return standing(super().__array_function__(function, kinds, args, named))

    def astype(self, dtype, order="K", casting=None, subok=True, copy=True):
        made = super().astype(dtype, order, casting, subok, copy)
        if made is not self:
            made = made.view(StandIn)
            made.source = self
        return made

    def copy(self, order="C"):
        return super().copy(order).view(StandIn)

    def item(self, *place):
        return self.dtype.type().item() if state.below else refuse("item")

    def tolist(self):
        raise RuntimeError(".tolist() is not supported for tensor subclasses")

    def nonzero(self):
        return bare(self).nonzero()


KINDS.append(StandIn)


def refuse(name):
    """Numbers that are not there are no numbers to go on with."""
    if not state.below:
        raise NotImplementedError(
            f"minitorch computes {name} on the numbers of a tensor subclass, which has none: this call is not handed to "
            "__torch_dispatch__. Write it in operations that are."
        )


def check_numbers(func, values):
    """A kernel needs numbers."""
    for x in tensors_in(values):
        if type(x._array) is StandIn:
            raise NotImplementedError(
                f"{func} has been called with a tensor subclass that has no numbers, {type(x).__name__}: unwrap it in "
                "__torch_dispatch__, and call the operator with the tensors that it holds."
            )


def standing(x):
    """Arrays without numbers as StandIns, in tuples and lists too."""
    if isinstance(x, MetaArray):
        return x.view(StandIn)
    if isinstance(x, (tuple, list)) and any([isinstance(one, MetaArray) for one in x]):
        parts = [standing(one) for one in x]
        return type(x)(*parts) if hasattr(x, "_fields") else type(x)(parts)
    return x


# --- who is asked -------------------------------------------------------------------------------------------------------------


def handler_of(kind):
    """A type's __torch_dispatch__, unless it is Tensor's."""
    if kind in PLAIN:
        return None
    found = getattr(kind, "__torch_dispatch__", None)
    return None if found is _disabled_torch_dispatch_impl else found


def takes(x):
    """Whether a value is a tensor of a class that is handed operators."""
    return isinstance(x, Tensor) and handler_of(type(x)) is not None


def in_turn(tensors):
    """One tensor of each type that is asked, from the left, a subclass before what it derives from."""
    found = []
    for x in tensors:
        if takes(x) and not any([type(x) is type(one) for one in found]):
            place = next((i for i, one in enumerate(found) if issubclass(type(x), type(one))), len(found))
            found.insert(place, x)
    return found


def _disabled_torch_dispatch_impl(func, types, args=(), kwargs=None):
    """The operator's own result, what a class that is handed nothing has: Tensor.__torch_dispatch__."""
    modes, state.modes = state.modes, []
    try:
        return compute(func, tuple(args), kwargs or {})
    finally:
        state.modes = modes


method(staticmethod(_disabled_torch_dispatch_impl), "__torch_dispatch__")


def noticed(cls):
    """A tensor of a class is made."""
    if handler_of(cls) is not None:
        install()


def install():
    """From now on functions announce themselves to classes of the user's."""
    if not subclassed:
        subclassed.append(in_turn)
        load("minitorch.dispatch.install").entered()


def restore():
    """Let functions be as they were, until the next tensor of such a class is made."""
    if subclassed:
        subclassed.clear()
        load("minitorch.dispatch.install").left()


# --- making one ---------------------------------------------------------------------------------------------------------------


def _make_wrapper_subclass(
    cls, size, strides=None, storage_offset=None, memory_format=None, dtype=None, layout=strided, device=None, pin_memory=False,
    requires_grad=False, dispatch_sizes_strides_policy=None, dispatch_device=False, dispatch_layout=False,
):  # fmt: skip
    """A tensor of a class with __torch_dispatch__ that has a size, a dtype and a device, and no numbers.

    Errors: RuntimeError for a class without __torch_dispatch__. Source: PyTorch, torch.Tensor._make_wrapper_subclass.
    """
    if not isinstance(cls, type):
        raise TypeError("cls must be a type (got " + type(cls).__name__ + ")")
    if handler_of(cls) is None:
        raise RuntimeError(f"{cls.__name__} must define __torch_dispatch__")
    array = form_of(tuple(size), strides, dtype or get_default_dtype(), place_of(device), memory_format)
    install()
    return wrap(array, cls).requires_grad_(bool(requires_grad))


def place_of(where):
    return get_default_device() if where is None else device(where)


def form_of(size, strides, dtype, where, memory_format):
    """The array of a wrapper. What is on no device of ours is on "meta" or counts as on the CPU."""
    size = tuple([int(n) for n in size])
    if strides is not None:
        with below():
            made = load("minitorch").empty_strided(size, tuple([int(n) for n in strides]), dtype=dtype, device="meta")
            array = made._array
    else:
        array = room(size, dtype.numpy)
        if memory_format not in (None, contiguous_format):
            with below():
                array = wrap(array).contiguous(memory_format=memory_format)._array
    return array if where.type == "meta" else array.view(StandIn)


method(staticmethod(_make_wrapper_subclass), "_make_wrapper_subclass")


def twin(x):
    """Another tensor of the same class with the same array and attributes, without history."""
    made = wrap(x._array, type(x))
    made.__dict__.update(x.__dict__)
    for name in load("minitorch.creation.copying").own_slots(x):
        setattr(made, name, getattr(x, name))
    return made
