"""rewrite: in-place changes and autograd: what may be changed, CopySlices, and the new history of views (core).

An in-place operation is recorded like any other, but its result is x itself. So x points to the new node from then on. If x
is a view, the tensor whose memory it shows has changed as well. That tensor, the base, gets a node that says which part was
replaced (`CopySlices`), and each view of it gets a new edge when it is used the next time.
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
from .grad_mode import enable_grad, is_grad_enabled
from .node import Node
from .record import record

# --- before a change --------------------------------------------------------------------------------------------------


def allow(x):
    """Raise an error if x is a leaf, or a view of a leaf, and one of the two requires a gradient: a leaf must remain a leaf.

    Given w = mt.ones(4, requires_grad=True), allow(w) and allow(w[1:]) raise, except under no_grad(). allow(w * 1) does not.
    """
    if is_grad_enabled():
        base = x if x._base is None else x._base
        if base.is_leaf and (base.requires_grad or x.requires_grad):
            raise leaf_error("a leaf" if base is x else "a view of a leaf")


def is_recorded(*operands):
    """Whether an operation with these operands is recorded: recording is on, and one of them requires a gradient."""
    return is_grad_enabled() and any([isinstance(x, Tensor) and x.requires_grad for x in operands])


def before(x, args):
    """The tensor from which an in-place operation on x with the other operands `args` is computed.

    That is x, or, if the operation is recorded, a copy that stands for the old x in the graph: it has its values, its
    edge, and a version counter of its own. `args` has tensors and numbers.
    """
    if not is_recorded(x, *args):
        return x
    old = wrap(x._array.copy())
    old._edge, old._requires_grad = x._edge, x._requires_grad
    return old


# --- after a change ---------------------------------------------------------------------------------------------------


def remember(x, out):
    """Record that x now holds the values of `out`. Version checks and retained gradients follow the new edge."""
    if not (is_grad_enabled() and out.requires_grad):
        return
    watch_version(out, x)
    retained = [(t, t._edge) for t in (x, x._base) if t is not None and is_retained_at(t._edge, t)]
    rebase_history(x, out)
    for t, previous in retained:
        if t.requires_grad:  # reading it brings the edge of a view up to date
            move_retain_grad(t, previous)


def rebase_history(x, out):
    """Let x, which now holds the values of `out`, point to the node of `out`. If x is a view, its base gets a node."""
    if base_of(x) is None:
        x._edge, x._requires_grad = out._edge, out._requires_grad
    else:
        replace_part(x, out)


def watch_version(out, x):
    """An operation that saved its own result, `out`, saved what is now in x. So its node checks the version of x."""
    node = out._edge and out._edge[0]
    if node is not None:
        now = x._counter, x._counter[0]
        node.versions = [now if pair[0] is out._counter else pair for pair in node.versions]


def move_retain_grad(x, previous):
    """If x keeps its gradient, let the node that it points to now note that, and no longer the one of the previous edge."""
    if previous is not x._edge and is_retained_at(previous, x):
        node, number = previous
        del node.hooks.retained[number]
        x.retain_grad()


def is_retained_at(edge, x):
    """Whether the node of an edge keeps the gradient of x."""
    node, number = edge or (None, 0)
    return isinstance(node, Node) and node.hooks is not None and node.hooks.keeper(number) is x


BASE_CHANGED = "its base or another view of its base has been modified inplace"

# --- a view and its base ----------------------------------------------------------------------------------------------


def replace_part(view, part):
    """Record that the base of a view is what it was, with `part` in place of the elements that the view shows."""
    base, index = view._base, region(view)
    rest = others(base, index)
    record(copy_slices, (base, part, index, rest), (base._array, part._array, index, rest), base)


def take_part(view):
    """Record that a view shows a part of its base as that is now, also where recording is off."""
    base = base_of(view)
    if base is not None and base.requires_grad:
        index = region(view)
        with enable_grad():
            record(part_of, (base, index), (base._array, index), view)


def refresh(view):
    """Give a view a new edge if its base was changed in place: its new node reads the current base."""
    if view._seen != view._counter[0]:
        view._seen = view._counter[0]
        take_part(view)


def refresh_on_use(view):
    """Refresh a view that is read or used. If it retains its gradient, the node that it points to now notes that."""
    if view._counter is None:  # made under inference_mode
        return
    if view._seen != view._counter[0]:
        refuse_odd_view(view, BASE_CHANGED)
    previous = view._edge
    refresh(view)
    move_retain_grad(view, previous)


def base_of(x):
    """The tensor whose memory x shows, or None: x is not a view, or its base was given other memory by `.data = `."""
    return None if x._base is None or is_detached(x) else x._base


def is_detached(view):
    """Whether the base of a view was given other memory by `.data = `. The view then keeps the edge that it has."""
    base = view._base._array
    return view._array.size > 0 and not array_module(base).may_share_memory(base, view._array)


def region(view):
    """Which elements of its base a view shows: an array of the view's shape with their flat indices, in row-major order."""
    base, shown = view._base._array, view._array
    if base.dtype != shown.dtype:
        raise NotImplementedError("to change a view in another dtype than its base, use clone()")
    xp = array_module(base)
    places = offsets(base, xp).reshape(-1)
    wanted = offsets(shown, xp) + (address(shown) - address(base))
    order = xp.argsort(places)
    return order[xp.searchsorted(places[order], wanted)]


