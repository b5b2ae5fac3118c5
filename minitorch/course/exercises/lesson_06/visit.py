"""One node's turn."""

from ...define import Case, Exercise, Mistake, T, Wrong
from .words import asks

START = """
from minitorch.autograd.engine import Walk
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

DIFFERENTIATE = """
def differentiate(self, node, g, edges):
    node.check()
    if node.several:
        return node.gradients(with_zeros(node, g), edges)
    if is_complex(node):
        return through_conjugates(node, g, edges)
    return node.gradients(g, edges)
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


def all_three(send=SEND, differentiate=DIFFERENTIATE, visit=VISIT):
    return send + differentiate + visit


exercise = Exercise(
    "visit",
    title="One node's turn",
    difficulty=4,
    minutes=11,
    target="minitorch.autograd.engine:Walk.visit",
    covers={
        "send": "minitorch.autograd.engine:Walk.send",
        "differentiate": "minitorch.autograd.engine:Walk.differentiate",
    },
    installed=True,
    setup="from heapq import heappush\n"
    "from minitorch.autograd.engine import fitted, gathered, with_zeros\n"
    "from minitorch.autograd.engine import is_complex, through_conjugates\n"
    "from minitorch.graph.node import Node\n"
    "from minitorch.graph.grad_mode import no_grad",
    stub='''
        def send(self, edge, g):
            """Add a gradient to what has arrived at the end of an edge, self.arrived[target].

            A node comes into the queue with the first that arrives, as (number, node); a leaf never does.
            At hand: fitted(g, edge), g in the form that fits there; gathered(have, g, edge), the sum with what is there.
            """
            ...


        def differentiate(self, node, g, edges):
            """What a node makes of g, its gradient: a list with a gradient or None for each of these edges.

            node.gradients(g, edges) gives it. First node.check() raises an error if the saved values are gone or were
            changed. Where node.several, g is a list: with_zeros(node, g) fills its gaps and takes the place of g.
            For one result, where is_complex(node), through_conjugates(node, g, edges) takes the place of node.gradients(g, edges).
            """
            ...


        def visit(self, node, g):
            """Send what self.differentiate(node, g, edges) gives along self.edges_of(node); then, unless self.keep, free the
            node: node.free()."""
            ...
    ''',
    solution='''
        def send(self, edge, g):
            """Add a gradient to what has arrived at the end of an edge, self.arrived[target]."""
            target = edge[0]
            if target not in self.arrived and isinstance(target, Node):
                heappush(self.queue, (target.number, target))
            self.arrived[target] = gathered(self.arrived.get(target), fitted(g, edge), edge)


        def differentiate(self, node, g, edges):
            """What a node makes of g, its gradient: a list with a gradient or None for each of these edges."""
            node.check()
            if node.several:
                return node.gradients(with_zeros(node, g), edges)
            if is_complex(node):
                return through_conjugates(node, g, edges)
            return node.gradients(g, edges)


        def visit(self, node, g):
            """Run the formulas of a node and send what they give along its edges; then, unless self.keep, free the node."""
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
        Case(
            START
            + "g = mt.tensor(5.0)\nwalk.send((w, 0), g)\nwalk.send((x, 0), g)\nwalk.send((w, 0), mt.tensor(4.0))\n"
            "walk.arrived[x]",
            T(5.0),
            changes=True,
        ),
        Case(
            START + "walk.send((a.grad_fn, 0), mt.tensor(1.0))\nwalk.send((b.grad_fn, 0), mt.tensor(1.0))\n"
            "walk.queue[0][1] is b.grad_fn, len(walk.queue)",
            (True, 2),
            changes=True,
        ),
        Case(
            START + "walk.send((b.grad_fn, 0), mt.tensor(1.0))\nwalk.send((a.grad_fn, 0), mt.tensor(1.0))\n"
            "walk.queue[0][1] is b.grad_fn, len(walk.queue)",
            (True, 2),
            changes=True,
        ),
        Case(START + "walk.differentiate(y.grad_fn, mt.tensor(1.0), y.grad_fn.edges)", [T(4.0), T(5.0)], changes=True),
        Case(
            START + "walk.differentiate(y.grad_fn, mt.tensor(1.0), [None, y.grad_fn.edges[1]])",
            [None, T(5.0)],
            changes=True,
        ),
        Case(
            START + "x = mt.arange(4.0, requires_grad=True)\nnode = x.split(2)[0].grad_fn\n"
            "walk.differentiate(node, [None, mt.ones(2)], node.edges)",
            [T([0.0, 0.0, 1.0, 1.0])],
            changes=True,
        ),
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
            START
            + "class Half(type(walk)):\n    def edges_of(self, node):\n        return [None, node.edges[1]]\n\n"
            + "walk = Half([])\nwalk.visit(y.grad_fn, mt.tensor(1.0))\na.grad_fn in walk.arrived, walk.arrived[b.grad_fn]",
            (False, T(5.0)),
            changes=True,
        ),
        Case(
            START
            + "class Silent(type(walk)):\n    def differentiate(self, node, g, edges):\n        return [None, g * 3]\n\n"
            + "walk = Silent([])\nwalk.visit(y.grad_fn, mt.tensor(1.0))\na.grad_fn in walk.arrived, walk.arrived[b.grad_fn]",
            (False, T(3.0)),
            changes=True,
        ),
        Case(START + "y.backward()\ny.backward()", raises=RuntimeError, match="a second time", changes=True),
        Case(
            "z = mt.tensor([1 + 2j, 3 - 1j], requires_grad=True)\n(z * z).real.sum().backward()\nz.grad.tolist()",
            [2 - 4j, 6 + 2j],
            changes=True,
        ),
        Case(
            "z = mt.tensor([1 + 2j], requires_grad=True)\n(z * z).backward(mt.tensor([1 + 3j]))\nz.grad.tolist()",
            [14 + 2j],
            changes=True,
        ),
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
            + DIFFERENTIATE
            + VISIT,
            "A node comes into the queue once for each gradient that arrives, and would run as often. Queue it with the first only.",
        ),
        Wrong(
            SEND.replace(" and isinstance(target, Node)", "") + DIFFERENTIATE + VISIT,
            "A leaf has no formulas and never has a turn: only nodes come into the queue. Ask isinstance(target, Node).",
        ),
        Wrong(
            SEND.replace("gathered(self.arrived.get(target), fitted(g, edge), edge)", "fitted(g, edge)")
            + DIFFERENTIATE
            + VISIT,
            "The second gradient replaces the first. Everything that arrives is added up: gathered(have, g, edge).",
        ),
        Wrong(
            SEND.replace("fitted(g, edge)", "g") + DIFFERENTIATE + VISIT,
            "The gradient is as the formula gave it. An operand that was stretched needs the sum over its uses: fitted(g, edge).",
        ),
        Wrong(
            SEND + DIFFERENTIATE + VISIT.replace("    if not self.keep:\n        node.free()\n", ""),
            "The node keeps what it has saved. After its turn it lets go, unless self.keep: node.free().",
        ),
        Wrong(
            SEND + DIFFERENTIATE + VISIT.replace("    if not self.keep:\n        node.free()\n", "    node.free()\n"),
            "With keep, which is retain_graph=True, the saved values must stay: free the node only if not self.keep.",
        ),
        Wrong(
            SEND + DIFFERENTIATE + VISIT.replace("if not self.keep", "if self.keep"),
            "It is the wrong way round: with self.keep the saved values stay, without it the node is freed.",
        ),
        Wrong(
            SEND
            + DIFFERENTIATE
            + VISIT.replace(
                "        if edge is not None and gx is not None:\n            self.send(edge, gx)",
                "        self.send(edge, gx)",
            ),
            "Where the edge is None nothing is sent: nobody waits there, and the gradient is None as well.",
        ),
        Wrong(
            SEND + DIFFERENTIATE + VISIT.replace("self.send(edge, gx)", "self.send(edge, g)"),
            "You pass on the gradient that came in. What goes along an edge is what the formula made of it.",
        ),
        Wrong(
            SEND
            + DIFFERENTIATE
            + VISIT.replace(
                "            self.send(edge, gx)\n",
                "            self.send(edge, gx)\n"
                "            if isinstance(edge[0], Node):\n                self.visit(edge[0], gx)\n",
            ),
            "The next node runs at once, before all that it is sent has arrived. Only send; its turn comes from the queue.",
        ),
        Wrong(
            SEND
            + DIFFERENTIATE
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
            + DIFFERENTIATE
            + VISIT,
            "A node with several results, as split has, gathers a gradient for each of them: leave it to gathered(have, g, edge).",
        ),
        Wrong(
            SEND.replace("(target.number, target)", "(-target.number, target)") + DIFFERENTIATE + VISIT,
            "The number goes into the queue as it is: the younger a node, the smaller its number, and the smallest comes out first.",
        ),
        Wrong(
            SEND + DIFFERENTIATE + VISIT.replace("self.differentiate(node, g, edges)", "node.gradients(g, edges)"),
            "self.differentiate takes care of what node.gradients does not: results that nobody used, values that were freed or "
            "changed. Call that.",
        ),
        Wrong(
            all_three(differentiate=DIFFERENTIATE.replace("    node.check()\n", "")),
            "Nobody looks whether the saved values are still there, and unchanged. differentiate begins with node.check().",
        ),
        Wrong(
            all_three(
                differentiate=DIFFERENTIATE.replace(
                    "    if node.several:\n        return node.gradients(with_zeros(node, g), edges)\n", ""
                )
            ),
            "For a node with several results g is a list, with None for those that nobody used. Zeros stand there in with_zeros(node, "
            "g), which goes to node.gradients. is_complex(node) is asked only of a node with one result.",
        ),
        Wrong(
            all_three(
                differentiate=DIFFERENTIATE.replace(
                    "    if is_complex(node):\n        return through_conjugates(node, g, edges)\n", ""
                )
            ),
            "For a complex result the formulas, written for real numbers, stand between two conjugations: through_conjugates(node, g, "
            "edges).",
        ),
        Wrong(
            all_three(differentiate=DIFFERENTIATE.replace("node.gradients(g, edges)", "node.gradients(g, node.edges)")),
            "differentiate is told the edges along which gradients are wanted, and they may be fewer than node.edges. Hand those on.",
        ),
        Wrong(
            all_three(
                differentiate=DIFFERENTIATE.replace(
                    "through_conjugates(node, g, edges)", "node.gradients(g.conj(), edges)"
                )
            ),
            "For a complex result there is a conjugation before the formulas and one behind them. through_conjugates(node, g, edges) "
            "does both.",
        ),
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: isinstance(error, AttributeError) and "free" in str(error),
            "It is the node that is freed: node.free().",
        ),
        asks(
            "In `visit`: a formula may give None where an edge is, and then nothing is sent: ask gx is not None, too.",
            (False, T(3.0)),
        ),
        asks(
            "In `visit`: gradients go along self.edges_of(node), which a later rung makes fewer, and not along node.edges.",
            (False, T(5.0)),
        ),
        asks(
            "In `differentiate`: node.check() first; then node.gradients, with zeros for what nobody used where node.several.",
            [T(4.0), T(5.0)],
            [None, T(5.0)],
            [T([0.0, 0.0, 1.0, 1.0])],
        ),
        asks(
            "In `differentiate`: where is_complex(node), through_conjugates(node, g, edges) is the answer; elsewhere "
            "node.gradients(g, edges). "
            "Both are returned.",
            [2 - 4j, 6 + 2j],
            [14 + 2j],
        ),
        asks(
            "In `differentiate`: node.check() raises an error here. It has to come before the formulas.",
            error=RuntimeError,
        ),
        asks(
            "In `send`: the youngest node, the one with the smallest number, is to be at the front of the queue. heappush(self.queue, "
            "(target.number, target)) keeps it there.",
            (True, 2),
        ),
        asks(
            "In `send`: a gradient that had arrived is changed in place. Another operand may have been given the same tensor: "
            "gathered makes a new sum.",
            T(5.0),
        ),
        asks(
            "In `send`: the sum of all that has arrived is in self.arrived[target], gathered(self.arrived.get(target), fitted(g, "
            "edge), edge).",
            (T(5.0), 0),
            T(9.0),
            T([4.0, 4.0, 4.0]),
        ),
        asks(
            "In `send`: with the first gradient, and only then, a node is put into the queue: heappush(self.queue, (target.number, "
            "target)). "
            "A leaf never is.",
            (2, True),
            ["AddBackward0", "AddBackward0"],
            T(2.0**8),
        ),
        asks(
            "In `visit`: what differentiate gives is sent along the edges, one beside the other.",
            (T(4.0), T(5.0)),
            (T(4.0), T(9.0)),
        ),
        asks("In `visit`: the node is freed after its turn, node.free(), but not if self.keep.", True, False),
    ],
    hints=[
        "send: when does a node come into the queue? differentiate: a check, two special cases, and the rule. visit: edges and "
        "gradients side by side.",
        "In send `heappush(self.queue, (target.number, target))` if the target is a node and nothing has arrived there yet; then "
        "store `gathered(self.arrived.get(target), fitted(g, edge), edge)`. differentiate ends with "
        "`return node.gradients(g, edges)`.",
        "In visit: `zip(edges, self.differentiate(node, g, edges))`; send what is not None; `node.free()` unless self.keep.",
    ],
)
