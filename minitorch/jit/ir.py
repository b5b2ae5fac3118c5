"""ir: Graph, Node, Value: what a trace has recorded, and how it is printed (shelf)."""

from .constants import letter, written
from .kinds import TensorType, type_of
from .operators import argument_names, line_of


class Use:
    """One place where a value is used: the node, and which of its inputs. Source: PyTorch, torch._C.Use."""

    def __init__(self, user, offset):
        self.user, self.offset = user, offset


class Value:
    """One value of a graph: what a node gives, or an input. Source: PyTorch, torch._C.Value."""

    def __init__(self, node, kind, number):
        self._node, self._type, self._number, self._name = node, kind, number, ""

    def debugName(self):
        """Its name, or its number."""
        return self._name or str(self._number)

    def setDebugName(self, name):
        """Give it a name; another value that has it gets a number behind its own: x.1, x.3 ..."""
        names, suffixes = self._node.graph.names, self._node.graph.suffixes
        if self._name:
            names.pop(self._name, None)
            self._name = ""
        if not name:
            return self
        holder = names.get(name)
        if holder is not None:
            base, _, end = name.rpartition(".")
            base, number = (base, int(end)) if base and end.isdigit() else (name, 1)
            number = max(number, suffixes.get(base, 0) + 1)
            while f"{base}.{number}" in names:
                number += 1
            suffixes[base] = number + 1
            holder.setDebugName(f"{base}.{number}")
        names[name], self._name = self, name
        return self

    def type(self):
        return self._type

    def setType(self, kind):
        self._type = kind
        return self

    def inferTypeFrom(self, x):
        self._type = TensorType.of(x)

    def node(self):
        """The node that gives it."""
        return self._node

    def unique(self):
        return self._number

    def offset(self):
        """Which of its node's outputs it is."""
        return next(i for i, one in enumerate(self._node._outputs) if one is self)

    def uses(self):
        """Where it is used."""
        nodes = [*self._node.graph.nodes(), self._node.graph.return_node()]
        return [Use(n, i) for n in nodes for i, x in enumerate(n._inputs) if x is self]

    def hasUses(self):
        return bool(self.uses())

    def isCompleteTensor(self):
        """Whether the form of the tensor is known."""
        return isinstance(self._type, TensorType) and self._type._strides is not None

    def requires_grad(self):
        return isinstance(self._type, TensorType) and self._type.requiresGrad()

    def requiresGrad(self):
        return self.requires_grad()

    def toIValue(self):
        """The number, text, tensor ... of a constant; None for other values."""
        return self._node.attributes.get("value") if self._node.kind() == "prim::Constant" else None

    def replaceAllUsesWith(self, other):
        """Let other stand wherever this does."""
        for use in self.uses():
            use.user._inputs[use.offset] = other

    def __repr__(self):
        return f"{self.debugName()} defined in ({str(self._node).strip()})"


class Node:
    """One step of a graph. Source: PyTorch, torch._C.Node."""

    def __init__(self, graph, kind, inputs=(), scope="", source="", **attributes):
        self.graph, self._kind, self._inputs, self._outputs = graph, kind, list(inputs), []
        self.scope, self.source, self.attributes, self.block, self.inner = scope, source, attributes, None, None

    def add_output(self, kind):
        """One more output of a type."""
        self._outputs.append(Value(self, kind, self.graph.next_number()))
        return self._outputs[-1]

    def kind(self):
        """Its operator: "aten::linear", "prim::Constant" ..."""
        return self._kind

    def inputs(self):
        return iter(list(self._inputs))

    def outputs(self):
        return iter(list(self._outputs))

    def inputsSize(self):
        return len(self._inputs)

    def outputsSize(self):
        return len(self._outputs)

    def inputsAt(self, i):
        return self._inputs[i]

    def outputsAt(self, i):
        return self._outputs[i]

    def input(self):
        return only(self._inputs, "inputs")

    def output(self):
        return only(self._outputs, "outputs")

    def hasUses(self):
        return any([x.hasUses() for x in self._outputs])

    def hasMultipleOutputs(self):
        return len(self._outputs) > 1

    def scopeName(self):
        """The modules that were being called: "__module.net/__module.net.1"."""
        return self.scope

    def getModuleHierarchy(self):
        return self.scope

    def sourceRange(self):
        """Where in the program the step was taken."""
        return self.source

    def owningGraph(self):
        return self.graph

    def blocks(self):
        return iter(())

    def mustBeNone(self):
        return self._kind == "prim::Constant" and self.attributes.get("value") is None

    def schema(self):
        """The line of the operator: what it takes and gives; "(no schema)" for what is none of aten's."""
        return line_of(self) or "(no schema)"

    # --- attributes -----------------------------------------------------------------------------------------------------

    def attributeNames(self):
        return [name for name, value in self.attributes.items() if value is not None]

    def hasAttribute(self, name):
        return self.attributes.get(name) is not None

    hasAttributes = property(lambda self: bool(self.attributeNames()))

    def kindOf(self, name):
        """Which kind of attribute: "i", "f", "s" or "t"; "ival" for others."""
        return letter(self[name])

    def __getitem__(self, name):
        if not self.hasAttribute(name):
            raise RuntimeError(f"required keyword attribute '{name}' is undefined")
        return self.attributes[name]

    def i(self, name):
        return int(self[name])

    def f(self, name):
        return float(self[name])

    def s(self, name):
        return str(self[name])

    def t(self, name):
        return self[name]

    ival = t

    def namedInput(self, name):
        """The input that the operator calls by this name."""
        names = argument_names(self)
        if name not in names:
            raise RuntimeError(f"'{name}' is no argument of {self._kind}")
        return self._inputs[names.index(name)]

    # --- changing -------------------------------------------------------------------------------------------------------

    def destroy(self):
        """Take the node out of its graph."""
        self.graph._nodes.remove(self)

    def replaceInput(self, i, value):
        self._inputs[i] = value

    def __str__(self):
        outputs = ", ".join([f"%{x.debugName()} : {x.type().shown()}" for x in self._outputs])
        inputs = ", ".join([f"%{x.debugName()}" for x in self._inputs])
        found = [f"{name}={written(value)}" for name, value in self.attributes.items() if value is not None]
        text = f"{outputs} = {self._kind}" if outputs else self._kind
        text += f"[{', '.join(found)}]" if found else ""
        text += f"({inputs})" + (f", scope: {self.scope}" if self.scope else "")
        return text + (f" # {self.source}" if self.source else "") + "\n"

    __repr__ = __str__


