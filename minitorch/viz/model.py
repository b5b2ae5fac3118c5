"""model: what there is to draw of a recorded graph, as plain objects with stable keys.

Nothing here imports the library: a tensor is what has `_array` and `_edge`, a node is what has `edges`. So pictures
work with a package that ends at any lesson.
"""

import functools
from collections import Counter

from .formulas import formula_text
from .names import Names
from .show import brief, host, shorten


class Leaf:
    """A tensor that a person made: where gradients end, or a constant, where none arrives."""

    def __init__(self, key, tensor, name):
        self.key, self.tensor, self.name = key, tensor, name
        self.wants = bool(tensor._requires_grad)
        self.array = host(tensor._array)
        self.hooks = leaf_hooks(tensor)

    @property
    def label(self):
        return self.name

    def label_of(self, nr):
        return self.name

    @property
    def gradient(self):
        return None if self.tensor._grad is None else host(self.tensor._grad._array)


class Input:
    """One edge of a step: for which parameter, where it leads (a Leaf, a Step or None), and its formula's text."""

    def __init__(self, place, parameter, target, number, formula):
        self.place, self.parameter, self.formula = place, parameter, formula
        self.target, self.number = target, number


class Saved:
    """One value that a step keeps for its formulas; `owner` is the Leaf or Step that it came from, if any."""

    def __init__(self, parameter, value, owner, name):
        self.parameter, self.value, self.owner, self.name = parameter, value, owner, name
        self.is_array = hasattr(value, "dtype") and hasattr(value, "shape")


class Step:
    """A recorded step."""

    def __init__(self, key, node, number):
        self.key, self.node, self.number = key, node, number
        self.title = type(node).__name__
        self.shapes = [tuple(made[0]) for made in node.outputs]
        self.freed = node.saved is None
        self.hooks = node_hooks(node)
        self.inputs, self.saved, self.names = [], [], {}  # names: output number -> what the caller calls that tensor
        self.values = {}  # output number -> array, where something still holds it
        self.tensors = {}  # output number -> the tensor itself, where the caller holds it

    @property
    def label(self):
        """What this step is called: its results' names, or its place in the order of recording."""
        return ", ".join([self.label_of(nr) for nr in sorted(self.names)]) or f"#{self.number}"

    def label_of(self, nr):
        """What one of its results is called."""
        return self.names.get(nr) or (f"#{self.number}[{nr}]" if len(self.shapes) > 1 else f"#{self.number}")

    @property
    def call(self):
        """The operation with its operands: mul(input=a, other=#2); dots stand for one that nothing remembers."""
        kept = {one.parameter: one for one in self.saved}
        shown = []
        for given in self.inputs:
            one = kept.get(given.parameter)
            if given.target is not None:
                shown.append(f"{given.parameter}={given.target.label_of(given.number)}")
            elif one is not None:
                shown.append(f"{given.parameter}={one.name or shorten(brief(one.value), 16)}")
            else:
                shown.append("...")
        op = self.node.op
        return f"{op.name if op is not None else self.node.function.__name__}({', '.join(shown)})"

    def hold(self, nr, tensor):
        """Note the tensor that is result number nr."""
        self.values[nr], self.tensors[nr] = host(tensor._array), tensor


class Graph:
    """The steps and leaves behind some tensors; `nodes` are the recorded nodes themselves, oldest first."""

    def __init__(self, outputs, names=None):
        self.tensors, self.known = outputs, names or Names({})
        self.nodes = reachable(outputs)
        self.index = {id(node): i for i, node in enumerate(self.nodes)}

    def counted(self):
        """{name of a kind of step: how many there are}, the commonest first."""
        return dict(Counter([node.name() for node in self.nodes]).most_common())

    @functools.cached_property
    def steps(self):
        """All steps, oldest first."""
        return self.parts[0]

    @functools.cached_property
    def leaves(self):
        """All leaves, in the order of their first use."""
        return self.parts[1]

    @functools.cached_property
    def outputs(self):
        """What was drawn, as (name, Leaf or Step, output number)."""
        found = []
        for x in self.tensors:
            target = self.places[id(x) if x._edge is None else id(x._edge[0])]
            found.append((self.known.of(x), target, 0 if x._edge is None else x._edge[1]))
        return found

    @functools.cached_property
    def parts(self):
        """(steps, leaves), described."""
        steps = [Step(f"n{i + 1}", node, i + 1) for i, node in enumerate(self.nodes)]
        leaves = [Leaf(f"x{i + 1}", x, self.known.of(x)) for i, x in enumerate(self.leaf_tensors())]
        name_leaves(leaves)
        self.places = {id(leaf.tensor): leaf for leaf in leaves}
        self.places.update((id(step.node), step) for step in steps)
        for (node, nr), (name, tensor) in self.known.results.items():
            if id(node) in self.places:
                self.places[id(node)].names.setdefault(nr, name)
                self.places[id(node)].hold(nr, tensor)
        for x in self.tensors:
            if x._edge is not None:
                self.places[id(x._edge[0])].hold(x._edge[1], x)
        for step in steps:
            describe(step, self)
        return steps, leaves

    def leaf_tensors(self):
        """All leaves, in the order in which the oldest steps use them; then outputs that are leaves themselves."""
        found = {}
        for node in self.nodes:
            for edge in node.edges:
                if edge is not None and not hasattr(edge[0], "edges"):
                    found.setdefault(id(edge[0]), edge[0])
        for x in self.tensors:
            if x._edge is None:
                found.setdefault(id(x), x)
        return list(found.values())


