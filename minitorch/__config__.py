"""__config__: show: what computes here (shelf)."""

import io
import platform
from contextlib import redirect_stdout

import numpy as np

from .threads import get_num_threads
from .version import minitorch


def show():
    """Words about the versions in use. Source: PyTorch, torch.__config__.show.

    >>> import minitorch as mt
    >>> mt.__config__.show().startswith("minitorch ")
    True
    """
    return (
        f"minitorch {minitorch}\n  - Python {platform.python_version()}\n  - NumPy {np.__version__}\n"
        f"  - {platform.system()} on {platform.machine()}\n"
    )


def parallel_info():
    """Words about the threads in use, and about the library that multiplies matrices for NumPy."""
    said = io.StringIO()
    with redirect_stdout(said):
        np.show_config()
    return f"minitorch.get_num_threads() : {get_num_threads()}\n{said.getvalue()}"
