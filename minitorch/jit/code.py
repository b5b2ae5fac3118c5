"""code: a graph as code, as PyTorch writes it: each step a line, unless it is used once, at once, and short (shelf)."""

import json
import keyword
import re

from .._tensor import Tensor
from ..backend import device
from .constants import number_text
from .kinds import ListType, OptionalType, TupleType
from .operators import schema_of

LONG = 40  # characters, the indentation with them, from which on an expression has a line of its own
CONSTANTS = ("prim::Constant",)
TAKEN = frozenset("_ self torch ops int float bool uninitialized annotate CONSTANTS getattr inf nan fork wait".split())


class Writer:
    """One graph being written: which nodes stand inside of others, and what the values are called."""

    def __init__(self, graph, level, constants):
        self.graph, self.level, self.constants = graph, level, constants
        self.lines, self.used, self.text, self.inside = [], set(TAKEN | set(keyword.kwlist)), {}, set()
        self.counts = {}
        for node in [*graph._nodes, graph.return_node()]:
            for x in node._inputs:
                self.counts.setdefault(id(x), []).append(node)

    # --- which expressions stand inside of others -----------------------------------------------------------------------

    def scan(self):
        """From the end: a step that stands right before the one that alone uses it becomes part of that one."""
        order = [n for n in self.graph._nodes if n.kind() not in CONSTANTS] + [self.graph.return_node()]
        place = {node: i for i, node in enumerate(order)}

        def scan_node(node):
            if node in self.inside:
                return place[node]
            point = place[node] - 1
            for x in reversed(node._inputs):
                if point >= 0 and x.node() is order[point] and self.fits(x):
                    here = order[point]
                    point = scan_node(here)
                    self.inside.add(here)
            return point

        for node in reversed(order):
            scan_node(node)

    def fits(self, x):
        """Whether a value can stand inside of the expression that uses it."""
        users = self.counts.get(id(x), [])
        if len(x.node()._outputs) != 1 or len(users) != 1 or x.node().kind() == "prim::NumToTensor":
            return False
        return not x._name or users[0].kind() == "prim::Return"

    # --- names ----------------------------------------------------------------------------------------------------------

    def name(self, x, otherwise="_"):
        """A new name for a value."""
        base = re.sub(r"\.\d+$", "", x._name) if x._name else otherwise
        base = re.sub(r"\W", "_", base)
        found, i = base, 0
        while found in self.used:
            found, i = f"{base}{i}", i + 1
        self.used.add(found)
        self.text[x] = found
        return found

    def of(self, x):
        """What stands for a value: its name, its expression, or the constant that it is."""
        if x.node().kind() in CONSTANTS:
            return self.constant(x.node().attributes.get("value"))
        return self.text[x]

    def constant(self, value):
        """A constant; tensors are kept in a table."""
        if isinstance(value, Tensor):
            place = next((i for i, one in enumerate(self.constants) if same(one, value)), len(self.constants))
            if place == len(self.constants):
                self.constants.append(value)
            return f"CONSTANTS.c{place}"
        if isinstance(value, str):
            return json.dumps(value)
        if isinstance(value, device):
            return f'torch.device("{value}")'
        return number_text(value) if isinstance(value, float) else str(value)

    # --- lines ----------------------------------------------------------------------------------------------------------

    def line(self, text):
        self.lines.append("  " * self.level + text + "\n")

    def write(self):
        """The lines of all steps."""
        self.scan()
        for node in [*self.graph._nodes, self.graph.return_node()]:
            if node.kind() in CONSTANTS:
                continue
            self.split(node)
            self.step(node)

    def split(self, node):
        """Long expressions inside of a step get lines of their own, and with them what stands before them."""
        last = 0
        for i, x in enumerate(node._inputs):
            if x.node() in self.inside and len(self.text[x]) + 2 * self.level >= LONG:
                last = i + 1
        for x in node._inputs[:last]:
            if x.node() in self.inside:
                text = self.text[x]
                self.inside.discard(x.node())
                self.line(f"{self.name(x)} = {text}")

    def step(self, node):
        kind = node.kind()
        if kind == "prim::Return":
            if node._inputs:
                self.line(f"return {', '.join([self.of(x) for x in node._inputs])}")
        elif kind in ("prim::TupleUnpack", "prim::ListUnpack"):
            given = self.of(node._inputs[0])
            self.line("".join([f"{self.name(x)}, " for x in node._outputs]) + f"= {given}")
        elif node in self.inside:
            self.text[node._outputs[0]] = self.expression(node)
        else:
            text = self.expression(node)
            names = ", ".join([self.name(x) for x in node._outputs])
            self.line(f"{names} = {text}" if names else text)

    def expression(self, node):
        """A step as an expression."""
        kind, given = node.kind(), [self.of(x) for x in node._inputs]
        space, _, word = kind.partition("::")
        if kind == "prim::GetAttr":
            name = node.attributes["name"]
            plain = name.isidentifier() and not keyword.iskeyword(name)
            return f"{given[0]}.{name}" if plain else f'getattr({given[0]}, "{name}")'
        if kind == "prim::CallMethod":
            return f"({given[0]}).{node.attributes['name']}({''.join([f'{x}, ' for x in given[1:]])})"
        if kind == "prim::ListConstruct":
            return self.list(node, given)
        if kind == "prim::TupleConstruct":
            return f"({given[0]},)" if len(given) == 1 else f"({', '.join(given)})"
        if kind == "prim::DictConstruct":
            pairs = ", ".join([f"{key}: {x}" for key, x in zip(given[::2], given[1::2], strict=True)])
            return f"{{{pairs}}}"
        if kind in ("aten::Int", "aten::Float", "aten::Bool"):
            return f"{word.lower()}({given[0]})"
        if kind == "aten::ScalarImplicit":
            return f"annotate(number, {given[0]})"
        if kind == "aten::__getitem__":
            return f"({given[0]})[{given[1]}]"
        return f"{'torch' if space == 'aten' else f'ops.{space}'}.{word}({', '.join(self.arguments(node, given))})"

    def list(self, node, given):
        """A list; where what is in it does not say its type, with that."""
        kind, text = node._outputs[0].type(), f"[{', '.join(given)}]"
        if not given or isinstance(kind.getElementType(), OptionalType):
            return f"annotate({annotation(kind)}, {text})"
        return text

    def arguments(self, node, given):
        """The arguments of an operator, without those at the end that are what they would be anyway."""
        schema = schema_of(node)
        if schema is None:
            return given
        count = len(given)
        while count and is_default(schema.arguments[count - 1], node._inputs[count - 1]):
            count -= 1
        named = [f"{one.name}=" if one.kwarg_only else "" for one in schema.arguments]
        return [f"{name}{x}" for name, x in zip(named[:count], given[:count], strict=True)]


