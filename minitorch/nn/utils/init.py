"""skip_init: a module without the cost of initialising it (shelf)."""

import inspect

from ..module.mode import Module


def skip_init(module_cls, *args, **kwargs):
    """A module whose own parameters hold whatever was in memory, for those who are about to load others anyway.

    The arguments are those of the class. No random number is drawn for the module itself.

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
    module = module_cls.__new__(module_cls)
    vars(module)["reset_parameters"] = lambda: None  # found before the method of the class
    module.__init__(*args, **kwargs)
    del vars(module)["reset_parameters"]
    return module
