"""rewrite: in-place changes and autograd: what may be changed, CopySlices, and the new history of views (core).

Changing x in place makes a step like any other; only that its result is x itself, so from then on x points to it. If x
is a view, the tensor whose memory it shows has changed as well: that one gets a step that says which part was replaced
(`CopySlices`), and every view of it learns its new origin when somebody asks.
"""

import numpy as np

from .._extension import override
from .._tensor import Tensor, wrap
from ..backend import array_module
from ..errors import with_note
from ..ops.index.where import masked
from ..ops.inplace.in_place import History
from ..ops.op import op
from . import grad_mode
from .grad_mode import is_grad_enabled
from .node import Node
from .record import record

# --- before a change --------------------------------------------------------------------------------------------------


def allow(x):
    """Raise PyTorch's errors for tensors that autograd cannot let change."""
    refuse_inference(x)
    if not is_grad_enabled():
        return
    refuse_odd_views(x)
    if x._base is not None and x._base.requires_grad and x._base.is_leaf:
        raise view_of_leaf_error()
    if x.requires_grad and x.is_leaf:
        raise leaf_error()


def refuse_inference(x):
    """PyTorch's error for a tensor made under inference_mode, outside of it."""
    if x._counter is None and not grad_mode.state.inference:
        raise inference_error()


def refuse_wish(x):
    """The same for its wish for a gradient."""
    if x._counter is None and not grad_mode.state.inference:
        raise RuntimeError("Setting requires_grad=True on inference tensor outside InferenceMode is not allowed.")


def refuse_odd_views(x):
    """PyTorch's errors for views whose history cannot be rewritten."""
    refuse_unrecorded(x)
    if is_handed_on(x):
        raise handed_on_error(x, "is being modified inplace")
    if x._requires_grad and x._base is not None and x._edge is not None and is_one_of_many(x):
        raise one_of_many_error(x)


def refuse_unrecorded(x):
    """PyTorch's error for a view that was made under no_grad() of a tensor that requires grad."""
    if x._base is not None and is_unrecorded(x) and x._base.requires_grad and not parted(x):
        raise unrecorded_error(x, "is being modified inplace")


def is_recorded(*operands):
    """Whether a step with these operands is recorded: not under no_grad, nor where none of them wants a gradient."""
    return is_grad_enabled() and any([isinstance(x, Tensor) and x.requires_grad for x in operands])


def before(x, args):
    """x as it is now, apart: a formula that saves x must find its old numbers, which are about to be overwritten."""
    if not is_recorded(x, *args):
        return x
    old = wrap(x._array.copy())
    old._edge, old._requires_grad = x._edge, x._requires_grad
    past_hooks(x, old)
    return old


# --- after it ---------------------------------------------------------------------------------------------------------


def remember(x, out):
    """Point x to the step that made `out`; where x shows a part of another tensor, give that one a step of its own."""
    if not makes_a_step(x, out):
        return
    same_memory(out, x)
    changed = x if x._base is None or parted(x) else x._base
    previous = changed._edge
    if changed is x:
        x._edge, x._requires_grad = out._edge, out._requires_grad
    else:
        replace_part(x, out)
    settle(changed, previous)


def makes_a_step(x, out):
    """Whether a change that has been made is recorded. (x.requires_grad would give a view its new history now: too early.)"""
    return is_grad_enabled() and (x._requires_grad or out._requires_grad)


def replace_part(view, part):
    """Record that the base of a view is what it was, with `part` at the elements that the view shows."""
    base, index = view._base, region(view)
    rest = others(base, index)
    record(copy_slices, (base, part, index, rest), (base._array, part._array, index, rest), base)


def region(view):
    """Which elements of its base a view shows: their numbers in the base's order, in an array of the view's shape."""
    base, shown = view._base._array, view._array
    xp = array_module(base)
    places = offsets(base, xp).reshape(-1)
    wanted = offsets(shown, xp) + (address(shown) - address(base))
    order = xp.argsort(places)
    return order[xp.searchsorted(places[order], wanted)]


