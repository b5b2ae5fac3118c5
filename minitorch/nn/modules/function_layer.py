"""function_layer: what layers share that are a function of nn.functional and the options it takes (shelf)."""

from dataclasses import dataclass
from typing import dataclass_transform

from .. import functional as F
from ..module.mode import Module


@dataclass_transform(eq_default=False)
class FunctionLayer(Module):
    """A function of nn.functional as a layer, its options as attributes.

    A subclass names the function in its head. Its fields are the options, under the names that the function has for them;
    it becomes a dataclass, whose __init__ takes them:

        class Hardshrink(FunctionLayer, function="hardshrink"):
            lambd: float = 0.5
    """

    def __init_subclass__(cls, function=None, **settings):
        super().__init_subclass__(**settings)
        if function is not None:
            cls._function = function
            dataclass(eq=False, repr=False)(cls)

    def __post_init__(self):
        """Become a module, once the options are stored."""
        Module.__init__(self)

    def _options(self):
        """The options by name."""
        return {name: getattr(self, name) for name in getattr(self, "__dataclass_fields__", ())}

    def forward(self, *inputs):
        return getattr(F, self._function)(*inputs, **self._options())

    def extra_repr(self):
        said = [f"{name}={value}" for name, value in self._options().items() if name != "inplace" or value]
        return ", ".join(said)
