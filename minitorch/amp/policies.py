"""policies: which functions autocast runs in few bits, which in float32, and which in the widest dtype they meet (shelf).

The lists are those of PyTorch for a CPU. What stands in none of them computes in the dtypes that it is given.
"""

from ..dtypes import float32, float64

OPS, NN, LINALG, FFT = "minitorch.ops.", "minitorch.nn.functional", "minitorch.linalg", "minitorch.fft"

# beginning of the name of the file that defines them -> functions
LOWER = {
    OPS: "mm bmm batched matmul addmm addbmm baddbmm",  # batched: what einsum calls
    NN: (
        "linear conv1d conv2d conv3d conv_tbc conv_transpose1d conv_transpose2d conv_transpose3d prelu "
        "scaled_dot_product_attention mkldnn_rnn_layer"
    ),
    LINALG: "vecdot",
}
FULL = {
    OPS: "prod quantile nanquantile polar view_as_complex",
    NN: (
        "avg_pool3d max_pool3d adaptive_avg_pool3d adaptive_max_pool3d fractional_max_pool2d fractional_max_pool3d "
        "max_unpool2d max_unpool3d grid_sample binary_cross_entropy binary_cross_entropy_with_logits mse_loss l1_loss "
        "smooth_l1_loss huber_loss nll_loss cross_entropy kl_div ctc_loss poisson_nll_loss hinge_embedding_loss "
        "soft_margin_loss margin_ranking_loss cosine_embedding_loss triplet_margin_loss multi_margin_loss "
        "multilabel_margin_loss"
    ),
    LINALG: (
        "trace cdist cholesky cholesky_inverse cholesky_solve inverse inv inv_ex lu_solve orgqr ormqr pinverse geqrf qr "
        "svd svdvals eig eigh eigvals eigvalsh lstsq solve cond matrix_rank householder_product tensorinv tensorsolve "
        "cholesky_ex triangular_solve"
    ),
    FFT: ("fft ifft fft2 ifft2 fftn ifftn rfft irfft rfft2 irfft2 rfftn irfftn hfft ihfft stft"),
}
AS_GIVEN = {NN: "bilinear"}  # PyTorch computes it in one, without the products above
WIDEST = {OPS: "stack cat index_copy"}


def lower(tensors, dtype):
    """The dtype of few bits."""
    return dtype


def full(tensors, dtype):
    """float32."""
    return float32


def widest(tensors, dtype):
    """float32 if one of the tensors has it, and else the dtype of few bits."""
    kinds = [x.dtype for x in tensors if x.is_floating_point() and x.dtype is not float64]
    if float32 in kinds:
        return float32
    if any(kind is not dtype for kind in kinds):
        raise RuntimeError("Unexpected floating ScalarType in at::autocast::prioritize")
    return dtype


def as_given(tensors, dtype):
    """None: no tensor is converted."""
    return


TABLE = {
    (area, name): policy
    for policy, areas in (
        (lower, LOWER),
        (full, FULL),
        (widest, WIDEST),
        (as_given, AS_GIVEN),
    )
    for area, names in areas.items()
    for name in names.split()
}


def policy_of(function):
    """The policy for a function, or None: known by its name and by the file that defines it."""
    name, file = getattr(function, "__name__", None), getattr(function, "__module__", None)
    if not isinstance(name, str) or not isinstance(file, str):
        return None
    area = next((area for area in (OPS, NN, LINALG, FFT) if file.startswith(area)), None)
    return TABLE.get((area, name.removeprefix("linalg_").removeprefix("fft_")))
