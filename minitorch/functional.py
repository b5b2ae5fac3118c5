"""functional: the functions that PyTorch writes in Python, found in torch.functional as well as at the top (shelf)."""

import sys
from importlib import import_module

NAMES = [
    "atleast_1d", "atleast_2d", "atleast_3d", "broadcast_shapes", "broadcast_tensors", "cartesian_prod", "block_diag",
    "cdist", "chain_matmul", "einsum", "istft", "lu", "norm", "meshgrid", "pca_lowrank", "split", "stft", "svd_lowrank",
    "tensordot", "unique", "unique_consecutive", "unravel_index",
]  # fmt: skip
FOUND_TOO = ["Tensor", "F"]  # what PyTorch's file imports: editors complete `from torch.functional import F`


def __getattr__(name):
    if name == "F":
        return import_module(f"{__package__}.nn.functional")
    if name in NAMES or name in FOUND_TOO:
        return getattr(sys.modules[__package__], name)
    raise AttributeError(f"module 'minitorch.functional' has no attribute '{name}'")


def __dir__():
    return [*NAMES]
