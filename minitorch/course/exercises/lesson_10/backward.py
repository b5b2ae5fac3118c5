"""backward: Behind loss.backward() (difficulty 3, 9 minutes)

A graph of the gradient is recorded only if the formulas run with recording on. It uses the values that the first graph
saved, so these must be kept as well.

1. First find the roots, and whether to keep the saved values. Then the walk runs in one of two ways.
2. `with set_grad_enabled(create_graph):` decides for the whole walk whether it is recorded. `Engine(...)` only makes the walk, `run()` starts it.
3. `keep = create_graph if retain_graph is None else retain_graph`. If `inputs` is None, call `Engine(roots, keep, create_graph).run()`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.autograd.backward:backward",
    shows="if create_graph",
    changes=True,
    given="""
        x, w = mt.tensor(2.0, requires_grad=True), mt.tensor([3.0, 1.0], requires_grad=True)
        y, z = x * x * x, w * w
    """,
    facts="""
        if "0-d tensor": `tensors` and `inputs` may each be one tensor: `as_tuple` makes a tuple of it.
        >>> recorded, _ = [], w.register_hook(lambda g: recorded.append(g.requires_grad))
        >>> backward([y, z], [None, mt.tensor([1.0, 10.0])])
        >>> x.grad, w.grad, recorded, mt.is_grad_enabled()
        (T(12.0), T([6.0, 20.0]), [False], True)
        if (T(12.0), T([6.0, 20.0]), [True], True): The formulas were recorded, although create_graph is False.
        if (T(12.0), T([6.0, 20.0]), [False], False): Recording stays off after the call: write `with set_grad_enabled(create_graph):`.
        else: The walk starts at all tensors, with the gradients that the user gives: start(as_tuple(tensors), grad_tensors).
        >>> backward(y), backward(y)
        raises RuntimeError: a second time
        else: retain_graph is None and create_graph is False, so the first call frees the saved values.
        >>> backward(y, retain_graph=True), backward(y)
        >>> x.grad
        T(24.0)
        if "a second time": retain_graph=True keeps the saved values: pass `keep` to the Engine.
        >>> with mt.no_grad():
        ...     y.backward(create_graph=True)
        >>> slope, x.grad = x.grad, None
        >>> slope.requires_grad, mt.autograd.grad(slope, x)
        (True, (T(12.0),))
        if "a second time": The graph of the gradient uses what the first graph saved. If retain_graph is None, create_graph decides.
        if "does not require grad": create_graph is True, so the walk is recorded, although the caller has switched recording off. The Engine needs create_graph, too.
        >>> y.backward(create_graph=True, retain_graph=False), y.backward()
        raises RuntimeError: a second time
        else: An explicit retain_graph=False frees the saved values, even if create_graph is True: compare with `is None`.
        >>> recorded, _ = [], x.register_hook(lambda g: recorded.append(g.requires_grad))
        >>> (x * w).sum().backward(inputs=x), (x * z).sum().backward(inputs=(t for t in [w]), create_graph=True)
        >>> x.grad, w.grad, w.grad.requires_grad, recorded[:1]
        (T(4.0), T([12.0, 4.0]), True, [False])
        if (T(4.0), T([12.0, 4.0]), True, [True]): The walk with `inputs` was recorded, although create_graph is False: call backward_into inside the `with` block, too.
        else: Only the tensors in `inputs` get a gradient: backward_into(as_tuple(inputs), roots, keep, create_graph), inside the `with` block.
        >>> (x * w).sum().backward(inputs=[])
        raises RuntimeError: cannot be empty
        else: An empty list is not None: let backward_into raise the error. Compare with `is None`.
        >>> with mt.no_grad():
        ...     try:
        ...         backward(w)
        ...     except RuntimeError as error:
        ...         said = "only for scalar" in str(error), mt.is_grad_enabled()
        >>> said
        (True, False)
    """,
)
