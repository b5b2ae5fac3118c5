"""named: what a recorded step has saved, by PyTorch's names: `y.grad_fn._saved_self` (shelf)."""

from .._holes import fill
from .._tensor import Tensor
from ..graph.node import FREED_TWICE, Node, as_tensor
from .function import BackwardNode
from .saved import Pack, origin, pack_node, shown

NAMES = {"self": 0, "other": 1, "input": 0}


def saved_attribute(node, name):
    """`node._saved_self` and the like, and `node._raw_saved_self`, which takes hooks for this tensor alone."""
    raw = name.startswith("_raw_saved_")
    if not (raw or name.startswith("_saved_")):
        raise AttributeError(f"'{type(node).__name__}' object has no attribute '{name}'")
    kind = getattr(type(node), "packs", type(node))
    if raw and issubclass(kind, BackwardNode) and name == "_raw_saved_tensors":
        if node.saved is None:
            raise RuntimeError(FREED_TWICE)
        return tuple([SavedTensor(node, i) for i in range(len(node.saved[0]))])
    called = here(kind, name.removeprefix("_raw_saved_" if raw else "_saved_"))
    if called is None:
        raise AttributeError(f"'{kind.__name__}' object has no attribute '{name}'")
    if raw:
        return SavedTensor(node, called)
    return SavedTensor(node, called).unpack()


def here(kind, name):
    """What PyTorch's name for a saved value is called in the formulas of a step; None when they do not name it."""
    if kind.op is None:
        return None
    names = {one: None for step in kind.steps for one in step.names}
    guesses = [name, {"result": "out", "self_sym_sizes": f"{kind.op.parameters[0]}_shape"}.get(name)]
    if name in NAMES and NAMES[name] < len(kind.op.parameters):
        guesses.append(kind.op.parameters[NAMES[name]])
    return next((guess for guess in guesses if guess in names), None)


class SavedTensor:
    """One tensor that a step saved: `node._raw_saved_self`. Source: PyTorch, torch.autograd.SavedTensor."""

    def __init__(self, node=None, name=None):
        if node is None:
            raise RuntimeError("Trying to create a SavedTensor object from Python is forbidden.")
        self.node, self.name = node, name

    def packed(self):
        """What is kept: an array, a plain value or a Pack; of a Function, a tensor."""
        node = self.node
        if node.saved is None:
            raise RuntimeError(FREED_TWICE)
        if type(self.name) is int:
            return node.saved[0][self.name][0]
        for i, step in enumerate(node.steps):
            for name, value in zip(step.names, Node.kept(node, i), strict=False):
                if name == self.name:
                    return value
        return None

    def unpack(self):
        """The value as the formulas see it."""
        value = self.packed()
        if type(self.name) is int:
            return self.node.saved_tensors[self.name]
        edge = origin(self.node, self.name)
        if isinstance(value, Pack):
            value = value.tensor()._array
        if edge is not None and isinstance(edge[0], Tensor) and edge[0]._array is value:
            return edge[0]
        return as_tensor(value, (self.node, 0) if self.name == "out" else edge)

    @property
    def data(self):
        value = self.packed()
        edge = None if type(self.name) is int else origin(self.node, self.name)
        return value.data if isinstance(value, Pack) else value if isinstance(value, Tensor) else shown(value, edge)

    @property
    def unpack_hook(self):
        value = self.packed()
        return value.unpack_hook if isinstance(value, Pack) else None

    def register_hooks(self, pack, unpack):
        """Pack this tensor now, and unpack it when a formula asks."""
        if not (callable(pack) and callable(unpack)):
            raise TypeError(
                "register_hooks(): incompatible function arguments: it takes two functions, pack and unpack"
            )
        if self.node.saved is None:
            raise RuntimeError(
                "Calling register_hooks on a saved tensor after it has been freed. Saved intermediate values of the graph "
                "are freed when you call .backward() or autograd.grad()."
            )
        value = self.packed()
        if value is None:
            raise RuntimeError("Calling register_hooks on a saved tensor with value None is forbidden")
        if isinstance(value, Pack):
            raise RuntimeError("Calling register_hooks on a saved tensor whose hooks have already been set. ")
        pack_node(self.node, pack, unpack, self.name)


def saved_names(node):
    """The attributes of a step that show what it saved, for dir()."""
    kind = getattr(type(node), "packs", type(node))
    if kind.op is None:
        return ["_raw_saved_tensors"] if issubclass(kind, BackwardNode) else []
    names = dict.fromkeys([name for step in kind.steps for name in step.names])
    theirs = {"out": "result", kind.op.parameters[0]: "self"}
    if len(kind.op.parameters) > 1:
        theirs[kind.op.parameters[1]] = "other" if kind.op.parameters[1] == "y" else kind.op.parameters[1]
    found = [theirs.get(name, name) for name in names if not name.endswith("_shape")]
    return [f"_saved_{name}" for name in found] + [f"_raw_saved_{name}" for name in found]


fill(Node, saved_attribute=saved_attribute, saved_names=saved_names)
