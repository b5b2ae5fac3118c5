"""Nothing in vain: the rung of the engine that computes the gradients of some tensors only."""

from ...define import Case, Exercise, Mistake, T, Wrong
from .words import asks

GRAPH = """
x, w = mt.tensor(2.0, requires_grad=True), mt.tensor(3.0, requires_grad=True)
a = x + w
b = w.exp()
y = a * b
roots = [(y._edge, mt.tensor(1.0))]

def walked(wanted, *rest):
    with mt.no_grad():
        Wanted(roots, False, False, wanted, *rest).run()
    return list(wanted.values())

"""

INIT = """
    def __init__(self, roots, keep=False, create_graph=False, wanted=None, accumulating=False):
        super().__init__(roots, keep, create_graph)
        self.wanted, self.accumulating = wanted, accumulating
        self.needed = None if wanted is None else leading_to(roots, wanted)
"""
EDGES = """
    def edges_of(self, node):
        if self.needed is None:
            return node.edges
        return [edge if edge is not None and edge[0] in self.needed else None for edge in node.edges]
"""
VISIT = """
    def visit(self, node, g):
        if self.wanted is not None:
            self.note(node, g)
            if not any(self.edges_of(node)):
                return
        super().visit(node, g)
"""
SERVE = """
    def serve(self, leaf, g):
        if self.wanted is None or self.accumulating:
            super().serve(leaf, g)
        elif (leaf, 0) in self.wanted:
            self.wanted[leaf, 0] = g
"""


def rung(init=INIT, edges=EDGES, visit=VISIT, serve=SERVE):
    return "class Wanted(Walk):" + init + edges + visit + serve


