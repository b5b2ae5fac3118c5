"""The whole walk."""

from ...define import Case, Exercise, T, Wrong

BACK = """
from minitorch.autograd.engine import Engine

def back(*ends):
    with mt.no_grad():
        run(Engine([(y._edge or (y, 0), mt.ones_like(y)) for y in ends]))

"""
ORDER = """
from minitorch.autograd.engine import Engine

class Told(Engine):
    def visit(self, node, g):
        order.append(node.name())
        super().visit(node, g)

order = []
x, w = mt.tensor(2.0, requires_grad=True), mt.tensor(3.0, requires_grad=True)
"""
RUN = "with mt.no_grad():\n    run(Told([(y._edge, mt.tensor(1.0))]))\n"

exercise = Exercise(
    "run",
    title="The whole walk",
    difficulty=3,
    minutes=7,
    target="minitorch.autograd.engine.walk:Walk.run",
    setup="from heapq import heappop",
    stub='''
        def run(self):
            """The whole walk: send the roots, give the nodes their turns, the youngest first, then serve the leaves.

            self.roots    a list of (edge, gradient)
            self.queue    a heap of (number, node): heappop gives the smallest, which is the youngest
            self.arrived  {node or leaf: what has arrived there}; an entry is taken out when its turn comes
            At hand: self.send(edge, g), self.visit(node, g), self.serve(leaf, g). Graphs can be 100,000 steps deep.
            """
            ...
    ''',
    solution='''
        def run(self):
            """The whole walk: send the roots, give the nodes their turns, the youngest first, then serve the leaves.

            self.roots    a list of (edge, gradient)
            self.queue    a heap of (number, node): heappop gives the smallest, which is the youngest
            self.arrived  {node or leaf: what has arrived there}; an entry is taken out when its turn comes
            At hand: self.send(edge, g), self.visit(node, g), self.serve(leaf, g). Graphs can be 100,000 steps deep.
            """
            for edge, g in self.roots:
                self.send(edge, g)
            while self.queue:
                node = heappop(self.queue)[1]
                self.visit(node, self.arrived.pop(node))
            for leaf in list(self.arrived):
                self.serve(leaf, self.arrived.pop(leaf))
    ''',
    why="When the queue is empty, all nodes have run, and what is left are the leaves. These are the package's own lines.",
    facts=[
        Case(
            BACK + "x, w = mt.tensor(2.0, requires_grad=True), mt.tensor(3.0, requires_grad=True)\n"
            "back((x + w) * (w + 1))\nx.grad, w.grad",
            (T(4.0), T(9.0)),
            changes=True,
        ),
        Case(
            ORDER + "y = (x.exp() + w).log()\n" + RUN + "order",
            ["LogBackward0", "AddBackward0", "ExpBackward0"],
            changes=True,
        ),
        Case(
            ORDER + "a = x * w\nb = a.exp()\ny = b + a\n" + RUN + "order",
            ["AddBackward0", "ExpBackward0", "MulBackward0"],
            changes=True,
        ),
        Case(
            ORDER + "a = x * w\nb = a.exp().log()\ny = a - b\n" + RUN + "order",
            ["SubBackward0", "LogBackward0", "ExpBackward0", "MulBackward0"],
            changes=True,
        ),
        Case(
            BACK + "z = mt.tensor(1.0, requires_grad=True)\ny = z\nfor _ in range(40):\n    y = y + y\nback(y)\nz.grad",
            T(2.0**40),
            changes=True,
        ),
        Case(
            BACK
            + "z = mt.tensor(1.0, requires_grad=True)\ny = z\nfor _ in range(3000):\n    y = y + 1\nback(y)\nz.grad",
            T(1.0),
            changes=True,
        ),
        Case(BACK + "z = mt.tensor(1.0, requires_grad=True)\nback(z)\nz.grad", T(1.0), changes=True),
        Case(
            BACK + "z, v = mt.ones(1, requires_grad=True), mt.ones(1, requires_grad=True)\n"
            "back(z * 2, v * 3, z * v)\nz.grad, v.grad",
            (T([3.0]), T([4.0])),
            changes=True,
        ),
        Case(
            ORDER + "a = x.exp()\nb = -a\nc = x * 3\nroots = [(y._edge, mt.tensor(1.0)) for y in (c, a, b)]\n"
            "with mt.no_grad():\n    run(Told(roots))\norder, round(x.grad.item(), 4)",
            (["MulBackward0", "NegBackward0", "ExpBackward0"], 3.0),
            changes=True,
        ),
        Case(
            ORDER + "y = x * w\nwalk = Told([(y._edge, mt.tensor(1.0))])\nwith mt.no_grad():\n    run(walk)\n"
            "len(walk.arrived), len(walk.queue)",
            (0, 0),
            changes=True,
        ),
    ],
    wrong=[
        Wrong(
            """
            def run(self):
                for edge, g in self.roots:
                    self.send(edge, g)
                while self.queue:
                    node = heappop(self.queue)[1]
                    self.visit(node, self.arrived.pop(node))
            """,
            "The nodes have run, and the leaves have got nothing: what is left in self.arrived at the end is for "
            "them. serve each.",
        ),
        Wrong(
            """
            def run(self):
                while self.queue:
                    node = heappop(self.queue)[1]
                    self.visit(node, self.arrived.pop(node))
                for leaf in list(self.arrived):
                    self.serve(leaf, self.arrived.pop(leaf))
            """,
            "Nothing is in the queue at the start. Send the roots first: self.send(edge, g) for each.",
        ),
        Wrong(
            """
            def run(self):
                for edge, g in self.roots:
                    self.send(edge, g)
                while self.queue:
                    node = self.queue.pop()[1]
                    self.visit(node, self.arrived.pop(node))
                for leaf in list(self.arrived):
                    self.serve(leaf, self.arrived.pop(leaf))
            """,
            "list.pop takes the last entry, and in a heap that is not the youngest node. A node may then run before all has arrived. "
            "Take heappop(self.queue).",
        ),
        Wrong(
            """
            def run(self):
                for edge, g in self.roots:
                    self.send(edge, g)
                while self.queue:
                    node = self.queue.pop(0)[1]
                    self.visit(node, self.arrived.pop(node))
                for leaf in list(self.arrived):
                    self.serve(leaf, self.arrived.pop(leaf))
            """,
            "list.pop(0) takes the first entry and leaves the rest a heap no longer, so the next one may be the wrong one. Take "
            "heappop(self.queue).",
        ),
        Wrong(
            """
            def run(self):
                for edge, g in self.roots:
                    self.send(edge, g)
                while self.queue:
                    node = heappop(self.queue)[1]
                    self.visit(node, self.arrived[node])
                for leaf in list(self.arrived):
                    self.serve(leaf, self.arrived.pop(leaf))
            """,
            "The gradient of a node that has run stays in self.arrived, and at the end it is taken for a leaf. Take it out: "
            "self.arrived.pop(node).",
        ),
        Wrong(
            """
            def run(self):
                for edge, g in self.roots:
                    self.send(edge, g)
                while self.queue:
                    node = heappop(self.queue)[1]
                    self.visit(node, self.arrived.pop(node))
                for leaf, g in self.arrived.items():
                    self.serve(leaf, g)
            """,
            "The leaves are served and stay in self.arrived, with their gradients. Take each out when its turn comes: "
            "self.arrived.pop(leaf), over a list of the keys.",
        ),
        Wrong(
            """
            def run(self):
                for edge, g in self.roots:
                    self.send(edge, g)
                    while self.queue:
                        node = heappop(self.queue)[1]
                        self.visit(node, self.arrived.pop(node))
                    break
                for leaf in list(self.arrived):
                    self.serve(leaf, self.arrived.pop(leaf))
            """,
            "Only the first root is walked from. There may be several: send all of them before the first node runs.",
        ),
        Wrong(
            """
            def run(self):
                for edge, g in self.roots:
                    self.send(edge, g)
                node = heappop(self.queue)[1]
                self.visit(node, self.arrived.pop(node))
                for leaf in list(self.arrived):
                    self.serve(leaf, self.arrived.pop(leaf))
            """,
            "One node runs and no more. Go on while the queue holds one.",
        ),
        Wrong(
            """
            def run(self):
                for edge, g in self.roots:
                    self.send(edge, g)
                def go_on():
                    if self.queue:
                        node = heappop(self.queue)[1]
                        self.visit(node, self.arrived.pop(node))
                        go_on()
                go_on()
                for leaf in list(self.arrived):
                    self.serve(leaf, self.arrived.pop(leaf))
            """,
            "Right on small graphs. On a chain of 3,000 steps Python's recursion limit stops it: let a while loop go on.",
        ),
        Wrong(
            """
            def run(self):
                for edge, g in self.roots:
                    self.visit(edge[0], g)
                for leaf in list(self.arrived):
                    self.serve(leaf, self.arrived.pop(leaf))
            """,
            "You visit the ends of the roots yourself, and the nodes they send to never run. Send the roots, and "
            "let the queue say whose turn it is.",
        ),
    ],
    hints=[
        "Three loops, one after the other: the roots, the queue, the leaves.",
        "`while self.queue: node = heappop(self.queue)[1]`, and its gradient is `self.arrived.pop(node)`.",
        "What is left in self.arrived at the end are the leaves: `for leaf in list(self.arrived): self.serve(...)`.",
    ],
)
