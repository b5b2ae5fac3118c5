"""dirty: the check of what a Function says that it changed in place (shelf)."""

from .._tensor import Tensor, touch
from ..ops.inplace.in_place import History


def check_dirty(dirty, args, edges, outs):
    """Raise PyTorch's errors for inputs marked dirty that must not be changed, or are not returned, and count the change.

    edges  where the tensors among the arguments came from before the change
    """
    before = dict(zip([id(x) for x in args if isinstance(x, Tensor)], edges, strict=True))
    for x in dirty:
        if id(x) not in before:
            continue  # nobody else knows it
        if not any(x is one for one in outs):
            raise RuntimeError("Some elements marked as dirty during the forward method were not returned as output.")
        History.allow(x)
        touch(x)
        if x._base is not None and len(outs) > 1:
            raise RuntimeError(
                "a Function that modifies inplace a view of another Tensor cannot return more than one Tensor"
            )
