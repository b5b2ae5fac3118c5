"""_VF: torch._VF: the functions of the top level under the name by which PyTorch's layers call them (shelf)."""

import sys


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(f"module 'minitorch._VF' has no attribute '{name}'")
    return getattr(sys.modules["minitorch"], name)