def is_default(argument, value):
    """Whether a value is the constant that an argument has if it is not given."""
    if not argument.has_default or value.node().kind() not in CONSTANTS:
        return False
    found, default = value.node().attributes.get("value"), argument.default_value
    if found is None or default is None:
        return found is default
    return type(found) is type(default) and found == default or (type(default) is float and found == default)


def same(x, y):
    """Whether two tensors hold the same."""
    return x is y or (x.dtype == y.dtype and x.shape == y.shape and x._array.tobytes() == y._array.tobytes())


def annotation(kind):
    """A type as code writes it."""
    if isinstance(kind, TupleType):
        return f"Tuple[{', '.join([annotation(one) for one in kind.inner])}]"
    if isinstance(kind, (ListType, OptionalType)):
        return f"{type(kind).__name__[:-4]}[{annotation(kind.inner)}]"
    return str(kind)


def result_type(graph):
    """The type of what a graph gives."""
    outs = list(graph.outputs())
    return annotation(outs[0].type()) if outs else "NoneType"


def code_of(graph, name, method=True, level=0, constants=None, owner=None):
    """(the graph as a function of a name, {name: tensor} of its constants).

    level  how far it is indented; owner: the type that self is written with
    """
    tensors = [] if constants is None else constants
    writer = Writer(graph, level + 1, tensors)
    inputs = list(graph.inputs())
    words = []
    for i, x in enumerate(inputs):
        if method and i == 0:
            writer.text[x] = "self"
            words.append("self" if owner is None else f"self: {owner}")
        else:
            words.append(f"{writer.name(x, f'argument_{i}')}: {annotation(x.type())}")
    writer.write()
    before = "  " * level
    head = f"{before}def {name}({f',{chr(10)}    '.join(words)}) -> {result_type(graph)}:\n"
    return head + "".join(writer.lines), {f"c{i}": x for i, x in enumerate(tensors)}
