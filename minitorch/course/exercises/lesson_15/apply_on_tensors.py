"""apply_on_tensors: Through one node (difficulty 3, 9 minutes)

One call of apply makes the node, so its backward runs once, when the gradients of all its results have arrived. A value
that is not a tensor, or requires no gradient, keeps its place and does not pass through the node.

1. First find the indices of the values that pass through: `enumerate(values)`, `isinstance(value, Tensor)`, `value.requires_grad`.
2. `BackwardHookFunction.apply(hook, *tensors)` gives a tuple of new tensors. Each takes the place at its index.
3. `at_index = dict(zip(indices, passed))`, and `at_index.get(i, value)` for each value. Before that,
   `if not indices or not is_grad_enabled(): return values, None`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.nn.module.backward_hooks:apply_on_tensors",
    alone=True,
    given="""
        a, b, frozen = mt.ones(1, requires_grad=True), 2 * mt.ones(2, requires_grad=True), mt.ones(1)
        seen = []

        def hook(gradients):
            seen.append([g if g is None else g.tolist() for g in gradients])
            return gradients
    """,
    facts="""
        >>> new, indices = apply_on_tensors((a, "text", frozen, b, None), hook)
        >>> (5 * new[0].sum() + 7 * new[3].sum()).backward()
        >>> (list(indices), seen, [new[i] is old for i, old in ((1, "text"), (2, frozen), (4, None))])
        ([0, 3], [[[5.0], [7.0, 7.0]]], [True, True, True])
        if "has no attribute 'requires_grad'": A value need not be a tensor: ask `isinstance(value, Tensor)` first.
        if ([0, 3], [[[7.0, 7.0]], [[5.0]]], [True, True, True]): Each tensor has a node of its own. Call `BackwardHookFunction.apply` once, with all tensors.
        if ([0, 3], [], [True, True, True]): The hook is not called: put the tensors that `apply` returns at the indices.
        if ([0, 2, 3], [[[5.0], None, [7.0, 7.0]]], [True, False, True]): A tensor that requires no gradient does not pass through.
        else: The call is `BackwardHookFunction.apply(hook, *tensors)`: first the hook, then each tensor that requires a gradient
            as an argument of its own. Each result is put back at its index.
        >>> new, indices = apply_on_tensors((a, b, a), hook)
        >>> (type(new).__name__, [x is y for x, y in zip(new, (a, b, a))], a.grad_fn)
        ('tuple', [False, False, False], None)
        else: The values come back in a tuple. A tensor that is there twice passes through twice.
        >>> apply_on_tensors((frozen, 3), hook)
        ((T([1.0]), 3), None)
        if ((T([1.0]), 3), []): If no tensor passes through, the second value is None.
        >>> with mt.no_grad():
        ...     found = apply_on_tensors((a, 3), hook)
        >>> (found[0][0] is a, found[1])
        (True, None)
        else: If recording is off, no node is recorded: ask is_grad_enabled().
    """,
)
