"""function_layer: what layers share that are a function of nn.functional and the options it takes (shelf)."""

from .. import functional as F
from ..module.mode import Module


class FunctionLayer(Module):
    """A function of nn.functional as a layer, its options as attributes.

    A subclass names the function in its head; one with options is a dataclass, whose fields are the options, in the order
    in which the function takes them behind the input:

        @dataclass(eq=False, repr=False)
        class Hardshrink(FunctionLayer, function="hardshrink"):
            lambd: float = 0.5
    """

    def __init_subclass__(cls, function=None, **settings):
        super().__init_subclass__(**settings)
        if function is not None:
            cls._function = function

    def __post_init__(self):
        """Become a module, once a dataclass has stored the options."""
        super().__init__()

    def _options(self):
        """The options by name."""
        return {name: getattr(self, name) for name in getattr(self, "__dataclass_fields__", ())}

    def forward(self, *inputs):
        return getattr(F, self._function)(*inputs, *self._options().values())

    def extra_repr(self):
        said = [f"{name}={value}" for name, value in self._options().items() if name != "inplace" or value]
        return ", ".join(said)