def offsets(array, xp):
    """How far each element is from the first, in bytes."""
    total = xp.zeros(array.shape, np.int64)
    for dim, (length, step) in enumerate(zip(array.shape, array.strides, strict=True)):
        total += (xp.arange(length) * step).reshape((length,) + (1,) * (array.ndim - dim - 1))
    return total


def address(array):
    """Where the first element of an array is in memory."""
    return array.ctypes.data if isinstance(array, np.ndarray) else array.data.ptr


def others(base, index):
    """A mask in the base's shape: True at the elements whose numbers are not in `index`."""
    rest = array_module(base._array).ones(base._array.size, dtype=bool)
    rest[index.reshape(-1)] = False
    return rest.reshape(base._array.shape)


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
    """An array of the given shape with g at the places that `where` numbers, and zeros elsewhere."""
    xp = array_module(g)
    whole = xp.zeros(int(np.prod(shape)), g.dtype)
    whole[where.reshape(-1)] = g.reshape(-1)
    return whole.reshape(shape)


put_back.grad(g=lambda g, where: g.take(where))


# --- what is refused --------------------------------------------------------------------------------------------------


def leaf_error(what):
    return with_note(
        RuntimeError(f"{what} Variable that requires grad is being used in an in-place operation."),
        "It would no longer be a leaf. Change a clone(), or make the change under no_grad().",
    )


def check_inplace(x):
    """Raise an error if x must not be changed in place: those of rare cases, then that of a leaf."""
    refuse_inference(x)
    if is_grad_enabled():
        refuse_odd_view(x)
    allow(x)


def refuse_inference(x):
    """Raise PyTorch's error for a tensor of inference_mode that is changed outside of it."""
    if x._counter is None and not grad_mode.state.inference:
        raise RuntimeError("Inplace update to inference tensor outside InferenceMode is not allowed.")


def refuse_odd_view(x, event="is being modified inplace"):
    """Raise PyTorch's errors for views whose base cannot be given a correct history."""
    kind = None
    if x._edge is not None and x._edge[1] in x._edge[0].as_is:
        kind = "was created inside a custom Function"
    elif x._base is not None and x._base._requires_grad and not is_detached(x):
        start = origin(x)
        if isinstance(start, Node):
            kind = "is the output of a function that returns multiple views"
        elif start._base is not None and start._edge is None and start._requires_grad:
            kind = "was created in no_grad mode"
    if kind:
        said = f"A view {kind} and {event} with grad mode enabled."
        if x._edge is not None:
            said = (
                f"Output {x._edge[1]} of {x._edge[0].name().removesuffix('0')} is a view and {event}. This view {kind}."
            )
        raise RuntimeError(f"{said} Change a clone() of it instead.")


def origin(view):
    """Where the chain of views that leads to this one begins: at a node with several results, or at a tensor."""
    edge = view._edge
    while edge is not None and isinstance(edge[0], Node) and edge[0].op is not None and edge[0].op.view:
        if edge[0].several:
            return edge[0]
        edge = edge[0].edges[0]
    return view if edge is None or isinstance(edge[0], Node) else edge[0]


override(History, allow=check_inplace, before=before, is_recorded=is_recorded, remember=remember)
override(Tensor, _refresh=refresh_on_use)
override("minitorch.checks", check_mode=refuse_inference)
