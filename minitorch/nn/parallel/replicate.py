"""replicate: copies of a module on several devices, whose gradients come together in the module itself (shelf)."""

from .scatter_gather import place


def replicate(network, devices, detach=False):
    """A copy of the module for each device, whose parameters are computed from those of the module.

    detach  cut the copies off: no gradient comes back

    >>> import minitorch as mt
    >>> layer = mt.nn.Linear(1, 1, bias=False)
    >>> one, two = mt.nn.parallel.replicate(layer, ["cpu", "cpu"])
    >>> (one(mt.ones(1)) + two(mt.ones(1))).sum().backward()
    >>> layer.weight.grad
    tensor([[2.]])

    Source: PyTorch, torch.nn.parallel.replicate, which has it for GPUs alone.
    """
    return [replica(network, place(which), detach) for which in devices]


def replica(network, where, detach):
    """One copy. A tensor that the module holds in several places is copied once."""
    tensors = {}

    def copied(tensor):
        if id(tensor) not in tensors:
            tensors[id(tensor)] = (tensor.detach() if detach else tensor).clone().to(where)
        return tensors[id(tensor)]

    modules = {module: module._replicate_for_data_parallel() for module in network.modules()}
    for module, copy in modules.items():
        copy._modules = {name: child and modules[child] for name, child in module._modules.items()}
        copy._buffers = {name: None if x is None else copied(x) for name, x in module._buffers.items()}
        for name, parameter in module._parameters.items():
            if parameter is None:
                copy._parameters[name] = None
            else:  # an attribute like any other: it is a result, and no leaf
                copy.__dict__[name] = copied(parameter)
    return modules[network]
