"""multi_dot (shelf)."""

from ..ops.join.cat import check_tensors
from ..ops.matmul.matmul import chain_error, chain_matmul, mm
from ..ops.op import fill_out
from ..ops.view.squeeze import unsqueeze

__all__ = []


def multi_dot(tensors, *, out=None):
    """The product of two or more matrices in the order that takes the fewest multiplications; the ends may be vectors.

    >>> import minitorch as mt
    >>> mt.linalg.multi_dot([mt.ones(2, 3), mt.ones(3, 4), mt.ones(4)]).shape
    minitorch.Size([2])

    Source: PyTorch, torch.linalg.multi_dot.
    """
    tensors = check_tensors(tensors, "multi_dot", message="{}(): expected at least 2 tensors but got 0")
    if len(tensors) < 2:
        raise RuntimeError(f"multi_dot(): expected at least 2 tensors but got {len(tensors)}")
    last = len(tensors) - 1
    for place, x in enumerate(tensors):
        if x.ndim != 2 and not (x.ndim == 1 and place in (0, last)):
            wanted = "1D or 2D" if place in (0, last) else "2D"
            which = {0: "the first tensor", last: "the last tensor"}.get(place, f"tensor {place}")
            raise RuntimeError(f"multi_dot(): {which} must be {wanted} but got {x.ndim}D")
        if x.dtype is not tensors[0].dtype:
            raise chain_error(tensors[0].dtype, place, x.dtype)
        if place and tensors[place - 1].shape[-1] != x.shape[0]:
            raise RuntimeError(
                f"multi_dot(): tensors {place - 1} and {place} with shapes {list(tensors[place - 1].shape)} and "
                f"{list(x.shape)} cannot be multiplied"
            )
    first_vector, last_vector = tensors[0].ndim == 1, tensors[-1].ndim == 1
    if first_vector:
        tensors[0] = unsqueeze(tensors[0], 0)
    if last_vector:
        tensors[-1] = unsqueeze(tensors[-1], 1)
    made = chain_matmul(*tensors)
    if last_vector:
        made = made.squeeze(-1)
    if first_vector:
        made = made.squeeze(0)
    return made if out is None else fill_out(out, made, mm)
