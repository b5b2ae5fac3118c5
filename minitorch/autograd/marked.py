"""marked: what a Function says of its tensors (mark_dirty, save_for_backward) and gives: checked, written down (core)."""

from .._lazy import load
from .._tensor import Tensor, wrap
from ..errors import with_note
from ..ops.inplace.in_place import History


def check_saved(tensors):
    """Raise PyTorch's error for what save_for_backward cannot keep."""
    for i, x in enumerate(tensors):
        if x is not None and not isinstance(x, Tensor):
            raise TypeError(
                f"save_for_backward can only save variables, but argument {i} is of type {type(x).__name__}; "
                "set other things as attributes of ctx"
            )


def check_marked(tensors, words):
    """Only tensors can be marked; `words` are those of the error."""
    for i, x in enumerate(tensors):
        if not isinstance(x, Tensor):
            raise RuntimeError(words.format(i=i, kind=type(x).__name__))


def check_dirty(dirty, args, edges, outs):
    """Raise PyTorch's errors for inputs marked dirty that must not be changed, or are not returned, and count the change."""
    if dirty:
        load("minitorch.autograd.dirty").check_dirty(dirty, args, edges, outs)


def rewrite(x, edge):
    """Point a changed view, and so the tensor whose memory it shows, to the step that changed it."""
    out = wrap(x._array.copy())
    out._edge, out._requires_grad = edge, True
    History.remember(x, out)
    x._edge, x._requires_grad = edge, True
    x._seen = x._counter[0]


def handed_on(x):
    """x, which shows memory that others show too, as a view of a tensor that nobody else has.

    So it learns when the memory is changed, and the history of that change does not become its own.
    """
    x._base, x._seen = x.detach(), x._counter and x._counter[0]
    return x


def number_error(node, given):
    return with_note(
        RuntimeError(
            f"function {node.name()} returned an incorrect number of gradients (expected {len(node.needs_input_grad)}, got "
            f"{len(given)})"
        ),
        "backward returns one for each argument of forward, None for those that have none.",
    )


def kind_error(x):
    return RuntimeError(f"expected Variable or None (got {type(x).__name__})")
