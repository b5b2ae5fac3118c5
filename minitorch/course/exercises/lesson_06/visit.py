"""visit: One node's turn (difficulty 4, 11 minutes)

send only gathers: nothing runs before its turn. visit is the chain rule for one step: formulas, then the edges. These
are the package's own lines.

1. send: when does a node come into the queue? differentiate: a check, two special cases, and the rule. visit: edges
   and gradients side by side.
2. In send `heappush(self.queue, (target.number, target))` if the target is a node and nothing has arrived there yet;
   then store `gathered(self.arrived.get(target), fitted(g, edge), edge)`. differentiate ends with `return
   node.gradients(g, edges)`.
3. In visit: `zip(edges, self.differentiate(node, g, edges))`; send what is not None; `node.free()` unless self.keep.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.autograd.engine:Walk.visit",
    covers="Walk.send Walk.differentiate",
    changes=True,
    solution="""
        def differentiate(self, node, g, edges):
            node.check()
            if node.several:
                return node.gradients(with_zeros(node, g), edges)
            if is_complex(node):
                return through_conjugates(node, g, edges)
            return node.gradients(g, edges)
    """,
    given="""
        from minitorch.autograd.engine import Walk
        x, w = mt.tensor(2.0, requires_grad=True), mt.tensor(3.0, requires_grad=True)
        a = x + w
        b = w + 1
        y = a * b
        walk = Walk([])
    """,
    facts="""
        >>> walk.send((a.grad_fn, 0), mt.tensor(1.0))
        >>> walk.send((b.grad_fn, 0), mt.tensor(1.0))
        >>> walk.queue[0][1] is b.grad_fn, len(walk.queue)
        (True, 2)
        else: In `send`: the youngest node, the one with the smallest number, is to be at the front of the queue.
            heappush(self.queue, (target.number, target)) keeps it there.
        >>> walk.differentiate(y.grad_fn, mt.tensor(1.0), [None, y.grad_fn.edges[1]])
        [None, T(5.0)]
        else: In `differentiate`: node.check() first; then node.gradients, with zeros for what nobody used where
            node.several.
        >>> walk.keep = True
        >>> walk.visit(y.grad_fn, mt.tensor(1.0))
        >>> y.grad_fn.freed
        False
        else: In `visit`: the node is freed after its turn, node.free(), but not if self.keep.
        >>> y.backward()
        >>> y.backward()
        raises RuntimeError: a second time
        else: In `differentiate`: node.check() raises an error here. It has to come before the formulas.
        >>> z = mt.tensor([1 + 2j, 3 - 1j], requires_grad=True)
        >>> (z * z).real.sum().backward()
        >>> z.grad.tolist()
        [(2-4j), (6+2j)]
        else: In `differentiate`: where is_complex(node), through_conjugates(node, g, edges) is the answer; elsewhere
            node.gradients(g, edges). Both are returned.
        >>> x, c = mt.ones(2, 3, requires_grad=True), mt.ones(3, requires_grad=True)
        >>> (x * c * 2).sum().backward()
        >>> c.grad
        T([4.0, 4.0, 4.0])
        else: In `send`: the sum of all that has arrived is in self.arrived[target], gathered(self.arrived.get(target),
            fitted(g, edge), edge).
        >>> x = mt.arange(4.0, requires_grad=True)
        >>> first, second = x.split(2)
        >>> (second * 3).sum().backward()
        >>> x.grad
        T([0.0, 0.0, 3.0, 3.0])
        else: A node with several results, as split has, gathers a gradient for each of them: leave it to gathered(have,
            g, edge).
        >>> z = mt.tensor(1.0, requires_grad=True)
        >>> y = z
        >>> for _ in range(8):
        ...     y = y + y
        >>> y.backward()
        >>> z.grad
        T(256.0)
        else: In `send`: with the first gradient, and only then, a node is put into the queue: heappush(self.queue,
            (target.number, target)). A leaf never is.
    """,
)
