"""node: Node, one recorded operation, and its edges to the nodes before it (core).

An edge leads to another node, or to the leaf tensor in which the gradient will be accumulated. A node holds what its
formulas need and nothing else: an intermediate result that no formula needs is freed while the code runs.
"""

from weakref import WeakValueDictionary

from .._extension import extension_point
from .._tensor import wrap
from ..errors import with_note

FREED_TWICE = (
    "Trying to backward through the graph a second time (or directly access saved tensors after they have already been "
    "freed). Saved intermediate values of the graph are freed when you call .backward() or autograd.grad(). Specify "
    "retain_graph=True if you need to backward through the graph a second time or if you need to access saved tensors "
    "after calling backward."
)
ADVICE = (
    "Hint: enable anomaly detection to find the operation that failed to compute its gradient, with "
    "minitorch.autograd.set_detect_anomaly(True, check_nan=False)."
)


class Node:
    """One operation of a recorded computation: `y.grad_fn`.

    >>> import minitorch as mt
    >>> y = mt.tensor([2.0], requires_grad=True) * 3
    >>> y.grad_fn.name()
    'MulBackward0'

    Source: PyTorch, torch.autograd.graph.Node.
    """

    # number    when it was made: -1, -2, -3 ..., so that a younger node has a smaller number
    # edges     one for each operand: (node or leaf tensor, output number), or None if it needs no gradient
    # saved     for each formula a tuple of the values that it names (None if the edge is None); None once freed
    # versions  for each saved tensor a pair: its version counter, and the version that it had when it was saved
    # shape, dtype  of the result, and so of its gradient; of a tuple of results, tuples of them
    # several   how many results, if they are a tuple, else 0
    # hooks     what to call during the backward pass
    __slots__ = ("number", "edges", "saved", "versions", "shape", "dtype", "several", "hooks", "__weakref__")

    op = None
    place = ""  # what stands before its class's name where it is printed
    derivative = "Node"
    formulas = ()  # the Formula of each edge, or of a joint operation the only one: they know the names of what is saved
    functions = ()  # their functions
    joint = None  # the function of a joint operation, which computes all gradients at once
    fills = True  # whether the formulas are given zeros for a result that was not used
    keeping = ()  # for each of the formulas, whether it names tensors
    as_is = ()  # the numbers of results that are an argument handed on, which a Function may do
    quick = False  # fast/ has a quicker kind of node

    # --- the backward pass -------------------------------------------------------------------------------------------

    def gradients(self, g, edges):
        """What the gradient of the result makes of each operand: a list with None where no edge is."""
        if self.joint is not None:
            return self.joint_gradients(g, edges)
        found = [None] * len(edges)
        for i, function in enumerate(self.functions):
            if edges[i] is not None:
                found[i] = function(g, *self.tensors(i))
        return found

    def joint_gradients(self, g, edges):
        """The same where one formula does it for all operands: it is told which of them have an edge."""
        return self.joint(g, tuple([edge is not None for edge in edges]), *self.tensors(0))

    def tensors(self, i):
        """The saved values of the i-th formula, arrays as tensors that know where they came from."""
        names = self.formulas[i].names
        return [self.restored(name, value) for name, value in zip(names, self.kept(i), strict=True)] if names else []

    def restored(self, name, value):
        """A saved value under its name in the formula: with its edge, so that gradients can be differentiated again."""
        if name == "out":
            return as_tensor(value, (self, 0))
        if name == self.op.star:
            first = len(self.op.parameters)
            return tuple([as_tensor(v, self.edges[first + k]) for k, v in enumerate(value)])
        return as_tensor(value, self.edge_for(name))

    def edge_for(self, name):
        """The edge of the operand that a formula calls by this name; None for what has no gradient."""
        number = self.op.edge_numbers.get(name)
        return None if number is None else self.edges[number]

    @property
    def keeps(self):
        """Whether tensors are among what was saved. PyTorch saves the number in `x * 2` as a tensor, so it counts as one."""
        if self.joint:  # one formula for all edges
            return any(self.keeping)
        return any([edge and tensors for edge, tensors in zip(self.edges, self.keeping, strict=False)])

    def free(self):
        """Let go of what was saved, if tensors are among it: a backward pass does so when it has used the node."""
        if self.keeps:
            self.saved = None

    def check(self):
        """Raise PyTorch's errors when the saved values are gone, or were changed in place since they were saved."""
        if self.saved is None:
            raise RuntimeError(FREED_TWICE)
        for counter, version in self.versions:
            if counter[0] != version:
                raise with_note(
                    RuntimeError(self._changed(counter, version)),
                    f"{self.name()} saved it. Change a copy instead: use the operation without the _ at its end, or clone() "
                    "first.",
                )

    # --- looking at it -----------------------------------------------------------------------------------------------

    def name(self):
        """The name of the operation, followed by Backward0; CopySlices has the package's name before it."""
        return self.derivative if "Backward" in self.derivative else f"minitorch::autograd::{self.derivative}"

    def __repr__(self):
        return f"<{self.place}{type(self).__name__} object at {id(self):#x}>"

    @property
    def next_functions(self):
        """The edges in PyTorch's form: (node, output number), with an AccumulateGrad where an edge ends in a leaf."""
        ends = [(None, 0) if edge is None else (as_node(edge[0]), edge[1]) for edge in self.edges]
        return tuple(ends)

    freed = property(lambda self: self.saved is None)  # a backward pass has run through and let the saved values go

    def kept(self, i):
        """The saved values of the i-th formula, in its order: `formula(g, *node.kept(i))`. Empty once freed."""
        saved = None if self.saved is None else self.saved[i]
        return () if saved is None else saved if type(saved) is tuple else (saved,)

    def saved_values(self):
        """What is saved, by name: arrays, shapes and plain arguments. Empty when nothing is, or when it was freed."""
        values = {}
        for i, formula in enumerate(self.formulas):
            values.update(zip(formula.names, self.kept(i), strict=False))
        return values

    @property
    def outputs(self):
        """(shape, NumPy dtype) of every result."""
        if self.several:
            return (*zip(self.shape, self.dtype, strict=True),)
        return ((self.shape, self.dtype),)

    # --- what later lessons add --------------------------------------------------------------------------------------

    @extension_point
    def register_prehook(self, fn):
        """Call `fn(grad_outputs)` before this node computes. The lesson on hooks fills it."""
        raise NotImplementedError

    @extension_point
    def register_hook(self, fn):
        """Call `fn(grad_inputs, grad_outputs)` after this node has computed. The lesson on hooks fills it."""
        raise NotImplementedError

    def _changed(self, counter, version):
        """The message for a saved value that was changed."""
        saved = [value for i in range(len(self.formulas)) for value in self.kept(i) if hasattr(value, "dtype")]
        place = [one for one, _ in self.versions].index(counter)
        return changed(saved[min(place, len(saved) - 1)], counter[0], version)


