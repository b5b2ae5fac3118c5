"""gradients_of: Gradients that are returned (difficulty 3, 7 minutes)

The walk puts the gradient of each edge into the dictionary. Make the list from the edges, not from the dictionary,
because the same input may be given twice.

1. `start(outputs, grad_outputs)` gives the roots, and `differentiable(x)` the edge of an input.
2. Engine takes a dictionary with these edges as keys: `dict.fromkeys(edges)`. After `Engine(roots, keep, create_graph,
   wanted).run()` the dictionary has the gradients.
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
        if "iteration over a 0-d tensor": A tensor is not an edge. The keys of the dictionary are edges, differentiable(x).
            And the Engine needs roots, not tensors: start(outputs, grad_outputs).
        if "not subscriptable": run() returns nothing. The gradients are in the dictionary that you passed to the Engine.
        >>> gradients_of([y], [w, w, a], None, False, False), mt.is_grad_enabled()
        ([T(9.0), T(9.0), T(4.0)], True)
        if "a second time": You walk the graph twice, but the first walk freed it. One walk finds all gradients.
        if ([T(9.0), T(9.0), T(4.0)], False): Recording stays off after the call: write `with set_grad_enabled(create_graph):`.
        if ((T(9.0), T(9.0), T(4.0)), True): Return a list, and not a tuple.
        if ([T(9.0), T(4.0)], True): w is given twice, but a dictionary has each key once. Look up the edge of each input.
        else: For each input, the list has the gradient that the Engine stored under the input's edge. Before the walk, each edge must be a key of the dictionary. run() returns nothing.
        >>> walks, _ = [], a.register_hook(lambda g: walks.append(g.requires_grad))
        >>> gradients_of([y, y + 1], [x, w], None, True, False)
        >>> walks
        [False]
        if [False, False]: You walk the graph twice. One walk starts at all outputs, and finds all gradients.
        else: The walk is recorded, although create_graph is False: put it into `with set_grad_enabled(create_graph):`.
        >>> other = mt.tensor(1.0, requires_grad=True)
        >>> _, x = mt.tensor([[5.0, 5.0], [1.0, 2.0]], requires_grad=True).unbind()
        >>> gradients_of([x * x, x + 1], [other, x], [mt.tensor([1.0, 10.0]), mt.tensor([5.0, 5.0])], False, False)
        [None, T([7.0, 45.0])]
        else: No gradient reaches the first input, so the first entry is None. The walk starts at all outputs: `start(outputs, grad_outputs)`.
        >>> with mt.no_grad():
        ...     (slope,) = gradients_of([y], [x], None, True, True)
        >>> slope.requires_grad
        True
        else: create_graph is True, so the walk must be recorded, although the caller has switched recording off.
        >>> seen, _ = [], x.register_hook(lambda g: seen.append(g.item()))
        >>> gradients_of([y], [x], None, True, False), gradients_of([y], [w], None, True, False)
        >>> y.backward()
        >>> x.grad, w.grad, seen
        (T(4.0), T(9.0), [4.0, 4.0])
        if (T(4.0), T(9.0), [4.0, 4.0, 4.0]): The second call asks only for w, but the walk also visits x. Make a new dictionary in each call.
        else: keep is True, so y can be walked a second time. And gradients_of changes no .grad: here backward() alone fills it.
        >>> gradients_of([y], [w], None, False, True)
        >>> with mt.no_grad():
        ...     try:
        ...         found = gradients_of([y], [w], None, False, True)
        ...     except RuntimeError as error:
        ...         found = "a second time" in str(error), mt.is_grad_enabled()
        >>> found
        (True, False)
        if [T(9.0)]: The walk does not free the graph, although keep is False. Pass `keep` to the Engine as it is.
        else: Afterwards recording must be as it was before the call, even after an error: use a `with` block.
        >>> gradients_of([y], [x, mt.ones(2)], None, False, False)
        raises RuntimeError: does not require grad
        else: An input that requires no gradient has no edge, and that is an error: differentiable(x) raises it.
    """,
)
