"""check_shape: A gradient must fit (difficulty 2, 7 minutes)

A gradient that does not fit would be broadcast at the update, and no error would be raised. So the node raises an error.

1. First handle the two cases in which nothing is checked. Then compare the shapes from the right, as broadcasting does.
2. `np.broadcast_shapes(shape, got)` is the shape that both broadcast to. It raises a ValueError if there is none.
3. From the right, each dimension n of the tensor meets one, m, of the gradient, and `n in (1, m)`. Raise shape_error otherwise.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.autograd.function:BackwardNode.check_shape",
    setup="""
        def returned(*given, shape=(2, 1)):
            a, b = mt.ones(2, requires_grad=True), mt.zeros(shape, requires_grad=True)
            Times.backward = lambda ctx, g: given
            Times.apply(a, 3, b * 1).sum().backward()
            return a.grad, b.grad
        Times = type("Times", (mt.autograd.Function,), {"forward": lambda ctx, x, factor, y: x * factor + y})
        ones, column = mt.ones(2), mt.ones(2, 1)
        node = Times.apply(mt.ones(2, requires_grad=True), 3, column).grad_fn
    """,
    facts="""
        if "exceptions must derive": `shape_error` needs the node, the edge and the gradient: raise shape_error(self, edge, g).
        if "shape_error() missing": `shape_error` is a function and needs the node, too, which is self: raise shape_error(self, edge, g).
        if "shape mismatch": np.broadcast_shapes raises a ValueError if the shapes do not fit at all. Raise shape_error then.
        >>> returned(ones, None, column), returned(None, None, None), returned(ones, None, ones[0], shape=())[1]
        ((T([1.0, 1.0]), T([[1.0], [1.0]])), (None, None), T(1.0))
        if "invalid gradient": Each of these gradients has the same shape as its tensor, and fits.
        if "NoneType": A gradient may be None. Then there is nothing to check.
        else: Raise nothing if a gradient fits, or if it is None.
        >>> node.check_shape(None, ones)
        None
        else: The edge is None: this tensor requires no gradient, and there is nothing to check.
        >>> returned(ones, None, column.sum())
        raises RuntimeError: invalid gradient at index 1
        if "at index 0": The error names the edge that does not fit: shape_error(self, edge, g).
        if "dimension": The gradient may have fewer dimensions than the tensor. It does not fit then.
        else: A gradient of shape [] does not fit a tensor of shape [2, 1]: only the tensor may be broadcast. Do you `raise` the error?
        >>> returned(ones, None, mt.ones(1, 2), shape=(2, 2))
        raises RuntimeError: invalid gradient at index 1
        else: A gradient of shape [1, 2] does not fit a tensor of shape [2, 2]: it would be broadcast at the update. No dimension may be smaller.
        >>> returned(ones, None, mt.ones(2, 4), shape=(2, 2))
        raises RuntimeError: invalid gradient at index 1
        else: [2, 2] cannot be broadcast to [2, 4]. Every dimension must fit.
        >>> returned(mt.ones(2, 1), None, column)
        raises RuntimeError: invalid gradient at index 0
        else: Dimensions are compared from the right: [2] cannot be broadcast to [2, 1].
        >>> returned(mt.ones(3, 2), None, mt.ones(4, 2, 5)), returned(None, None, ones, shape=())[1]
        ((T([3.0, 3.0]), T([[20.0], [20.0]])), T(2.0))
        if "invalid gradient": A gradient may be larger where broadcasting would make its tensor larger: [2, 1] becomes [4, 2, 5], and [] becomes [2].
    """,
)
