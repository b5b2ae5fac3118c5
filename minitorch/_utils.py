"""_utils: ExceptionWrapper, an error raised again elsewhere; what files make tensors with; many tensors in one row (shelf)."""

import importlib.util
import logging
import sys
import traceback

from ._tensor import Tensor
from ._tower import load
from .backend import device as Device
from .nn.parameter import Parameter
from .ops.join.cat import cat


class KeyErrorMessage(str):
    """Words that stay readable in a KeyError, which shows the repr of what it is given."""

    def __repr__(self):
        return str(self)


class ExceptionWrapper:
    """The error that is being handled, its kind and its traceback as text, to be raised elsewhere.

    where  words that say where it came from

    >>> from minitorch._utils import ExceptionWrapper
    >>> try:
    ...     [][0]
    ... except IndexError:
    ...     wrapped = ExceptionWrapper(where="in worker 3")
    >>> wrapped.reraise()  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    IndexError: Caught IndexError in worker 3.
    Original Traceback (most recent call last):
      ...

    Source: PyTorch, torch._utils.ExceptionWrapper.
    """

    def __init__(self, exc_info=None, where="in background"):
        kind, error, trace = sys.exc_info() if exc_info is None else exc_info
        self.exc_type, self.where = kind, where
        self.notes = error.__dict__.pop("__notes__", [])  # PyTorch's words have none
        self.exc_msg = "".join(traceback.format_exception(kind, error, trace))

    def reraise(self):
        """Raise an error of the same kind, or a RuntimeError where one cannot be made of words alone."""
        words = f"Caught {self.exc_type.__name__} {self.where}.\nOriginal {self.exc_msg}"
        if self.exc_type is KeyError:
            words = KeyErrorMessage(words)
        elif getattr(self.exc_type, "message", None):
            raise self.exc_type(message=words)
        try:
            error = self.exc_type(words)
        except Exception:
            raise RuntimeError(words) from None
        for note in self.notes:
            error.add_note(note)
        try:
            raise error
        finally:
            del error  # an error that is held by a frame that it holds is not freed before the garbage collector comes


# --- what a file calls for a tensor ----------------------------------------------------------------------------------------


def _rebuild_tensor(storage, storage_offset, size, stride):
    """A tensor over a storage. Source: PyTorch, torch._utils._rebuild_tensor."""
    return Tensor([]).to(storage.dtype).set_(storage, storage_offset, tuple(size), tuple(stride))


def _rebuild_tensor_v2(storage, storage_offset, size, stride, requires_grad, backward_hooks, metadata=None):
    """The same, which may require a gradient. Source: PyTorch, torch._utils._rebuild_tensor_v2."""
    return _rebuild_tensor(storage, storage_offset, size, stride).requires_grad_(requires_grad)


def _rebuild_sparse_tensor(layout, data):
    """A sparse tensor of its parts. Source: PyTorch, torch._utils._rebuild_sparse_tensor."""
    return load("minitorch.serialization.loading").sparse_tensor(layout, data)


def _rebuild_parameter(data, requires_grad, backward_hooks):
    """A Parameter of a tensor. Source: PyTorch, torch._utils._rebuild_parameter."""
    return Parameter(data, requires_grad)


def _element_size(dtype):
    """How many bytes one number takes. Source: PyTorch, torch._utils._element_size."""
    return dtype.itemsize


# --- many tensors in one ---------------------------------------------------------------------------------------------------


def _flatten_dense_tensors(tensors):
    """The elements of all of them in a row. Source: PyTorch, torch._utils._flatten_dense_tensors.

    >>> import minitorch as mt
    >>> from minitorch._utils import _flatten_dense_tensors, _unflatten_dense_tensors
    >>> row = _flatten_dense_tensors([mt.ones(2), mt.zeros(1, 2)])
    >>> row, _unflatten_dense_tensors(row, [mt.ones(2), mt.zeros(1, 2)])[1]
    (tensor([1., 1., 0., 0.]), tensor([[0., 0.]]))
    """
    return cat([x.reshape(-1) for x in tensors])


def _unflatten_dense_tensors(flat, tensors):
    """Parts of a row, as views, in the shapes of the tensors. Source: PyTorch, torch._utils._unflatten_dense_tensors."""
    tensors = list(tensors)
    parts = flat.split([x.numel() for x in tensors])
    return tuple([part.view(x.shape) for part, x in zip(parts, tensors, strict=True)])


