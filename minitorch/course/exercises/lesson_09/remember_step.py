"""remember_step: Who holds the result now (difficulty 4, 8 minutes)

From now on x is the result of the new step, whose operand was the old x: the chain goes on. A view has no memory of
its own. So its base gets the step, and the view learns of it when somebody asks.

1. Who has changed? x itself, if it is no view (`x._base is None`) or has parted from its base; else the base.
2. Keep `previous = changed._edge` before you change anything. x takes over `out._edge` and `out._requires_grad`; for
   a base there is replace_part(x, out).
3. The order: makes_a_step, same_memory(out, x), the edge or replace_part, settle(changed, previous).
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.graph.rewrite:remember",
    given="""
        x = mt.tensor([1.0, 2.0, 3.0], requires_grad=True)
        h = x * 2
    """,
    facts="""
        >>> y, w = mt.tensor([1.0, 2.0]), mt.tensor([3.0, 4.0], requires_grad=True)
        >>> y.mul_(w)
        >>> y.sum().backward()
        >>> (y.requires_grad, w.grad)
        (True, T([1.0, 2.0]))
        if 'RuntimeError: element 0 of tensors does not require grad': x gets the edge of `out` and not its wish: a
            tensor that wanted no gradient before does so now. Take over `_requires_grad`, too.
        >>> x = mt.ones(3, requires_grad=True)
        >>> with mt.no_grad():
        ...     x.mul_(2)
        ...     x[0:1].mul_(2)
        >>> (x.is_leaf, x.requires_grad, x.tolist())
        (True, True, [4.0, 2.0, 2.0])
        else: Where makes_a_step(x, out) says no, nothing may be noted; and x takes over both of `out`, its edge and its
            wish.
        >>> h.exp_()
        >>> h.add_(1)
        >>> h.sum().backward()
        raises RuntimeError: modified by an inplace operation
        else: A step that saved its own result (exp) watches the count of `out`, which nobody will change.
            same_memory(out, x) makes it watch that of x.
        >>> h.retain_grad()
        >>> h[:1].mul_(5)
        >>> (h * 3).sum().backward()
        >>> (h.grad, x.grad)
        (T([3.0, 3.0, 3.0]), T([30.0, 6.0, 6.0]))
        if (T([15.0, 3.0, 3.0]), T([30.0, 6.0, 6.0])): You ask for the previous edge when it has already been replaced.
            Keep it before you change anything.
        else: Where x is a view, the tensor that was changed is its base: that one is to be settled, with the edge that
            it had, and x is left alone.
        >>> part = h[:2]
        >>> h.data = mt.zeros(3)
        >>> part.mul_(5)
        >>> (part.sum() + h.sum()).backward()
        >>> (part.tolist(), x.grad)
        ([10.0, 20.0], T([12.0, 12.0, 2.0]))
        else: `h.data = ...` gives a base other memory; a view of the old memory has parted from it. Then the view
            itself gets the step: ask parted(x).
    """,
)
