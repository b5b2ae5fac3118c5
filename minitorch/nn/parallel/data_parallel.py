"""data_parallel: DataParallel: each GPU computes a part of the batch; without a GPU, the module itself (shelf)."""

from concurrent.futures import ThreadPoolExecutor

from ... import cuda
from ..._tensor import Tensor
from ...backend import device
from ...graph.grad_mode import is_grad_enabled, set_grad_enabled
from ...ops.join.cat import cat
from ...ops.join.tensor_split import chunk
from ..module.mode import Module


class DataParallel(Module):
    """A module around a module, whose call divides the batch among GPUs and joins the results.

    module         what is called; it stands under the name `module`, so the names in the state begin with "module."
    device_ids     the numbers of the GPUs, all of them unless given; the module must be on the first of them
    output_device  where the results are joined, the first unless given
    dim            the dimension of the batch

    Without a GPU it calls the module, and `device_ids` is empty.

    >>> import minitorch as mt
    >>> model = mt.nn.DataParallel(mt.nn.Linear(2, 1))
    >>> list(model.state_dict())
    ['module.weight', 'module.bias']

    Source: PyTorch, torch.nn.DataParallel.
    """

    def __init__(self, module, device_ids=None, output_device=None, dim=0):
        super().__init__()
        self.module, self.device_ids = module, []
        if cuda.is_available():
            self.device_ids = [place(which).index or 0 for which in (device_ids or range(cuda.device_count()))]
            self.output_device = self.device_ids[0] if output_device is None else place(output_device).index or 0
            self.dim, self.src_device_obj = dim, place(self.device_ids[0])
            if len(self.device_ids) == 1:
                self.module.to(self.src_device_obj)

    def forward(self, *inputs, **kwargs):
        if not self.device_ids:
            return self.module(*inputs, **kwargs)
        args = list(scatter(inputs, self.device_ids, self.dim)) if inputs else [()]
        named = list(scatter(kwargs, self.device_ids, self.dim)) if kwargs else [{}] * len(args)
        if len(self.device_ids) == 1:
            return self.module(*args[0], **named[0])
        replicas = replicate(self.module, self.device_ids[: len(args)], not is_grad_enabled())
        return gather(parallel_apply(replicas, args, named), self.output_device, self.dim)


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
        return [dict(items) for items in scatter(list(inputs.items()), target_gpus, dim)]
    if isinstance(inputs, (tuple, list)) and inputs:
        return [type(inputs)(part) for part in zip(*[scatter(one, target_gpus, dim) for one in inputs], strict=False)]
    return [inputs for _ in target_gpus]


def gather(outputs, target_device, dim=0):
    """The results of several devices as one, tensors joined along `dim`. Source: PyTorch, torch.nn.parallel.gather."""
    first = outputs[0]
    if isinstance(first, Tensor):
        parts = [one.to(place(target_device)) for one in outputs]
        return cat([part.reshape(1) for part in parts] if first.ndim == 0 else parts, 0 if first.ndim == 0 else dim)
    if isinstance(first, dict):
        return {key: gather([one[key] for one in outputs], target_device, dim) for key in first}
    return type(first)([gather(same, target_device, dim) for same in zip(*outputs, strict=True)])


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

    modules = {module: replica_of(module) for module in network.modules()}
    for module, copy in modules.items():
        copy._modules = {name: child and modules[child] for name, child in module._modules.items()}
        copy._buffers = {name: None if x is None else copied(x) for name, x in module._buffers.items()}
        for name, parameter in module._parameters.items():
            if parameter is None:
                copy._parameters[name] = None
            else:  # an attribute like any other: it is a result, and no leaf
                copy.__dict__[name] = copied(parameter)
    return modules[network]


def replica_of(module):
    """A module that shares everything with this one and has no parameters of its own: one worker's copy."""
    replica = module.__new__(type(module))
    own = {"_buffers": module._buffers.copy(), "_modules": module._modules.copy()}
    replica.__dict__ = module.__dict__ | own | {"_parameters": {}, "_is_replica": True}
    return replica


def parallel_apply(modules, inputs, kwargs_tup=None):
    """The results of the modules, each called in a thread of its own with its own argument or tuple of them.

    >>> import minitorch as mt
    >>> mt.nn.parallel.parallel_apply([mt.nn.ReLU(), mt.nn.Tanh()], [(mt.ones(1),), (mt.zeros(1),)])
    [tensor([1.]), tensor([0.])]

    Source: PyTorch, torch.nn.parallel.parallel_apply.
    """
    recorded = is_grad_enabled()  # each thread has a switch of its own

    def call(module, given, kwargs):
        with set_grad_enabled(recorded):
            return module(*(given if isinstance(given, tuple) else (given,)), **kwargs)

    with ThreadPoolExecutor(max(len(modules), 1)) as threads:
        return list(threads.map(call, modules, inputs, kwargs_tup or [{}] * len(modules)))
