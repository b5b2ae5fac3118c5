"""checks: PyTorch's errors for options of optimizers that are out of range or exclude each other (core)."""

from .sgd import check_fused as check_fused
from .sgd import check_lr as check_lr

WORDS = {"lr": "learning rate", "eps": "epsilon value"}


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