def name_leaves(leaves):
    """Leaves that nobody named are called leaf 1, leaf 2 ... in order."""
    unnamed = [leaf for leaf in leaves if leaf.name is None]
    for i, leaf in enumerate(unnamed):
        leaf.name = "leaf" if len(unnamed) == 1 else f"leaf {i + 1}"


def reachable(tensors):
    """All nodes behind some tensors, oldest first. Iterative: a chain may be 100,000 long."""
    found, stack = {}, [x._edge[0] for x in tensors if x._edge is not None]
    while stack:
        node = stack.pop()
        if id(node) not in found:
            found[id(node)] = node
            stack.extend([edge[0] for edge in node.edges if edge is not None and hasattr(edge[0], "edges")])
    return sorted(found.values(), key=lambda node: -node.number)


def describe(step, graph):
    """Fill in where a step's edges lead, its formulas and what it saved."""
    node = step.node
    for i, edge in enumerate(node.edges):
        target = None if edge is None else graph.places[id(edge[0])]
        step.inputs.append(Input(i, parameter_of(node, i), target, 0 if edge is None else edge[1], formula_of(node, i)))
    by_name = {given.parameter: given for given in step.inputs}
    order = node.op.parameters if node.op is not None else ()
    saved = node.saved_values()
    for name in sorted(saved, key=lambda name: order.index(name) if name in order else len(order)):
        value = host(saved[name])
        if value is None or value is False:
            continue  # an option that was not used
        given = by_name.get(name)
        owner = step if name == "out" else given.target if given else None
        known = graph.known.of_array(value) if hasattr(value, "dtype") else None
        if isinstance(owner, Step) and owner is not step:
            known = owner.label_of(given.number)
        step.saved.append(Saved(name, value, owner, known))
        if isinstance(owner, Step) and hasattr(value, "shape"):
            number = 0 if name == "out" else given.number
            if value.shape == owner.shapes[number]:
                owner.values.setdefault(number, value)


def parameter_of(node, i):
    """The name that the forward gives to the i-th operand."""
    op = node.op
    if op is not None:
        places = op.positions
        if i < len(places):
            return op.parameters[places[i]]
        return f"{op.star}[{i - len(places)}]" if op.star else f"input {i}"
    forward = getattr(getattr(node, "function", None), "forward", None)
    places = getattr(node, "tensor_indices", ())
    if forward is not None and i < len(places):
        code = forward.__code__
        skip = 0 if node.function.setup_context is not None else 1
        names = code.co_varnames[skip : code.co_argcount]
        return names[places[i]] if places[i] < len(names) else f"argument {places[i]}"
    return f"input {i}"


def formula_of(node, i):
    """The text of the formula for the i-th operand. A joint operation has one for all its operands."""
    if node.op is None:
        return "backward(ctx, g)"
    return formula_text(node.op.joint.function if node.joint is not None else node.functions[i])


# --- hooks, by the names of their functions ----------------------------------------------------------------------


def node_hooks(node):
    """The hooks of a node: [(when, the hook's name)]."""
    return named(node.hooks, "before it runs", "after it ran")


def leaf_hooks(leaf):
    """The hooks of a leaf."""
    return named(leaf._hooks, "before accumulating", "after accumulating")


def named(hooks, before, after):
    """[(when, name)] of what GradientHooks holds, or of None."""
    if hooks is None:
        return []
    found = [("on its gradient", h) for one in hooks.results.values() for h in one.values()]
    found += [("keeps its gradient", None) for keeper in hooks.retained.values() if keeper() is not None]
    found += [(before, h) for h in hooks.pre.values()]
    found += [(after, h) for kind in (hooks.post, hooks.accumulated) for h in kind.values()]
    return [(when, hook_name(h)) for when, h in found]


def hook_name(hook):
    """What a hook is called; a lambda is shown by its text."""
    if hook is None:
        return "retain_grad()"
    name = getattr(hook, "__name__", type(hook).__name__)
    if name == "<lambda>":
        text = formula_text(hook)
        return "lambda" if text.startswith("formula(") else f"{', '.join(hook.__code__.co_varnames[:1])}: {text}"
    return name
