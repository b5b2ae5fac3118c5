"""Walk: The backward pass (difficulty 4, 18 minutes)

The queue always gives the youngest node, so every gradient has arrived when a node runs. A node runs once, and a loop
takes the place of the recursion: the depth of the graph does not matter.

1. run has three loops: over the roots, over the queue while it is not empty, and over the leaves, which are all that is left
   in self.arrived. In send, only a node enters the queue, and only with the first gradient that it is sent.
2. In send: `heappush(self.queue, (target.number, target))`, if target is a Node that is not in self.arrived yet. Then store
   `add_gradients(self.arrived.get(target), fit(g, edge), edge)`. In visit: `zip(edges, self.differentiate(node, g,
   edges))`, where `edges` is `self.edges_of(node)`.
3. In run: `while self.queue: node = heappop(self.queue)[1]`, then `self.visit(node, self.arrived.pop(node))`. At the end
   `for leaf in list(self.arrived): self.accumulate_grad(leaf, self.arrived.pop(leaf))`. In visit, send what is not None
   along an edge that is not None; at the end `if not self.keep: node.free()`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.autograd.engine:Walk",
    changes=True,
    keeps=("__init__", "edges_of", "differentiate", "accumulate_grad"),
    solution="""
        class Walk:
            def run(self):
                for edge, g in self.roots:
                    self.send(edge, g)
                while self.queue:
                    node = heappop(self.queue)[1]
                    self.visit(node, self.arrived.pop(node))
                for leaf in list(self.arrived):
                    self.accumulate_grad(leaf, self.arrived.pop(leaf))

            def send(self, edge, g):
                target = edge[0]
                if target not in self.arrived and isinstance(target, Node):
                    heappush(self.queue, (target.number, target))
                self.arrived[target] = add_gradients(self.arrived.get(target), fit(g, edge), edge)

            def visit(self, node, g):
                edges = self.edges_of(node)
                for edge, gx in zip(edges, self.differentiate(node, g, edges), strict=True):
                    if edge is not None and gx is not None:
                        self.send(edge, gx)
                if not self.keep:
                    node.free()
    """,
    setup="""
        def back(*ends):
            '''Walk back from these ends; the names of the nodes, in the order in which they were visited.'''
            from minitorch.autograd.engine import Walk

            order = []

            class Noted(Walk):
                def visit(self, node, g):
                    order.append(node.name())
                    super().visit(node, g)

            with mt.no_grad():
                Noted([(y._edge or (y, 0), mt.ones_like(y)) for y in ends]).run()
            return order
    """,
    given="""
        x, w = mt.tensor(2.0, requires_grad=True), mt.tensor(3.0, requires_grad=True)
        y = (x + w) * (w + 1)
        a, b = y.grad_fn.edges
        walk = Walk([])
    """,
    facts="""
        >>> walk.send(a, mt.tensor(4.0))
        >>> walk.send(b, mt.tensor(5.0))
        >>> walk.send((x, 0), mt.tensor(1.0))
        >>> [len(entry) for entry in walk.queue], walk.queue[0][1] is b[0], len(walk.arrived)
        ([2, 2], True, 3)
        if "has no attribute 'number'": In `send`: a leaf never enters the queue. Ask isinstance(target, Node).
        if "list index out of range": In `send`: a node enters the queue with its first gradient.
        if ([2, 2], True, 2): In `send`: a leaf waits for all its gradients in self.arrived, as a node does. It is
            accumulated once, at the end of `run`.
        else: In `send`: the queue holds pairs (node.number, node), and heappush keeps the youngest, the one with the
            smallest number, in front. Each gradient is stored in self.arrived, leaves' too.
        >>> walk.send(a, mt.tensor(4.0))
        >>> walk.send(a, mt.tensor(3.0))
        >>> len(walk.queue), walk.arrived[a[0]]
        (1, T(7.0))
        if (2, T(7.0)): In `send`: a node enters the queue once, with the first gradient. Ask whether it is in self.arrived,
            before you store anything there.
        if (1, T(3.0)): In `send`: the second gradient replaces the first. add_gradients adds it to the first.
        >>> first, second = mt.arange(4.0, requires_grad=True).split(2)
        >>> walk.send(second._edge, mt.ones(3, 2))
        >>> walk.arrived[second.grad_fn]
        [None, T([3.0, 3.0])]
        if T([3.0, 3.0]): In `send`: a node with several results needs a list with one gradient for each. add_gradients makes
            it.
        if [None, T([[1.0, 1.0], [1.0, 1.0], [1.0, 1.0]])]: In `send`: the gradient has the shape [3, 2] and the result [2]:
            fit(g, edge) sums it.
        >>> walk.visit(y.grad_fn, mt.tensor(1.0))
        >>> [g.item() for g in walk.arrived.values()], y.grad_fn.freed
        ([4.0, 5.0], True)
        if ([4.0, 5.0], False): In `visit`: a node that has run is freed, node.free(), unless self.keep.
        if ([], True): In `visit`: nothing is sent.
        if "through the graph a second time": In `visit`: the saved values are freed before the formulas run.
        else: In `visit`: send each gradient along the edge with the same index.
        >>> class Other(Walk):
        ...     def edges_of(self, node):
        ...         return [None, *node.edges]
        ...     def differentiate(self, node, g, edges):
        ...         return [g, None, g * 2][: len(edges)]
        >>> walk = Other([], keep=True)
        >>> walk.visit(y.grad_fn, mt.tensor(1.0))
        >>> [g.item() for g in walk.arrived.values()], y.grad_fn.freed
        ([2.0], False)
        if ([2.0], True): In `visit`: with self.keep the node keeps what it saved, for another pass.
        if ([5.0], False): In `visit`: the gradients come from self.differentiate(node, g, edges). Other files put another
            function in its place, and it does more than node.gradients.
        if "'NoneType' object is not subscriptable": In `visit`: an edge may be None, and a gradient may be None, too.
        if "'NoneType' object has no attribute '_array'": In `visit`: a gradient may be None although its edge is not. A
            Function of lesson 10 may return None. Send nothing then.
        else: In `visit`: the edges come from self.edges_of(node), and an edge may be None. A subclass leaves out those that
            lead to nothing it needs.
        >>> a, b, c = x.exp(), -w, x * 3
        >>> order = back(c, a, b)
        >>> order, round(x.grad.item(), 4), w.grad
        (['MulBackward0', 'NegBackward0', 'ExpBackward0'], 10.3891, T(-1.0))
        if (['MulBackward0', 'ExpBackward0', 'NegBackward0'], 10.3891, T(-1.0)): In `run`: the nodes run in the order of the
            roots. Use heappop, which gives the youngest node, and send all roots first.
        if "object has no attribute '_grad'": In `run`: a node that has had its turn is still in self.arrived, so at the end it
            is taken for a leaf. Take it out when its turn comes: self.arrived.pop(node).
        else: In `run`: send all roots, then visit the nodes from the youngest to the oldest, and at the end give the leaves
            their gradients, with self.accumulate_grad(leaf, g).
        >>> y = z = mt.tensor(1.0, requires_grad=True)
        >>> for _ in range(3000):
        ...     y = y + 1
        >>> back(y)
        >>> z.grad
        T(1.0)
        if "recursion": `run` must be a loop. A chain of 3,000 nodes is deeper than Python lets functions call each other.
        >>> first, second = mt.arange(4.0, requires_grad=True).split(2)
        >>> walk = Walk([(second._edge, mt.ones(2))])
        >>> walk.run()
        >>> len(walk.arrived), len(walk.queue)
        (0, 0)
        if "zero-dimensional arrays": In `run`: pass each root on to self.send, which makes the gradient of a node with
            several results a list.
        else: In `run`: something is left behind. What has had its turn is taken out: self.arrived.pop(node), and
            self.arrived.pop(leaf).
    """,
)
