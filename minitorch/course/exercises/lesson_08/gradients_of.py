"""gradients_of: Gradients that are returned (difficulty 3, 7 minutes)

The walk is given the edges of the inputs and puts their gradients into the dictionary. The list is made from the edges, not
from the dictionary, because an input may be asked for twice.

1. `start(outputs, grad_outputs)` gives the roots, and `differentiable(x)` the edge of an input.
2. Engine takes a dictionary with these edges as keys: `dict.fromkeys(edges)`. After `Engine(roots, keep, create_graph,
   wanted).run()` the gradients are in it.
3. Put the walk into `with set_grad_enabled(create_graph):`, and end with `return [wanted[edge] for edge in edges]`.
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
        if [T(9.0), T(4.0)]: w was asked for twice, and a dictionary has each key once. Look up the edge of each input in the
            dictionary.
        if [None, None, None]: The Engine is made and does not run, so every gradient is still None. Call its `run()`.
        if 'TypeError: iteration over a 0-d tensor': The keys are edges, (node, number) or (leaf, 0), and not tensors:
            `differentiable(x)` gives the edge of an input.
        if 'TypeError: cannot unpack non-iterable NoneType object': The `_edge` of a leaf is None, and its edge is
            (leaf, 0). `differentiable(x)` gives the edge in both cases.
        >>> walks = []
        >>> y.register_hook(lambda g: walks.append(g.item()))
        >>> found = gradients_of([y], [x, w], None, True, False)
        >>> len(walks)
        1
        if 2: Here the graph is walked once for each input. One dictionary takes the edges of all inputs, and one walk finds
            all gradients.
        >>> [g.requires_grad for g in gradients_of([y], [a, w], None, False, False)]
        [False, False]
        if "'NoneType' object has no attribute 'requires_grad'": The gradient of a is None. `a` is not a leaf, so backward()
            fills no .grad there: run an Engine, and take the gradients out of the dictionary.
        if [True, True]: The walk is recorded, although create_graph is False: put it into `with set_grad_enabled(create_graph):`.
        >>> x = mt.tensor([1.0, 2.0], requires_grad=True)
        >>> y = x * x
        >>> gradients_of([y, x + 1], [x], [mt.tensor([1.0, 10.0]), mt.tensor([5.0, 5.0])], False, False)
        [T([7.0, 45.0])]
        else: The walk starts at all outputs, with grad_outputs: `start(outputs, grad_outputs)`.
        >>> other = mt.tensor(1.0, requires_grad=True)
        >>> gradients_of([y], [other, x], None, False, False)
        [None, T(4.0)]
        if [T(0.0), T(4.0)]: No gradient reaches the first input. Its entry is None, and not zero.
        else: No gradient reaches the first input, so its entry is None. The second has its gradient all the same.
        >>> x = mt.tensor(3.0, requires_grad=True)
        >>> (slope,) = gradients_of([x * x * x], [x], None, True, True)
        >>> (slope.item(), gradients_of([slope], [x], None, False, False)[0].item())
        (27.0, 18.0)
        if 'RuntimeError: Trying to backward through the graph a second': The walk frees what the nodes have saved,
            although keep is True: pass `keep` on.
        if 'RuntimeError: element 0 of tensors does not require grad': With create_graph=True the walk must be recorded:
            `with set_grad_enabled(create_graph):`.
        >>> x, w = mt.tensor(2.0, requires_grad=True), mt.tensor(3.0, requires_grad=True)
        >>> y = x * w
        >>> with mt.no_grad():
        ...     (slope,) = gradients_of([y], [x], None, True, True)
        ...     recording = mt.is_grad_enabled()
        >>> slope.requires_grad, recording
        (True, False)
        if (True, True): Afterwards recording must be as it was before the call: `with set_grad_enabled(create_graph):` sees to it.
        else: The caller has switched recording off, and create_graph is True: then the walk is recorded all the same.
        >>> gradients_of([y], [w], None, True, False)
        >>> y.backward()
        >>> w.grad
        T(9.0)
        if 'RuntimeError: Trying to backward through the graph a second': keep is True, so the saved values must still be
            there for the next walk.
        else: gradients_of changes no .grad. Here backward() alone has filled it.
        >>> gradients_of([y], [w], None, False, False)
        >>> y.backward()
        raises RuntimeError: a second time
        else: The walk keeps what the nodes have saved, although keep is False. That wastes memory: pass `keep` on.
    """,
)
