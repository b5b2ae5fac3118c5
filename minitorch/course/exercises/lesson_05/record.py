"""record: The recorder (difficulty 4, 18 minutes)

Every operation calls this function. It finds the edges, decides whether a gradient is required, makes a node, saves what
its formulas need, and only then lets the results point to it.

1. Which arguments can have an edge? In attach and compute_requires_grad, bring `out` to a tuple first.
2. `edges = [edge_of(x) for x in operands(op, inputs)]`, and `node = node_type(op, values)()`. In attach, one loop over
   `enumerate(results)`: the condition is inside the loop, so that every result is counted.
3. compute_requires_grad: `return is_grad_enabled() and any(edges) and any([is_differentiable(one) for one in results])`.
   In attach: `one._edge, one._requires_grad = (node, number), True`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.graph.record:record",
    covers="compute_requires_grad attach",
    changes=True,
    shows=("describe(", "node.number", "for listener"),
    setup="""
        def heard(compute):
            '''What the listeners see in each node that this makes.'''
            seen = []
            listeners.extend([id, lambda node: seen.append((node.saved, node.number - next(clock), node.several))])
            try:
                compute()
            finally:
                del listeners[-2:]
            return seen
    """,
    given="""
        x, w = mt.tensor([1.0, 2.0], requires_grad=True), mt.tensor([3.0, 4.0], requires_grad=True)
    """,
    facts="""
        if "argument: 'self'": node_type(op, values) is a class. Call it to make a node: node_type(op, values)().
        if "has no attribute 'saved'": Nothing is saved yet: save comes before attach. Listeners look at what is saved.
        if "has no attribute 'kind'": `inputs` and `values` are exchanged: the order is save(node, inputs, values, out).
        if "is ambiguous": A tensor has no truth value. An edge in node.edges is the pair (target, number): keep both.
        >>> y = x * w
        >>> y.requires_grad, y.grad_fn.name(), y._edge == (y.grad_fn, 0), [end is leaf for (end, _), leaf in zip(y.grad_fn.edges, (x, w))]
        (True, 'MulBackward0', True, [True, True])
        if (True, 'MulBackward0', False, [True, True]): y._edge is the tuple (node, 0): the numbers begin at 0, and an edge can be the key of a dictionary.
        if (False, 'MulBackward0', True, [True, True]): In `attach`: _requires_grad of the result is not set.
        if "is shorter than": node.edges has one entry for each operand. If it was a generator, any() used up the edges: make it a list.
        if "'NoneType' object has no attribute": The product was not recorded. The operands are among `inputs`; `values` are
            arrays, and an array has no edge. Is the condition right, and is attach called?
        else: After y = x * w, y requires a gradient, y._edge is (node, 0), and the edges of the node are [(x, 0), (w, 0)].
        >>> with mt.no_grad():
        ...     y = x * w
        >>> (x * 2).requires_grad, (mt.ones(2) * 2).requires_grad, y.requires_grad
        (True, False, False)
        if "zip()": node.edges has one entry for each of operands(op, inputs), None too.
        if (True, False, True): Inside no_grad nothing is recorded: ask is_grad_enabled().
        else: One edge is enough, and without one nothing is recorded: any(edges).
        >>> with mt.inference_mode():
        ...     y = x * w * w
        >>> y.requires_grad
        False
        else: Decide first. Only then make a node and save: a tensor made in inference mode cannot be saved.
        >>> x.sum(0).grad_fn.name(), len(x.sum(0).grad_fn.edges)
        ('SumBackward1', 1)
        else: A sum has one operand. operands(op, inputs) leaves out dim and keepdim, which are inputs, too.
        >>> compute_requires_grad([(x, 0)], mt.tensor(1)), compute_requires_grad([(x, 0)], (mt.tensor(1), w))
        (False, True)
        if ([], [T([3.0, 4.0])]): Return True or False, and not a list.
        if (False, False): One differentiable result is enough for an operation to be recorded.
        if "'tuple' object": `out` may be a tuple of results. Ask is_differentiable for each.
        else: An integer result cannot have a gradient. Then nothing is recorded: ask is_differentiable for each result.
        >>> heard(lambda: x * 10)
        [([(10,), None], 1, 0)]
        if []: The listeners are not called: `for listener in listeners: listener(node)`, at the end of attach.
        else: A listener saw a node that was not complete: describe(node, out) and node.number = next(clock) come before the listeners.
        >>> node, number, half, rest = (x * w).grad_fn, mt.tensor(1), mt.tensor(0.5), mt.tensor(0.25)
        >>> calls = heard(lambda: attach(node, (number, half, rest)))
        >>> number.is_leaf and not number.requires_grad, half._edge[1], rest._edge[1], len(calls)
        (True, 1, 2, 1)
        if (False, 1, 2, 1): An integer result stays as it is: no _edge, no _requires_grad. Ask is_differentiable.
        if (True, 1, 2, 2): A listener is called once for each node, and not for each result.
        else: The number in an edge is the index in `out`, also where result 0 is an integer: count every result.
        >>> parts = mt.ones(4, requires_grad=True).split(2)
        >>> parts[1].grad_fn is parts[0].grad_fn, parts[1]._edge[1]
        (True, 1)
        else: The results of one operation share one node. Their numbers tell them apart: pass `out` on as it is.
        >>> import weakref
        >>> weakref.ref((x * w).grad_fn)() is None
        True
        else: Something besides its results holds the node, so it stays in memory when they are gone.
    """,
)
