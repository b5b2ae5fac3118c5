"""old_container: Container, the older name of a module that holds others (shelf)."""

import warnings

from ..module.mode import Module


class Container(Module):
    """A module that holds the modules it is given by name; Module itself does all that. Source: PyTorch, torch.nn.Container."""

    __module__ = "minitorch.nn.modules.container"

    def __init__(self, **kwargs):
        super().__init__()
        warnings.warn(
            "`nn.Container` is deprecated. All of its functionality is now implemented in `nn.Module`. Subclass that instead.",
            FutureWarning,
            stacklevel=2,
        )
        for name, module in kwargs.items():
            self.add_module(name, module)
