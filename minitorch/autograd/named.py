"""named: what a recorded step has saved, by PyTorch's names: `y.grad_fn._saved_self` (shelf)."""

from .._holes import fill
from .._tensor import Tensor
from ..graph.node import FREED_TWICE, Node, as_tensor
from .function import BackwardNode
from .saved import Pack, origin, pack_node, shown


def saved_properties(op, steps):
    """The properties of the steps of an operation that show what they saved: `_saved_self`, `_raw_saved_self`, ..."""
    found = {}
    for called in dict.fromkeys([name for step in steps for name in step.names]):
        for name in pytorch_names(op, called):
            found[f"_saved_{name}"] = property(lambda node, called=called: SavedTensor(node, called).unpack())
            found[f"_raw_saved_{name}"] = property(lambda node, called=called: SavedTensor(node, called))
    return found


def pytorch_names(op, called):
    """What PyTorch calls a value that the formulas of an operation know as `called`."""
    first, second = (*op.parameters, None, None)[:2]
    if called == "out":
        return ("result",)
    if called == first:
        return ("self", "input")
    if called == f"{first}_shape":
        return ("self_sym_sizes",)
    if called.endswith("_shape"):
        return ()
    return ("other", called) if called == second and called != "y" else ("other",) if called == second else (called,)


def raw_saved_tensors(node):
    """What save_for_backward of a Function kept, each as a SavedTensor."""
    if node.saved is None:
        raise RuntimeError(FREED_TWICE)
    return tuple([SavedTensor(node, i) for i in range(len(node.saved[0]))])


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


fill(Node, saved_properties=saved_properties)
fill(BackwardNode, _raw_saved_tensors=property(raw_saved_tensors))
