"""cuda: torch.backends.cuda: whether there is CUDA, and switches of its products, kept and not used (shelf)."""

from types import SimpleNamespace

from ..backend import cuda_is_available

matmul = SimpleNamespace(
    allow_tf32=False, allow_fp16_reduced_precision_reduction=True, allow_bf16_reduced_precision_reduction=True
)


def is_built():
    """Whether a GPU can be used, which is decided while the program runs. Source: PyTorch, torch.backends.cuda.is_built."""
    return cuda_is_available()