def offsets(array, xp):
    """How far each element lies from the first, in bytes."""
    total = xp.zeros(array.shape, np.int64)
    for dim, (length, step) in enumerate(zip(array.shape, array.strides, strict=True)):
        total += (xp.arange(length) * step).reshape((length,) + (1,) * (array.ndim - dim - 1))
    return total


def address(array):
    """Where the first element of an array lies in memory."""
    return array.ctypes.data if isinstance(array, np.ndarray) else array.data.ptr


def others(base, index):
    """A mask in the base's shape: True at the elements whose numbers are not in `index`."""
    rest = array_module(base._array).ones(base._array.size, dtype=bool)
    rest[index.reshape(-1)] = False
    return rest.reshape(base._array.shape)


def parted(view):
    """Whether the base of a view has other memory by now, which `.data = ` gives it: the view keeps the history it has."""
    base = view._base._array
    return view._array.size > 0 and not array_module(base).may_share_memory(base, view._array)


# --- the other views --------------------------------------------------------------------------------------------------


def renew(view):
    """Give a view whose base was changed its new origin: this part of the base as it is now."""
    if view._counter is None or view._seen == view._counter[0]:
        return
    refuse_handed_on(view)
    view._seen = view._counter[0]
    previous = view._edge
    if view._base.requires_grad and not parted(view):
        show_part(view, view)
        keep_retaining(view, previous)


def show_part(view, x):
    """Point x to a step that says which part of its base a view shows."""
    base, index = view._base, region(view)
    with grad_mode.enable_grad():
        record(part_of, (base, index), (base._array, index), x)


# --- the two steps ----------------------------------------------------------------------------------------------------


@op(derivative="CopySlices")
def copy_slices(base, part, index, rest):
    changed = base.copy()
    changed.reshape(-1)[index] = part
    return changed