exercise = Exercise(
    "Wanted",
    title="Nothing in vain",
    difficulty=4,
    minutes=9,
    target="minitorch.autograd.engine.wanted:Wanted",
    keeps=("note",),
    installed=True,
    setup="from minitorch.autograd.engine.walk import Walk\nfrom minitorch.autograd.engine.wanted import leading_to",
    stub='''
        class Wanted(Walk):
            """The second rung of the engine: nothing is computed that does not lead to what is wanted."""

            def __init__(self, roots, keep=False, create_graph=False, wanted=None, accumulating=False):
                """As the rung below; and note wanted and accumulating under their names.

                wanted is None, or a dictionary whose keys are the edges that gradients are wanted for. self.needed is then
                the set of the nodes and leaves that lead there, leading_to(roots, wanted); else None.
                """
                ...

            def edges_of(self, node):
                """The edges of the node, with None for each that does not end in self.needed; all if self.needed is None."""
                ...

            def visit(self, node, g):
                """As the rung below. But with wanted, first self.note(node, g), which puts into self.wanted what is wanted
                of this node's gradients; and if no edge of it is left, that is all: the node does not run."""
                ...

            def serve(self, leaf, g):
                """As the rung below, if nothing is wanted specially or self.accumulating is true. Otherwise put g into
                self.wanted under the leaf's edge, (leaf, 0), if it is a key there; nothing is accumulated."""
                ...
    ''',
    solution='''
        class Wanted(Walk):
            """The second rung of the engine: nothing is computed that does not lead to what is wanted."""

            def __init__(self, roots, keep=False, create_graph=False, wanted=None, accumulating=False):
                super().__init__(roots, keep, create_graph)
                self.wanted, self.accumulating = wanted, accumulating
                self.needed = None if wanted is None else leading_to(roots, wanted)

            def edges_of(self, node):
                """The edges of the node, with None for each that does not end in self.needed; all if self.needed is None."""
                if self.needed is None:
                    return node.edges
                return [edge if edge is not None and edge[0] in self.needed else None for edge in node.edges]

            def visit(self, node, g):
                """As the rung below; with wanted, note what is wanted of this node's gradients, and stop where no edge is left."""
                if self.wanted is not None:
                    self.note(node, g)
                    if not any(self.edges_of(node)):
                        return
                super().visit(node, g)

            def serve(self, leaf, g):
                """As the rung below, if nothing is wanted specially or self.accumulating is true; else return g in self.wanted."""
                if self.wanted is None or self.accumulating:
                    super().serve(leaf, g)
                elif (leaf, 0) in self.wanted:
                    self.wanted[leaf, 0] = g
    ''',
    why="Each method adds one idea to the rung below and leaves the rest to super(). A node of which no edge is left never runs, so "
    "nothing is computed, and nothing freed, that nobody asked for.",
    facts=[
        Case(GRAPH + "walk = Wanted(roots)\nwalk.wanted, walk.accumulating, walk.needed", (None, False, None)),
        Case(
            GRAPH
            + "walk = Wanted(roots, True, False, {(x, 0): None}, True)\n"
            + "walk.keep, walk.create_graph, walk.accumulating, list(walk.wanted.values())",
            (True, False, True, [None]),
        ),
        Case(GRAPH + "Wanted(roots, wanted={(x, 0): None}).needed == {x, a.grad_fn, y.grad_fn}", True),
        Case(
            GRAPH + "walk = Wanted(roots, wanted={(x, 0): None})\n"
            "[edge is None for edge in walk.edges_of(y.grad_fn)], [edge is None for edge in walk.edges_of(a.grad_fn)]",
            ([False, True], [False, True]),
        ),
        Case(GRAPH + "[edge is None for edge in Wanted(roots).edges_of(y.grad_fn)]", [False, False]),
        Case(
            GRAPH + "c = x * 2\nwalk = Wanted([(c._edge, None)], wanted={(x, 0): None})\n"
            "[edge is None for edge in walk.edges_of(c.grad_fn)]",
            [False, True],
        ),
        Case(
            GRAPH + "with mt.no_grad():\n    Wanted(roots).run()\nround(x.grad.item(), 3), round(w.grad.item(), 3)",
            (20.086, 120.513),
            changes=True,
        ),
        Case(
            GRAPH + "[round(g.item(), 3) for g in walked({(x, 0): None, (w, 0): None})], x.grad, w.grad",
            ([20.086, 120.513], None, None),
            changes=True,
        ),
        Case(GRAPH + "walked({(x, 0): None, (w, 0): None})\nx.grad, w.grad", (None, None), changes=True),
        Case(
            GRAPH + "[g.item() for g in walked({(b.grad_fn, 0): None})], x.grad, w.grad",
            ([5.0], None, None),
            changes=True,
        ),
        Case(
            GRAPH + "walked({(b.grad_fn, 0): None})\n[node.freed for node in (y.grad_fn, a.grad_fn, b.grad_fn)]",
            [True, False, False],
            changes=True,
        ),
        Case(
            GRAPH + "z = mt.tensor(1.0, requires_grad=True)\nwalked({(z, 0): None, (x, 0): None})[0]",
            None,
            changes=True,
        ),
        Case(
            GRAPH + "walked({(x, 0): None}, True), round(x.grad.item(), 3), w.grad",
            ([None], 20.086, None),
            changes=True,
        ),
        Case(
            "x = mt.arange(4.0, requires_grad=True)\nfirst, second = x.split(2)\ny = (second * 3).sum()\n"
            "wanted = {(first.grad_fn, 1): None}\nwith mt.no_grad():\n    Wanted([(y._edge, mt.tensor(1.0))], wanted=wanted).run()\n"
            "list(wanted.values())",
            [T([3.0, 3.0])],
            changes=True,
        ),
        Case(
            "x, w = mt.tensor(2.0, requires_grad=True), mt.tensor(3.0, requires_grad=True)\nm = x * w\n"
            "(m * m).backward(inputs=[m, w])\nm.grad, w.grad, x.grad",
            (T(12.0), T(24.0), None),
            changes=True,
        ),
    ],
    wrong=[
        Wrong(
            rung(init=INIT.replace("        super().__init__(roots, keep, create_graph)\n", "")),
            "The rung below has to set itself up, too: super().__init__(roots, keep, create_graph).",
        ),
        Wrong(
            rung(init=INIT.replace("None if wanted is None else leading_to", "leading_to")),
            "wanted is None in a plain backward(), and then there is nothing to lead to: self.needed stays None.",
        ),
        Wrong(
            rung(init=INIT.replace("super().__init__(roots, keep, create_graph)", "super().__init__(roots)")),
            "keep and create_graph belong to the rung below; hand them on: super().__init__(roots, keep, create_graph).",
        ),
        Wrong(
            rung(edges=EDGES.replace("        if self.needed is None:\n            return node.edges\n", "")),
            "self.needed is None when everything is wanted, as in a plain backward(). Then all edges are to be given.",
        ),
        Wrong(
            rung(edges="\n    def edges_of(self, node):\n        return node.edges\n"),
            "edges_of gives every edge, so gradients are computed that nobody wants. Put None for an edge that does not end in "
            "self.needed.",
        ),
        Wrong(
            rung(
                edges=EDGES.replace(
                    "edge if edge is not None and edge[0] in self.needed else None for edge in node.edges",
                    "edge for edge in node.edges if edge is not None and edge[0] in self.needed",
                )
            ),
            "The edges that are not needed are left out of the list, so the others no longer stand beside their formulas. Put None "
            "in their places.",
        ),
        Wrong(
            rung(edges=EDGES.replace("edge is not None and edge[0] in", "edge[0] in")),
            "An edge may be None: edges_of has to ask that before it looks at edge[0].",
        ),
        Wrong(
            rung(edges=EDGES.replace("edge[0] in self.needed", "edge in self.wanted")),
            "An edge is on a way to something wanted if its end is in self.needed; that it is wanted itself is asked for too much.",
        ),
        Wrong(
            rung(visit=VISIT.replace("            self.note(node, g)\n", "")),
            "The gradient of a result in the middle is on its way past: self.note(node, g) has to see it, or nobody gets it.",
        ),
        Wrong(
            rung(
                visit=VISIT.replace(
                    "            if not any(self.edges_of(node)):\n                return\n",
                    "",
                )
            ),
            "A node of which no edge is left would run for nothing, and be freed. Return before super().visit(node, g) there.",
        ),
        Wrong(
            rung(
                visit="\n    def visit(self, node, g):\n        if self.wanted is None:\n            super().visit(node, g)\n"
                "        else:\n            self.note(node, g)\n"
            ),
            "With wanted, the walk stops at the first node. It goes on where an edge is left: super().visit(node, g).",
        ),
        Wrong(
            rung(
                visit="\n    def visit(self, node, g):\n        self.note(node, g)\n        if not any(self.edges_of(node)):\n"
                "            return\n        super().visit(node, g)\n"
            ),
            "In a plain backward() wanted is None, and there is nothing to note in it: ask that first.",
        ),
        Wrong(
            rung(serve=SERVE.replace("self.wanted is None or self.accumulating", "self.wanted is None")),
            "backward(inputs=) wants gradients accumulated in some leaves only: with self.accumulating the leaf is served as the rung "
            "below does.",
        ),
        Wrong(
            rung(serve="\n    def serve(self, leaf, g):\n        super().serve(leaf, g)\n"),
            "The leaf's .grad is filled although its gradient is to be returned: with wanted, and without accumulating, put it into "
            "self.wanted[leaf, 0].",
        ),
        Wrong(
            rung(serve=SERVE.replace("(leaf, 0) in self.wanted", "leaf in self.wanted").replace("[leaf, 0]", "[leaf]")),
            "The keys of wanted are edges. That of a leaf is (leaf, 0).",
        ),
    ],
    mistakes=[
        asks(
            "In `__init__`: super().__init__(roots, keep, create_graph), then self.wanted, self.accumulating, and self.needed, "
            "which is "
            "leading_to(roots, wanted), or None where wanted is None.",
            (None, False, None),
            (True, False, True, [None]),
            True,
        ),
        asks(
            "In `edges_of`: a list as long as node.edges, with None in the place of each edge that does not end in self.needed; "
            "node.edges "
            "itself if self.needed is None.",
            ([False, True], [False, True]),
            [False, False],
            [False, True],
        ),
        asks(
            "In `serve`: with wanted, and without accumulating, the gradient goes into self.wanted[leaf, 0], if that key is there, "
            "and "
            "nothing is accumulated. Else super().serve(leaf, g).",
            (None, None),
            ([20.086, 120.513], None, None),
            (20.086, 120.513),
            ([None], 20.086, None),
        ),
        asks(
            "In `visit`: with wanted, self.note(node, g) first, then stop if no edge of self.edges_of(node) is left; in all other "
            "cases "
            "super().visit(node, g).",
            ([5.0], None, None),
            [True, False, False],
            None,
            [T([3.0, 3.0])],
            (T(12.0), T(24.0), None),
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, RecursionError),
            "self.visit or self.serve calls this very method again. The rung below is super().visit(node, g), "
            "super().serve(leaf, g).",
        ),
    ],
    hints=[
        "Each method begins with a question: is self.needed, or self.wanted, None? Then it is the rung below that answers: super().",
        "edges_of: a list with `edge if edge is not None and edge[0] in self.needed else None` for each edge. visit: note, then "
        "return if `not any(self.edges_of(node))`, then super().",
        "serve: `if self.wanted is None or self.accumulating: super().serve(leaf, g)`, `elif (leaf, 0) in self.wanted:` put g there. "
        "__init__: super().__init__(roots, keep, create_graph), then three attributes.",
    ],
)
