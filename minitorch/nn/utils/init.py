"""skip_init: a module without the cost of initialising it (shelf)."""

import inspect

from ..module.mode import Module


def skip_init(module_cls, *args, **kwargs):
    """A module whose parameters nobody has given values, for those who are about to load others anyway.

    The arguments are those of the class. No random number is drawn: the module is made on "meta" and moved from there.

    >>> import minitorch as mt
    >>> mt.nn.utils.skip_init(mt.nn.Linear, 2, 3).weight.shape
    minitorch.Size([3, 2])

    Errors: RuntimeError for a class that is no Module, and for one without the argument `device`.
    Source: PyTorch, torch.nn.utils.skip_init.
    """
    if not issubclass(module_cls, Module):
        raise RuntimeError(f"Expected a Module; got {module_cls}")
    if "device" not in inspect.signature(module_cls).parameters:
        raise RuntimeError("Module must support a 'device' arg to skip initialization")
    device = kwargs.pop("device", "cpu")
    return module_cls(*args, **kwargs, device="meta").to_empty(device=device)
