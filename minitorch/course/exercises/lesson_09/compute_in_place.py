"""compute_in_place: The old values, and the new ones (difficulty 3, 12 minutes)

A formula that saves x must find the values that x had before the change, and the gradient must go on to what x was computed
from. Copying is not an operation of the graph.

1. When does a formula need the old values? Ask about all operands: `is_recorded(x, *args)`.
2. before: `wrap(x._array.copy())` has no edge yet. write: an array is filled by `x._array[...] = values`.
3. before: `old._edge, old._requires_grad = x._edge, x._requires_grad`, then return old. write: check_write, the values,
   touch(x), History.remember(x, out), and return x. compute_in_place: `function(History.before(x, args), *args, **kwargs)`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.ops.inplace.in_place:compute_in_place",
    covers="minitorch.graph.rewrite:is_recorded minitorch.graph.rewrite:before write",
    changes=True,
    given="""
        x = mt.tensor([1.0, 2.0], requires_grad=True)
        h, y = (x * 2).double(), mt.ones(2)
    """,
    facts="""
        if "Value after * must be": `before` gets the other operands as one tuple: History.before(x, args).
        >>> is_recorded(y, 3.0, x), is_recorded(x), is_recorded(y, 3.0, "one")
        (True, True, False)
        if "has no attribute": An operand may be a number. Ask isinstance(operand, Tensor) first.
        else: is_recorded: one operand that requires a gradient is enough, wherever it stands.
        >>> with mt.no_grad():
        ...     found = is_recorded(x), before(h, ()) is h
        >>> found, before(y, ()) is y
        ((False, True), True)
        if ((True, False), True): is_recorded: nothing is recorded under no_grad(). Ask is_grad_enabled().
        else: before: if the operation is not recorded, no formula needs the old values: return x itself.
        >>> old = before(h, ())
        >>> h._array += 100
        >>> old is h, old.tolist(), old.requires_grad, old.grad_fn is h.grad_fn, old.dtype is h.dtype
        (False, [2.0, 4.0], True, True, True)
        if (True, [102.0, 104.0], True, True, True): before: x is an operand, too, and it requires a gradient: is_recorded(x, *args).
        if (False, [102.0, 104.0], True, True, True): The tensor has no copy of the values: it shares the memory of x, which is overwritten.
        else: The copy has the old values, and the `_edge` and `_requires_grad` of x. `clone()` would add a node to the graph.
        >>> old = before(y, (3.0, x))
        >>> old is y, old.requires_grad, old._counter is y._counter
        (False, False, False)
        if (False, False, True): The copy needs a version counter of its own: the change of x does not change the copy.
        if (True, False, True): An operand requires a gradient, and its formula needs the old y: is_recorded(x, *args).
        else: y requires no gradient, so the copy must not either: take over x._requires_grad.
        >>> seen, out = y[1:], mt.tensor([5.0, 6.0])
        >>> write(y, out) is y, y.tolist(), seen.tolist(), y._version
        (True, [5.0, 6.0], [6.0], 1)
        if (True, [5.0, 6.0], [1.0], 1): y has other memory now, and its views show the old one. Fill it: x._array[...] = ...
        else: write fills the memory of x with the values of out, counts the change once, and returns x.
        >>> write(h, (h * 0).exp()).sum().backward()
        >>> h.grad_fn.name(), x.grad
        ('ExpBackward0', T([0.0, 0.0]))
        else: h has new values, and the graph does not know of them. Call History.remember(x, out).
        >>> write(mt.zeros(2), mt.ones(3, 2))
        raises RuntimeError: doesn't match the broadcast shape
        else: The values may not fit into the memory of x. Call check_write(x, out) first.
        >>> compute_in_place(y, lambda old, x, times: old * x + times * x, x, times=3).sum().backward()
        >>> y.tolist(), x.grad
        ([4.0, 8.0], T([4.0, 4.0]))
        if "modified by an inplace": The formula of the other operand needs the old y. Compute from History.before(x, args).
        else: compute_in_place calls function(old, *args, **kwargs) and passes the result to write, which returns x.
        >>> compute_in_place(x, lambda old, other: 1 / 0, 1)
        raises RuntimeError: a leaf Variable
        else: Nobody has asked whether x may be changed, and it is computed already. Call History.allow(x) first.
        >>> compute_in_place(y, lambda y, other: NotImplemented, "one") is NotImplemented, y.tolist()
        (True, [1.0, 1.0])
        if "NotImplementedType": function does not support this operand. Return NotImplemented, so that Python asks the other one.
        else: function has returned NotImplemented. Return it as well, and write nothing.
    """,
)
