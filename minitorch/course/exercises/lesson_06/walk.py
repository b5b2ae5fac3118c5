"""The whole walk."""

import textwrap

from ...define import Case, Exercise, Mistake, T, Wrong
from ..edited import edited
from .words import asks

BACK = """
def back(*ends):
    with mt.no_grad():
        Walk([(y._edge or (y, 0), mt.ones_like(y)) for y in ends]).run()

"""
ORDER = """
class Told(Walk):
    def visit(self, node, g):
        order.append(node.name())
        super().visit(node, g)

order = []
x, w = mt.tensor(2.0, requires_grad=True), mt.tensor(3.0, requires_grad=True)
"""
RUN = "with mt.no_grad():\n    Told([(y._edge, mt.tensor(1.0))]).run()\n"

INIT = """
    def __init__(self, roots, keep=False, create_graph=False):
        self.roots, self.keep, self.create_graph = roots, keep, create_graph
        self.queue = []
        self.arrived = {}
"""
ROOTS = """\
        for edge, g in self.roots:
            self.send(edge, g)
"""
TURNS = """\
        while self.queue:
            node = heappop(self.queue)[1]
            self.visit(node, self.arrived.pop(node))
"""
LEAVES = """\
        for leaf in list(self.arrived):
            self.serve(leaf, self.arrived.pop(leaf))
"""
ALL = "\n    def run(self):\n" + ROOTS + TURNS + LEAVES
EDGES = """
    def edges_of(self, node):
        return node.edges
"""
SERVE = """
    def serve(self, leaf, g):
        accumulate(leaf, g, self.create_graph)
"""


def whole(init=INIT, run=ALL, edges=EDGES, serve=SERVE, head=""):
    return "class Walk:\n" + head + init + run + edges + serve


def running(*changes):
    """The class with a run that is changed, and the other methods as they should be."""
    return whole(run=edited(ALL, *changes))


