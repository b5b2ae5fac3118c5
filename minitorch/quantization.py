"""quantization: torch.quantization, the older place of torch.ao.quantization (shelf)."""

from .ao import quantization as here


def __getattr__(name):
    return getattr(here, name)


def __dir__():
    return dir(here)
