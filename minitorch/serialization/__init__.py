"""serialization: tensors to files and back, in PyTorch's format and in safetensors; a file that is read runs nothing."""

# isort: off
from .archive import UnpicklingError
from .saving import save
from .loading import load
from .hardened import default_restore_location
from .safetensors import load_safetensors, save_safetensors
from .objects import add_safe_globals, clear_safe_globals, get_safe_globals, safe_globals

__all__ = [
    "UnpicklingError", "add_safe_globals", "clear_safe_globals", "default_restore_location", "get_safe_globals", "load",
    "load_safetensors", "safe_globals", "save", "save_safetensors",
]  # fmt: skip
