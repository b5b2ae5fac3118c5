"""accumulate: The two ends of a walk (difficulty 2, 11 minutes)

The gradient of a result with respect to itself is 1. Another leaf may be given the same tensor, so a leaf keeps a copy. A later
gradient is added in place. With create_graph the copy keeps the record of g, and the sum is a new tensor, which is recorded.

1. start: where is the user's gradient None? accumulate: who else may hold g, and who may hold leaf.grad?
2. `mt.ones_like(x)` has the shape and dtype of x. The first case of accumulate needs a copy: `g.clone()` keeps the record of g.
3. In start: `roots.append((edge_of(x), g))`. In accumulate: `leaf._grad = g.clone()` the first time, `leaf._grad = leaf._grad + g` with create_graph, and otherwise `leaf._grad += g`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.autograd.engine:accumulate",
    covers="minitorch.autograd.backward:start",
    alone=True,
    changes=True,
    solution="""
        def start(tensors, gradients):
            return [(edge_of(x), mt.ones_like(x) if g is None else g) for x, g in zip(tensors, one_each(gradients, tensors))]

        def accumulate(leaf, g, create_graph=False):
            if leaf._grad is None:
                leaf._grad = g.clone()
            elif create_graph:
                leaf._grad = leaf._grad + g
            else:
                leaf._grad += g
    """,
    facts="""
        if "is ambiguous": Compare with `is None`: a tensor has no truth value.
        >>> y, v = mt.ones(1, requires_grad=True) * 2, mt.tensor([0.0])
        >>> (first, g), (second, h) = roots = start((y, y), (v, None))
        >>> first == second == y._edge, g is v, h, len(roots)
        (True, True, T([1.0]), 2)
        if "has no len()": In `start`: return a list. A walk may go through its roots twice.
        if (True, True, T(1.0), 2): In `start`: the gradient has the shape of its tensor, here [1]: mt.ones_like(x).
        else: In `start`: each root is a pair, `(edge_of(x), g)`. Only where no gradient is given, it is one of ones.
        >>> x = mt.tensor(7.0, dtype=mt.float64, requires_grad=True)
        >>> ((leaf, number), g), *others = start((x,), None)
        >>> leaf is x, number, g, g.requires_grad, others
        (True, 0, T(1.0, 'float64'), False, [])
        if (True, 0, T(1.0), False, []): In `start`: the gradient has the dtype of its tensor: mt.ones_like(x).
        if (True, 0, T(1.0, 'float64'), True, []): In `start`: a root's gradient needs no gradient: mt.ones_like(x) alone.
        else: In `start`: edge_of(x) is (x, 0) for a leaf. `one_each` gives None for each tensor if `gradients` is None.
        >>> start((y,), None), start((mt.ones(2, requires_grad=True) * 2,), None)
        raises RuntimeError: only for scalar outputs
        else: In `start`: `one_each(gradients, tensors)` raises the error for a result that has several numbers.
        >>> x, g = mt.ones(1, requires_grad=True), mt.tensor([5.0])
        >>> accumulate(x, g)
        >>> held = x._grad
        >>> accumulate(x, mt.tensor([2.0]))
        >>> x._grad, x._grad is held, g, held._version > 0
        (T([7.0]), True, T([5.0]), True)
        if (T([7.0]), True, T([7.0]), True): The tensor g itself was changed, and another leaf may have it. Give the leaf a copy.
        if (T([7.0]), False, T([5.0]), False): Without create_graph, change leaf._grad in place: everything that holds it must see the sum.
        if (T([7.0]), True, T([5.0]), False): The array was changed behind the tensor's back, so that its version is still 0. Change the tensor in place.
        else: The second gradient is added to leaf._grad, in place.
        >>> x = mt.tensor([3.0], requires_grad=True)
        >>> g = x * x
        >>> accumulate(x, g, True)
        >>> held = x._grad
        >>> [accumulate(x, more, True) for more in (mt.ones(1), g)]
        >>> held is g, held, held.requires_grad, x._grad.tolist(), mt.autograd.grad(x._grad, x)[0], g._version
        (False, T([9.0]), True, [19.0], T([12.0]), 0)
        if (True, T([9.0]), True, [19.0], T([12.0]), 0): The leaf keeps g itself. Give it a copy, with create_graph as well.
        if (False, T([9.0]), False, [19.0], T([6.0]), 0): The first gradient may have a record that create_graph needs: g.clone() keeps it.
        else: With create_graph the sum must be a new tensor, which is recorded, with both its parts: leaf._grad + g.
        >>> import warnings
        >>> m = mt.ones(2, requires_grad=True) * 2
        >>> with warnings.catch_warnings(action="error"):
        ...     accumulate(m, mt.ones(2))
        >>> m._grad
        T([1.0, 1.0])
        if "is not a leaf Tensor": Read and write leaf._grad. The property leaf.grad warns if the tensor is not a leaf.
    """,
)
