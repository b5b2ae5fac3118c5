"""data_parallel: DataParallel: each GPU computes a part of the batch; without a GPU, the module itself (shelf)."""

from itertools import chain

from ... import cuda
from ...backend import device
from ...graph.grad_mode import is_grad_enabled
from ..module.mode import Module
from .parallel_apply import parallel_apply
from .replicate import replicate
from .scatter_gather import gather, scatter_kwargs


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

    Errors: RuntimeError for a module that is on another device. Source: PyTorch, torch.nn.DataParallel.
    """

    def __init__(self, module, device_ids=None, output_device=None, dim=0):
        super().__init__()
        self.module, self.device_ids = module, []
        if cuda.is_available():
            self.device_ids = [number_of(which) for which in (device_ids or range(cuda.device_count()))]
            self.output_device = self.device_ids[0] if output_device is None else number_of(output_device)
            self.dim, self.src_device_obj = dim, device(f"cuda:{self.device_ids[0]}")
            if len(self.device_ids) == 1:
                self.module.to(self.src_device_obj)

    def forward(self, *inputs, **kwargs):
        if not self.device_ids:
            return self.module(*inputs, **kwargs)
        check_place(self.module, self.src_device_obj)
        inputs, kwargs = self.scatter(inputs, kwargs, self.device_ids)
        inputs, kwargs = inputs or ((),), kwargs or ({},)
        if len(self.device_ids) == 1:
            return self.module(*inputs[0], **kwargs[0])
        replicas = self.replicate(self.module, self.device_ids[: len(inputs)])
        return self.gather(self.parallel_apply(replicas, inputs, kwargs), self.output_device)

    def replicate(self, module, device_ids):
        """A copy of the module on each device."""
        return replicate(module, device_ids, not is_grad_enabled())

    def scatter(self, inputs, kwargs, device_ids):
        """The arguments of each copy."""
        return scatter_kwargs(inputs, kwargs, device_ids, dim=self.dim)

    def parallel_apply(self, replicas, inputs, kwargs):
        """The results of the copies."""
        return parallel_apply(replicas, inputs, kwargs, self.device_ids[: len(replicas)])

    def gather(self, outputs, output_device):
        """The results as one."""
        return gather(outputs, output_device, dim=self.dim)


def data_parallel(module, inputs, device_ids=None, output_device=None, dim=0, module_kwargs=None):
    """What a DataParallel around the module computes, once. It needs a GPU.

    Errors: RuntimeError without a GPU, and for a module that is not on the first device.
    Source: PyTorch, torch.nn.parallel.data_parallel.
    """
    if not cuda.is_available():
        raise RuntimeError(
            "device type could not be determined: there is no GPU here. Call the module itself, or wrap it in "
            "DataParallel, which does so without a GPU"
        )
    check_place(module, device(f"cuda:{number_of(device_ids[0]) if device_ids else 0}"))
    inputs = () if inputs is None else inputs if isinstance(inputs, tuple) else (inputs,)
    return DataParallel(module, device_ids, output_device, dim)(*inputs, **(module_kwargs or {}))


def number_of(which):
    """The number of a GPU."""
    return which if isinstance(which, int) else device(which).index or 0


def check_place(module, where):
    """Raise for a module that is not on this device as a whole."""
    for tensor in chain(module.parameters(), module.buffers()):
        if tensor.device != where:
            raise RuntimeError(
                f"module must have its parameters and buffers on device {where} (device_ids[0]) but found one of them "
                f"on device: {tensor.device}"
            )
