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
    refuse_other_numbers(view)
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
    if node is not None:
        now = x._counter, x._counter[0]
        node.versions = [now if pair[0] is out._counter else pair for pair in node.versions]


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


# --- what is refused --------------------------------------------------------------------------------------------------


def leaf_error(what="a leaf"):
    return with_note(
        RuntimeError(f"{what} Variable that requires grad is being used in an in-place operation."),
        "Its gradient is asked for at the value it had. Work on a clone(), or change it under no_grad().",
    )


def view_of_leaf_error():
    return leaf_error("a view of a leaf")


def inference_error():
    return RuntimeError("Inplace update to inference tensor outside InferenceMode is not allowed. Change a clone().")


def output(x):
    """The name by which errors call a result: `Output 0 of Unbind`."""
    return f"Output {x._edge[1]} of {x._edge[0].name().rpartition('Backward')[0]}"


def one_of_many_error(x, event="is being modified inplace"):
    return RuntimeError(
        f"{output(x)} is a view and {event}. This view is the output of a function that returns multiple views: change a "
        "clone() of it instead."
    )


def unrecorded_error(view, event):
    which = "A view was" if view._edge is None else f"{output(view)} is a view of a view which was"
    return RuntimeError(
        f"{which} created in no_grad mode and {event} with grad mode enabled. Make the view and change it both inside the "
        "no_grad block, or both outside."
    )


def handed_on_error(x, event):
    return RuntimeError(
        f"{output(x)} is a view and {event}. This view was created inside a custom Function (or because an input was "
        "returned as-is), whose backward would be passed over: change a clone() of it instead."
    )


def refuse_other_numbers(view):
    """An error for a view of complex numbers that shows real ones, or the reverse."""
    if view._array.dtype != view._base._array.dtype:
        raise NotImplementedError("complex numbers seen as real ones cannot be changed in place here: change a clone()")


def refuse_handed_on(view):
    """The errors of refuse_odd_views for a view whose base has changed."""
    event = "its base or another view of its base has been modified inplace"
    if is_handed_on(view):
        raise handed_on_error(view, event)
    if not view._base._requires_grad or parted(view):
        return
    refuse_other_numbers(view)
    if view._requires_grad and is_unrecorded(view):
        raise unrecorded_error(view, event)
    if view._requires_grad and is_one_of_many(view):
        raise one_of_many_error(view, event)


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


override(History, allow=allow, before=before, wanted=is_recorded, remember=remember)
override(Tensor, _renew=renew)
override("minitorch.checks", check_mode=refuse_inference)
