"""collate: default_collate, default_convert and pin_memory: a list of samples becomes a batch of tensors (shelf)."""

from collections.abc import Mapping, Sequence

import numpy as np

from .... import dtypes
from ...._tensor import Tensor
from ....creation.tensor import as_tensor, tensor
from ....ops.join.stack import stack
from ..dataloader import collate as plain_batch

default_collate_err_msg_format = (
    "default_collate: batch must contain tensors, numpy arrays, numbers, dicts or lists; found {}"
)


def collate(batch, *, collate_fn_map=None):
    """A list of samples as one batch. A rule says how for each kind of value; containers are rebuilt around batches.

    collate_fn_map  {type, or tuple of types: function of (batch, collate_fn_map=...)}: looked up for the type itself
                    first, then for the types it is an instance of

    Errors: TypeError for other kinds, RuntimeError for lists of different lengths. Source: PyTorch, collate.
    """
    first = batch[0]
    rule = rule_for(first, collate_fn_map or {})
    if rule is not None:
        return rule(batch, collate_fn_map=collate_fn_map)
    if isinstance(first, Mapping):
        columns = {key: collate([sample[key] for sample in batch], collate_fn_map=collate_fn_map) for key in first}
        return like(first, columns)
    if not isinstance(first, Sequence):
        raise TypeError(default_collate_err_msg_format.format(type(first)))
    if any([len(sample) != len(first) for sample in batch]):
        raise RuntimeError("each element in list of batch should be of equal size")
    columns = [collate(column, collate_fn_map=collate_fn_map) for column in zip(*batch, strict=True)]
    if isinstance(first, tuple):
        return type(first)(*columns) if hasattr(first, "_fields") else columns
    return like(first, columns)


def rule_for(sample, rules):
    if type(sample) in rules:
        return rules[type(sample)]
    return next((rule for kind, rule in rules.items() if isinstance(sample, kind)), None)


def like(old, values):
    """A container of the kind of `old`, or `values` itself where that kind cannot be made of it, such as a range."""
    try:
        return type(old)(values)
    except TypeError:
        return values


def collate_tensor_fn(batch, *, collate_fn_map=None):
    return stack(batch, 0)


def collate_numpy_array_fn(batch, *, collate_fn_map=None):
    if batch[0].dtype.kind in "SUO":  # text and objects
        raise TypeError(default_collate_err_msg_format.format(batch[0].dtype))
    return collate([as_tensor(array) for array in batch], collate_fn_map=collate_fn_map)


def collate_numpy_scalar_fn(batch, *, collate_fn_map=None):
    same = all([type(number) is type(batch[0]) for number in batch])
    return as_tensor(np.array(batch) if same else batch)


def collate_number_fn(batch, *, collate_fn_map=None):
    return tensor(batch, dtype=dtypes.float64 if isinstance(batch[0], float) else None)


def collate_str_fn(batch, *, collate_fn_map=None):
    return batch


default_collate_fn_map: dict = {
    Tensor: collate_tensor_fn,
    np.ndarray: collate_numpy_array_fn,
    (np.bool_, np.number, np.object_): collate_numpy_scalar_fn,
    (float, int): collate_number_fn,
    str: collate_str_fn,
    bytes: collate_str_fn,
}


def default_collate(batch):
    """A list of B samples as one batch: tensors, arrays and numbers become tensors [B, ...], texts stay a list.

    Samples may be tuples, lists, named tuples and dicts, which may hold others.

    >>> import minitorch as mt
    >>> mt.utils.data.default_collate([(mt.ones(2), 0, "a"), (mt.zeros(2), 1, "b")])
    [tensor([[1., 1.],
            [0., 0.]]), tensor([0, 1]), ('a', 'b')]
    >>> mt.utils.data.default_collate([{"x": 1.5}, {"x": 2.5}])
    {'x': tensor([1.5000, 2.5000], dtype=minitorch.float64)}

    Errors: TypeError for other kinds of samples, RuntimeError for lists or tensors of different sizes.
    Source: PyTorch, torch.utils.data.default_collate.
    """
    return plain_batch(batch) if is_plain(batch[0]) else collate(batch, collate_fn_map=default_collate_fn_map)


def is_plain(sample):
    """Whether a sample is a tensor or a number, or a tuple of such samples."""
    if type(sample) is tuple:
        return all(map(is_plain, sample))
    return isinstance(sample, Tensor) or type(sample) in (int, float)


def default_convert(data):
    """The same with a tensor for every array and every number of NumPy's: for samples that are not put into batches.

    >>> import minitorch as mt
    >>> import numpy as np
    >>> mt.utils.data.default_convert([np.array([0, 1]), "a", 2])
    [tensor([0, 1]), 'a', 2]

    Source: PyTorch, torch.utils.data.default_convert.
    """
    if isinstance(data, Tensor) or is_text(data):
        return data
    if isinstance(data, np.ndarray | np.generic):
        return as_tensor(data)
    return parts_of(data, default_convert)


def parts_of(data, function):
    """A container of the same kind with function(part) for each part; anything else as it is."""
    if isinstance(data, Mapping):
        return like(data, {key: function(data[key]) for key in data})
    if isinstance(data, tuple) and hasattr(data, "_fields"):
        return type(data)(*[function(item) for item in data])
    if isinstance(data, Sequence):
        items = [function(item) for item in data]
        return items if isinstance(data, tuple) else like(data, items)
    return data


def pin_memory(data):
    """The data with its tensors in memory that a GPU can copy by itself; what has a method `pin_memory` is asked for it."""
    if hasattr(data, "pin_memory"):
        return data.pin_memory()
    return data if is_text(data) else parts_of(data, pin_memory)


def is_text(data):
    """Whether it is text, bytes, or an array of text or objects."""
    return isinstance(data, str | bytes) or (isinstance(data, np.ndarray) and data.dtype.kind in "SUO")
