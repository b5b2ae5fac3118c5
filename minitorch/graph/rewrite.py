"""rewrite: the history of a tensor that was changed in place.

Changing x in place makes a step like any other; only that its result is x itself, so from then on x points to it. If x
is a view, the tensor whose memory it shows has changed as well: that one gets a step that says which part was replaced
(`CopySlices`), and every view of it learns its new origin when somebody asks.
"""

import numpy as np

from .._holes import fill
from .._tensor import Tensor, wrap
from ..backend import array_module
from ..ops.index.take import take
from ..ops.index.where import masked
from ..ops.inplace.in_place import History
from ..ops.op import op
from . import mode
from .node import Node
from .record import record


def allow(x):
    """Raise PyTorch's errors for tensors that autograd cannot let change."""
    if x._counter is None and not mode.state.inference:
        raise RuntimeError(
            "Inplace update to inference tensor outside InferenceMode is not allowed. You can make a clone to get a normal "
            "tensor before doing inplace update."
        )
    if not mode.state.enabled:
        return
    if not x.requires_grad:
        refuse_view_of_leaf(x)
        refuse_unrecorded_view(x)
        return
    if x._edge is None:
        raise RuntimeError(
            "a leaf Variable that requires grad is being used in an in-place operation. Its gradient is asked for at the "
            "value it had. Use the operation without the _ at its end, or change it under no_grad()."
        )
    if is_handed_on(x):
        raise handed_on_error(x, "is being modified inplace")
    if x._base is None:
        return
    refuse_view_of_leaf(x)
    if is_one_of_many(x):
        raise RuntimeError(
            f"{output(x)} is a view and is being modified inplace. This view is the output of a function that returns "
            "multiple views. Such functions do not allow the output views to be modified inplace. You should replace the "
            "inplace operation by an out-of-place one."
        )


def refuse_view_of_leaf(x):
    """PyTorch's error for a change of memory that a leaf shows."""
    if x._base is not None and x._base._requires_grad and x._base._edge is None:
        raise RuntimeError(
            "a view of a leaf Variable that requires grad is being used in an in-place operation. Work on a clone() of the "
            "leaf, or change it under no_grad()."
        )


def refuse_unrecorded_view(x):
    """PyTorch's error for a view without a history, of a tensor that has one: no_grad() was on when it was made."""
    if x._base is not None and x._base._requires_grad and x._array.dtype.kind not in "iub" and not parted(x):
        raise RuntimeError(
            "A view was created in no_grad mode and is being modified inplace with grad mode enabled. Given that this use "
            "case is ambiguous and error-prone, it is forbidden. You can clarify your code by moving both the view and the "
            "inplace either both inside the no_grad block (if you don't want the inplace to be tracked) or both outside (if "
            "you want the inplace to be tracked)."
        )


def output(x):
    """The name by which errors call a result: `Output 0 of Unbind`."""
    return f"Output {x._edge[1]} of {x._edge[0].name().rpartition('Backward')[0]}"


def is_one_of_many(view):
    """Whether a view, or a view that it was made of, is one of the results of split, chunk or unbind."""
    node, last = view._edge[0], view._base._edge and view._base._edge[0]
    while isinstance(node, Node) and node is not last:
        if node.several:
            return True
        node = node.edges[0] and node.edges[0][0]
    return False


def is_handed_on(x):
    """Whether a Function of the user's returned x as a view, perhaps of an argument, or an argument as it came."""
    return x._edge is not None and x._edge[1] in getattr(x._edge[0], "as_is", ())


def handed_on_error(x, event):
    """PyTorch's error for a change of memory that a Function handed on."""
    return RuntimeError(
        f"{output(x)} is a view and {event}. This view was created inside a custom Function (or because an input was "
        "returned as-is) and the autograd logic to handle view+inplace would override the custom backward associated with "
        "the custom Function, leading to incorrect gradients. This behavior is forbidden. You can fix this by cloning the "
        "output of the custom Function."
    )


def before(x, args):
    """x as it is now, apart: a formula that saves x must find its old numbers, which are about to be overwritten."""
    if not mode.state.enabled or not (x.requires_grad or any(isinstance(a, Tensor) and a.requires_grad for a in args)):
        return x
    old = wrap(x._array.copy())
    old._edge, old._requires_grad = x._edge, x._requires_grad
    if x._base is not None and x._edge is not None and x._edge[0].hooks is not None and not parted(x):
        show_part(x, old)  # of a view that is rewritten the base's history goes on, past the hooks that the view had
    return old


def wanted(x, other):
    """Whether changing x by `other` makes a step: not under no_grad, nor between tensors that want no gradient."""
    return mode.state.enabled and (x.requires_grad or other.requires_grad)


