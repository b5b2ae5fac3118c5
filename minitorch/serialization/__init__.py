"""serialization: tensors to files and back, in PyTorch's format and in safetensors; a file that is read runs nothing."""

# isort: off
from .archive import UnpicklingError
from .saving import save
from .loading import load
from .safetensors import load_safetensors, save_safetensors
from .options import *
from .options import __all__ as _options, _serialization_tls as _serialization_tls
from . import object_writing as _object_writing, pickle_module as _pickle_module
from .records import *
from .records import (
    __all__ as _records, INT_SIZE as INT_SIZE, LONG_SIZE as LONG_SIZE, SHORT_SIZE as SHORT_SIZE,
    _is_zipfile as _is_zipfile, _open_file_like as _open_file_like,
    MAP_LOCATION as MAP_LOCATION, _open_zipfile_reader as _open_zipfile_reader, _open_zipfile_writer as _open_zipfile_writer,
    pickle as pickle,
)  # fmt: skip

__all__ = ["UnpicklingError", "load", "load_safetensors", "save", "save_safetensors", *_options, *_records]
