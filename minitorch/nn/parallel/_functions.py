"""_functions: Broadcast, Scatter, Gather, ReduceAddCoalesced: the steps between devices, each the others' derivative (shelf).

replicate, scatter and gather do the same with steps that there are anyway; these are the names that PyTorch has for them.
"""

from ...autograd.function import Function
from .scatter_gather import gather, place, scatter


class Broadcast(Function):
    """Broadcast.apply(devices, *tensors): each tensor on each device, all those of the first device first.

    >>> import minitorch as mt
    >>> x = mt.ones(2, requires_grad=True)
    >>> one, two = mt.nn.parallel._functions.Broadcast.apply(["cpu", "cpu"], x)
    >>> (one + 2 * two).sum().backward()
    >>> x.grad
    tensor([3., 3.])

    Source: PyTorch, torch.nn.parallel._functions.Broadcast, which has it for GPUs alone.
    """

    @staticmethod
    def forward(ctx, target_gpus, *inputs):
        ctx.count, ctx.home = len(inputs), inputs[0].device if inputs else None
        copies = [[x.clone().to(place(which)) for x in inputs] for which in target_gpus]
        wanted = ctx.needs_input_grad[1:]
        ctx.mark_non_differentiable(*[x for some in copies for x, want in zip(some, wanted, strict=True) if not want])
        return tuple([x for some in copies for x in some])

    @staticmethod
    def backward(ctx, *grad_outputs):
        return None, *ReduceAddCoalesced.apply(ctx.home, ctx.count, *grad_outputs)


class ReduceAddCoalesced(Function):
    """ReduceAddCoalesced.apply(device, n, *tensors): the sums of n tensors over the devices, all those of the first first."""

    @staticmethod
    def forward(ctx, destination, num_inputs, *grads):
        ctx.devices = [x.device for x in grads[::num_inputs]]
        return tuple([sum([x.to(place(destination)) for x in grads[i::num_inputs]]) for i in range(num_inputs)])

    @staticmethod
    def backward(ctx, *grad_outputs):
        return None, None, *Broadcast.apply(ctx.devices, *grad_outputs)


class Scatter(Function):
    """Scatter.apply(devices, sizes, dim, tensor): the parts of a tensor along a dimension, of these sizes or of equal ones."""

    @staticmethod
    def forward(ctx, target_gpus, chunk_sizes, dim, input):
        ctx.dim, ctx.home = dim, input.device
        if chunk_sizes is None:
            return tuple([part.clone() for part in scatter(input, target_gpus, dim)])
        parts = zip(input.split(chunk_sizes, dim), target_gpus, strict=True)
        return tuple([part.clone().to(place(which)) for part, which in parts])

    @staticmethod
    def backward(ctx, *grad_output):
        return None, None, None, Gather.apply(ctx.home, ctx.dim, *grad_output)


class Gather(Function):
    """Gather.apply(device, dim, *tensors): tensors of several devices joined along a dimension, numbers as a vector."""

    @staticmethod
    def forward(ctx, target_device, dim, *inputs):
        ctx.dim, ctx.devices, ctx.numbers = dim, [x.device for x in inputs], inputs[0].ndim == 0
        ctx.sizes = [1 if ctx.numbers else x.shape[dim] for x in inputs]
        return gather(inputs, target_device, dim)

    @staticmethod
    def backward(ctx, grad_output):
        parts = Scatter.apply(ctx.devices, ctx.sizes, ctx.dim, grad_output)
        return None, None, *[part[0] if ctx.numbers else part for part in parts]
