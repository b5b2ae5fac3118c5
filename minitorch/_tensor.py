"""Tensor: one array, and what autograd needs to know about it (core).

A Tensor holds an array of numbers, whether it requires a gradient, that gradient, and the operation that computed it. The
class has no operators: `+`, `.sum()` and the others are attached to it by the files that define them, by `method` below.
"""

import itertools

import numpy as np

from . import dtypes
from ._extension import extension_point
from ._lazy import load
from .backend import CPU, device_of
from .checks import (
    check_data,
    check_grad,
    check_requires_grad,
    check_setting,
    check_single,
    warn_not_a_leaf,
)
from .size import Size, check_dim


class Tensor:
    """An array that can remember how it was computed.

    `Tensor(2, 3)` makes an uninitialized float tensor of that size and `Tensor([1, 2])` a float tensor of that data:
    PyTorch's old constructor, which takes no dtype. To choose one, or to have it inferred, use `minitorch.tensor`.

    >>> import minitorch as mt
    >>> mt.Tensor([1, 2])
    tensor([1., 2.])

    Source: PyTorch, "torch.Tensor".
    """

    # _array    the numbers
    # _requires_grad  whether it requires a gradient
    # _grad     the gradient
    # _edge     the operation that computed it: (node, output number), or None for a leaf
    # _counter  a list: how often the numbers were changed in place, and then the operation that changed them last
    # _base     of a view, the tensor whose memory it shows
    # _seen     of a view, the count when _edge was written
    # _hooks    of a leaf, what to call with its gradient
    __slots__ = ("_array", "_requires_grad", "_edge", "_grad", "_counter", "_base", "_seen", "_hooks")
    __slots__ += ("__dict__", "__weakref__")
    __module__ = "minitorch"

    __array_priority__ = 1000  # np.array * tensor asks the tensor
    retains_grad = False  # lesson 08 makes it a property
    __hash__ = object.__hash__  # by identity, although == compares numbers

    def __new__(cls, *args, device=None):
        return wrap(load("minitorch.creation.legacy").legacy_array(args, dtypes.get_default_dtype(), device), cls)

    # --- the eight attributes -------------------------------------------------------------------------------------

    @property
    def data(self):
        """The same numbers in the same memory, as a tensor without a history."""
        return wrap(self._array)

    @data.setter
    def data(self, other):
        self._array = check_data(self, other)._array

    @property
    def dtype(self):
        return dtypes.from_numpy_dtype(self._array.dtype)

    @property
    def shape(self):
        return tuple.__new__(Size, self._array.shape)  # as Size(...), without looking at each length

    @property
    def device(self):
        return device_of(self._array)

    @property
    def requires_grad(self):
        if self._base is not None:
            self._refresh()
        return self._requires_grad

    @requires_grad.setter
    def requires_grad(self, flag):
        check_setting(self, flag)
        self.requires_grad_(flag)

    @property
    def grad(self):
        """The gradient that backward() accumulated here, a tensor of the same shape; None before."""
        if self._grad is None and self._edge is not None and not self.retains_grad:
            warn_not_a_leaf()
        return self._grad

    @grad.setter
    def grad(self, value):
        if value is self:
            raise RuntimeError("can't assign Variable as its own grad")
        self._grad = None if value is None else check_grad(self, value)

    @grad.deleter
    def grad(self):
        self._grad = None

    @property
    def grad_fn(self):
        """The node that made this tensor; None for a leaf."""
        if self._base is not None:
            self._refresh()
        return None if self._edge is None else self._edge[0]

    @property
    def is_leaf(self):
        """True if no recorded operation computed it."""
        return self.grad_fn is None

    @extension_point
    def _refresh(self):
        """Bring the edge of a view up to date. The lesson on changes in place overrides this."""

    def requires_grad_(self, requires_grad=True):
        """Say whether this tensor requires a gradient: in place, and only for floating point and complex leaves."""
        check_requires_grad(self, requires_grad)
        self._requires_grad = requires_grad
        return self

    # --- reading it ------------------------------------------------------------------------------------------------

    def size(self, dim=None):
        """The shape, or the length of one dimension."""
        return self.shape if dim is None else self.shape[check_dim(dim, self._array.ndim)]

    def dim(self):
        """The number of dimensions."""
        return self._array.ndim

    ndim = property(dim)
    ndimension = dim

    def numel(self):
        """The number of elements."""
        return self._array.size

    nelement = numel

    def element_size(self):
        """Bytes per element."""
        return self._array.itemsize

    itemsize = property(element_size)
    nbytes = property(lambda self: self._array.size * self._array.itemsize)

    def is_floating_point(self):
        """Whether the elements are floating point numbers."""
        return self.dtype.is_floating_point

    def is_complex(self):
        """Whether the elements are complex numbers."""
        return self.dtype.is_complex

    is_cuda = property(lambda self: not isinstance(self._array, np.ndarray))
    is_cpu = property(lambda self: device_of(self._array) is CPU)

    @property
    def _version(self):
        """How many times the numbers were changed in place; views share the count with their base."""
        if self._counter is None:
            raise RuntimeError("Inference tensors do not track version counter.")
        return self._counter[0]

    def item(self):
        """The one number, as a Python number."""
        check_single(self)
        return self._array.item()

    def __repr__(self, *, tensor_contents=None):
        node = self.grad_fn
        array = self._array if self.is_cpu else self._array.get()
        tensor_repr = load("minitorch.printing").tensor_repr
        return tensor_repr(array, self.dtype, self.device, self.requires_grad, node and type(node).__name__)


# --- making tensors from arrays ------------------------------------------------------------------------------------

new = object.__new__
clock = itertools.count(-1, -1)  # numbers nodes: the younger, the smaller
listeners: list = []  # functions that are called with each new tensor: by inference_mode, and while a trace runs


@extension_point
def recording():
    """Whether operations are recorded now. The lesson on the graph puts the answer here."""
    return True


def wrap(array, cls=Tensor):
    """A Tensor around an array, without copying: what every operation calls with its result."""
    t = new(cls)
    t._array = array
    t._requires_grad = False
    t._grad = t._edge = t._base = t._hooks = None
    t._counter = [0]
    return announced(t) if listeners else t


def announced(t):
    """`t`, a new tensor, after each listener was called with it."""
    for listener in listeners:
        listener(t)
    return t


def view_of(x, array):
    """A tensor around an array that is part of the memory of x: the two share one counter of in-place changes."""
    view = wrap(array)
    view._counter = x._counter
    view._base = x if x._base is None else x._base
    remember_count(view, x)
    return view


def remember_count(view, x):
    """Note in a new view how often its memory had been changed by then."""
    view._seen = x._counter and x._counter[0]
    if x._requires_grad and not recording() and view._array.dtype.kind not in "iub":
        view._requires_grad = True  # made under no_grad: its gradient would stay with it


def touch(x):
    """Count one in-place change of x, for all tensors that share its memory: they share the counter."""
    if x._counter is not None:  # a tensor made in inference_mode has no counter
        x._counter[0] += 1


# --- attaching methods ---------------------------------------------------------------------------------------------


def method(function, *names):
    """Make a function, an operation or a property part of Tensor, under its own name or the names given.

    It is called right below what it attaches, so that everything about an operation is in one place.
    """
    attached = getattr(function, "call", function)  # of an operation, the function that calls it
    for name in names or (function.__name__,):
        if getattr(attached, "__name__", "<lambda>") == "<lambda>" and not isinstance(attached, property):
            attached.__name__ = attached.__qualname__ = name
        setattr(Tensor, name, attached)
    return function
