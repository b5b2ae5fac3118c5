"""named: what a recorded step has saved, by PyTorch's names: `y.grad_fn._saved_self` (shelf)."""

from .._holes import fill
from .._tensor import Tensor, wrap
from ..graph.node import FREED_TWICE, Node, as_tensor
from .function import BackwardNode
from .saved import Pack, origin, pack_node, shown


def saved_properties(op, steps):
    """The properties of the steps of an operation that show what they saved: `_saved_self`, `_raw_saved_self`, ..."""
    found = {name: derived(rule) for name, rule in rules_for(op, steps)}
    for called in dict.fromkeys([name for step in steps for name in step.names]):
        for name in [name for name in pytorch_names(op, called) if f"_saved_{name}" not in found]:
            found[f"_saved_{name}"] = property(lambda node, called=called: SavedTensor(node, called).unpack())
            found[f"_raw_saved_{name}"] = property(lambda node, called=called: SavedTensor(node, called))
    return found | {"__dir__": directory(found)} if type(op.derivative) is not str else found


# By step, what PyTorch saves and these formulas know by another name, as a part of something else, or not at all:
# PyTorch's name, and either a value or a function of what is saved and of the node.
def part_of(called, index):
    """One of several results, or of the settings that are kept together."""
    return lambda saved, node: SavedTensor(node, called).unpack()[index] if called in saved else None


def size_of(called, *place):
    """The shape of a saved tensor, or one of its lengths."""

    def rule(saved, node):
        shape = getattr(saved.get(called), "shape", saved.get(f"{called}_shape"))
        return shape if shape is None or not place else shape[place[0]]

    return rule


