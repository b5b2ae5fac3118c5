"""saved: the tensors that a node saves, packed away by hooks of yours (shelf).

Hooks see each tensor when it is saved, may keep something else in its place (a copy on disk, half the digits, the recipe),
and give the tensor back when a formula asks.
"""

from _thread import _local as local

from .._tensor import Tensor, wrap
from ..graph import grad_mode
from ..graph.node import FREED_TWICE, Node, as_tensor
from .function import BackwardNode


class _State(local):
    def __init__(self):
        self.hooks = []  # the pairs (pack, unpack) of the blocks that are open


state = _State()


class Pack:
    """One saved tensor in the form that a pack hook gave it."""

    __slots__ = ("data", "unpack_hook")

    def __init__(self, tensor, pack, unpack):
        count = tensor._counter
        seen = count and count[0]
        with grad_mode.no_grad():
            self.data, self.unpack_hook = pack(tensor), unpack
        if count is not None and count[0] != seen:
            raise RuntimeError("A saved tensor pack hook is modifying its input in place: let it change a clone()")

    def tensor(self):
        """The tensor that the unpack hook makes of it."""
        found = self.unpack_hook(self.data)
        if not isinstance(found, Tensor):
            raise TypeError(f"Output of saved tensor unpack_hook expected to be a Tensor, not {type(found).__name__}")
        return found


# --- steps whose saved tensors are packed ---------------------------------------------------------------------------


def pack_node(node, pack, unpack):
    """Pack all the tensors that a node has saved."""
    if isinstance(node, BackwardNode):
        entries = node.saved[0] if node.saved else ()
        node.saved = ([pair if pair[0] is None else _packed_pair(pair, pack, unpack) for pair in entries],)
    else:
        done, saved = {}, []
        for i, step in enumerate(node.formulas):
            values = list(zip(step.names, Node.kept(node, i), strict=False))
            for at, (name, value) in enumerate(values):
                if not name.endswith("_shape"):
                    value = _packed(name, value, origin(node, name), (pack, unpack), done)
                values[at] = value
            saved.append(None if node.saved[i] is None else tuple(values))
        if not done:
            return  # nothing but settings, which are not freed either
        node.saved = saved
    node.versions = ()  # hooks may keep what they like, so PyTorch does not watch for changes
    if not getattr(type(node), "packs", False):
        node.__class__ = packed_kind(type(node))


def _packed(name, value, edge, hooks, done):
    """What a step saved under a name, packed; `done` has those that are packed already, by name and array."""
    if type(value) is tuple:
        return tuple([_packed(name, one, None, hooks, done) for one in value])
    if isinstance(value, Pack) or not (hasattr(value, "dtype") and hasattr(value, "shape")):
        return value
    if (name, id(value)) not in done:
        done[name, id(value)] = Pack(shown(value, edge), *hooks)
    return done[name, id(value)]


def _packed_pair(pair, pack, unpack):
    x, number = pair
    return (Pack(x, pack, unpack), number if number is not None or x._edge is None else x._edge)


def origin(node, name):
    """Where a saved operand came from: an edge, or None."""
    if name not in node.op.parameters:
        return None
    place = node.op.parameters.index(name)
    return node.edges[node.op.positions.index(place)] if place in node.op.positions else None


def shown(value, edge):
    """A saved array as a hook sees it: the leaf itself, or a tensor with the history of the operand; a result has none."""
    leaf = edge and edge[0]
    if isinstance(leaf, Tensor):
        return leaf if leaf._array is value else wrap(value)
    return as_tensor(value, edge)


kinds: dict = {}  # a class of steps -> the same with packed tensors


def packed_kind(kind):
    """The class of steps like `kind` that unpack what they saved before they use it."""
    if kind not in kinds:
        body = {"__slots__": (), "packs": kind, "__doc__": kind.__doc__, "__module__": kind.__module__}
        if issubclass(kind, BackwardNode):
            body["saved_tensors"] = property(unpacked_tensors)
        else:
            body |= {"gradients": run_packed, "kept": _nothing, "keeps": True, "quick": False}
        kinds[kind] = type(kind.__name__, (kind,), body)
    return kinds[kind]


def _nothing(node, i):
    return ()


def run_packed(node, g, edges):
    """Run the formulas of a step with its saved tensors unpacked, each once."""
    kind, packed = type(node), node.saved
    node.saved = unpacked(node, edges)
    node.__class__ = kind.packs
    try:
        return node.gradients(g, edges)
    finally:
        node.__class__, node.saved = kind, packed


def unpacked(node, edges):
    """What a step saved, for each formula with an edge, as arrays again."""
    if node.saved is None:
        raise RuntimeError(FREED_TWICE)
    done = {}
    used = [True] if type(node).packs.joint is not None else edges
    return [_unpacked(Node.kept(node, i), done) if need else None for i, need in enumerate(used)]


def _unpacked(value, done):
    """What a formula needs, as arrays; `done` has those that are unpacked already: each is asked for once."""
    if type(value) is tuple:
        return tuple([_unpacked(one, done) for one in value])
    if not isinstance(value, Pack):
        return value
    if id(value) not in done:
        done[id(value)] = value.tensor()._array
    return done[id(value)]


def unpacked_tensors(node):
    """What save_for_backward kept, with packed tensors unpacked."""
    if node.saved is None:
        raise RuntimeError(FREED_TWICE)
    found = []
    for x, origin in node.saved[0]:
        if isinstance(x, Pack):
            x = x.tensor()
            if type(origin) is tuple:
                x, again = wrap(x._array), origin
                x._edge, x._requires_grad = again, True
                origin = None
        found.append(x if origin is None else node.again(x, origin))
    return tuple(found)


# --- hooks for all steps recorded in a block ------------------------------------------------------------------------


def pack_new(node):
    """Pack what a new node saves by the hooks of the innermost block of this thread."""
    if state.hooks and node.saved and not getattr(type(node), "packs", False):
        pack_node(node, *state.hooks[-1])
