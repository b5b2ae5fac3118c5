"""Walk: The whole walk (difficulty 3, 7 minutes)

When the queue is empty, all nodes have run, and what is left are the leaves. edges_of and serve are methods of their
own so that the next rungs of the engine can do something else there.

1. Three loops, one after the other: the roots, the queue, the leaves.
2. `while self.queue: node = heappop(self.queue)[1]`, and its gradient is `self.arrived.pop(node)`.
3. What is left in self.arrived at the end are the leaves: `for leaf in list(self.arrived): self.serve(...)`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.autograd.engine:Walk",
    changes=True,
    keeps=("send", "visit", "differentiate"),
    solution="""
        class Walk:
            def __init__(self, roots, keep=False, create_graph=False):
                self.roots, self.keep, self.create_graph = roots, keep, create_graph
                self.queue = []
                self.arrived = {}

            def run(self):
                for edge, g in self.roots:
                    self.send(edge, g)
                while self.queue:
                    node = heappop(self.queue)[1]
                    self.visit(node, self.arrived.pop(node))
                for leaf in list(self.arrived):
                    self.serve(leaf, self.arrived.pop(leaf))

            def edges_of(self, node):
                return node.edges

            def serve(self, leaf, g):
                accumulate(leaf, g, self.create_graph)
    """,
    given="""
        class Told(Walk):
            def visit(self, node, g):
                order.append(node.name())
                super().visit(node, g)

        order = []
        x, w = mt.tensor(2.0, requires_grad=True), mt.tensor(3.0, requires_grad=True)
    """,
    facts="""
        >>> walk = Walk([])
        >>> walk.keep, walk.create_graph, walk.queue, walk.arrived
        (False, False, [], {})
        if "AttributeError: 'Walk' object has no attribute 'queue'": A walk needs self.queue, too, an empty list:
            __init__ makes it.
        else: In `__init__`: note roots, keep and create_graph under those names, and make self.queue, an empty list,
            and self.arrived, an empty dictionary.
        >>> x = mt.ones(1, requires_grad=True)
        >>> first, second = Walk([]), Walk([])
        >>> first.send((x, 0), mt.ones(1))
        >>> first.send(((x * 2).grad_fn, 0), mt.ones(1))
        >>> len(first.queue), len(second.queue), len(second.arrived)
        (1, 0, 0)
        >>> x = mt.ones(2, requires_grad=True)
        >>> walk = Walk([])
        >>> walk.serve(x, mt.ones(2))
        >>> walk.serve(x, mt.ones(2))
        >>> x.grad, x.grad.requires_grad
        (T([2.0, 2.0]), False)
        else: In `serve`: accumulate(leaf, g, self.create_graph) does all of it: the copy, the sum in place, the sum
            that is recorded.
        >>> x = mt.ones(2, requires_grad=True)
        >>> walk = Walk([], False, True)
        >>> walk.serve(x, mt.ones(2))
        >>> held = x.grad
        >>> walk.serve(x, x * 3)
        >>> held, x.grad.requires_grad
        (T([1.0, 1.0]), True)
        >>> def back(*ends):
        ...     with mt.no_grad():
        ...         Walk([(y._edge or (y, 0), mt.ones_like(y)) for y in ends]).run()
        ...
        >>> z = mt.tensor(1.0, requires_grad=True)
        >>> y = z
        >>> for _ in range(3000):
        ...     y = y + 1
        >>> back(y)
        >>> z.grad
        T(1.0)
        else: In `run`: send the roots, give the nodes of the queue their turns with self.visit, and then serve the
            leaves, which are what is left in self.arrived.
        >>> a = x.exp()
        >>> b = -a
        >>> c = x * 3
        >>> roots = [(y._edge, mt.tensor(1.0)) for y in (c, a, b)]
        >>> with mt.no_grad():
        ...     Told(roots).run()
        >>> order, round(x.grad.item(), 4)
        (['MulBackward0', 'NegBackward0', 'ExpBackward0'], 3.0)
        else: In `run`: the youngest node comes first, heappop(self.queue)[1], and with its turn its gradient is taken
            out: self.arrived.pop(node). All roots are sent before.
        >>> y = x * w
        >>> walk = Told([(y._edge, mt.tensor(1.0))])
        >>> with mt.no_grad():
        ...     walk.run()
        >>> len(walk.arrived), len(walk.queue)
        (0, 0)
        else: In `run`: something is left behind. Whoever has had a turn is taken out: self.arrived.pop(node), and
            self.arrived.pop(leaf).
    """,
)
