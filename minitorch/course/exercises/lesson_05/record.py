"""record: The recorder (difficulty 3, 8 minutes)

Ask where the operands came from; if nobody wants a gradient, do nothing. Otherwise make a node of the step's own
class, give it what its formulas need, and its results. These are the package's own lines.

1. Four lines of the lesson, in order: where do the operands come from, is anything to be recorded, make the node,
   fill it.
2. `edges = [edge_of(x) for x in operands(op, inputs)]`. If `wants_gradient` says no, stop there.
3. `node = new_node(op, values, edges)`, then `save(node, inputs, values, out)`, then `attach(node, out)`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.graph.record:record",
    changes=True,
    solution="""
        def record(op, inputs, values, out):
            edges = [edge_of(x) for x in operands(op, inputs)]
            if wants_gradient(edges, out):
                node = new_node(op, values, edges)
                save(node, inputs, values, out)
                attach(node, out)
    """,
    given="""
        x, w = mt.tensor([1.0, 2.0], requires_grad=True), mt.tensor([3.0, 4.0], requires_grad=True)
    """,
    facts="""
        >>> with mt.no_grad():
        ...     y = x * w
        >>> y.grad_fn is None, y.requires_grad
        (True, False)
        else: It is the wrong way round: a step is recorded if wants_gradient says yes.
        >>> (x * 10).grad_fn.saved_values(), (x + w).grad_fn.saved_values()
        ({'other': 10}, {})
        else: A formula may need the result: exp saves it. Hand `out` on to save.
        >>> x.sum(0).grad_fn.name(), len(x.sum(0).grad_fn.edges)
        ('SumBackward1', 1)
        else: You ask all inputs for an edge. A sum has the inputs input, dim and keepdim, and only input has a formula:
            operands(op, inputs) gives those that have one.
        >>> y = x * w
        >>> with mt.no_grad():
        ...     x.add_(1)
        >>> y.grad_fn.check()
        raises RuntimeError: modified by an inplace operation
        else: The versions are not noted: save finds them in the inputs, which are tensors. An array has no version.
        >>> parts = mt.ones(4, requires_grad=True).split(2)
        >>> parts[1].grad_fn is parts[0].grad_fn, parts[1]._edge[1]
        (True, 1)
        else: Each result gets a node of its own. A step is one node, whose results are told apart by their numbers:
            hand `out` on as it is.
        >>> import weakref
        >>> y = x * w
        >>> watch = weakref.ref(y.grad_fn)
        >>> del y
        >>> watch() is None
        True
        else: The node is held by something besides its results, so it stays when they are gone. Only the results may
            hold it.
    """,
)
