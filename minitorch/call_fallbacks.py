"""call_fallbacks: what a call that has failed may mean besides: old forms, rare arguments, operands of other classes (shelf).

Each reading gives what the call is in its sense, or NotImplemented where it does not fit. They are asked one after the other,
when a call has failed and only then.
"""

import sys

from ._tower import load
from .aliases import ALIAS
from .arg_parser import has_strangers, shown
from .memory_format import COMPRESSED, sparse_coo
from .numpy_errors import FOLDER
from .out import fill_out

# what writes into expanded tensors, too
EXPANDED = "fill_ zero_ masked_fill_ index_fill_ index_put_ tril_ triu_".split()
WRITE_TOO = "gelu linear avg_pool2d avg_pool3d".split()  # which have an out= that hardly anybody gives
SPARSE = "zeros zeros_like empty empty_like ones full".split()  # which make sparse tensors, too


def into_expanded(name, function, args, kwargs):
    """fill_ and its kin where several elements share memory, which PyTorch writes with a warning."""
    if name in EXPANDED and args and kwargs.keys() <= {"diagonal"}:
        expanded = load("minitorch.ops.inplace.expanded")
        if expanded.is_written(name, args):
            return expanded.written(name, *args, *kwargs.values())
    return NotImplemented


def into_a_part(name, function, args, kwargs):
    """What writes into a part of an expanded tensor in which every element has a place of its own."""
    if name == "__setitem__" or name.endswith("_"):
        expanded = load("minitorch.ops.inplace.expanded")
        if args and expanded.is_locked(args[0]):
            return expanded.into_part(name, function, args, kwargs)
    return NotImplemented


def in_an_old_form(name, function, args, kwargs):
    """x.add_(-lr, g): arguments in the order that they had once."""
    if len(args) > 2:
        renewed = load("minitorch.deprecated_signatures").renewed(name, function, args)
        if renewed is not None:
            return function(*renewed[0], **kwargs, **renewed[1])
    return NotImplemented


def in_a_sparse_layout(name, function, args, kwargs):
    """zeros(2, 3, layout=sparse_coo)."""
    if name in SPARSE and kwargs.get("layout") in (sparse_coo, *COMPRESSED):
        return load("minitorch.sparse.creation").in_layout(shown.get(function, function), name, args, kwargs)
    return NotImplemented


def into_out(name, function, args, kwargs):
    """An out= that hardly anybody gives."""
    if kwargs.get("out") is not None and name in WRITE_TOO:
        return fill_out(kwargs.pop("out"), function(*args, **kwargs), function, args)
    return NotImplemented


def by_a_stranger(name, function, args, kwargs):
    """With an operand of another class, which may take the function over."""
    if has_strangers(args):
        return load("minitorch.overrides").first_stranger(as_called(function), args, kwargs)
    return NotImplemented


def as_called(function):
    """What users know a function as: that which they called, where it is an operation under another name."""
    frame = sys._getframe(1)
    while frame is not None and frame.f_code.co_filename.startswith(FOLDER):
        if frame.f_code is ALIAS:
            return frame.f_locals["call"]
        frame = frame.f_back
    return shown.get(function, function)


READINGS = (into_expanded, into_a_part, in_an_old_form, in_a_sparse_layout, into_out, by_a_stranger)


def first(name, function, args, kwargs):
    """What a failed call gives by the first of the readings that fits it; else NotImplemented."""
    for reading in READINGS:
        found = reading(name, function, args, kwargs)
        if found is not NotImplemented:
            return found
    return NotImplemented
