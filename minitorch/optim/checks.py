"""checks: PyTorch's errors for options of optimizers that are out of range or exclude each other (core)."""

from .._tensor import Tensor

WORDS = {"lr": "learning rate", "eps": "epsilon value"}
GRAPHS = ["cuda", "xpu", "hpu", "privateuseone", "xla"]  # where PyTorch can record a step and play it back
FUSED = ["mps", "cuda", "xpu", "hpu", "cpu", "mtia", "privateuseone"]


def is_sparse(grad):
    """Whether a gradient is sparse, as those of embeddings with sparse=True are."""
    return hasattr(grad._array, "nnz")


def check_lr(lr):
    """Raise for a learning rate of several numbers."""
    if isinstance(lr, Tensor) and lr.numel() != 1:
        raise ValueError("Tensor lr must be 1-element")


def check_not_negative(**options):
    """Raise for a negative option."""
    for name, value in options.items():
        if not value >= 0.0:
            raise ValueError(f"Invalid {WORDS.get(name, name + ' value')}: {value}")


def check_betas(betas):
    """Raise for shares of the past that are not at least 0 and below 1."""
    for index in range(2):
        if not 0.0 <= betas[index] < 1.0:
            raise ValueError(f"Invalid beta parameter at index {index}: {betas[index]}")


def check_tensor_lr(lr, foreach, capturable):
    """Raise for a learning rate that one of PyTorch's ways to compute cannot take as a tensor."""
    if isinstance(lr, Tensor) and foreach and not capturable:
        raise ValueError("lr as a Tensor is not supported for capturable=False and foreach=True")
    check_lr(lr)


def check_tensor_betas(betas, foreach, capturable):
    """Raise for betas of two kinds, of several numbers, or as tensors where PyTorch cannot take them."""
    if not (all(isinstance(beta, float) for beta in betas[:2]) or all(isinstance(beta, Tensor) for beta in betas[:2])):
        raise ValueError("betas must be either both floats or both Tensors")
    for index, beta in enumerate(betas[:2]):
        if isinstance(beta, Tensor) and foreach and not capturable:
            raise ValueError(f"betas[{index}] as a Tensor is not supported for capturable=False and foreach=True")
        if isinstance(beta, Tensor) and beta.numel() != 1:
            raise ValueError(f"Tensor betas[{index}] must be 1-element")


def check_fused(fused, foreach, differentiable):
    """Raise for ways to compute that exclude each other in PyTorch."""
    if fused and differentiable:
        raise RuntimeError("`fused` does not support `differentiable`")
    if fused and foreach:
        raise RuntimeError("`fused` and `foreach` cannot be `True` together.")


def check_way(group, p):
    """Raise for a parameter that the way asked for cannot compute in PyTorch."""
    if group.get("fused") and not (p.is_floating_point() and p.device.type in FUSED):
        raise RuntimeError(
            "`fused=True` requires all the params to be floating point Tensors of "
            f"supported devices: {FUSED} but {p.dtype} and {p.device.type}"
        )


def check_steps(state, group):
    """Raise for a count of steps that is no tensor, and for steps that are to be recorded where PyTorch cannot do it."""
    if "step" in state and not isinstance(state["step"], Tensor):
        raise RuntimeError("API has changed, `state_steps` argument must contain a list of singleton tensors")
    if group.get("capturable") and not group.get("fused"):
        raise AssertionError(
            f"If capturable=True, params and state_steps must be on supported devices: {GRAPHS}: a step here is never "
            "recorded to be played back, leave it False"
        )
