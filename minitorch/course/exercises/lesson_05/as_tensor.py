"""What comes out of a node again."""

from ...define import Exercise, Mistake, T, Wrong
from ..telling import tells, told, variant

X = (
    "x, w = mt.tensor([1.0, 2.0], requires_grad=True), mt.tensor([3.0, 4.0], requires_grad=True)\n"
    "a = x + w\nnode = (a * w).grad_fn\n"
)
NODE = "from minitorch.graph.node import Node\n"

SOLUTION = '''
def edge_for(self, name):
    """The edge of the operand that a formula calls by this name; None for what has no gradient."""
    parameters, positions = self.op.parameters, self.op.positions
    index = parameters.index(name) if name in parameters else None
    return self.edges[positions.index(index)] if index in positions else None


def restored(self, name, value):
    """A saved value under its name in the formula, as a tensor with its edge."""
    if name == "out":
        return as_tensor(value, (self, 0))
    if name == self.op.star:
        first = len(self.op.parameters)
        return tuple([as_tensor(v, self.edges[first + k]) for k, v in enumerate(value)])
    return as_tensor(value, self.edge_for(name))


def as_tensor(value, edge):
    """A saved array as a tensor with an edge; several results as a tuple of them; a plain argument as it is."""
    if isinstance(value, tuple) and edge is not None and hasattr(edge[0], "several"):
        return tuple([as_tensor(v, (edge[0], k)) for k, v in enumerate(value)])
    if not hasattr(value, "dtype") or not hasattr(value, "shape"):
        return value
    tensor = wrap(value)
    if edge is not None and value.dtype.kind not in "iub":
        tensor._edge, tensor._requires_grad = edge, True
    return tensor
'''


def wrong(says, *changes):
    return Wrong(variant(SOLUTION, *changes), says)