def only(values, what):
    if len(values) != 1:
        raise RuntimeError(f"expected a node with one of {what}, and not with {len(values)}")
    return values[0]


class Graph:
    """The steps of a trace in their order. Source: PyTorch, torch.Graph.

    >>> import minitorch as mt
    >>> traced = mt.jit.trace(lambda x: (x + x).relu(), mt.ones(2))
    >>> [node.kind() for node in traced.graph.nodes()]
    ['prim::Constant', 'aten::add', 'aten::relu']
    """

    def __init__(self):
        self.names, self.suffixes, self._count, self._nodes = {}, {}, -1, []
        self._param, self._return = Node(self, "prim::Param"), Node(self, "prim::Return")

    def next_number(self):
        self._count += 1
        return self._count

    def inputs(self):
        return iter(list(self._param._outputs))

    def outputs(self):
        return iter(list(self._return._inputs))

    def inputsAt(self, i):
        return self._param._outputs[i]

    def inputsSize(self):
        return len(self._param._outputs)

    def outputsSize(self):
        return len(self._return._inputs)

    def nodes(self):
        return iter(list(self._nodes))

    def block(self):
        return self

    def param_node(self):
        return self._param

    def return_node(self):
        return self._return

    def addInput(self, name=""):
        return self._param.add_output(TensorType()).setDebugName(name)

    def eraseInput(self, i):
        """Take an input away that nobody uses."""
        del self._param._outputs[i]

    def registerOutput(self, value):
        self._return._inputs.append(value)
        return len(self._return._inputs) - 1

    def create(self, kind, inputs=(), outputs=1):
        """A node that stands nowhere yet."""
        node = Node(self, kind, inputs if isinstance(inputs, (list, tuple)) else [inputs])
        for _ in range(outputs):
            node.add_output(TensorType())
        return node

    def appendNode(self, node):
        self._nodes.append(node)
        return node

    insertNode = appendNode

    def prependNode(self, node):
        self._nodes.insert(0, node)
        return node

    def constant(self, value, scope="", source="", before=None):
        """The value of a new constant, at the end of the graph or before a node."""
        node = Node(self, "prim::Constant", (), scope, source if value is not None else "", value=value)
        place = len(self._nodes) if before is None else self._nodes.index(before)
        self._nodes.insert(place, node)
        return node.add_output(type_of(value))

    def insertConstant(self, value):
        return self.constant(value)

    def findNode(self, kind, recurse=True):
        """The first node of a kind, or None."""
        return next((n for n in self._nodes if n.kind() == kind), None)

    def findAllNodes(self, kind, recurse=True):
        """All nodes of a kind."""
        return [n for n in self._nodes if n.kind() == kind]

    def lint(self):
        """Nothing where every input of a node is given before it; RuntimeError else."""
        known = {id(x) for x in self.inputs()}
        for node in [*self._nodes, self._return]:
            for x in node._inputs:
                if id(x) not in known:
                    raise RuntimeError(f"%{x.debugName()} is used before it is there, in: {node}")
            known |= {id(x) for x in node._outputs}

    def copy(self):
        """Another graph with the same in it."""
        made = Graph()
        known = {}
        for x in self.inputs():
            known[x] = like(x, made._param)
        copy_nodes(self._nodes, made, known)
        for x in self.outputs():
            made.registerOutput(known[x])
        return made

    def __str__(self):
        inputs = ",\n      ".join([f"%{x.debugName()} : {x.type().shown()}" for x in self.inputs()])
        steps = "".join([f"  {node}" for node in self._nodes])
        outputs = ", ".join([f"%{x.debugName()}" for x in self.outputs()])
        return f"graph({inputs}):\n{steps}  return ({outputs})\n"

    __repr__ = __str__


def like(x, node):
    """A new output of a node, of the type and name that x has."""
    made = node.add_output(x.type())
    return made.setDebugName(x._name) if x._name else made


def copy_nodes(nodes, graph, known, before=None):
    """Copies of nodes in a graph, at its end or before a node. known: {old value: new value}, to which theirs are added."""
    for node in nodes:
        made = Node(graph, node.kind(), [known[x] for x in node._inputs], node.scope, node.source, **node.attributes)
        made.method = getattr(node, "method", None)
        place = len(graph._nodes) if before is None else graph._nodes.index(before)
        graph._nodes.insert(place, made)
        for x in node._outputs:
            known[x] = like(x, made)
