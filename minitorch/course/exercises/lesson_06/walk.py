"""Walk: The backward pass (difficulty 4, 18 minutes)

The queue always gives the youngest node, so every gradient has arrived when a node runs. A node runs once, and a loop
takes the place of the recursion: the depth of the graph does not matter.

1. Which rows of the table does each method produce? When may a node enter the queue, so that it is there once? What is left in
   self.arrived when the queue is empty?
2. In send: `heappush(self.queue, (target.number, target))`, if target is a Node that is not in self.arrived yet. Then store
   `add_gradients(self.arrived.get(target), fit(g, edge), edge)`. In visit: `zip(edges, self.differentiate(node, g,
   edges))`, where `edges` is `self.edges_of(node)`.
3. In run: `while self.queue: node = heappop(self.queue)[1]`, then `self.visit(node, self.arrived.pop(node))`. At the end
   `for leaf in list(self.arrived): self.accumulate_grad(leaf, self.arrived.pop(leaf))`. In visit, send what is not None
   along an edge that is not None.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.autograd.engine:Walk",
    changes=True,
    shows=("edges =", "if not self.keep"),
    keeps=("__init__", "edges_of", "differentiate", "accumulate_grad"),
    given="""
        x, w = mt.tensor(2.0, requires_grad=True), mt.tensor(3.0, requires_grad=True)
        y = (x + w) * (w + 1)
        a, b = y.grad_fn.edges
        walk, one = Walk([]), mt.tensor(4.0)
    """,
    facts="""
        >>> for edge, g in ((a, one), (b, one), ((x, 0), one), (a, mt.tensor(3.0))):
        ...     walk.send(edge, g)
        >>> [entry[1] is b[0] for entry in sorted(walk.queue)], walk.arrived.get(a[0]), walk.arrived.get(x)
        ([True, False], T(7.0), T(4.0))
        if "has no attribute 'number'": In `send`: a leaf never enters the queue. Ask isinstance(target, Node).
        if ([True, False], T(7.0), None): In `send`: a leaf waits in self.arrived for all its gradients, as a node does. It is
            accumulated once, at the end of `run`.
        if ([], None, T(11.0)): `send` only stores a gradient. `run` visits a node when its turn comes.
        if ([], T(7.0), T(4.0)): In `send`: a node enters the queue with its first gradient. Ask before you store that one.
        if ([True, False, False], T(7.0), T(4.0)): In `send`: a node enters the queue once, with its first gradient. Ask whether
            it is in self.arrived, before you store anything there.
        if ([True, False], T(3.0), T(4.0)): In `send`: the second gradient replaces the first. add_gradients adds it to the first.
        if ([True, False], T(7.0), T(7.0)): In `send`: a tensor that is sent to several targets must not change. Use add_gradients.
        if ([True, False], None, None): In `send`: the key in self.arrived is edge[0], the node or the leaf.
        else: In `send`: heappush puts a pair (node.number, node) into the queue. The youngest has the smallest number.
        >>> first, second = mt.arange(4.0, requires_grad=True).split(2)
        >>> walk.send(second._edge, mt.ones(3, 2))
        >>> walk.arrived[second.grad_fn]
        [None, T([3.0, 3.0])]
        if T([3.0, 3.0]): In `send`: a node with several results needs a list with one gradient for each. add_gradients makes it.
        if "'list' object": In `send`: make the gradient fit before it is added: fit(g, edge).
        else: In `send`: the gradient has the shape [3, 2] and the result [2]: fit(g, edge) sums it.
        >>> class Other(Walk):
        ...     def edges_of(self, node):
        ...         return [None, *node.edges]
        ...     def differentiate(self, node, g, edges):
        ...         assert node is y.grad_fn, "a second visit"
        ...         return [g, None, g * 2][: len(edges)]
        >>> walk = Other([], keep=True)
        >>> walk.visit(y.grad_fn, mt.tensor(1.0))
        >>> [g.item() for g in walk.arrived.values()], y.grad_fn.freed
        ([2.0], False)
        if ([5.0], False): In `visit`: the gradients come from self.differentiate(node, g, edges): it does more than node.gradients.
        if ([], False): In `visit`: the first edge is None here. The other edges still get their gradients.
        if "a second visit": In `visit`: only `run` takes nodes from the queue. `visit` sends, and then it ends.
        if "NoneType": In `visit`: an edge may be None, and a gradient may be None, too. Send nothing then.
        if ([2.0], True): In `visit`: the node is freed only at the end, and only if self.keep is false.
        else: In `visit`: the edges come from self.edges_of(node). Each gradient is sent along the edge with the same index.
        >>> a, b, c, d = x.exp(), -w, x * 3, mt.ones(4, requires_grad=True).split(2)[1]
        >>> roots = [(c, mt.tensor(1.0)), (d, mt.ones(2)), (a, mt.tensor(2.0)), (b, mt.tensor(3.0))]
        >>> walk, seen = Walk([(t._edge, g) for t, g in roots]), []
        >>> walk.visit = lambda node, g: seen.append(g if len(walk.arrived) + len(seen) < 5 else None)
        >>> walk.run()
        >>> seen
        [[None, T([1.0, 1.0])], T(1.0), T(3.0), T(2.0)]
        if [T([1.0, 1.0]), T(1.0), T(3.0), T(2.0)]: In `run`: pass each root on to self.send, which makes a list for a node with
            several results.
        if [[None, T([1.0, 1.0])], None, None, None]: In `run`: a node that has had its turn is still in self.arrived. Take it out
            when its turn comes: self.arrived.pop(node). Otherwise all gradients stay in memory.
        if "object has no attribute '_grad'": In `run`: a node that has had its turn is still in self.arrived, so at the end it
            is taken for a leaf. Take it out when its turn comes: self.arrived.pop(node).
        else: In `run`: send all roots first. Then use heappop, which gives the youngest node, and call self.visit(node, g).
        >>> walk, seen = Walk([((y * -y)._edge, mt.tensor(1.0))], create_graph=True), []
        >>> walk.accumulate_grad = lambda leaf, g: seen.append((g.item(), y.grad_fn.freed))
        >>> walk.run()
        >>> sorted(seen), len(walk.arrived)
        ([(-360.0, True), (-160.0, True)], 0)
        if ([(-360.0, False), (-160.0, False)], 0): In `visit`: a node that has run is freed, node.free(), unless self.keep.
        if "a second time": A node is freed before its formulas run, or it runs before all its gradients have arrived.
        else: In `run`: at the end give each leaf its gradient, with self.accumulate_grad(leaf, g), and leave nothing in self.arrived.
        >>> y = z = mt.tensor(1.0, requires_grad=True)
        >>> for _ in range(3000):
        ...     y = y + 1
        >>> Walk([(y._edge, mt.tensor(1.0))]).run()
        >>> z.grad.item()
        1.0
        if "recursion": A graph can be deeper than Python's recursion. In `run`: take the nodes from the queue in a loop.
    """,
)