def remember(x, out):
    """Point x, or the tensor that x is a view of, to the step that made `out`."""
    if not mode.state.enabled or not (out._requires_grad or x.requires_grad):
        return
    if out._edge is not None:
        same_memory(out._edge[0], out._counter, x._counter)
    base = x._base
    if base is None or parted(x):
        keep_retaining(x, out)
        x._edge, x._requires_grad = out._edge, out._requires_grad
        note_step(x)
        return
    index, mask = region(x)
    before = base._edge
    record(copy_slices, (base, out, index, mask), (base._array, out._array, index, mask), base)
    note_step(base)
    if before is not base._edge and before is not None:
        keep_retaining(base, base, before)


def note_step(x):
    """Write beside the count of changes which step made what x holds now: the error of a step that saved x names it."""
    if x._counter is not None and x._edge is not None:
        x._counter[1:] = [(x._edge[0].name(), x._edge[1])]


def same_memory(node, count, new):
    """A step that saved its own result saved what now lies in x: watch x's count instead of the result's."""
    if count in node.versions:
        pairs = iter(node.versions)
        versions = ()
        for one, seen in zip(pairs, pairs, strict=True):
            versions += (new, new[0]) if one is count else (one, seen)
        node.versions = versions


def keep_retaining(x, out, before=None):
    """retain_grad belongs to the tensor, so it moves to the new step; hooks belong to the value, so they stay."""
    edge = before or x._edge
    if edge is None or not isinstance(edge[0], Node) or edge[0].hooks is None:
        return
    if edge[0].hooks.retained.pop(edge[1], _nobody)() is x and out._edge is not None:
        previous = x._edge
        x._edge = out._edge
        x.retain_grad()
        x._edge = previous


def _nobody():
    return None


def renew(view):
    """Give a view whose base was changed its new origin: this part of the base as it is now."""
    if view._counter is None or view._seen == view._counter[0]:
        return
    if is_handed_on(view):
        raise handed_on_error(view, "its base or another view of its base has been modified inplace")
    view._seen = view._counter[0]
    previous = view._edge
    if view._base._requires_grad and not parted(view):
        show_part(view, view)
        keep_retaining(view, view, previous)


def show_part(view, x):
    """Point x to a step that says which part of its base a view shows."""
    base, (index, _) = view._base, region(view)
    with mode.enable_grad():
        record(part_of, (base, index), (base._array, index), x)


def parted(view):
    """Whether the base of a view has other memory by now, which `.data = ` gives it: the view keeps the history it has."""
    base = view._base._array
    return view._array.size > 0 and not array_module(base).may_share_memory(base, view._array)


def region(view):
    """Which elements of its base a view shows: their numbers in the base's order, and a mask of the base's shape."""
    base, shown = view._base._array, view._array
    xp = array_module(base)
    places = offsets(base, xp).reshape(-1)
    order = xp.argsort(places)
    wanted = offsets(shown, xp) + (address(shown) - address(base))
    index = order[xp.searchsorted(places[order], wanted)]
    mask = xp.zeros(base.size, dtype=bool)
    mask[index.reshape(-1)] = True
    return index, mask.reshape(base.shape)


def offsets(array, xp):
    """How far each element lies from the first, in bytes."""
    total = xp.zeros(array.shape, np.int64)
    for dim, (length, step) in enumerate(zip(array.shape, array.strides, strict=True)):
        total += (xp.arange(length) * step).reshape((length,) + (1,) * (array.ndim - dim - 1))
    return total


def address(array):
    """Where the first element of an array lies in memory."""
    return array.ctypes.data if isinstance(array, np.ndarray) else array.data.ptr


@op(derivative="CopySlices")
def copy_slices(base, part, index, mask):
    changed = base.copy()
    changed[mask] = part.reshape(-1)
    return changed


copy_slices.grad(
    base=lambda g, mask: masked(g, ~mask),
    part=lambda g, index: take(g, index),
)


@op(derivative="AsStridedBackward0")
def part_of(base, where):
    return base.reshape(-1)[where]


part_of.grad(base=lambda g, where, base_shape: put_back(g, where, base_shape))


@op
def put_back(g, where, shape):
    """g at the places that `where` numbers in an array of the given shape, zeros elsewhere."""
    xp = array_module(g)
    whole = xp.zeros(int(np.prod(shape)), g.dtype)
    whole[where.reshape(-1)] = g.reshape(-1)
    return whole.reshape(shape)


put_back.grad(g=lambda g, where: take(g, where))

fill(History, allow=allow, before=before, wanted=wanted, remember=remember)
fill(Tensor, _renew=renew)