def changed(array, now, saved):
    """PyTorch's message for a saved array that was changed: the version that it has now, and the one that was saved."""
    return (
        "one of the variables needed for gradient computation has been modified by an inplace operation: "
        f"[{wrap(array).type()} {list(array.shape)}] is at version {now}; expected version {saved} instead. {ADVICE}"
    )


class AccumulateGrad:
    """Where an edge ends in a leaf: the place in PyTorch's graph that adds the gradient to `variable.grad`.

    There is one for a leaf, as long as somebody holds it.
    """

    __slots__ = ("variable", "__weakref__")
    __module__ = "builtins"
    next_functions = ()
    known = WeakValueDictionary()  # id of a leaf -> its end

    def __new__(cls, variable):
        end = cls.known.get(id(variable))
        if end is None:
            end = cls.known[id(variable)] = super().__new__(cls)
            end.variable = variable
        return end

    def name(self):
        return "minitorch::autograd::AccumulateGrad"

    def __repr__(self):
        return f"<AccumulateGrad object at {id(self):#x}>"

    @extension_point
    def register_prehook(self, fn):
        """Call `fn(grad_outputs)` before the gradient is accumulated. The lesson on hooks fills it."""
        raise NotImplementedError

    @extension_point
    def register_hook(self, fn):
        """Call `fn((), grad_outputs)` after the gradient was accumulated. The lesson on hooks fills it."""
        raise NotImplementedError


def as_node(target):
    """The end of an edge as a node."""
    return target if isinstance(target, Node) else AccumulateGrad(target)


def as_tensor(value, edge):
    """A saved array as a tensor with an edge; several results as a tuple of them; a plain argument as it is."""
    if not hasattr(value, "dtype") or not hasattr(value, "shape"):
        if type(value) is tuple and edge is not None and hasattr(edge[0], "several"):
            return tuple([as_tensor(v, (edge[0], k)) for k, v in enumerate(value)])
        return value  # a number, a dimension, an index
    tensor = wrap(value)
    if edge is not None and value.dtype.kind not in "iub":
        tensor._edge, tensor._requires_grad = edge, True
    return tensor


# --- the classes of nodes -----------------------------------------------------------------------------------------------


def node_type(op, values):
    """The class of the nodes of an operation; it has PyTorch's name, such as MulBackward0."""
    derivative = op.derivative if type(op.derivative) is str else op.derivative(*values)
    return op.node_types.get(derivative) or new_type(op, derivative)


def new_type(op, derivative):
    """Make that class. It holds what all nodes of the operation share."""
    kind = type(derivative, (Node,), {"__slots__": (), "__module__": "builtins"})  # as PyTorch's have it
    kind.op, kind.derivative, kind.fills = op, derivative, op.fills
    if op.joint:
        kind.formulas, kind.joint = (op.joint,), staticmethod(op.joint.function)
    else:
        kind.formulas = tuple([op.formulas[op.parameters[index]] for index in op.positions])
        kind.functions = tuple([formula.function for formula in kind.formulas])
    kind.keeping = tuple([any([is_tensor(op, index) for index in formula.tracked]) for formula in kind.formulas])
    op.node_types[derivative] = kind
    return kind


def is_tensor(op, index):
    """Whether an index of a node's frame holds tensors, which are let go after the backward pass."""
    if index >= len(op.parameters):
        return True
    name = op.parameters[index]
    if index in op.positions:
        return name != "dim"  # which is among the operands of a joint operation
    return name in ("index", "places", "mask", "target") and not op.view
