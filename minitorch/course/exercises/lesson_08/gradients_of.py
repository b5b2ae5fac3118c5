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
        >>> gradients_of([y], [w, w, a], None, False, False)
        [T(9.0), T(9.0), T(4.0)]
        if [T(9.0), T(4.0)]: w was asked for twice, and a dictionary has each key once. Look up the edge of each input in the
            dictionary.
        if [T(9.0), T(9.0), None]: `a` is not a leaf, so backward() fills no .grad there. Run an Engine, and take the gradients
            out of the dictionary.
        else: For each input, the list has what the dictionary has for its edge. The keys are edges, (node, number) or (leaf, 0),
            and not tensors: `differentiable(x)` gives them.
        >>> walks = []
        >>> y.register_hook(lambda g: walks.append(g.item()))
        >>> found = gradients_of([y], [x, w], None, True, False)
        >>> (len(walks), found[0].requires_grad)
        (1, False)
        if (2, False): Here the graph is walked once for each input. One dictionary takes the edges of all inputs, and one
            walk finds all gradients.
        else: The walk is recorded, although create_graph is False: put it into `with set_grad_enabled(create_graph):`.
        >>> other = mt.tensor(1.0, requires_grad=True)
        >>> x = mt.tensor([1.0, 2.0], requires_grad=True)
        >>> gradients_of([x * x, x + 1], [other, x], [mt.tensor([1.0, 10.0]), mt.tensor([5.0, 5.0])], False, False)
        [None, T([7.0, 45.0])]
        if [T(0.0), T([7.0, 45.0])]: No gradient reaches the first input. Its entry is None, and not zero.
        else: The first entry is None, because no gradient reaches that input. The walk starts at all outputs, with grad_outputs:
            `start(outputs, grad_outputs)`.
        >>> with mt.no_grad():
        ...     (slope,) = gradients_of([y], [x], None, True, True)
        ...     recording = mt.is_grad_enabled()
        >>> slope.requires_grad, recording
        (True, False)
        if (True, True): Afterwards recording must be as it was before the call: `with set_grad_enabled(create_graph):` sees to it.
        else: create_graph is True, so the walk is recorded, although the caller has switched recording off.
        >>> gradients_of([y], [w], None, True, False)
        >>> y.backward()
        >>> x.grad, w.grad
        (T(4.0), T(9.0))
        else: keep is True, so y can be walked a second time. And gradients_of changes no .grad: here backward() alone fills it.
        >>> gradients_of([y], [w], None, False, True)
        >>> y.backward()
        raises RuntimeError: a second time
        else: The walk keeps what the nodes have saved, although keep is False. That wastes memory: pass `keep` on.
    """,
)
