"""copy_slices: What a change through a view sends back (difficulty 3, 5 minutes)

The old base and the new values share the gradient of the new base: each element goes to the tensor that its value came from.

1. Which elements of the new base come from the old base? The others were overwritten, so their old values count for nothing.
2. copy_base has the shape of the base, with zeros. copy_part has the shape and the order of the view: that of `index`.
3. `masked(g, rest)`, and `g.take(index)`, which is `g.reshape(-1)[index]`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.graph.rewrite:copy_slices.grad[part]",
    covers="copy_base=copy_slices.grad[base]",
    called="copy_part",
    stub="def copy_base(g, index, rest): ...\n\n\ndef copy_part(g, index, rest): ...\n",
    given="x, v = mt.ones(2, 3, requires_grad=True), mt.ones(2, 3, requires_grad=True); h = x * 1",
    facts="""
        if "could not broadcast": In `copy_part`: the gradient of the new values has their shape, which is that of `index`.
        if "out of bounds": In `copy_part`: `index` counts the elements of the flattened base. `g.take(index)` does so, g[index] does not.
        >>> g = mt.tensor([[1.0, 2.0, mt.inf], [4.0, 5.0, 6.0]])
        >>> h[0, 1:].mul_(10); h.backward(g)
        >>> x.grad, g[0, 1].item()
        (T([[1.0, 20.0, inf], [4.0, 5.0, 6.0]]), 2.0)
        if (T([[1.0, 22.0, inf], [4.0, 5.0, 6.0]]), 2.0): In `copy_base`: h[0, 1:] was overwritten. Its old values count for nothing now, so their gradient is 0.
        if (T([[0.0, 22.0, inf], [0.0, 0.0, 0.0]]), 2.0): In `copy_base`: the other way round. The elements that stayed come from the old base.
        if (T([[1.0, 20.0, nan], [4.0, 5.0, 6.0]]), 2.0): In `copy_base`: inf times 0 is nan. An overwritten element gets 0 whatever g is: use `masked`.
        if (T([[1.0, 0.0, 0.0], [4.0, 5.0, 6.0]]), 2.0): In `copy_part`: no gradient goes to the new values.
        if (T([[1.0, 0.0, 0.0], [4.0, 5.0, 6.0]]), 0.0): In `copy_base`: g itself was changed, and it belongs to others.
        else: Each element of g goes where that element of the new base came from, once: `copy_base` returns those that stayed, and 0 elsewhere, in the shape of g, and `copy_part` the others.
        >>> g = mt.tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
        >>> h.T[1:].copy_(v.T[1:]); h.backward(g)
        >>> x.grad, v.grad
        (T([[1.0, 0.0, 0.0], [4.0, 0.0, 0.0]]), T([[0.0, 2.0, 3.0], [0.0, 5.0, 6.0]]))
        if (T([[1.0, 0.0, 0.0], [4.0, 0.0, 0.0]]), T([[0.0, 2.0, 5.0], [0.0, 3.0, 6.0]])): In `copy_part`: this view is transposed. A mask loses the order of its elements, and `index` has it.
        else: In `copy_part`: `index` has two dimensions here, and so have the new values. Their gradient has the same shape.
        >>> h[:, 1].mul_(x[:, 1]); h[:, 1].mul_(3)
        >>> slope = mt.autograd.grad((h * h).sum(), x, create_graph=True)[0]
        >>> mt.autograd.grad(slope.sum(), x)[0]
        T([[2.0, 108.0, 2.0], [2.0, 108.0, 2.0]])
        else: The gradients are right, but they cannot be differentiated again. Compute with tensors, without detach and numpy.
    """,
)
