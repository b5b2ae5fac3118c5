"""record: The recorder (difficulty 4, 18 minutes)

Every operation calls this function. It finds the edges, decides whether a gradient is required, makes a node, saves what
its formulas need, and only then lets the results point to it.

1. record: find the edges of `operands(op, inputs)`; if no gradient is required, stop; otherwise make the node, give it
   its edges, save, attach. In attach and compute_requires_grad, bring `out` to a tuple first.
2. `edges = [edge_of(x) for x in operands(op, inputs)]`, and `node = node_type(op, values)()`. In attach, one loop over
   `enumerate(results)`: the condition is inside the loop, so that every result is counted.
3. compute_requires_grad returns False if `not is_grad_enabled() or not any(edges)`, else `any([is_differentiable(one)
   for one in results])`. In attach: `one._edge, one._requires_grad = (node, number), True`; last `for listener in
   listeners: listener(node)`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.graph.record:record",
    covers="compute_requires_grad attach",
    changes=True,
    setup="""
        from minitorch.ops.op import op

        @op
        def whole_and_half(input):
            return input.astype("int64"), input * 0.5

        whole_and_half.grad(input=lambda g: g[1] * 0.5)

        @op
        def whole(input):
            return input.astype("int64")

        whole.grad(input=lambda g: g)
    """,
    given="""
        x, w = mt.tensor([1.0, 2.0], requires_grad=True), mt.tensor([3.0, 4.0], requires_grad=True)
    """,
    facts="""
        if "has no attribute 'number'": The node has no number yet when it is used: next(clock) gives it, before the
            listeners are called.
        if "has no attribute 'shape'": attach calls describe(node, out), which notes the shapes and dtypes.
        if "has no attribute 'saved'": The node has not saved anything: call save(node, inputs, values, out).
        >>> y = x * w
        >>> y.requires_grad, y.grad_fn.name(), y._edge[1], [end is leaf for (end, _), leaf in zip(y.grad_fn.edges, (x, w))]
        (True, 'MulBackward0', 0, [True, True])
        if "'NoneType' object has no attribute": The product was not recorded: its _edge is None. Is the condition the
            right way round, and is attach called?
        else: After y = x * w, y requires a gradient, y._edge is (node, 0), and the edges of the node are [(x, 0), (w, 0)].
        >>> (x * 2).requires_grad, (mt.ones(2) * 2).requires_grad
        (True, False)
        else: One edge is enough, and without one nothing is recorded: any(edges).
        >>> with mt.no_grad():
        ...     y = x * w
        >>> y.grad_fn is None, y.requires_grad
        (True, False)
        else: Inside no_grad nothing is recorded: ask is_grad_enabled().
        >>> heard = []
        >>> listeners.append(heard.append)
        >>> try:
        ...     number = whole(x)
        ... finally:
        ...     listeners.pop()
        >>> number.requires_grad, len(heard)
        (False, 0)
        else: The only result of this operation is an integer, so no gradient is required and no node is made: ask
            is_differentiable for each result.
        >>> parts = mt.ones(4, requires_grad=True).split(2)
        >>> parts[1].grad_fn is parts[0].grad_fn, parts[1]._edge[1], parts[0].grad_fn.several
        (True, 1, 2)
        else: The results of one operation share one node. Their numbers tell them apart: pass `out` on as it is.
        >>> number, half = whole_and_half(x)
        >>> number.requires_grad, half.requires_grad, half._edge and half._edge[1]
        (False, True, 1)
        if (False, True, 0): The half is result 1 of its node, also where result 0 is an integer: count every result.
        if (False, False, None): One differentiable result is enough for an operation to be recorded.
        if (True, True, 1): An integer result stays as it is: no _edge, no _requires_grad. Ask is_differentiable.
        else: Result 0 is an integer and stays as it is. Result 1 gets the edge (node, 1).
        >>> x.sum(0).grad_fn.name(), len(x.sum(0).grad_fn.edges)
        ('SumBackward1', 1)
        else: You ask all inputs for an edge. A sum has the inputs input, dim and keepdim, and only input has a formula:
            operands(op, inputs) gives those that have one.
        >>> a, b = x * w, x + w
        >>> a.grad_fn.number > b.grad_fn.number, a.grad_fn.shape
        (True, (2,))
        else: A younger node has a smaller number: next(clock), once for each node.
        >>> heard = []
        >>> listeners.append(lambda node: heard.append((node.saved_values()['other'], node.number < 0, node.shape)))
        >>> try:
        ...     y = x * 10
        ... finally:
        ...     listeners.pop()
        >>> heard
        [(10, True, (2,))]
        if "has no attribute 'saved'": A listener looks at what the node saved, and nothing is saved yet: save comes before
            attach.
        if []: The listeners are not called: `for listener in listeners: listener(node)`, at the end of attach.
        else: A listener is called once for each node, when the node is complete.
        >>> import weakref
        >>> y = x * w
        >>> watch = weakref.ref(y.grad_fn)
        >>> del y
        >>> watch() is None
        True
        else: Something besides its results holds the node, so it stays in memory when they are gone.
    """,
)
