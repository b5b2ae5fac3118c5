"""serialization: tensors to files and back, in PyTorch's format and in safetensors; a file that is read runs nothing."""

# isort: off
from .archive import UnpicklingError
from .saving import save
from .loading import load
from .safetensors import load_safetensors, save_safetensors
from . import objects as _objects, legacy as _legacy

__all__ = ["UnpicklingError", "load", "load_safetensors", "save", "save_safetensors"]
