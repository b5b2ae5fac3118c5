"""_reduction: the number of a loss's reduction, and the reduction that older arguments mean (shelf)."""

import warnings

__all__ = ["get_enum", "legacy_get_string", "legacy_get_enum"]

NUMBERS = {"none": 0, "mean": 1, "sum": 2}


def get_enum(reduction):
    """0, 1 or 2 for "none", "mean" or "sum". Errors: ValueError for another word. Source: PyTorch, torch.nn._reduction."""
    if reduction == "elementwise_mean":
        warnings.warn("reduction='elementwise_mean' is deprecated. Please use reduction='mean' instead.", stacklevel=2)
        return 1
    if reduction not in NUMBERS:
        raise ValueError(f"{reduction} is not a valid value for reduction")
    return NUMBERS[reduction]


def legacy_get_string(size_average, reduce, emit_warning=True):
    """The reduction that size_average and reduce stand for, each of which is True where it is None.

    Source: PyTorch, torch.nn._reduction.
    """
    summed = "mean" if size_average is None or size_average else "sum"
    word = summed if reduce is None or reduce else "none"
    if emit_warning:
        warnings.warn(
            f"size_average and reduce args will be deprecated, please use reduction='{word}' instead.", stacklevel=2
        )
    return word


def legacy_get_enum(size_average, reduce, emit_warning=True):
    """The same as a number. Source: PyTorch, torch.nn._reduction."""
    return get_enum(legacy_get_string(size_average, reduce, emit_warning))
