"""Nothing in vain."""

from ...define import Case, Exercise, Wrong

GRAPH = """
x, w = mt.tensor(2.0, requires_grad=True), mt.tensor(3.0, requires_grad=True)
a = x + w
b = w.exp()
y = a * b
roots = [(y._edge, None)]
"""

EDGES_OF = """
def edges_of(self, node):
    if self.needed is None:
        return node.edges
    return [edge if edge is not None and edge[0] in self.needed else None for edge in node.edges]
"""

LEADING_TO = """
def leading_to(roots, wanted):
    needed = {target for target, _ in wanted}
    for node in reversed(reachable(roots)):
        if any([edge is not None and edge[0] in needed for edge in node.edges]):
            needed.add(node)
    return needed
"""

exercise = Exercise(
    "leading_to",
    title="Nothing in vain",
    difficulty=4,
    minutes=8,
    target="minitorch.autograd.engine.wanted:leading_to",
    covers={"edges_of": "minitorch.autograd.engine.wanted:Wanted.edges_of"},
    setup="from minitorch.autograd.engine.wanted import reachable",
    installed=True,
    stub='''
        def edges_of(self, node):
            """The edges of a node, with None for those that do not end in self.needed; all of them if self.needed is None."""
            ...


        def leading_to(roots, wanted):
            """The set of the nodes and leaves that lead to one of the wanted edges; what they end in is among them.

            At hand: reachable(roots), all nodes there are, the youngest first. wanted holds edges: (node or leaf, number).
            Graphs can be 100,000 steps deep.
            """
            ...
    ''',
    solution='''
        def edges_of(self, node):
            """The edges of a node, with None for those that do not end in self.needed; all of them if self.needed is None."""
            if self.needed is None:
                return node.edges
            return [edge if edge is not None and edge[0] in self.needed else None for edge in node.edges]


        def leading_to(roots, wanted):
            """The set of the nodes and leaves that lead to one of the wanted edges; what they end in is among them.

            At hand: reachable(roots), all nodes there are, the youngest first. wanted holds edges: (node or leaf, number).
            Graphs can be 100,000 steps deep.
            """
            needed = {target for target, _ in wanted}
            for node in reversed(reachable(roots)):
                if any([edge is not None and edge[0] in needed for edge in node.edges]):
                    needed.add(node)
            return needed
    ''',
    why="From the oldest node to the youngest: when a node is looked at, it is known of everything it came from whether it leads "
    "there. One pass, no recursion.",
    facts=[
        Case(GRAPH + "leading_to(roots, {(x, 0): None}) == {x, a.grad_fn, y.grad_fn}", True),
        Case(GRAPH + "leading_to(roots, {(w, 0): None}) == {w, a.grad_fn, b.grad_fn, y.grad_fn}", True),
        Case(GRAPH + "leading_to(roots, {(b.grad_fn, 0): None}) == {b.grad_fn, y.grad_fn}", True),
        Case(
            GRAPH + "leading_to(roots, {(x, 0): None, (w, 0): None}) == {x, w, a.grad_fn, b.grad_fn, y.grad_fn}", True
        ),
        Case(GRAPH + "z = mt.tensor(1.0, requires_grad=True)\nleading_to(roots, {(z, 0): None}) == {z}", True),
        Case(
            GRAPH + "sorted(type(one).__name__ for one in leading_to(roots, {(x, 0): None}))",
            ["AddBackward0", "MulBackward0", "Tensor"],
        ),
        Case(GRAPH + "leading_to([((y * 2)._edge, None)], {(y.grad_fn, 0): None}) >= {y.grad_fn}", True),
        Case(
            GRAPH
            + "from minitorch.autograd.engine.wanted import Wanted\n"
            + "walk = Wanted(roots, wanted={(x, 0): None})\n"
            + "[edge is None for edge in walk.edges_of(y.grad_fn)], [edge is None for edge in walk.edges_of(a.grad_fn)]",
            ([False, True], [False, True]),
        ),
        Case(
            GRAPH
            + "from minitorch.autograd.engine.wanted import Wanted\n"
            + "[edge is None for edge in Wanted(roots).edges_of(y.grad_fn)]",
            [False, False],
        ),
        Case(
            "z = mt.tensor(1.0, requires_grad=True)\ny = z\nfor _ in range(3000):\n    y = y + 1\n"
            "len(leading_to([(y._edge, None)], {(z, 0): None}))",
            3001,
        ),
        Case(
            "z = mt.tensor(1.0, requires_grad=True)\ny = z\nfor _ in range(50):\n    y = y + y\n"
            "len(leading_to([(y._edge, None)], {(z, 0): None}))",
            51,
        ),
    ],
    wrong=[
        Wrong(
            EDGES_OF
            + """
def leading_to(roots, wanted):
    needed = {target for target, _ in wanted}
    for node in reachable(roots):
        if any([edge is not None and edge[0] in needed for edge in node.edges]):
            needed.add(node)
    return needed
""",
            "You find only the nodes one step away from what is wanted. Whether a node leads there is known when the older ones are "
            "done: go from the oldest to the youngest, reversed(...).",
        ),
        Wrong(
            EDGES_OF
            + """
def leading_to(roots, wanted):
    return {target for target, _ in wanted} | set(reachable(roots))
""",
            "Those are all nodes there are. Only the ones on a way to something wanted are needed; the rest is computed in vain.",
        ),
        Wrong(
            EDGES_OF
            + """
def leading_to(roots, wanted):
    needed = {target for target, _ in wanted}
    for node in reversed(reachable(roots)):
        if all([edge is not None and edge[0] in needed for edge in node.edges]):
            needed.add(node)
    return needed
""",
            "One edge on the way is enough: any, not all.",
        ),
        Wrong(
            EDGES_OF
            + """
def leading_to(roots, wanted):
    needed = set(wanted)
    for node in reversed(reachable(roots)):
        if any([edge in needed for edge in node.edges]):
            needed.add(node)
    return needed
""",
            "wanted holds edges, and the set is one of nodes and leaves: take the first part of each.",
        ),
        Wrong(
            EDGES_OF
            + """
def leading_to(roots, wanted):
    needed = set()
    ends = {target for target, _ in wanted}
    for node in reversed(reachable(roots)):
        if any([edge is not None and (edge[0] in needed or edge[0] in ends) for edge in node.edges]):
            needed.add(node)
    return needed
""",
            "What is wanted belongs to the set, too: an edge is followed only if its end is in the set.",
        ),
        Wrong(
            EDGES_OF
            + """
def leading_to(roots, wanted):
    needed = {target for target, _ in wanted}
    for node in reversed(reachable(roots)):
        if any([edge[0] in needed for edge in node.edges]):
            needed.add(node)
    return needed
""",
            "An edge may be None: ask that first.",
        ),
        Wrong(
            EDGES_OF
            + """
def leading_to(roots, wanted):
    ends = {target for target, _ in wanted}
    known = {}
    def leads(target):
        if target not in known:
            edges = getattr(target, "edges", ())
            found = [leads(edge[0]) for edge in edges if edge is not None]
            known[target] = target in ends or any(found)
        return known[target]
    for edge, _ in roots:
        leads(edge[0])
    return ends | {target for target, yes in known.items() if yes}
""",
            "Right on small graphs. On a chain of 3,000 steps Python's recursion limit stops it: go through reachable(roots) in the "
            "right order instead.",
        ),
        Wrong(
            EDGES_OF.replace("    if self.needed is None:\n        return node.edges\n", "") + LEADING_TO,
            "self.needed is None when everything is wanted, as in a plain backward(). Then all edges are to be given.",
        ),
        Wrong(
            "def edges_of(self, node):\n    return node.edges\n" + LEADING_TO,
            "edges_of gives every edge, so gradients are computed that nobody wants. Put None for an edge that does not end in "
            "self.needed.",
        ),
        Wrong(
            EDGES_OF.replace(
                "edge if edge is not None and edge[0] in self.needed else None for edge in node.edges",
                "edge for edge in node.edges if edge is not None and edge[0] in self.needed",
            )
            + LEADING_TO,
            "The edges that are not needed are left out of the list, so the others no longer stand beside their formulas. Put None "
            "in their places.",
        ),
    ],
    hints=[
        "Whether a node leads there follows from the ends of its edges. In which order must the nodes be looked at?",
        "From the oldest: `reversed(reachable(roots))`. Start with the wanted targets themselves.",
        "A node is added if any of its edges is not None and ends in the set. edges_of: `edge if edge is not None and edge[0] in "
        "self.needed else None`, for each edge.",
    ],
)
