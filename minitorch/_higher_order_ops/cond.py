"""cond: one of two functions, by a tensor that is True or False (shelf)."""

from .._tensor import Tensor
from ..utils._pytree import tree_leaves

__all__ = ["cond"]


def cond(pred, true_fn, false_fn, operands=()):
    """true_fn(*operands) if pred holds, otherwise false_fn(*operands).

    pred  a bool, a number, or a tensor of one element

    >>> import minitorch as mt
    >>> x = mt.tensor([1.0, 2.0])
    >>> mt.cond(x.sum() > 0, lambda x: x + 1, lambda x: x - 1, (x,))
    tensor([2., 3.])

    Errors: RuntimeError for a pred of several elements, for what cannot be called, and for operands that are not tensors.
    Source: PyTorch, torch.cond.
    """
    if isinstance(pred, bool | int | float):
        return true_fn(*operands) if pred else false_fn(*operands)
    if not isinstance(pred, Tensor):
        raise RuntimeError(f"Expected pred to be bool or tensor, but got {pred}.")
    if pred.numel() != 1:
        raise RuntimeError(f"Expected pred to be bool or single-element tensor, but got {pred}.")
    if not callable(true_fn) or not callable(false_fn):
        raise RuntimeError("Expect both branches to be callable.")
    if not isinstance(operands, tuple | list) or not all(isinstance(leaf, Tensor) for leaf in tree_leaves(operands)):
        raise RuntimeError(
            "Expect operands to be a tuple of possibly nested dict/list/tuple that only consists of tensor leaves, but got "
            f"{operands}."
        )
    return true_fn(*operands) if pred else false_fn(*operands)
