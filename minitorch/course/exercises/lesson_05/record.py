"""record: The recorder (difficulty 4, 13 minutes)

Every operation calls this function. It finds the edges, decides whether a gradient is required, makes a node, completes
it, and makes the results point to it.

1. Which arguments can have an edge? In attach and compute_requires_grad, make `out` a tuple first.
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
    given="""
        x, w = mt.tensor([1.0, 2.0], requires_grad=True), mt.tensor([3.0, 4.0], requires_grad=True)
    """,
    facts="""
        if "argument: 'self'": node_type(op, values) is a class. Call it to make a node: node_type(op, values)().
        if "has no attribute 'edges'": complete reads node.edges: set it before the call.
        if "has no attribute 'versions'": The node is not complete: call complete(node, inputs, values, out).
        if "Backward0' object has no attribute": A node has only the attributes that the text names. It never points to its results.
        if "is ambiguous": A tensor has no truth value. An edge in node.edges is the pair (target, number): keep both.
        if "you can only change requires_grad": `requires_grad` can be set on a leaf only. In `attach`, set `_requires_grad`, with the underscore.
        if "is shorter than": node.edges has one entry for each operand. If it was a generator, any() used up the edges: make it a list.
        >>> y = x * w
        >>> y.requires_grad, y._edge and (y._edge[1], y._edge == (y.grad_fn, 0))
        (True, (0, True))
        if (True, (0, False)): y._edge is the tuple (node, 0), and no list: an edge can be the key of a dictionary.
        if (False, (0, True)): In `attach`: _requires_grad of the result is not set.
        if (True, None): In `attach`: the edge of a result is (node, number). edge_of(y) only reads what you set here.
        if (False, None): The product was not recorded. The operands are among `inputs`; `values` are arrays, and an array has no edge. Is the condition right, and is attach called?
        else: In `attach`, set `_edge` to (node, number) and `_requires_grad` to True, both with the underscore. The numbers begin at 0.
        >>> node = (x * w).grad_fn
        >>> node.name(), [end is leaf for (end, _), leaf in zip(node.edges, (x, w))], len(node.versions)
        ('MulBackward0', [True, True], 2)
        if ('MulBackward0', [True, True], 0): The node has no versions: complete takes them from the tensors in `inputs`, and an array has none. The order is complete(node, inputs, values, out).
        else: The edges of the node of x * w are [(x, 0), (w, 0)].
        >>> (x * w).grad_fn.saved[0][0] is w._array
        True
        else: The node saves the arrays in `values`: complete(node, inputs, values, out).
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
        >>> number = mt.tensor(1)
        >>> [compute_requires_grad([(x, 0)], out) for out in (number, (number, w), (w, number))]
        [False, True, True]
        if [[], [T([3.0, 4.0])], [T([3.0, 4.0])]]: Return True or False, and not a list.
        if [False, False, False]: One differentiable result is enough for an operation to be recorded.
        if "'tuple' object": `out` may be a tuple of results. Ask is_differentiable for each.
        if [True, True, True]: An integer result cannot have a gradient. Then nothing is recorded: ask is_differentiable for each result.
        else: One differentiable result is enough, the first or the last: ask is_differentiable for each result.
        >>> node, number, half, rest = (x * w).grad_fn, mt.tensor(1), mt.tensor(0.5), mt.tensor(0.25)
        >>> attach(node, (number, half, rest))
        >>> number.is_leaf and not number.requires_grad, half._edge[1], rest._edge[1]
        (True, 1, 2)
        if (False, 1, 2): An integer result stays as it is: no _edge, no _requires_grad. Ask is_differentiable.
        if "'tuple' object": Several results arrive as a tuple: go through them.
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