def _take_tensors(tensors, size_limit):
    """Lists of tensors of one type, in order, each of at most size_limit bytes. Source: PyTorch, torch._utils._take_tensors."""
    waiting = {}
    for x in tensors:
        have, size = waiting.get(x.type(), ([], 0))
        more = x.numel() * x.element_size()
        if have and size + more > size_limit:
            yield have
            have, size = [], 0
        waiting[x.type()] = [*have, x], size + more
    for have, _ in waiting.values():
        if have:
            yield have


def _reorder_tensors_as(tensors, ordered_tensors):
    """Tensors that come type by type, in the order of others. Source: PyTorch, torch._utils._reorder_tensors_as."""
    waiting = {}
    for x in tensors:
        waiting.setdefault(x.type(), []).append(x)
    return tuple([waiting[x.type()].pop(0) for x in ordered_tensors])


# --- devices ---------------------------------------------------------------------------------------------------------------


def _get_device_index(device, optional=False, allow_cpu=False):
    """The index of a GPU, given as "cuda:1", as a device or as a number; -1 for the CPU where that is allowed.

    optional  whether a device without an index, and None, may stand for the current one; without a GPU that is None

    Errors: ValueError for what has no index. Source: PyTorch, torch._utils._get_device_index.
    """
    where = Device(device) if isinstance(device, str) else device
    index = where if isinstance(where, int) else None
    if isinstance(where, Device):
        if where.type == "cpu" and not allow_cpu:
            raise ValueError(f"Expected a non cpu device, but got: {where}")
        index = -1 if where.type == "cpu" else where.index
    if index is None and not optional:
        raise ValueError(f"Expected a torch.device with a specified index or an integer, but got:{where}")
    return load("minitorch.cuda").current_device() if index is None and load("minitorch.cuda").is_available() else index


def _get_available_device_type():
    """ "cuda" where there is a GPU, else None. Source: PyTorch, torch._utils."""
    return "cuda" if load("minitorch.cuda").is_available() else None


def _get_device_module(device_type):
    """The package of a kind of device: minitorch.cuda of "cuda". Source: PyTorch, torch._utils._get_device_module.

    Errors: RuntimeError for a kind that has none.
    """
    package = getattr(sys.modules["minitorch"], device_type, None)
    if package is None:
        raise RuntimeError(
            f"Device '{device_type}' does not have a corresponding module registered as 'torch.{device_type}'."
        )
    return package


def _is_privateuse1_backend_available():
    """False: nobody registers a kind of device here. Source: PyTorch, torch._utils."""
    return False


# --- modules and functions by name -------------------------------------------------------------------------------------------


def try_import(module_name):
    """A module, or None where it is not installed. Source: PyTorch, torch._utils.try_import."""
    there = importlib.util.find_spec(module_name) is not None
    return importlib.import_module(module_name) if there else None


class CallbackRegistry:
    """Functions to call one after the other, whatever one of them raises. Source: PyTorch, torch._utils.CallbackRegistry."""

    def __init__(self, name):
        self.name, self.callback_list = name, []

    def add_callback(self, cb):
        """One function more."""
        self.callback_list.append(cb)

    def fire_callbacks(self, *args, **kwargs):
        """Call all of them; errors are logged."""
        for call in self.callback_list:
            try:
                call(*args, **kwargs)
            except Exception:
                logging.getLogger(__name__).exception(
                    "Exception in callback for %s registered with gpu trace", self.name
                )


def _import_dotted_name(name):
    """The object of a name with dots: `torch.nn.Linear`. Source: PyTorch, torch._utils."""
    parts = name.split(".")
    found = __import__(parts[0])
    for part in parts[1:]:
        found = getattr(found, part)
    return found


# --- attributes of classes ---------------------------------------------------------------------------------------------------


class classproperty:  # noqa: N801 (PyTorch's name)
    """A property of a class itself. Source: PyTorch, torch._utils.classproperty."""

    def __init__(self, function):
        self.function = function

    def __get__(self, instance, owner=None):
        return self.function(type(instance) if owner is None else owner)
