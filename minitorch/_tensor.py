"""Tensor: one array, and what autograd needs to know about it (core).

A Tensor holds an array of numbers, whether it wants a gradient, that gradient, and where it came from. It has no
operators of its own: `+`, `.sum()` and the rest are attached to it by the files that define them, beside the code
that they call (`method` below is how).
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
    check_setting,
    check_single,
    check_wish,
    warn_not_a_leaf,
)
from .printing import tensor_repr
from .size import Size, check_dim


class Tensor:
    """An array that can remember how it was computed.

    `Tensor(2, 3)` makes an uninitialised float tensor of that size and `Tensor([1, 2])` a float tensor of that data:
    PyTorch's old constructor, which takes no dtype. To choose one, or to have it inferred, use `minitorch.tensor`.

    >>> import minitorch as mt
    >>> mt.Tensor([1, 2])
    tensor([1., 2.])

    Source: PyTorch, "torch.Tensor".
    """

    # _array    the numbers            _requires_grad  whether gradients flow to it
    # _edge     where it came from: (node, output number), or None for a leaf
    # _grad     the gradient           _counter        [how often the numbers were changed in place, the step that did so last]
    # _base     of a view, the tensor whose memory it shows; _seen: the count when _edge was written
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
        """The same numbers, in the same memory, as a tensor that nobody tracks."""
        return wrap(self._array)

    @data.setter
    def data(self, other):
        self._array = check_data(self, other)._array

    @property
    def dtype(self):
        return dtypes.from_numpy_dtype(self._array.dtype)

    grad_dtype = dtype  # of its gradient, too

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
        """True when it was made by a person rather than by an operation that autograd recorded."""
        return self.grad_fn is None

    @extension_point
    def _refresh(self):
        """Where a view learns that its base got a new history. Until the lesson on in-place changes, it does not."""

    def requires_grad_(self, requires_grad=True):
        """Switch the wish for a gradient on or off, in place. Only floating and complex leaves can have one."""
        check_wish(self, requires_grad)
        self._requires_grad = bool(requires_grad)
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
        return tensor_repr(array, self.dtype, self.device, self.requires_grad, node and type(node).__name__)


# --- making tensors from arrays ------------------------------------------------------------------------------------

new = object.__new__
clock = itertools.count(-1, -1)  # numbers nodes: the younger, the smaller
inference_blocks = [0]  # how many inference_mode blocks are open, in any thread


@extension_point
def recording():
    """Whether steps are recorded now. The lesson on graph modes puts the answer here."""
    return True


def wrap(array, cls=Tensor):
    """A Tensor around an array, without copying: what every operation calls with its result."""
    t = new(cls)
    t._array = array
    t._requires_grad = False
    t._edge = t._grad = t._base = t._hooks = None
    t._counter = [0]
    if inference_blocks[0]:
        mark_new(t)
    return t


def open_inference(count):
    """Count the inference_mode blocks that are open: while there are none, `wrap` need not ask."""
    inference_blocks[0] += count


def mark_new(t):
    """What a new tensor is told while an inference_mode block is open."""
    mark_inference(t)


@extension_point
def mark_inference(t):
    """Take the version count away inside inference_mode; the lesson on graph modes puts the test here."""


def view_of(x, array):
    """A tensor around an array that shows memory of x: it shares x's version count and remembers whom it shows."""
    view = wrap(array)
    if x._requires_grad and not recording() and array.dtype.kind not in "iub":
        view._requires_grad = True  # made under no_grad: its gradient would stay with it
    view._base = x if x._base is None else x._base
    view._counter = x._counter
    view._seen = x._counter and x._counter[0]
    return view


def touch(x):
    """Count one in-place change of x: of all tensors that share its memory, for they share the count."""
    if x._counter is not None:  # inference tensors have no count
        x._counter[0] += 1


# --- attaching methods ---------------------------------------------------------------------------------------------


def method(function, *names):
    """Make a function, an operation or a property part of Tensor, under its own name or the names given.

    It stands right below what it attaches, so that one operation is to be found in one place.
    """
    attached = getattr(function, "call", function)  # of an operation, the function that calls it
    for name in names or (function.__name__,):
        if getattr(attached, "__name__", "<lambda>") == "<lambda>" and not isinstance(attached, property):
            attached.__name__ = attached.__qualname__ = name
        setattr(Tensor, name, attached)
    return function
