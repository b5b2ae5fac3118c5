"""attach: A result learns where it came from (difficulty 2, 6 minutes)

Results point to the node, and the node to none of them: no circle, so a graph goes when its last result goes. What it
notes of them, shape and dtype, is what a gradient that arrives must have.

1. Bring `out` to a tuple first; then one loop gives every result its edge.
2. `outs = out if isinstance(out, tuple) else (out,)`. Shapes and dtypes are tuples over outs; where out is no tuple,
   their first entry.
3. `for number, one in enumerate(outs): if one._array.dtype.kind not in 'iub': one._edge, one._requires_grad = (node,
   number), True`; and at the end `for listener in listeners: listener(node)`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.graph.record:attach",
    changes=True,
    solution="""
        def attach(node, out):
            node.hooks, node.number = None, next(clock)
            outs = out if isinstance(out, tuple) else (out,)
            shapes = tuple([one._array.shape for one in outs])
            dtypes = tuple([one._array.dtype for one in outs])
            node.several = len(outs) if isinstance(out, tuple) else 0
            node.shape, node.dtype = (shapes, dtypes) if node.several else (shapes[0], dtypes[0])
            for number, one in enumerate(outs):
                if one._array.dtype.kind not in "iub":
                    one._edge, one._requires_grad = (node, number), True
            for listener in listeners:
                listener(node)
    """,
    facts="""
        >>> x, w = mt.tensor([1.0, 2.0], requires_grad=True), mt.tensor([3.0, 4.0], requires_grad=True)
        >>> (x * w).grad_fn.hooks
        None
        else: The node points to its result, and the result to the node: a circle. A graph whose last result goes would
            stay in memory.
        >>> parts = mt.ones(5, requires_grad=True).split(2)
        >>> [part._edge[1] for part in parts]
        [0, 1, 2]
        else: Each part has its own number: (node, 0), (node, 1), (node, 2).
        >>> parts = mt.ones(2, requires_grad=True).split(2)
        >>> parts[0].grad_fn.several, parts[0].grad_fn.shape
        (1, ((2,),))
        else: A tuple with one tensor is a tuple all the same: several is 1, and node.shape a tuple of one shape.
        >>> t = mt.tensor([[1.0, 5.0], [7.0, 2.0]], requires_grad=True)
        >>> values, places = t.max(1)
        >>> values.requires_grad, places.requires_grad, places._edge is None
        (True, False, True)
        else: An index has no gradient: a result of integers or bools keeps its _edge None and _requires_grad False.
        >>> x, w = mt.tensor([1.0, 2.0], requires_grad=True), mt.tensor([3.0, 4.0], requires_grad=True)
        >>> heard = []
        >>> listeners.append(lambda node: heard.append((node.number < 0, node.shape)))
        >>> try:
        ...     y = x * w
        ... finally:
        ...     listeners.pop()
        >>> heard
        [(True, (2,))]
        if 'TypeError: mul() received an invalid combination of': The node has no number: next(clock) gives it.
        else: The listeners come last, when the node is whole.
    """,
)
