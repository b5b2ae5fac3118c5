"""compute_in_place: The old values, and the new ones (difficulty 3, 9 minutes)

A formula that saves x must find the values that x had before the change, and the gradient must go on to what x was computed
from. Copying is not an operation of the graph.

1. When does a formula need the old values? Ask about all operands: `is_recorded(x, *args)`.
2. before: `wrap(x._array.copy())` has no edge yet. compute_in_place: first allow, then before, then the function, then write.
3. before: `old._edge, old._requires_grad = x._edge, x._requires_grad`, then return old.
   compute_in_place: `out = function(History.before(x, args), *args, **kwargs)`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.ops.inplace.in_place:compute_in_place",
    covers="minitorch.graph.rewrite:before",
    changes=True,
    given="x = mt.tensor([1.0, 2.0], requires_grad=True); h, y = (x * 2).double(), mt.ones(2)",
    facts="""
        if "missing 1 required positional argument: 'times'": compute_in_place passes all its arguments on: function(old, *args, **kwargs).
        if "Value after * must be": `before` gets the other operands as one tuple: History.before(x, args).
        >>> with mt.no_grad(): found = before(h, ()) is h
        >>> found, before(y, ()) is y
        (True, True)
        else: before: if the operation is not recorded, no formula needs the old values: return x itself.
        >>> numbers, old, part, h._counter[0] = h._array, before(h, ()), h[:], 1
        >>> numbers += 100
        >>> old is h, old.tolist(), old.requires_grad, old.grad_fn is h.grad_fn, old.dtype is h.dtype, before(part, (x,)).grad_fn is part.grad_fn
        (False, [2.0, 4.0], True, True, True, True)
        if (True, [102.0, 104.0], True, True, True, False): before: x is an operand, too, and it requires a gradient: is_recorded(x, *args).
        if (False, [2.0, 4.0], True, True, True, False): The edge of the view `part` is out of date. Ask x.requires_grad, as is_recorded(x, *args) does, before you read x._edge.
        if (False, [102.0, 104.0], True, True, True, True): before: the tensor has no copy of the values: it shares the memory of x, which is overwritten. And x keeps its own array.
        else: The copy has the old values, and the `_edge` and `_requires_grad` of x. `clone()` would add a node to the graph.
        >>> old = before(y, (3.0, x))
        >>> old is y, old.requires_grad, old._counter is y._counter
        (False, False, False)
        if (False, False, True): The copy needs a version counter of its own: the change of x does not change the copy.
        if (True, False, True): An operand requires a gradient, and its formula needs the old y: is_recorded(x, *args).
        else: y requires no gradient, so the copy must not either: take over x._requires_grad.
        >>> seen = y[1:]
        >>> compute_in_place(y, mt.add, 4) is y, y.tolist(), seen.tolist(), y._version
        (True, [5.0, 5.0], [5.0], 1)
        if (False, [5.0, 5.0], [5.0], 1): An in-place operation returns the tensor that it changed. write returns x.
        if (True, [5.0, 5.0], [1.0], 0): y has other memory now, and its views show the old one. Call write(x, out).
        else: compute_in_place writes the result into the memory of x, once, and returns x: write(x, out).
        >>> compute_in_place(y, lambda old, x, times: old * x + times * x, x, times=3).sum().backward()
        >>> y.tolist(), x.grad
        ([4.0, 8.0], T([4.0, 4.0]))
        if "modified by an inplace": The formula of the other operand needs the old y. Compute from History.before(x, args).
        else: compute_in_place calls function(old, *args, **kwargs) and passes the result to write, which returns x.
        >>> compute_in_place(h.unbind()[0], lambda old, other: 1 / 0, 1)
        raises RuntimeError: returns multiple views
        else: This output of unbind must not be changed, and it is computed already. Call History.allow(x) first: `allow` lets rare cases through.
        >>> compute_in_place(y, lambda y, other: NotImplemented, "one") is NotImplemented, y.tolist()
        (True, [1.0, 1.0])
        else: function has returned NotImplemented, because it does not support this operand. Return it as well, and write nothing.
    """,
)
