"""cuda: torch.backends.cuda: whether there is CUDA, and switches of its libraries, kept and not used (shelf)."""

from types import SimpleNamespace

from ..backend import cuda_is_available

matmul = SimpleNamespace(
    allow_tf32=False, allow_fp16_reduced_precision_reduction=True, allow_bf16_reduced_precision_reduction=True
)
attention = {"flash": True, "mem_efficient": True, "math": True, "cudnn": True}


def is_built():
    """Whether a GPU can be used, which is decided while the program runs. Source: PyTorch, torch.backends.cuda.is_built."""
    return cuda_is_available()


def switch(name):
    """The function that sets one way to compute attention, and the one that says what was set."""

    def enable(enabled):
        attention[name] = enabled

    def is_enabled():
        return attention[name]

    enable.__doc__ = f"Whether PyTorch may compute attention in this way ({name}); kept and not used."
    is_enabled.__doc__ = f"What was set for this way to compute attention ({name})."
    return enable, is_enabled


enable_flash_sdp, flash_sdp_enabled = switch("flash")
enable_mem_efficient_sdp, mem_efficient_sdp_enabled = switch("mem_efficient")
enable_math_sdp, math_sdp_enabled = switch("math")
enable_cudnn_sdp, cudnn_sdp_enabled = switch("cudnn")
