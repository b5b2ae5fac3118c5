"""policies: which functions autocast runs in few bits, which in float32, and which in the widest dtype they meet (shelf).

The lists are those of PyTorch for a CPU. What stands in none of them computes in the dtypes that it is given.
"""

from ..dtypes import float32

OPS, NN, LINALG, FFT = "minitorch.ops.", "minitorch.nn.functional", "minitorch.linalg", "minitorch.fft"


def lower(tensors, dtype):
    """The dtype of few bits."""
    return dtype


def full(tensors, dtype):
    """float32."""
    return float32


def widest(tensors, dtype):
    """float32 if one of the tensors has it, and else the dtype of few bits."""
    return float32 if any(x.dtype is float32 for x in tensors) else dtype


def as_given(tensors, dtype):
    """None: no tensor is converted."""
    return


# (policy, beginning of the name of the file that defines them) -> functions
LISTS = {
    (lower, OPS): "mm bmm batched matmul addmm addbmm baddbmm",  # batched: what einsum calls
    (lower, NN): (
        "linear conv1d conv2d conv3d conv_transpose1d conv_transpose2d conv_transpose3d prelu scaled_dot_product_attention"
    ),
    (full, OPS): "prod quantile nanquantile",
    (full, NN): (
        "avg_pool3d max_pool3d adaptive_avg_pool3d adaptive_max_pool3d fractional_max_pool2d fractional_max_pool3d "
        "max_unpool2d max_unpool3d grid_sample binary_cross_entropy binary_cross_entropy_with_logits mse_loss l1_loss "
        "smooth_l1_loss huber_loss nll_loss cross_entropy kl_div ctc_loss poisson_nll_loss hinge_embedding_loss "
        "soft_margin_loss margin_ranking_loss cosine_embedding_loss triplet_margin_loss multi_margin_loss "
        "multilabel_margin_loss"
    ),
    (full, LINALG): (
        "trace cdist cholesky inverse inv qr svd svdvals eig eigh eigvals eigvalsh lstsq solve cond matrix_rank"
    ),
    (full, FFT): "fft ifft fft2 ifft2 fftn ifftn rfft irfft rfft2 irfft2 rfftn irfftn stft",
    (widest, OPS): "stack cat index_copy",
    (as_given, NN): "bilinear",  # PyTorch computes it in one, without the products above
}
TABLE = {(area, name): policy for (policy, area), names in LISTS.items() for name in names.split()}


def policy_of(function):
    """The policy for a function, or None: known by its name and by the file that defines it."""
    name, file = getattr(function, "__name__", None), getattr(function, "__module__", None)
    if not isinstance(name, str) or not isinstance(file, str):
        return None
    area = next((area for area in (OPS, NN, LINALG, FFT) if file.startswith(area)), None)
    return TABLE.get((area, name.removeprefix("linalg_").removeprefix("fft_")))
