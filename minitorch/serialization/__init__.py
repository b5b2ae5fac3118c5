"""serialization: tensors to files and back, in PyTorch's format and in safetensors; a file that is read runs nothing."""

# isort: off
from .archive import UnpicklingError
from .saving import save
from .loading import load
from .safetensors import load_safetensors, save_safetensors
from .options import *
from .options import __all__ as _options, _serialization_tls as _serialization_tls
from . import object_writing as _object_writing, pickle_module as _pickle_module
__all__ = ["UnpicklingError", "load", "load_safetensors", "save", "save_safetensors", *_options]
