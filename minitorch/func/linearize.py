"""linearize: a function's value, and its derivative there as a function of directions (shelf)."""

from .._tensor import Tensor
from ..utils._pytree import tree_flatten
from .levels import wanting, zeros_of
from .transforms import apart, derivatives, leaves, like, recording, tracking, watched

__all__ = ["linearize"]


def linearize(func, *primals):
    """(result, a function that gives J @ tangents): `func` is called once, however many directions are asked for.

    >>> import minitorch as mt
    >>> value, slope = mt.func.linearize(mt.sin, mt.zeros(2))
    >>> value, slope(mt.ones(2)), slope(mt.tensor([2.0, 3.0]))
    (tensor([0., 0.]), tensor([1., 1.]), tensor([2., 3.]))

    Errors: RuntimeError for tangents of another structure, shape or dtype. Source: PyTorch, torch.func.linearize.
    """
    with tracking():
        inputs = [watched(x) for x in leaves(primals)]
        out = func(*like(primals, inputs))
    with recording():
        outs = leaves(out)
        results = [x for x in outs if isinstance(x, Tensor)]
        dummies = [wanting(zeros_of(x)) for x in results]
        products = derivatives(results, inputs, dummies, True)

    def jvp_fn(*tangents):
        """J @ tangents, where J is the derivative at the primals."""
        check_like(primals, tangents)
        found = iter(apart(derivatives(products, dummies, leaves(tangents), False), False))
        return like(out, [next(found) if isinstance(x, Tensor) else x for x in outs])

    return like(out, apart(outs, False)), jvp_fn


def check_like(primals, tangents):
    """PyTorch's errors for directions that do not fit the point."""
    here, there = tree_flatten(primals)[1], tree_flatten(tangents)[1]
    if here != there:
        raise RuntimeError(f"Expected the tangents {there} to have the same argspec as the primals {here}")
    for i, (x, direction) in enumerate(zip(leaves(primals), leaves(tangents), strict=True)):
        for what in ("shape", "device", "dtype"):
            if getattr(x, what) != getattr(direction, what):
                raise RuntimeError(
                    f"tangent:{i} with {what} {getattr(direction, what)} in flattened pytree doesn't match the {what} "
                    f"{getattr(x, what)} of the corresponding primal."
                )
