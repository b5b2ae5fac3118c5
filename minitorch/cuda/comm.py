"""comm: broadcast, scatter, gather, reduce_add: copies and sums of tensors between GPUs (shelf)."""

from .._tensor import Tensor
from ..nn.parallel._functions import Broadcast, ReduceAddCoalesced, Scatter
from ..nn.parallel.scatter_gather import gather as _gather
from ..nn.parallel.scatter_gather import place

__all__ = ["broadcast", "broadcast_coalesced", "reduce_add", "reduce_add_coalesced", "scatter", "gather"]


def given(result, out):
    """The result, or `out` with its numbers."""
    if out is None:
        return result
    targets, results = ([out], [result]) if isinstance(out, Tensor) else (out, result)
    for target, one in zip(targets, results, strict=True):
        target.copy_(one)
    return out


def broadcast(tensor, devices=None, *, out=None):
    """A tensor on each of the devices, as a tuple. Source: PyTorch, torch.cuda.comm.broadcast."""
    return given(Broadcast.apply(devices if out is None else [one.device for one in out], tensor), out)


def broadcast_coalesced(tensors, devices, buffer_size=10485760):
    """Several tensors on each of the devices, as a list for each. `buffer_size` is taken and not used.

    Source: PyTorch, torch.cuda.comm.broadcast_coalesced.
    """
    made, count = Broadcast.apply(devices, *tensors), len(tensors)
    return [list(made[i : i + count]) for i in range(0, len(made), count)]


def reduce_add(inputs, destination=None):
    """The sum of tensors from several devices. Source: PyTorch, torch.cuda.comm.reduce_add."""
    where = inputs[0].device if destination is None else destination
    return inputs[0] if len(inputs) == 1 else ReduceAddCoalesced.apply(where, 1, *inputs)[0]


def reduce_add_coalesced(inputs, destination=None, buffer_size=10485760):
    """For several lists of tensors, one for each device, their sums. `buffer_size` is taken and not used.

    Source: PyTorch, torch.cuda.comm.reduce_add_coalesced.
    """
    return tuple([reduce_add(list(same), destination) for same in zip(*inputs, strict=True)])


def scatter(tensor, devices=None, chunk_sizes=None, dim=0, streams=None, *, out=None):
    """The parts of a tensor along a dimension, one for each device. Source: PyTorch, torch.cuda.comm.scatter."""
    where = devices if out is None else [one.device for one in out]
    sizes = chunk_sizes if out is None else [one.shape[dim] for one in out]
    return given(Scatter.apply(where, sizes, dim, tensor), out)


def gather(tensors, dim=0, destination=None, *, out=None):
    """Tensors from several devices, joined along a dimension. Source: PyTorch, torch.cuda.comm.gather."""
    where = place(tensors[0].device if destination is None else destination) if out is None else out.device
    return given(_gather(tensors, where, dim), out)
