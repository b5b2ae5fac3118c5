"""permute_copy, view_copy and every other view as a copy; unsafe_split, unsafe_chunk (shelf).

Nothing that is done to the copy in place is seen by the original, which is what compilers of programs want.
"""

import numpy as np

from ..._tensor import Tensor, check_dim, method
from ...creation.tensor import from_numpy
from ...memory_format import contiguous_format
from ..complex.complex import view_as_complex, view_as_real
from ..join.split import chunk, split, split_with_sizes
from ..join.stack import unbind
from ..op import fill_out, numpy_names
from ..step_names import copy_of_view, step_called
from ..view.as_strided import as_strided
from ..view.narrow import ALL, item, narrow, select
from .clone import clone

VIEWS = {"expand": Tensor.expand, "permute": Tensor.permute, "select": select}
VIEWS |= {name: getattr(Tensor, name) for name in ("squeeze", "t", "transpose", "unfold", "unsqueeze", "view")}
VIEWS |= {"as_strided": as_strided, "split": split, "split_with_sizes": split_with_sizes, "unbind": unbind}
VIEWS |= {"view_as_real": view_as_real, "view_as_complex": view_as_complex, "detach": lambda x: Tensor.detach(x)}
__all__ = [f"{name}_copy" for name in VIEWS] + ["alias_copy", "slice_copy", "narrow_copy"]
__all__ += ["unsafe_chunk", "unsafe_split", "unsafe_split_with_sizes"]


def copied(shown, out=None, name=None):
    """A copy of a view, or of each of several: one step with it, SelectBackward0_copy."""
    if isinstance(shown, tuple):
        made = tuple([copied(x, None, name) for x in shown])
    else:
        made = copy_of_view(shown, clone(shown.detach(), contiguous_format)._array, name)
    return made if out is None else fill_out(tuple(out) if isinstance(made, tuple) else out, made, clone)


def copying(name, view):
    """The function `name`_copy."""

    def copy(input, *args, out=None, **kwargs):
        return copied(view(input, *args, **kwargs), out)

    copy.__name__ = copy.__qualname__ = f"{name}_copy"
    copy.__doc__ = f"{name}, as a copy with memory of its own. Source: PyTorch, torch.{name}_copy."
    return copy


for _name, _view in VIEWS.items():
    globals()[f"{_name}_copy"] = copying(_name, _view)


def alias_copy(input, *, out=None):
    """A copy of the whole tensor. Source: PyTorch, torch.alias_copy."""
    return copied(item(input, (...,)), out)


def slice_copy(input, dim=0, start=None, end=None, step=1, *, out=None):
    """A copy of every `step`-th slice along `dim` from `start` up to but without `end`.

    >>> import minitorch as mt
    >>> mt.slice_copy(mt.arange(6), 0, 1, 5, 2)
    tensor([1, 3])

    Errors: RuntimeError for a step below 1. Source: PyTorch, torch.slice_copy.
    """
    if step <= 0:
        raise RuntimeError(f"slice step must be positive, but is {step}")
    dim = check_dim(dim, input.ndim)
    return copied(item(input, (ALL,) * dim + (slice(start, end, step),)), out)


@numpy_names
def narrow_copy(input, dim, start, length, *, out=None):
    """A copy of `length` slices along `dim`, from `start` on. Source: PyTorch, torch.narrow_copy."""
    if dim >= input.ndim > 0:
        raise RuntimeError("Expected dim < static_cast<int64_t>(self_sizes.size()) to be true, but got false.")
    if input.is_sparse:
        return narrow_sparse(input, check_dim(dim, input.ndim), start, length)
    if input.ndim and length < 0:
        size = input.shape[check_dim(dim, input.ndim)]
        raise RuntimeError(f"start ({start}) + length ({length}) exceeds dimension size ({size}).")
    return copied(narrow(input, dim, start, length), out, "NarrowCopyBackward0")


def narrow_sparse(x, dim, start, length):
    """The same of a sparse tensor."""
    size = x.shape[dim]
    if length < 0:
        raise RuntimeError("narrow(): length must be non-negative.")
    if not 0 <= start <= size - length:
        raise RuntimeError(f"Invalid range to narrow. range(start, start+length) must be a subset of range(0, {size}).")
    return x.index_select(dim, from_numpy(np.arange(start, start + length)))


def apart(name, cut):
    """The function unsafe_`name`: the parts of `name`, of which autograd does not know that they share memory."""

    def parts(input, *args, **kwargs):
        found = cut(input, *args, **kwargs)
        for part in found:
            part._base, part._counter = None, part._counter and [0]
        if found[0]._edge is not None:
            step_called(found[0], f"Unsafe{found[0]._edge[0].derivative}")
        return found

    parts.__name__ = parts.__qualname__ = f"unsafe_{name}"
    parts.__doc__ = (
        f"{name}, whose parts may be changed in place when neither the others nor input are used again: autograd does "
        f"not look. Source: PyTorch, torch.unsafe_{name}."
    )
    return method(parts)


unsafe_chunk, unsafe_split = apart("chunk", chunk), apart("split", split)
unsafe_split_with_sizes = apart("split_with_sizes", split_with_sizes)
method(narrow_copy)
