"""function_layer: what layers share that are a function of nn.functional and the options it takes (shelf)."""

from dataclasses import dataclass
from typing import dataclass_transform

from .. import functional as F
from ..module.mode import Module
from .utils import _pair, _single, _triple


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


WHAT = {1: "signals: [N, C, length] or [C, length]", 2: "images: [N, C, H, W] or [C, H, W]"}
WHAT[3] = "volumes: [N, C, D, H, W] or [C, D, H, W]"
SEVERAL = {1: _single, 2: _pair, 3: _triple}


def likewise(model, *all_dims):
    """The classes that are as `model`, of which one is for each number of dimensions: of AvgPool2d, AvgPool1d and AvgPool3d.

    What they share is the class that `model` inherits from. Its `_function` names the function of nn.functional that they
    call, and `_several`, where there is one, makes one number for each dimension.
    """
    made = []
    for dims in all_dims:
        name = f"{model.__name__[:-2]}{dims}d"
        doc = f"{model.__name__} for {WHAT[dims]}. Source: PyTorch, torch.nn.{name}."
        body = {"__doc__": doc, "__module__": model.__module__, "_function": f"{model._function[:-2]}{dims}d"}
        body |= {"_several": staticmethod(SEVERAL[dims])} if hasattr(model, "_several") else {}
        made.append(type(model)(name, model.__bases__, body))
    return made
