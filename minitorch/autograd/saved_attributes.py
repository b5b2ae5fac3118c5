"""saved_attributes: what a recorded step has saved, by PyTorch's names: `y.grad_fn._saved_self` (shelf)."""

from functools import cache
from inspect import getattr_static
from weakref import WeakKeyDictionary

import numpy as np

from .._holes import fill
from .._tensor import Tensor, wrap
from .._tower import Saved, load
from ..graph.node import FREED_TWICE, AccumulateGrad, Node, as_tensor
from ..ops.promotion import NUMBER
from ..ops.step_names import led
from .function import BackwardNode
from .saved import Pack, origin, pack_node, shown


@cache
def names():
    """The table of PyTorch's names, and which edges its steps have; read when it is asked for."""
    return load("minitorch.autograd.saved_names")


@cache
def rules():
    """How what our formulas save becomes what stands behind those names."""
    return load("minitorch.autograd.saved_rules")


def names_in(node):
    """For dir(node): with PyTorch's names, and of these none that other steps have."""
    give_names(type(node))
    return [name for name in object.__dir__(node) if not isinstance(getattr_static(node, name, None), Saved)]


def give_names(kind):
    """Give the steps of a kind the properties that PyTorch's have; False where they have them, or are a Function's."""
    kind = kind.__base__ if "op" not in vars(kind) and issubclass(kind.__base__, Node) else kind
    if vars(kind).get("op") is None or "shows" in vars(kind):
        return False
    for name, value in saved_properties(kind.op, kind.steps, kind.derivative).items():
        setattr(kind, name, value)
    kind.shows = True
    return True


def saved_properties(op, steps, derivative):
    """What steps of this name show: properties `_saved_self`, `_raw_saved_self` ..."""
    found, kept = {}, dict.fromkeys([name for step in steps for name in step.names])
    own, general, settings = rules().RULES.get(derivative, {}), rules().GENERAL, rules().SETTINGS
    for name in names().NAMES.get(derivative, ()):
        rule = own.get(name)
        called = rule if isinstance(rule, str) and rule in kept else ours(op, name, kept)
        if called is None or (called.endswith("_shape") and name in general) or (rule is None and name in settings):
            rule = own.get(name, general.get(name))
        if called is not None and (rule is None or isinstance(rule, str) or not callable(rule)):
            found[f"_saved_{name}"] = property(lambda node, called=called: SavedTensor(node, called).unpack())
            if is_kept_tensor(op, called):
                found[f"_raw_saved_{name}"] = property(lambda node, called=called: SavedTensor(node, called))
        elif not isinstance(rule, str) and (rule is not None or name in own or name in general):
            found[f"_saved_{name}"] = derived(rule, name in SCALARS)
    return found


def ours(op, name, kept):
    """What the formulas of an operation call what PyTorch calls `name`; None where they do not keep it."""
    first, second = (*op.parameters, None, None)[:2]
    others = {"self": first, "input": first, "other": second, "result": "out", "indices": "index"}
    for called in (name, others.get(name)):
        if called in kept:
            return called
    return f"{first}_shape" if name == "self_sym_sizes" and f"{first}_shape" in kept else None


def is_kept_tensor(op, called):
    """Whether a name of the formulas stands for a tensor, which hooks can pack away."""
    return called == "out" or (called in op.parameters and op.parameters.index(called) in op.positions)


@cache
def parts():
    """What PyTorch records as several steps and this package as one."""
    return load("minitorch.autograd.decomposed_nodes").RULES


def shown_edges(node):
    """The edges that PyTorch's step has: those of the first inputs, of some, or of the tensors in a list."""
    if node in led:
        return led[node]
    rule = parts().get(node.op.name) if node.op is not None else None
    if rule is not None:
        return rule(node)
    which, edges = names().EDGES.get(type(node).__name__), node.edges
    if which is None:
        return edges
    if which == "parts":
        return edges[len(node.op.parameters) :]
    if which == "wanted":
        return [edge for edge in edges if edge is not None]
    return edges[:which] if isinstance(which, int) else [edges[i] for i in which]


SCALARS = (
    "alpha",
    "beta",
    "exponent",
    "max",
    "min",
    "n",
    "ord",
    "p",
    "value",
)  # numbers that PyTorch shows with their sign


WRAPPING = ("mul", "div")  # which PyTorch makes a tensor of a number for


def derived(rule, signed):
    """A property that gives what a rule makes of a step."""

    def value(node):
        if node.saved is None:
            raise RuntimeError(FREED_TWICE)
        found = rule(node.saved_values(), node) if callable(rule) else rule
        return found if signed else fixed(found)

    return property(value)


def fixed(value):
    """A setting of a step as PyTorch shows it: tuples for lists and slices, tensors for arrays, negative integers as 64 bits."""
    if hasattr(value, "__array_interface__") or hasattr(value, "__cuda_array_interface__"):
        return value if isinstance(value, Tensor) else wrap(value)
    if type(value) is int and value < 0:
        return value + 2**64
    if isinstance(value, slice):
        return value.start, value.stop, value.step
    if isinstance(value, dict):
        return tuple([(key, fixed(one)) for key, one in value.items()])
    return tuple([fixed(one) for one in value]) if isinstance(value, (list, tuple)) else value


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
        if (
            value is not None and edge is not None and isinstance(edge[0], Tensor)
        ):  # a leaf, as a hook has given it back
            return wrap(value).requires_grad_()
        if isinstance(value, NUMBER) and self.node.op.name in WRAPPING:
            return wrap(np.asarray(value.item() if isinstance(value, np.generic) else value))
        value = as_tensor(value, (self.node, 0) if self.name == "out" else edge)
        return value if self.name in SCALARS and not hasattr(value, "strides") else fixed(value)

    @property
    def data(self):
        value = self.packed()
        edge = None if type(self.name) is int else origin(self.node, self.name)
        return value.data if isinstance(value, Pack) else value if isinstance(value, Tensor) else shown(value, edge)

    @property
    def unpack_hook(self):
        value = self.packed()
        return value.unpack_hook if isinstance(value, Pack) else None

    def register_hooks(self, pack=None, unpack=None):
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


notes: WeakKeyDictionary = WeakKeyDictionary()  # node -> its dictionary


def metadata(node):
    """A dictionary to write notes about a step into."""
    return notes.setdefault(node, {})


fill(Node, __dir__=names_in, shown_edges=shown_edges, metadata=property(metadata))
fill(AccumulateGrad, metadata=property(metadata))
fill(BackwardNode, _raw_saved_tensors=property(raw_saved_tensors))
