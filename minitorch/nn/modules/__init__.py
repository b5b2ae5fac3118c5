"""modules: the layers, a file per family, named as PyTorch names them; `modules.module` is Module's own package."""

from .. import module