def strides_of(called):
    """The strides of a saved tensor, counted in elements."""
    return lambda saved, node: (
        (a := saved.get(called)) is not None and tuple([n // a.itemsize for n in a.strides]) or ()
    )


def same(called):
    """A value under another name, a tensor as a tensor."""
    return lambda saved, node: SavedTensor(node, called).unpack() if called in saved else None


def as_dims(called):
    """One dimension or several, as a tuple."""
    return lambda saved, node: (d,) if isinstance(d := saved.get(called), int) else d


def size_of_dim(saved, node):
    """How many elements a mean was taken of."""
    count = 1
    for n in saved.get("x_shape", ()):
        count *= n
    return count


def number_of_reduction(saved, node):
    """PyTorch's number for a reduction: 0 none, 1 mean, 2 sum."""
    return {"none": 0, "mean": 1, "sum": 2}.get(saved.get("reduction"), saved.get("reduction"))


REDUCED = {"reduction": number_of_reduction}
RULES = {
    "AddBackward0": {"alpha": 1}, "SubBackward0": {"alpha": 1}, "RsubBackward0": {"alpha": 1}, "RsubBackward1": {"alpha": 1},
    "AddmmBackward0": {
        "mat1_sym_sizes": size_of("mat1"), "mat1_sym_strides": strides_of("mat1"),
        "mat2_sym_sizes": size_of("mat2"), "mat2_sym_strides": strides_of("mat2"),
    },
    "ConvolutionBackward0": {
        "stride": part_of("how", 0), "padding": part_of("how", 1), "dilation": part_of("how", 2), "groups": part_of("how", -1),
        "transposed": lambda saved, node: node.op.name == "spread",
        "output_padding": lambda saved, node: (0,) * len(saved["how"][0]),
    },
    "MmBackward0": {
        "self_sym_sizes": size_of("x"), "self_sym_strides": strides_of("x"),
        "mat2_sym_sizes": size_of("mat2"), "mat2_sym_strides": strides_of("mat2"),
    },
    "BmmBackward0": {"mat2": same("y")}, "MvBackward0": {"vec": same("y")}, "DotBackward0": {"tensor": same("y")},
    "ClampBackward0": {"min": same("low"), "max": same("high")}, "ClampBackward1": {"min": same("low"), "max": same("high")},
    "ClampMinBackward0": {"min": same("low")}, "ClampMaxBackward0": {"max": same("high")},
    "CummaxBackward0": {"indices": part_of("out", 1)}, "CumminBackward0": {"indices": part_of("out", 1)},
    "MaxBackward0": {"indices": part_of("out", 1)}, "MinBackward0": {"indices": part_of("out", 1)},
    "MedianBackward1": {"indices": part_of("out", 1)}, "NanmedianBackward1": {"indices": part_of("out", 1)},
    "TopkBackward0": {"indices": same("index")}, "SortBackward0": {"indices": same("index")},
    "SortBackward1": {"indices": same("index")}, "CatBackward0": {"dim": same("dim")}, "StackBackward0": {"dim": same("dim")},
    "MaskedScatterBackward0": {"source_sym_sizes": same("source_shape")},
    "SumBackward1": {"dim": as_dims("dim")}, "MeanBackward1": {"dim": as_dims("dim"), "self_sym_numel": size_of_dim},
    "MeanBackward0": {"self_sym_numel": size_of_dim}, "AsStridedBackward0": {"storage_offset": same("offset")},
    "AsStridedScatterBackward0": {"storage_offset": same("offset")}, "EluBackward0": {"scale": 1, "input_scale": 1},
    "GeluBackward0": {"approximate": "none"}, "NativeLayerNormBackward0": {"normalized_shape": same("shape")},
    "NllLossBackward0": {"weight": same("weight")}, "NllLoss2DBackward0": REDUCED,
    "BinaryCrossEntropyWithLogitsBackward0": REDUCED, "BinaryCrossEntropyBackward0": REDUCED,
    "SoftMarginLossBackward0": REDUCED, "MultiMarginLossBackward0": REDUCED, "MultilabelMarginLossBackward0": REDUCED,
    "MseLossBackward0": REDUCED, "L1LossBackward0": REDUCED, "SmoothL1LossBackward0": REDUCED,
    "HuberLossBackward0": REDUCED, "KlDivBackward0": REDUCED,
}  # fmt: skip


def rules_for(op, steps):
    """The rules of the steps of an operation, without those for names that its formulas have themselves."""
    names = {name for step in steps for called in step.names for name in pytorch_names(op, called)}
    derivative = op.derivative if type(op.derivative) is str else None
    rules = RULES.get(derivative, {}) if derivative else {}
    if derivative is None:  # a step whose name depends on its operands: all rules of its kind
        known = {name: called for step in steps for called in step.names for name in pytorch_names(op, called)}
        return [(f"_saved_{name}", by_name(name, known.get(name))) for name in VARYING]
    return [(f"_saved_{name}", rule) for name, rule in rules.items() if name not in names or rules is REDUCED]


VARYING = tuple(dict.fromkeys([name for rules in RULES.values() for name in rules]))


def by_name(name, called):
    """The rule for one name, looked up by the name that a step turns out to have; without one, what is saved as `called`."""

    def rule(saved, node):
        rules = RULES.get(node.derivative, {})
        if name not in rules and called is not None:
            return SavedTensor(node, called).unpack()
        if name not in rules:
            raise AttributeError(f"'{node.derivative}' object has no attribute '_saved_{name}'")
        return rules[name](saved, node) if callable(rules[name]) else rules[name]

    return rule


def directory(found):
    """dir(step), where the step's name depends on its operands: without the names that steps of other names have saved."""

    def names(node):
        rules = RULES.get(node.derivative, {})
        return [
            name
            for name in object.__dir__(node)
            if name.removeprefix("_saved_") not in VARYING or name[7:] in rules or f"_raw{name}" in found
        ]

    return names


def derived(rule):
    """A property that gives what a rule makes of a step."""

    def value(node):
        if node.saved is None:
            raise RuntimeError(FREED_TWICE)
        return rule(node.saved_values(), node) if callable(rule) else rule

    return property(value)


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


def fixed(value):
    """A setting of a step as PyTorch shows it, which a set can hold: tuples for lists and slices, tensors for arrays."""
    if hasattr(value, "__array_interface__") or hasattr(value, "__cuda_array_interface__"):
        return value if isinstance(value, Tensor) else wrap(value)
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
        return fixed(as_tensor(value, (self.node, 0) if self.name == "out" else edge))

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