exercise = Exercise(
    "Walk",
    title="The whole walk",
    difficulty=3,
    minutes=7,
    target="minitorch.autograd.engine:Walk",
    keeps=("send", "visit", "differentiate"),
    installed=True,
    setup="from heapq import heappop\nfrom minitorch.autograd.engine import accumulate",
    stub='''
        class Walk:
            """A walk from the roots of a graph to its leaves. It has your send, visit and differentiate, too."""

            def __init__(self, roots, keep=False, create_graph=False):
                """Note the three under their names. self.queue is an empty list, self.arrived an empty dictionary."""
                ...

            def run(self):
                """The whole walk: send the roots, give the nodes their turns, the youngest first, then serve the leaves.

                self.roots    a list of (edge, gradient)
                self.queue    a heap of (number, node): heappop gives the smallest, which is the youngest
                self.arrived  {node or leaf: what has arrived there}; an entry is taken out when its turn comes
                At hand: self.send(edge, g), self.visit(node, g), self.serve(leaf, g). Graphs can be 100,000 steps deep.
                """
                ...

            def edges_of(self, node):
                """The edges of a node along which gradients are sent: all of them."""
                ...

            def serve(self, leaf, g):
                """Accumulate g in the leaf; accumulate wants to know about self.create_graph."""
                ...
    ''',
    solution='''
        class Walk:
            """A walk from the roots of a graph to its leaves. It has your send, visit and differentiate, too."""

            def __init__(self, roots, keep=False, create_graph=False):
                """Note the three under their names. self.queue is an empty list, self.arrived an empty dictionary."""
                self.roots, self.keep, self.create_graph = roots, keep, create_graph
                self.queue = []
                self.arrived = {}

            def run(self):
                """The whole walk: send the roots, give the nodes their turns, the youngest first, then serve the leaves."""
                for edge, g in self.roots:
                    self.send(edge, g)
                while self.queue:
                    node = heappop(self.queue)[1]
                    self.visit(node, self.arrived.pop(node))
                for leaf in list(self.arrived):
                    self.serve(leaf, self.arrived.pop(leaf))

            def edges_of(self, node):
                """The edges of a node along which gradients are sent: all of them."""
                return node.edges

            def serve(self, leaf, g):
                """Accumulate g in the leaf; accumulate wants to know about self.create_graph."""
                accumulate(leaf, g, self.create_graph)
    ''',
    why="When the queue is empty, all nodes have run, and what is left are the leaves. edges_of and serve are methods of their own so "
    "that the next rungs of the engine can do something else there.",
    facts=[
        Case(
            'walk = Walk("roots", "keep", "create")\nwalk.roots, walk.keep, walk.create_graph',
            ("roots", "keep", "create"),
        ),
        Case("walk = Walk([])\nwalk.keep, walk.create_graph, walk.queue, walk.arrived", (False, False, [], {})),
        Case(
            "x = mt.ones(1, requires_grad=True)\nfirst, second = Walk([]), Walk([])\nfirst.send((x, 0), mt.ones(1))\n"
            "first.send(((x * 2).grad_fn, 0), mt.ones(1))\nlen(first.queue), len(second.queue), len(second.arrived)",
            (1, 0, 0),
        ),
        Case(
            "x = mt.ones(2, requires_grad=True)\nwalk = Walk([])\nwalk.serve(x, mt.ones(2))\nheld = x.grad\n"
            "walk.serve(x, mt.ones(2) * 4)\nheld",
            T([5.0, 5.0]),
            changes=True,
        ),
        Case(
            "x, w, g = mt.ones(2, requires_grad=True), mt.ones(2, requires_grad=True), mt.ones(2)\nwalk = Walk([])\nwalk.serve(x, g)\n"
            "walk.serve(w, g)\nx.grad.zero_()\nw.grad",
            T([1.0, 1.0]),
            changes=True,
        ),
        Case("x = mt.ones(1, requires_grad=True)\nnode = (x * 2).grad_fn\nWalk([]).edges_of(node)[0][0] is x", True),
        Case(
            "x = mt.ones(2, requires_grad=True)\nwalk = Walk([])\nwalk.serve(x, mt.ones(2))\nwalk.serve(x, mt.ones(2))\n"
            "x.grad, x.grad.requires_grad",
            (T([2.0, 2.0]), False),
            changes=True,
        ),
        Case(
            "x = mt.ones(2, requires_grad=True)\nwalk = Walk([], False, True)\nwalk.serve(x, mt.ones(2))\nheld = x.grad\n"
            "walk.serve(x, x * 3)\nheld, x.grad.requires_grad",
            (T([1.0, 1.0]), True),
            changes=True,
        ),
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
            "with mt.no_grad():\n    Told(roots).run()\norder, round(x.grad.item(), 4)",
            (["MulBackward0", "NegBackward0", "ExpBackward0"], 3.0),
            changes=True,
        ),
        Case(
            ORDER + "y = x * w\nwalk = Told([(y._edge, mt.tensor(1.0))])\nwith mt.no_grad():\n    walk.run()\n"
            "len(walk.arrived), len(walk.queue)",
            (0, 0),
            changes=True,
        ),
        Case(
            """
            x = mt.ones(1, requires_grad=True)
            y = x * 2 * 3
            class Seen(Walk):
                def visit(self, node, g):
                    still_there.append(node in self.arrived)
                    super().visit(node, g)
            still_there = []
            Seen([((y.grad_fn, 0), mt.ones(1))]).run()
            still_there
            """,
            [False, False],
            changes=True,
        ),
    ],
    wrong=[
        Wrong(
            running((LEAVES, "")),
            "The nodes have run, and the leaves have got nothing: what is left in self.arrived at the end is for "
            "them. serve each.",
        ),
        Wrong(
            running((ROOTS, "")),
            "Nothing is in the queue at the start. Send the roots first: self.send(edge, g) for each.",
        ),
        Wrong(
            running(("heappop(self.queue)", "self.queue.pop()")),
            "list.pop takes the last entry, and in a heap that is not the youngest node. A node may then run before all has arrived. "
            "Take heappop(self.queue).",
        ),
        Wrong(
            running(("heappop(self.queue)", "self.queue.pop(0)")),
            "list.pop(0) takes the first entry and leaves the rest a heap no longer, so the next one may be the wrong one. Take "
            "heappop(self.queue).",
        ),
        Wrong(
            running(("self.arrived.pop(node)", "self.arrived[node]")),
            "The gradient of a node that has run stays in self.arrived, and at the end it is taken for a leaf. Take it out: "
            "self.arrived.pop(node).",
        ),
        Wrong(
            running(("leaf in list(self.arrived)", "leaf, g in self.arrived.items()"), ("self.arrived.pop(leaf)", "g")),
            "The leaves are served and stay in self.arrived, with their gradients. Take each out when its turn comes: "
            "self.arrived.pop(leaf), over a list of the keys.",
        ),
        Wrong(
            running((ROOTS, ROOTS + "            break\n")),
            "Only the first root is walked from. There may be several: send all of them before the first node runs.",
        ),
        Wrong(
            running(("while self.queue", "if self.queue")),
            "One node runs and no more. Go on while the queue holds one.",
        ),
        Wrong(
            running(
                (
                    TURNS,
                    "        def go_on():\n"
                    + textwrap.indent(TURNS.replace("while", "if"), "    ")
                    + "                go_on()\n        go_on()\n",
                )
            ),
            "Right on small graphs. On a chain of 3,000 steps Python's recursion limit stops it: let a while loop go on.",
        ),
        Wrong(
            running(("self.send", "self.visit"), ("(edge, g)\n", "(edge[0], g)\n"), (TURNS, "")),
            "You visit the ends of the roots yourself, and the nodes they send to never run. Send the roots, and "
            "let the queue say whose turn it is.",
        ),
        Wrong(
            whole(
                init=INIT.replace("        self.queue = []\n        self.arrived = {}\n", ""),
                head="    queue = []\n    arrived = {}\n",
            ),
            "queue and arrived stand in the class, so all walks share them. Each walk needs its own: make them in __init__, "
            "self.queue = [].",
        ),
        Wrong(
            whole(init=INIT.replace("        self.arrived = {}\n", "")),
            "A walk needs self.arrived, too, an empty dictionary: __init__ makes it.",
        ),
        Wrong(
            whole(init=INIT.replace("        self.queue = []\n", "")),
            "A walk needs self.queue, too, an empty list: __init__ makes it.",
        ),
        Wrong(
            whole(init=INIT.replace("roots, keep, create_graph\n", "roots, False, False\n")),
            "__init__ has to note what it is given: keep and create_graph, which are False only where nothing "
            "else is said.",
        ),
        Wrong(
            whole(serve=SERVE.replace(", self.create_graph", "")),
            "serve does not hand on create_graph, so the sum is not recorded when it should be: "
            "accumulate(leaf, g, self.create_graph).",
        ),
        Wrong(
            whole(serve=SERVE.replace("accumulate(leaf, g, self.create_graph)", "leaf._grad = g")),
            "serve puts the last gradient in the place of what was there. accumulate(leaf, g, self.create_graph) adds.",
        ),
        Wrong(
            whole(edges=EDGES.replace("return node.edges", "return [edge for edge in node.edges if edge is not None]")),
            "edges_of leaves out edges that are None, so the others no longer stand beside their formulas. Return "
            "node.edges as it is.",
        ),
    ],
    mistakes=[
        asks(
            "A node that has its turn still stands in self.arrived, so all gradients of a walk stay in memory: take it out with "
            "self.arrived.pop(node).",
            [False, False],
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(error, AttributeError) and "Backward" in str(error) and "_grad'" in str(error)
            ),
            "In `run`: a node is served as if it were a leaf. The queue grows while nodes run, and only when it is empty, "
            "what is left in self.arrived are leaves.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, RuntimeError) and "a second time" in str(error),
            "In `run`: a node runs a second time. heappop(self.queue) takes it out, and the youngest comes first: then all that "
            "it is sent has arrived.",
        ),
        asks(
            "In `serve`: accumulate(leaf, g, self.create_graph) does all of it: the copy, the sum in place, the sum that is recorded.",
            (T([2.0, 2.0]), False),
            (T([1.0, 1.0]), True),
            T([5.0, 5.0]),
            T([1.0, 1.0]),
        ),
        asks("In `edges_of`: it returns node.edges, pairs of a node or leaf and a number.", True),
        asks(
            "In `__init__`: note roots, keep and create_graph under those names, and make self.queue, an empty list, and "
            "self.arrived, an "
            "empty dictionary.",
            ("roots", "keep", "create"),
            (False, False, [], {}),
            (1, 0, 0),
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, RecursionError),
            "Right on small graphs. On a chain of 3,000 steps Python's recursion limit stops it: let a while loop go on.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, AttributeError) and "tuple" in str(error),
            "In `run`: the queue holds pairs, (number, node). heappop(self.queue)[1] is the node.",
        ),
        asks(
            "In `run`: the youngest node comes first, heappop(self.queue)[1], and with its turn its gradient is taken out: "
            "self.arrived.pop(node). All roots are sent before.",
            ["LogBackward0", "AddBackward0", "ExpBackward0"],
            ["AddBackward0", "ExpBackward0", "MulBackward0"],
            ["SubBackward0", "LogBackward0", "ExpBackward0", "MulBackward0"],
            (["MulBackward0", "NegBackward0", "ExpBackward0"], 3.0),
            T(2.0**40),
        ),
        asks(
            "In `run`: send the roots, give the nodes of the queue their turns with self.visit, and then serve the leaves, which "
            "are what is "
            "left in self.arrived.",
            (T(4.0), T(9.0)),
            T(1.0),
            (T([3.0]), T([4.0])),
        ),
        asks(
            "In `run`: something is left behind. Whoever has had a turn is taken out: self.arrived.pop(node), and "
            "self.arrived.pop(leaf).",
            (0, 0),
        ),
    ],
    hints=[
        "Three loops, one after the other: the roots, the queue, the leaves.",
        "`while self.queue: node = heappop(self.queue)[1]`, and its gradient is `self.arrived.pop(node)`.",
        "What is left in self.arrived at the end are the leaves: `for leaf in list(self.arrived): self.serve(...)`.",
    ],
)
