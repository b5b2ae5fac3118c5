"""switches: settings that programs make and that change nothing here: determinism, precision of products (shelf).

There is one implementation of each operation. It is deterministic and multiplies in full precision.
"""

PRECISIONS = ("highest", "high", "medium")


def use_deterministic_algorithms(mode, *, warn_only=False):
    """Ask for operations that give the same result each time. They always do.

    Source: PyTorch, torch.use_deterministic_algorithms.
    """


def set_float32_matmul_precision(precision):
    """Allow products of lower precision: "highest", "high" or "medium". They are always computed in full precision.

    Errors: ValueError for another string. Source: PyTorch, torch.set_float32_matmul_precision.
    """
    if precision not in PRECISIONS:
        raise ValueError(f"set_float32_matmul_precision(): precision must be one of {PRECISIONS}, not {precision!r}")
