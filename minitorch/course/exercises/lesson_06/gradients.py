"""What a node makes of a gradient."""

from ...define import Case, Exercise, Mistake, T, Wrong
from ..edited import edited

X = "x, w = mt.tensor([1.0, 2.0], requires_grad=True), mt.tensor([3.0, 4.0], requires_grad=True)\n"
G = "g = mt.tensor([1.0, 10.0])\n"

TENSORS = """
def tensors(self, i):
    return [self.restored(name, value) for name, value in zip(self.steps[i].names, self.kept(i))]
"""

GRADIENTS = """
def gradients(self, g, edges):
    if self.joint is not None:
        return self.joint_gradients(g, edges)
    pairs = enumerate(zip(edges, self.formulas))
    return [None if edge is None else formula(g, *self.tensors(i)) for i, (edge, formula) in pairs]
"""

exercise = Exercise(
    "gradients",
    title="What a node makes of a gradient",
    difficulty=3,
    minutes=8,
    target="minitorch.graph.node:Node.gradients",
    covers={"tensors": "minitorch.graph.node:Node.tensors"},
    installed=True,
    stub='''
        def tensors(self, i):
            """A list with the values saved for the i-th formula, each as self.restored(name, value) makes it.

            The names are in self.steps[i].names, the values in the same order in self.kept(i).
            """
            ...


        def gradients(self, g, edges):
            """A list with what g, the gradient of this node's result, makes of each operand: None where the edge is None.

            The i-th formula is self.formulas[i]; it is called with g and the values it has saved, self.tensors(i), and not
            called at all where no edge is: its values were not saved. If self.joint is not None, the node is fused: then
            return self.joint_gradients(g, edges).
            """
            ...
    ''',
    solution='''
        def tensors(self, i):
            """A list with the values saved for the i-th formula, each as self.restored(name, value) makes it.

            The names are in self.steps[i].names, the values in the same order in self.kept(i).
            """
            formula = self.steps[i]
            return [self.restored(name, value) for name, value in zip(formula.names, self.kept(i), strict=True)]


        def gradients(self, g, edges):
            """A list with what g, the gradient of this node's result, makes of each operand: None where the edge is None.

            The i-th formula is self.formulas[i]; it is called with g and the values it has saved, self.tensors(i), and not
            called at all where no edge is: its values were not saved. If self.joint is not None, the node is fused: then
            return self.joint_gradients(g, edges).
            """
            if self.joint is not None:
                return self.joint_gradients(g, edges)
            pairs = enumerate(zip(edges, self.formulas, strict=True))
            return [None if edge is None else formula(g, *self.tensors(i)) for i, (edge, formula) in pairs]
    ''',
    why="One formula for every operand, each with what it named when the operation was declared. Where nobody waits for a gradient, "
    "nothing is computed.",
    facts=[
        Case(
            X + "node = (x * w).grad_fn\nnode.tensors(0)[0].tolist(), node.tensors(1)[0].tolist()",
            ([3.0, 4.0], [1.0, 2.0]),
        ),
        Case(X + "node = (x.exp() * w).grad_fn\nnode.tensors(1)[0].grad_fn.name()", "ExpBackward0"),
        Case(X + "y = x.exp()\n[t.grad_fn is y.grad_fn for t in y.grad_fn.tensors(0)]", [True]),
        Case(X + "(x * 10).grad_fn.tensors(0), (x + w).grad_fn.tensors(0)", ([10], [])),
        Case(X + G + "node = (x * w).grad_fn\ngradients(node, g, node.edges)", [T([3.0, 40.0]), T([1.0, 20.0])]),
        Case(X + G + "node = (x + w).grad_fn\ngradients(node, g, node.edges)", [T([1.0, 10.0]), T([1.0, 10.0])]),
        Case(X + G + "node = (x * 5).grad_fn\ngradients(node, g, node.edges)", [T([5.0, 50.0]), None]),
        Case(
            X + G + "node = (x / w).grad_fn\nfirst, second = node.edges\ngradients(node, g, [None, second])[0] is None",
            True,
        ),
        Case(X + G + "node = (x * w).grad_fn\ngradients(node, g, [None, node.edges[1]])", [None, T([1.0, 20.0])]),
        Case(X + "node = x.sum().grad_fn\ngradients(node, mt.tensor(7.0), node.edges)", [T([7.0, 7.0])]),
        Case(
            X
            + "node = mt.cat([x, w]).grad_fn\n[g.tolist() for g in gradients(node, mt.arange(4.0), node.edges) if g is not None]",
            [[0.0, 1.0], [2.0, 3.0]],
        ),
        Case(
            X + "node = (x.reshape(1, 2) @ w.reshape(2, 1)).grad_fn\ngradients(node, mt.ones(1, 1), node.edges)",
            [T([[3.0, 4.0]]), T([[1.0], [2.0]])],
        ),
        Case(X + G + "node = (x * w).grad_fn\n[g.requires_grad for g in gradients(node, g, node.edges)]", [True, True]),
    ],
    wrong=[
        Wrong(
            TENSORS
            + """
def gradients(self, g, edges):
    if self.joint is not None:
        return self.joint_gradients(g, edges)
    return [formula(g, *self.tensors(i)) for i, formula in enumerate(self.formulas)]
""",
            "A formula without an edge is not called: nobody waits for its gradient, and what it needs was not saved. Put None in its "
            "place.",
        ),
        Wrong(
            TENSORS
            + """
def gradients(self, g, edges):
    if self.joint is not None:
        return self.joint_gradients(g, edges)
    pairs = enumerate(zip(edges, self.formulas))
    return [formula(g, *self.tensors(i)) for i, (edge, formula) in pairs if edge is not None]
""",
            "The entries without an edge are left out, so the others no longer stand beside their edges. Put "
            "None in their place.",
        ),
        Wrong(
            TENSORS
            + """
def gradients(self, g, edges):
    pairs = enumerate(zip(edges, self.formulas))
    return [None if edge is None else formula(g, *self.tensors(i)) for i, (edge, formula) in pairs]
""",
            "A fused operation, such as cat, has no formula for each operand: hand those on to self.joint_gradients(g, edges).",
        ),
        Wrong(
            TENSORS
            + """
def gradients(self, g, edges):
    if self.joint is not None:
        return self.joint_gradients(g, edges)
    pairs = enumerate(zip(edges, self.formulas))
    return [None if edge is None else formula(g, *self.tensors(0)) for i, (edge, formula) in pairs]
""",
            "Every formula gets the values saved for the first. The i-th has its own: self.tensors(i).",
        ),
        Wrong(
            TENSORS
            + """
def gradients(self, g, edges):
    if self.joint is not None:
        return self.joint_gradients(g, edges)
    pairs = enumerate(zip(self.edges, self.formulas))
    return [None if edge is None else formula(g, *self.tensors(i)) for i, (edge, formula) in pairs]
""",
            "You go by self.edges. The edges that are given may have more None among them: then less is wanted "
            "than was recorded.",
        ),
        Wrong(
            TENSORS
            + """
def gradients(self, g, edges):
    if self.joint is not None:
        return self.joint_gradients(g, edges)
    pairs = enumerate(zip(edges, self.formulas))
    return [None if edge is None else formula(g, self.tensors(i)) for i, (edge, formula) in pairs]
""",
            "A formula takes its values one by one, and gets a list. A star takes the list apart: formula(g, *self.tensors(i)).",
        ),
        Wrong(
            TENSORS
            + """
def gradients(self, g, edges):
    if self.joint is not None:
        return self.joint_gradients(g, edges)
    for i, (edge, formula) in enumerate(zip(edges, self.formulas)):
        if edge is not None:
            g = formula(g, *self.tensors(i))
    return [g if edge is not None else None for edge in edges]
""",
            "You send the gradient through one formula after the other. Each operand has its own formula, and each starts from the "
            "same g.",
        ),
        Wrong(
            TENSORS
            + """
def gradients(self, g, edges):
    if self.joint is not None:
        return self.joint_gradients(g, edges)
    pairs = enumerate(zip(edges, self.formulas))
    return [None if edge is None else formula(g, *self.kept(i)) for i, (edge, formula) in pairs]
""",
            "self.kept(i) are the saved arrays. A formula is a function of tensors, which know where they came "
            "from: self.tensors(i).",
        ),
        Wrong(
            "def tensors(self, i):\n    return list(self.kept(i))\n" + GRADIENTS,
            "The saved values are arrays, and formulas are functions of tensors: self.restored(name, value) makes a tensor that "
            "knows where it came from.",
        ),
        Wrong(
            TENSORS.replace("self.restored(name, value)", "mt.tensor(value)") + GRADIENTS,
            "mt.tensor makes a tensor without a past, and turns numbers and shapes into tensors as well. Leave it to "
            "self.restored(name, value).",
        ),
        Wrong(
            TENSORS.replace("self.kept(i)", "self.kept(0)") + GRADIENTS,
            "The names are those of the i-th formula and the values those of the first: self.kept(i).",
        ),
        Wrong(
            TENSORS + edited(GRADIENTS, ("formula(g, *self.tensors(i))", "formula(*self.tensors(i), g)")),
            "A formula takes g first, and then the values that it names: formula(g, *self.tensors(i)).",
        ),
        Wrong(
            TENSORS + edited(GRADIENTS, ("formula(g, *", "g * formula(g, *")),
            "g comes in twice. The formula has it already: it gives the gradient of the operand, and not only the derivative.",
        ),
        Wrong(
            TENSORS
            + edited(
                GRADIENTS, ("    pairs", "    with mt.no_grad():\n        pairs"), ("    return [", "        return [")
            ),
            "Recording is switched off here. Whether gradients are recorded is up to whoever calls: backward(create_graph=True) "
            "wants it.",
        ),
        Wrong(
            TENSORS
            + edited(
                GRADIENTS,
                ("    return [None if edge is None else formula", "    found = [formula"),
                ("in pairs]", "in pairs if edge is not None]\n    return found + [None] * (len(edges) - len(found))"),
            ),
            "The Nones all stand at the end, so the gradients stand beside the wrong edges. A None stands where its edge is None.",
        ),
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: isinstance(error, TypeError) and "missing" in str(error),
            "A formula takes g and then, one by one, the values that it names: formula(g, *self.tensors(i)). For "
            "a fused node there is self.joint_gradients(g, edges).",
        ),
    ],
    hints=[
        "tensors: names and values side by side. gradients: edges and formulas side by side; the place i says which saved values "
        "belong to the formula.",
        "For each: None where the edge is None, else `formula(g, *self.tensors(i))`.",
        "First the fused case. Then a list over `enumerate(zip(edges, self.formulas))`.",
    ],
)
