"""One node's turn."""

from ...define import Case, Exercise, T, Wrong

START = """
from minitorch.autograd.engine.walk import Walk
x, w = mt.tensor(2.0, requires_grad=True), mt.tensor(3.0, requires_grad=True)
a = x + w
b = w + 1
y = a * b
walk = Walk([])
"""

SEND = """
def send(self, edge, g):
    target = edge[0]
    if target not in self.arrived and isinstance(target, Node):
        heappush(self.queue, (target.number, target))
    self.arrived[target] = gathered(self.arrived.get(target), fitted(g, edge), edge)
"""

VISIT = """
def visit(self, node, g):
    edges = self.edges_of(node)
    for edge, gx in zip(edges, self.differentiate(node, g, edges), strict=True):
        if edge is not None and gx is not None:
            self.send(edge, gx)
    if not self.keep:
        node.free()
"""

exercise = Exercise(
    "visit",
    title="One node's turn",
    difficulty=4,
    minutes=10,
    target="minitorch.autograd.engine.walk:Walk.visit",
    covers={"send": "minitorch.autograd.engine.walk:Walk.send"},
    installed=True,
    setup="from heapq import heappush\n"
    "from minitorch.autograd.engine.fitting import fitted, gathered\n"
    "from minitorch.graph.node import Node\n"
    "from minitorch.graph.mode import no_grad",
    stub='''
        def send(self, edge, g):
            """Add a gradient to what has arrived at the end of an edge, self.arrived[target].

            A node comes into the queue with the first that arrives, as (number, node); a leaf never does.
            At hand: fitted(g, edge), the gradient in the form that fits there; gathered(have, g, edge), the sum
            with what was there, which may be None.
            """
            ...


        def visit(self, node, g):
            """Run the formulas of a node and send what they give along its edges; then, unless self.keep, free the node.

            At hand: self.edges_of(node); self.differentiate(node, g, edges), a list with a gradient or None for each edge.
            """
            ...
    ''',
    solution='''
        def send(self, edge, g):
            """Add a gradient to what has arrived at the end of an edge, self.arrived[target].

            A node comes into the queue with the first that arrives, as (number, node); a leaf never does.
            At hand: fitted(g, edge), the gradient in the form that fits there; gathered(have, g, edge), the sum
            with what was there, which may be None.
            """
            target = edge[0]
            if target not in self.arrived and isinstance(target, Node):
                heappush(self.queue, (target.number, target))
            self.arrived[target] = gathered(self.arrived.get(target), fitted(g, edge), edge)


        def visit(self, node, g):
            """Run the formulas of a node and send what they give along its edges; then, unless self.keep, free the node.

            At hand: self.edges_of(node); self.differentiate(node, g, edges), a list with a gradient or None for each edge.
            """
            edges = self.edges_of(node)
            for edge, gx in zip(edges, self.differentiate(node, g, edges), strict=True):
                if edge is not None and gx is not None:
                    self.send(edge, gx)
            if not self.keep:
                node.free()
    ''',
    why="send only gathers: nothing runs before its turn. visit is the chain rule for one step: formulas, then the edges. These are "
    "the package's own lines.",
    facts=[
        Case(
            START + "walk.visit(y.grad_fn, mt.tensor(1.0))\nwalk.arrived[a.grad_fn], walk.arrived[b.grad_fn]",
            (T(4.0), T(5.0)),
            changes=True,
        ),
        Case(START + "walk.visit(y.grad_fn, mt.tensor(1.0))\nlen(walk.queue), x.grad is None", (2, True), changes=True),
        Case(
            START + "walk.visit(y.grad_fn, mt.tensor(1.0))\nsorted([type(n).__name__ for number, n in walk.queue])",
            ["AddBackward0", "AddBackward0"],
            changes=True,
        ),
        Case(START + "walk.send((w, 0), mt.tensor(5.0))\nwalk.arrived[w], len(walk.queue)", (T(5.0), 0), changes=True),
        Case(
            START + "walk.send((w, 0), mt.tensor(5.0))\nwalk.send((w, 0), mt.tensor(4.0))\nwalk.arrived[w]",
            T(9.0),
            changes=True,
        ),
        Case(
            START
            + "walk.send((a.grad_fn, 0), mt.tensor(1.0))\nwalk.send((a.grad_fn, 0), mt.tensor(2.0))\n"
            + "len(walk.queue), walk.arrived[a.grad_fn]",
            (1, T(3.0)),
            changes=True,
        ),
        Case(START + "walk.visit(y.grad_fn, mt.tensor(1.0))\ny.grad_fn.freed", True, changes=True),
        Case(START + "walk.keep = True\nwalk.visit(y.grad_fn, mt.tensor(1.0))\ny.grad_fn.freed", False, changes=True),
        Case(
            START + "with mt.no_grad():\n    a.mul_(2)\nwalk.visit(y.grad_fn, mt.tensor(1.0))",
            raises=RuntimeError,
            match="modified by an inplace operation",
            changes=True,
        ),
        Case(START + "y.backward()\nx.grad, w.grad", (T(4.0), T(9.0)), changes=True),
        Case(
            "x, c = mt.ones(2, 3, requires_grad=True), mt.ones(3, requires_grad=True)\n(x * c * 2).sum().backward()\nc.grad",
            T([4.0, 4.0, 4.0]),
            changes=True,
        ),
        Case(
            "x = mt.arange(4.0, requires_grad=True)\nfirst, second = x.split(2)\n(second * 3).sum().backward()\nx.grad",
            T([0.0, 0.0, 3.0, 3.0]),
            changes=True,
        ),
        Case(
            "z = mt.tensor(1.0, requires_grad=True)\ny = z\nfor _ in range(8):\n    y = y + y\ny.backward()\nz.grad",
            T(2.0**8),
            changes=True,
        ),
    ],
    wrong=[
        Wrong(
            SEND.replace("if target not in self.arrived and isinstance(target, Node)", "if isinstance(target, Node)")
            + VISIT,
            "A node comes into the queue once for each gradient that arrives, and would run as often. Queue it with the first only.",
        ),
        Wrong(
            SEND.replace(" and isinstance(target, Node)", "") + VISIT,
            "A leaf has no formulas and never has a turn: only nodes come into the queue. Ask isinstance(target, Node).",
        ),
        Wrong(
            SEND.replace("gathered(self.arrived.get(target), fitted(g, edge), edge)", "fitted(g, edge)") + VISIT,
            "The second gradient replaces the first. Everything that arrives is added up: gathered(have, g, edge).",
        ),
        Wrong(
            SEND.replace("fitted(g, edge)", "g") + VISIT,
            "The gradient is as the formula gave it. An operand that was stretched needs the sum over its uses: fitted(g, edge).",
        ),
        Wrong(
            SEND + VISIT.replace("    if not self.keep:\n        node.free()\n", ""),
            "The node keeps what it has saved. After its turn it lets go, unless self.keep: node.free().",
        ),
        Wrong(
            SEND + VISIT.replace("    if not self.keep:\n        node.free()\n", "    node.free()\n"),
            "With keep, which is retain_graph=True, the saved values must stay: free the node only if not self.keep.",
        ),
        Wrong(
            SEND + VISIT.replace("if not self.keep", "if self.keep"),
            "It is the wrong way round: with self.keep the saved values stay, without it the node is freed.",
        ),
        Wrong(
            SEND
            + VISIT.replace(
                "        if edge is not None and gx is not None:\n            self.send(edge, gx)",
                "        self.send(edge, gx)",
            ),
            "Where the edge is None nothing is sent: nobody waits there, and the gradient is None as well.",
        ),
        Wrong(
            SEND + VISIT.replace("self.send(edge, gx)", "self.send(edge, g)"),
            "You pass on the gradient that came in. What goes along an edge is what the formula made of it.",
        ),
        Wrong(
            SEND
            + VISIT.replace(
                "            self.send(edge, gx)\n",
                "            self.send(edge, gx)\n"
                "            if isinstance(edge[0], Node):\n                self.visit(edge[0], gx)\n",
            ),
            "The next node runs at once, before all that it is sent has arrived. Only send; its turn comes from the queue.",
        ),
        Wrong(
            SEND
            + VISIT.replace(
                "    edges = self", "    if not self.keep:\n        node.free()\n    edges = self", 1
            ).replace(
                "            self.send(edge, gx)\n    if not self.keep:\n        node.free()\n",
                "            self.send(edge, gx)\n",
            ),
            "The node is freed before its formulas have run, and they need what it has saved. Free it at the end.",
        ),
        Wrong(
            SEND.replace(
                "self.arrived[target] = gathered(self.arrived.get(target), fitted(g, edge), edge)",
                "self.arrived[target] = self.arrived[target] + fitted(g, edge) if target in self.arrived else fitted(g, edge)",
            )
            + VISIT,
            "A node with several results, as split has, gathers a gradient for each of them: leave it to gathered(have, g, edge).",
        ),
        Wrong(
            SEND.replace("(target.number, target)", "(-target.number, target)") + VISIT,
            "The number goes into the queue as it is: the younger a node, the smaller its number, and the smallest comes out first.",
        ),
        Wrong(
            SEND + VISIT.replace("self.differentiate(node, g, edges)", "node.gradients(g, edges)"),
            "self.differentiate takes care of what node.gradients does not: results that nobody used, values that were freed or "
            "changed. Call that.",
        ),
    ],
    hints=[
        "send: when does a node come into the queue? visit: edges and gradients side by side.",
        "In send `heappush(self.queue, (target.number, target))` if the target is a node and nothing has arrived there yet; then "
        "store `gathered(self.arrived.get(target), fitted(g, edge), edge)`.",
        "In visit: `zip(edges, self.differentiate(node, g, edges))`; send what is not None; `node.free()` unless self.keep.",
    ],
)
