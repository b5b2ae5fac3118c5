"""one_per_argument: One gradient for each argument (difficulty 3, 9 minutes)

A gradient that does not fit would be broadcast at the update, and no error would be raised. So it is refused here.

1. First make it a tuple. The number of gradients comes next, and the shapes last.
2. `count = len(self.needs_input_grad)`. The extra entries are `given[count:]`. Are all of them None?
3. `if x is not None and not isinstance(x, Tensor): raise kind_error(x)`, for each x in given. Then
   `for edge, index in zip(self.edges, self.tensor_indices): self.check_shape(edge, given[index])`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.autograd.function:BackwardNode.one_per_argument",
    setup="""
        def returned(*given):
            a, b = mt.ones(2, requires_grad=True), mt.zeros(2, 2, requires_grad=True)
            given = given[0] if len(given) == 1 else given
            Times.backward = lambda ctx, g: given
            Times.apply(a, 3, b).sum().backward()
            return a.grad, b.grad


        Times = type("Times", (mt.autograd.Function,), {"forward": lambda ctx, x, factor, y: x * factor + y})
        ones, table = mt.ones(2), mt.ones(2, 2)
        node = Times.apply(mt.ones(2, requires_grad=True), 3, table).grad_fn
    """,
    facts="""
        >>> returned(ones, None, table), returned(None, None, None)
        ((T([1.0, 1.0]), T([[1.0, 1.0], [1.0, 1.0]])), (None, None))
        if "number of gradients": Three gradients for three arguments are right. Count the arguments, not the tensors, and leave a tuple as it is.
        if "expected Variable": None is allowed for each argument. Refuse what is neither a tensor nor None.
        if "invalid gradient": Each gradient is checked with the edge of its own argument: zip(self.edges, self.tensor_indices).
        else: Gradients that fit, and None, are returned as they are.
        >>> node.one_per_argument((ones, None, None, None, None)) == (ones, None, None)
        True
        if "number of gradients": Extra entries are dropped if all of them are None.
        else: Return a tuple with one entry for each argument, also for one that is not a tensor. Extra entries are dropped.
        >>> returned(ones)
        raises RuntimeError: number of gradients
        else: One gradient for three arguments is a wrong number. It counts as (g,): put it into a tuple, and `raise` the error.
        >>> returned(mt.ones(3))
        raises RuntimeError: number of gradients
        else: This is one gradient, although it has three elements. Put anything that is not a tuple into a tuple first.
        >>> returned(ones, None, table, None, table)
        raises RuntimeError: number of gradients
        else: One of the extra entries is a gradient, and no argument would get it. They are dropped only if all of them are None.
        >>> returned(0.5, None, table)
        raises RuntimeError: expected Variable
        else: A gradient is a tensor or None. Otherwise raise kind_error(x), before you look at a shape.
        >>> returned(ones, 0.5, table)
        raises RuntimeError: expected Variable
        else: Look at all entries: also that of an argument that is not a tensor must be a tensor or None.
        >>> returned(ones, None, table.sum())
        raises RuntimeError: invalid gradient
        else: The gradient of each tensor must fit: self.check_shape(edge, given[index]), for both edges.
    """,
)