copy_slices.grad(
    base=lambda g, rest: masked(g, rest),
    part=lambda g, index: g.take(index),
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


put_back.grad(g=lambda g, where: g.take(where))


# --- what else has to be kept true ------------------------------------------------------------------------------------


def same_memory(out, x):
    """A step that saved its own result saved what now lies in x: it has to watch x's count instead of the result's."""
    node = out._edge and out._edge[0]
    if node is None or out._counter not in node.versions:
        return
    versions = ()
    pairs = iter(node.versions)
    for count, seen in zip(pairs, pairs, strict=True):
        versions += (x._counter, x._counter[0]) if count is out._counter else (count, seen)
    node.versions = versions


def settle(x, previous):
    """x has a new step: note it beside the count of changes, for the errors of steps that saved x, and move retain_grad."""
    if x._counter is not None and x._edge is not None:
        x._counter[1:] = [(x._edge[0].name(), x._edge[1])]
    keep_retaining(x, previous)


def keep_retaining(x, previous):
    """retain_grad belongs to the tensor, so it moves from the previous step to the new; hooks belong to the value, so they stay."""
    node, number = previous or (None, 0)
    if isinstance(node, Node) and node.hooks is not None and previous is not x._edge:
        if node.hooks.keeper(number) is x:
            del node.hooks.retained[number]
            if x._edge is not None:
                x.retain_grad()


def past_hooks(x, old):
    """Where x is a view with hooks: its base gets a new history, which goes round the step on which they hang."""
    if x._base is not None and x._edge is not None and x._edge[0].hooks is not None and not parted(x):
        show_part(x, old)


# --- views without a history, and of other numbers ------------------------------------------------------------------


def allow_any(x):
    """allow, and an error for a view that shows other numbers than its base holds, where the change would be recorded."""
    if x._base is not None and shows_other_numbers(x) and is_grad_enabled() and x.requires_grad:
        raise other_numbers_error()
    allow(x)


def shows_other_numbers(view):
    """Whether a view is real and its base complex, or the reverse."""
    return {view._array.dtype.kind, view._base._array.dtype.kind} == {"f", "c"}


def renew_any(view):
    """renew, for a view without a history too: it requires grad where its base does."""
    if view._counter is None or view._seen == view._counter[0]:
        if view._edge is None and not view._requires_grad and view._base._requires_grad:
            view._requires_grad = view._array.dtype.kind not in "iub" and not parted(view)
        return
    if view._base._requires_grad and shows_other_numbers(view):
        raise other_numbers_error()
    renew(view)


def other_numbers_error():
    return NotImplementedError(
        "a change in place of complex numbers that a view shows as real ones, or the reverse, is not recorded: use "
        "operations that return a new tensor, or change it under no_grad()"
    )


# --- the wording of errors --------------------------------------------------------------------------------------------


def leaf_error():
    return with_note(
        RuntimeError("a leaf Variable that requires grad is being used in an in-place operation."),
        "Its gradient is asked for at the value it had. Use the operation without the _ at its end, or change it under "
        "no_grad().",
    )


def view_of_leaf_error():
    return with_note(
        RuntimeError("a view of a leaf Variable that requires grad is being used in an in-place operation."),
        "Work on a clone() of the leaf, or change it under no_grad().",
    )


def inference_error():
    return RuntimeError(
        "Inplace update to inference tensor outside InferenceMode is not allowed. You can make a clone to get a normal "
        "tensor before doing inplace update."
    )


def one_of_many_error(x, event="is being modified inplace"):
    """PyTorch's error for a change of one of several views that one step made, or of their base."""
    return RuntimeError(
        f"{output(x)} is a view and {event}. This view is the output of a function that returns "
        "multiple views. Such functions do not allow the output views to be modified inplace. You should replace the "
        "inplace operation by an out-of-place one."
    )


def unrecorded_error(view, event):
    """PyTorch's error for a view that was made under no_grad(), or a view of one."""
    which = "A view was" if view._edge is None else f"{output(view)} is a view of a view which was"
    return RuntimeError(
        f"{which} created in no_grad mode and {event} with grad mode enabled. Given that this use "
        "case is ambiguous and error-prone, it is forbidden. You can clarify your code by moving both the view and the "
        "inplace either both inside the no_grad block (if you don't want the inplace to be tracked) or both outside (if "
        "you want the inplace to be tracked)."
    )


def output(x):
    """The name by which errors call a result: `Output 0 of Unbind`."""
    return f"Output {x._edge[1]} of {x._edge[0].name().rpartition('Backward')[0]}"


def origin(view):
    """Where the chain of views that leads to this one begins: at a node with several results, or at a tensor."""
    edge = view._edge
    while edge is not None and isinstance(edge[0], Node) and edge[0].op is not None and edge[0].op.view:
        if edge[0].several:
            break
        edge = edge[0].edges[0]
    return view if edge is None else edge[0]


def is_one_of_many(view):
    """Whether a view, or a view that it was made of, is one of the results of split, chunk or unbind."""
    node = origin(view)
    return isinstance(node, Node) and node.several > 0 and node.op is not None and bool(node.op.view)


def is_unrecorded(view):
    """Whether a view, or a view that it was made of, was made under no_grad() of a tensor that requires grad."""
    start = origin(view)
    return isinstance(start, Tensor) and start._base is not None and start._edge is None and start._requires_grad


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


def refuse_handed_on(view):
    """The errors of refuse_odd_views for a view whose base has changed."""
    event = "its base or another view of its base has been modified inplace"
    if is_handed_on(view):
        raise handed_on_error(view, event)
    if not view._requires_grad or not view._base._requires_grad or parted(view):
        return
    if is_unrecorded(view):
        raise unrecorded_error(view, event)
    if is_one_of_many(view):
        raise one_of_many_error(view, event)


override(History, allow=allow_any, before=before, wanted=is_recorded, remember=remember)
override(Tensor, _renew=renew_any)
override("minitorch.checks", check_mode=refuse_wish)
