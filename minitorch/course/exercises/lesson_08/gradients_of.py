"""gradients_of: Gradients that are returned (difficulty 3, 8 minutes)

The walk is told which edges are wanted, puts their gradients into the dictionary and adds nothing to .grad. The list
is made from the edges, not from the dictionary: an input may be asked for twice.

1. `start(outputs, grad_outputs)` gives the roots; `differentiable(x)` the edge of an input.
2. The walk wants a dictionary with those edges for keys: `dict.fromkeys(edges)`. After `Engine(roots, keep,
   create_graph, wanted).run()` the gradients are in it.
3. Put the walk into `with set_grad_enabled(create_graph):`, and end with `[wanted[edge] for edge in edges]`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.autograd.grad:gradients_of",
    alone=True,
    given="""
        x, w = mt.tensor(2.0, requires_grad=True), mt.tensor(3.0, requires_grad=True)
        a = x + w
        y = a * (w + 1)
    """,
    facts="""
        >>> gradients_of([y], [w, w, x], None, False, False)
        [T(9.0), T(9.0), T(4.0)]
        if [None, None, None]: The walk is made and does not run: every gradient is still None. Call its `run()`.
        if 'TypeError: iteration over a 0-d tensor': The walk knows edges, (node, number) or (leaf, 0), not tensors.
            `differentiable(x)` is the edge of an input.
        if 'TypeError: cannot unpack non-iterable NoneType object': A leaf has no `_edge`: the edge that leads to it is
            (leaf, 0). `differentiable(x)` gives the edge of both kinds.
        >>> [g.requires_grad for g in gradients_of([y], [a, w], None, False, False)]
        [False, False]
        else: The gradients have a history here, although create_graph is False. It alone decides whether the walk is
            recorded: `with set_grad_enabled(create_graph):`.
        >>> x = mt.tensor([1.0, 2.0], requires_grad=True)
        >>> y = x * x
        >>> gradients_of([y, x + 1], [x], [mt.tensor([1.0, 10.0]), mt.tensor([5.0, 5.0])], False, False)
        [T([7.0, 45.0])]
        else: The walk starts at the outputs, with grad_outputs: `start(outputs, grad_outputs)`.
        >>> x = mt.tensor(3.0, requires_grad=True)
        >>> (slope,) = gradients_of([x * x * x], [x], None, True, True)
        >>> (slope.item(), gradients_of([slope], [x], None, False, False)[0].item())
        (27.0, 18.0)
        if 'RuntimeError: Trying to backward through the graph a second': Your walk always frees what the steps have
            saved. With keep=True somebody wants to walk through the graph again.
        >>> gradients_of([y], [w], None, True, False)
        >>> y.backward()
        >>> w.grad
        T(9.0)
        else: The graph is freed when the next walk comes. There should be one walk for all inputs, and it keeps the
            saved values when `keep` says so.
        >>> gradients_of([y], [w], None, False, False)
        >>> y.backward()
        raises RuntimeError: a second time
        else: Your walk always keeps the saved values, so a graph that nobody needs any more stays in memory. `keep`
            says whether it may.
    """,
)