exercise = Exercise(
    "as_tensor",
    title="What comes out of a node again",
    difficulty=3,
    minutes=8,
    target="minitorch.graph.node:as_tensor",
    covers={"edge_for": "minitorch.graph.node:Node.edge_for", "restored": "minitorch.graph.node:Node.restored"},
    installed=True,
    setup="from minitorch._tensor import wrap",
    stub='''
        def edge_for(self, name):
            """The edge of the operand `name`, one of self.edges, which go by self.op.positions; None for what has none."""
            ...


        def restored(self, name, value):
            """A saved value as a tensor with the edge of its name; for "out", this node's own result, that is (self, 0).

            self.op.star names a tuple of operands: number k of them has the edge self.edges[len(self.op.parameters) + k].
            """
            ...


        def as_tensor(value, edge):
            """A saved array as a tensor, with the edge and a wish for a gradient; what is no array as it is.

            wrap(array)  a tensor round an array. It gets _edge and _requires_grad only if the edge is not None, and if its
                         dtype.kind is not in "iub": integers and bools have no gradient.
            A tuple whose edge leads to a node is several results of that node: a tuple of tensors, number k with (node, k).
            An array has a dtype and a shape, a node the attribute `several`; numbers and other tuples stay what they are.
            """
            ...
    ''',
    solution=SOLUTION,
    why="The edge was left out when the value was saved, so that the node holds arrays only; from the name it can be found "
    "again. With "
    "it, what a formula computes can be differentiated once more.",
    facts=[
        told("an operand", X + "node.restored('x', node.saved_values()['x'])", T([4.0, 6.0])),
        told("its edge", X + "found = node.restored('x', node.saved_values()['x'])\nfound._edge[0] is a.grad_fn", True),
        told("its edge", X + "found = node.restored('y', node.saved_values()['y'])\nfound._edge[0] is w", True),
        told("its wish", X + "node.restored('x', node.saved_values()['x']).requires_grad", True),
        told("memory", X + "node.restored('y', node.saved_values()['y'])._array is w._array", True),
        told("a number", "x = mt.ones(2, requires_grad=True)\nnode = (x * 10).grad_fn\nnode.restored('y', 10)", 10),
        told(
            "a shape",
            "x = mt.ones(2, requires_grad=True)\nnode = x.sum().grad_fn\nnode.restored('x_shape', (2,)) == (2,)",
            True,
        ),
        told("a dim", "x = mt.ones(2, 3, requires_grad=True)\nnode = x.sum(1).grad_fn\nnode.edge_for('dim')", None),
        told("no edge", X + "node = (x * mt.ones(2)).grad_fn\nnode.edge_for('y')", None),
        told("no edge", X + "found = node.restored('y', np.ones(2))\nas_tensor(np.ones(2), None).requires_grad", False),
        told(
            "a later place",
            "c = mt.tensor([True, False])\nx, w = mt.ones(2, requires_grad=True), mt.ones(2, requires_grad=True)\n"
            "node = mt.where(c, x, w).grad_fn\nnode.edge_for('x')[0] is x, node.edge_for('y')[0] is w, node.edge_for('mask')",
            (True, True, None),
        ),
        told(
            "the result",
            X + "y = x.exp()\nfound = y.grad_fn.restored('out', y._array)\nfound._edge[0] is y.grad_fn",
            True,
        ),
        told("integers", X + "as_tensor(np.array([1, 2]), (x, 0)).requires_grad", False),
        told("integers", X + "as_tensor(np.array([1, 2]), (x, 0))", T([1, 2])),
        told("bools", X + "as_tensor(np.array([True]), (x, 0))._edge", None),
        told(
            "several results",
            "t = mt.tensor([[1.0, 5.0], [7.0, 2.0]], requires_grad=True)\nvalues, places = t.max(1)\n"
            "found = as_tensor((values._array, places._array), (values.grad_fn, 0))\n"
            "[type(found) is tuple, found[0].requires_grad, found[1].requires_grad, found[1].tolist()]",
            [True, True, False, [1, 0]],
        ),
        told(
            "numbers of results",
            "parts = mt.ones(4, requires_grad=True).split(2)\nnode = parts[0].grad_fn\n"
            "[one._edge[1] for one in as_tensor(tuple([part._array for part in parts]), (node, 0))]",
            [0, 1],
        ),
        told("a tuple of numbers", X + "as_tensor((1, 2), None), as_tensor((0, -1), (x, 0))", ((1, 2), (0, -1))),
        told(
            "behind a star",
            X + "from minitorch.ops.op import op\n\n@op\ndef total(k, *parts):\n    return k * parts[0] + parts[1]\n\n"
            "total.grad(joint=lambda g, needs, k, parts: (None, g * k, g))\n"
            "y = total(2.0, x, w)\nfound = y.grad_fn.restored('parts', (x._array, w._array))\n"
            "[one._edge[0] is leaf for one, leaf in zip(found, (x, w), strict=True)]",
            [True, True],
        ),
    ],
    wrong=[
        wrong(
            "The tensor has an edge and does not say that it wants a gradient: set _requires_grad, too.",
            ("tensor._edge, tensor._requires_grad = edge, True", "tensor._edge = edge"),
        ),
        wrong(
            "The tensor has no edge: nothing computed from it could be differentiated.",
            ("tensor._edge, tensor._requires_grad = edge, True", "pass"),
        ),
        wrong(
            "Integers and bools get the edge as well. They have no gradient: look at value.dtype.kind.",
            (' and value.dtype.kind not in "iub"', ""),
        ),
        wrong(
            "Where the edge is None nobody wants a gradient, and yet you set _requires_grad.",
            ('if edge is not None and value.dtype.kind not in "iub"', 'if value.dtype.kind not in "iub"'),
        ),
        wrong(
            "A tensor is put round everything. Numbers, dims and shapes stay what they are: they have no dtype.",
            ('    if not hasattr(value, "dtype") or not hasattr(value, "shape"):\n        return value\n', ""),
        ),
        wrong(
            "Each of several results gets the edge of the first. Number k of them has (node, k).",
            ("as_tensor(v, (edge[0], k))", "as_tensor(v, edge)"),
        ),
        wrong(
            "The place among all arguments is not the place among the edges: an argument without a formula has no edge. "
            "Look the place "
            "up in self.op.positions.",
            (
                "self.edges[positions.index(index)] if index in positions else None",
                "self.edges[index] if index in positions else None",
            ),
        ),
        wrong(
            "`out` is no operand, so no edge can be found for it by name. It is the result of this node: (self, 0).",
            ('    if name == "out":\n        return as_tensor(value, (self, 0))\n', ""),
        ),
        wrong(
            "A name that is no argument, such as x_shape, has no place among the parameters: then the answer is None.",
            (" if name in parameters else None\n", "\n"),
        ),
        wrong(
            "Operands behind a star come after the parameters, so their edges begin at len(self.op.parameters).",
            ("self.edges[first + k]", "self.edges[k]"),
        ),
        wrong(
            "The tensor is given a copy of the numbers. The saved array itself is wrapped: nothing is copied on the way back.",
            ("wrap(value)", "wrap(value.copy())"),
        ),
        wrong(
            "The restored value is the bare array: as_tensor makes a tensor of it.",
            ("return as_tensor(value, self.edge_for(name))", "return value"),
        ),
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: (
                isinstance(error, ValueError) and "not in tuple" in str(error) or "is not in list" in str(error)
            ),
            "Not every name is among the parameters, and not every parameter has an edge: ask `in` before you ask for the index.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, IndexError),
            "self.edges has an entry for each of self.op.positions only, not for every argument.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, AttributeError) and "has no attribute 'dtype'" in str(error),
            "Not every saved value is an array: a number or a dim has no dtype, and stays what it is.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, AttributeError) and "'tuple' object" in str(error),
            "A tuple is no array: several results are wrapped one by one, and other tuples stay what they are.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, AttributeError) and "'numpy.ndarray'" in str(error),
            "An array cannot carry an edge: put a tensor round it, `wrap(value)`, and set _edge there.",
        ),
        *tells(
            an_operand="restored gives a tensor with the saved numbers: as_tensor(value, edge), with the edge that edge_for finds.",
            its_edge="The edge is that of the operand with this name: among self.edges, at its place in self.op.positions.",
            its_wish="A tensor with an edge has _requires_grad True, so that what is computed from it is recorded.",
            memory="The tensor shows the saved array itself: wrap(value), without a copy.",
            a_number="A number was saved as it is, and comes out as it is.",
            a_shape="x_shape is no array but a tuple of lengths: it comes out as it is.",
            a_dim="`dim` is an argument without a formula, so it is not in self.op.positions: None.",
            no_edge="Nobody wants this operand's gradient: the edge is None, and the tensor asks for none.",
            a_later_place="The mask is the first argument and has no edge, so x, the second argument, has the first edge. Go by "
            "self.op.positions.",
            the_result='Under "out" the value is this node\'s own result: its edge is (self, 0).',
            integers="Integers become a tensor without an edge: they have no gradient.",
            bools="Bools become a tensor without an edge: they have no gradient.",
            several_results="A tuple whose edge leads to a node is several results: a tuple of tensors, each by the rule for one.",
            numbers_of_results="Result number k of a node has the edge (node, k).",
            a_tuple_of_numbers="A tuple of dims or indices is no tuple of results: its edge is None, or the end of it no "
            "node. As it is.",
            behind_a_star="Operand k behind the star has the edge self.edges[len(self.op.parameters) + k].",
        ),
    ],
    hints=[
        "First as_tensor alone: what is no array goes back at once; what is one is wrapped, and gets the edge if there is one.",
        "edge_for goes two steps: from the name to a place in self.op.parameters, from the place to its index in "
        "self.op.positions. What "
        "is found in neither has no edge. restored then only asks which edge: (self, 0), one behind the star, or edge_for(name).",
        "`index = parameters.index(name) if name in parameters else None`; `self.edges[positions.index(index)] if index in "
        "positions else "
        "None`. `tensor = wrap(value)`; `tensor._edge, tensor._requires_grad = edge, True`.",
    ],
)
