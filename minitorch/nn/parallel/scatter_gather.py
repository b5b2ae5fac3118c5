"""scatter_gather: scatter and gather: a batch in parts, one for each device, and the results as one batch again (shelf)."""

from ..._tensor import Tensor
from ...backend import device
from ...ops.join.cat import cat
from ...ops.join.split import chunk


def place(which):
    """A device: a number means the GPU of that number."""
    return device(f"cuda:{which}") if isinstance(which, int) else device(which)


def scatter(inputs, target_gpus, dim=0):
    """What each device gets of `inputs`: of a tensor its part along `dim`, of other values the value itself.

    inputs       tensors and other values, in tuples, lists and dictionaries of any depth
    target_gpus  devices, or the numbers of GPUs; a device may stand there several times

    >>> import minitorch as mt
    >>> mt.nn.parallel.scatter((mt.arange(4), "x"), ["cpu", "cpu"])
    [(tensor([0, 1]), 'x'), (tensor([2, 3]), 'x')]

    Source: PyTorch, torch.nn.parallel.scatter, which has it for GPUs alone.
    """
    if isinstance(inputs, Tensor):
        parts = chunk(inputs, len(target_gpus), dim)
        return tuple([part.to(place(which)) for part, which in zip(parts, target_gpus, strict=False)])
    if isinstance(inputs, dict) and inputs:
        return [type(inputs)(items) for items in scatter(list(inputs.items()), target_gpus, dim)]
    if isinstance(inputs, (tuple, list)) and len(inputs):
        parts = zip(*[scatter(one, target_gpus, dim) for one in inputs], strict=False)
        return [type(inputs)(*part) if hasattr(inputs, "_fields") else type(inputs)(part) for part in parts]
    return [inputs for _ in target_gpus]


def scatter_kwargs(inputs, kwargs, target_gpus, dim=0):
    """scatter for the arguments of a call: (a tuple of arguments, a dictionary of those by name) for each device."""
    args = list(scatter(inputs, target_gpus, dim)) if inputs else []
    named = list(scatter(kwargs, target_gpus, dim)) if kwargs else []
    count = max(len(args), len(named))
    return (*args, *[()] * (count - len(args))), (*named, *[{} for _ in range(count - len(named))])


def gather(outputs, target_device, dim=0):
    """The results of several devices as one, on `target_device`: tensors joined along `dim`, numbers as a vector.

    Errors: ValueError for dictionaries with other keys. Source: PyTorch, torch.nn.parallel.gather.
    """
    first = outputs[0]
    if isinstance(first, Tensor):
        parts = [one.to(place(target_device)) for one in outputs]
        return cat([part.reshape(1) for part in parts] if first.ndim == 0 else parts, 0 if first.ndim == 0 else dim)
    if first is None:
        return None
    if isinstance(first, dict):
        if not all(len(first) == len(one) for one in outputs):
            raise ValueError("All dicts must have the same number of keys")
        return type(first)((key, gather([one[key] for one in outputs], target_device, dim)) for key in first)
    parts = [gather(same, target_device, dim) for same in zip(*outputs, strict=True)]
    return type(first)(*parts) if hasattr(first, "_fields") else type(first)(parts)
