"""before: The old numbers (difficulty 3, 5 minutes)

A formula may save x. It has to find the numbers that were multiplied, so the copy is made before they are
overwritten, and only where a formula will run. The edge is x's own: the copy is no step.

1. is_recorded: is_grad_enabled(), and any of the operands. before: if the step is not recorded, return x. Else
   something that stands for x as it is now.
2. `any([... for x in operands])`, where x must be a Tensor first. `wrap(array)` makes a tensor round an array;
   `x._array.copy()` is memory of its own.
3. `old._edge, old._requires_grad = x._edge, x._requires_grad`, then `past_hooks(x, old)`, then return old.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.graph.rewrite:before",
    covers="is_recorded",
    alone=True,
    changes=True,
    solution="""
        def is_recorded(*operands):
            return is_grad_enabled() and any([isinstance(x, mt.Tensor) and x.requires_grad for x in operands])
    """,
    facts="""
        >>> x = mt.ones(2)
        >>> before(x, ()) is x
        True
        else: Nothing is recorded here, so nobody will want the old numbers: return x itself, without a copy.
            is_recorded is False where no operand wants a gradient.
        >>> h = mt.ones(2, requires_grad=True) * 2
        >>> with mt.no_grad():
        ...     same = before(h, ()) is h
        >>> same
        True
        >>> h = mt.tensor([1.0, 2.0], requires_grad=True) * 2
        >>> old = before(h, ())
        >>> h.data.add_(100)
        >>> (old.tolist(), old._version)
        ([2.0, 4.0], 0)
        if "AttributeError: 'NoneType' object has no attribute 'tolist'": The copy is made and not returned.
        else: The old tensor has memory of its own, and a count of its own.
        >>> x, w = mt.tensor([1.0, 2.0]), mt.ones(2, requires_grad=True)
        >>> old = before(x, (w,))
        >>> (old is x, old.tolist(), old.requires_grad, old.is_leaf)
        (False, [1.0, 2.0], False, True)
        else: Here x wants no gradient and has no past; neither has what stands for it. Take over x's own.
        >>> x = mt.tensor([1.0, 2.0, 3.0, 4.0], requires_grad=True)
        >>> h = x * 1
        >>> part, seen = h[:2], []
        >>> part.register_hook(seen.append)
        >>> old = before(part, (10.0,))
        >>> (old * 10.0).sum().backward()
        >>> (seen, x.grad, old.grad_fn is part.grad_fn)
        ([], T([10.0, 10.0, 0.0, 0.0]), False)
        else: A view with hooks is rewritten, and its hooks belong to the old value. past_hooks(x, old) is given both, x
            and what stands for it.
        >>> h = mt.tensor([1.0, 2.0], requires_grad=True) * 2
        >>> part = h[:1]
        >>> old = before(part, (3.0,))
        >>> (old.tolist(), old.grad_fn is part.grad_fn, old._base is None)
        ([2.0], True, True)
        else: With clone() the copy has another past than x: it is a step more in the graph, or, behind detach(), cut
            off. `wrap(x._array.copy())`, with x's own edge.
    """,
)
