"""passed: One step for all, and everything in its place (difficulty 3, 11 minutes)

One step for all of them: its hook runs when all gradients are complete. A constant comes out without a node, so the
node is taken from the first result that has one.

1. spread: first all places empty, `[None] * count`, then fill those that are named. passed: first the places of the
   tensors, with enumerate and isinstance(value, Tensor).
2. `tensors = BackwardHookFunction.apply(*[values[place] for place in places])` sends them through together. Constants
   come out without a grad_fn; all the others have the same one.
3. `next(x.grad_fn for x in tensors if x.grad_fn is not None).register_hook(hook)`; then `new = list(values)`, put
   each tensor back at its place, and return (tuple(new), or type(values)(*new) for a named tuple) and the places.
"""

from ...define import Exercise
from . import SETUP

exercise = Exercise(
    __doc__,
    target="minitorch.nn.module.backward_hooks:passed",
    covers="spread",
    alone=True,
    ready=SETUP,
    setup="""
        from collections import namedtuple

        def silent(inner, outer):
            pass
    """,
    facts="""
        >>> x, y, seen = leaf(1.0), leaf(2.0), []
        >>> (a, _, b), places = passed((x, "text", y), lambda inner, outer: seen.append((inner, outer)))
        >>> (5 * a + 7 * b).sum().backward()
        >>> (x.grad, y.grad, len(seen), [len(one) for one in seen[0]])
        (T([5.0]), T([7.0]), 1, [2, 2])
        else: All these tensors have the same node, so your hook is registered and run once for each of them. Once is
            enough.
        >>> x, c, seen = leaf(1.0), mt.tensor([2.0]), []
        >>> (b, a), places = passed((c, x), lambda inner, outer: seen.append(len(outer)))
        >>> (a * b).sum().backward()
        >>> (places, b.requires_grad, a.requires_grad, x.grad, seen)
        ([0, 1], False, True, T([2.0]), [2])
        else: One tensor that requires a gradient is enough; the others pass as constants. `any`, not `all`.
        >>> x = leaf(1.0)
        >>> with mt.no_grad():
        ...     found, places = passed((x,), silent)
        >>> (found[0] is x, places)
        (True, None)
        else: None says that there is no step. An empty list would say that there is one, with no tensors.
        >>> passed((1, 'mean'), silent)
        ((1, 'mean'), None)
        else: Where nothing is recorded the values come back as they are, the very tuple: (values, None).
        >>> Point = namedtuple("Point", "x y")
        >>> point, places = passed(Point(leaf(1.0), leaf(2.0)), silent)
        >>> plain, _ = passed((leaf(1.0),), silent)
        >>> (type(point).__name__, point.y.tolist(), type(plain).__name__)
        ('Point', [2.0], 'tuple')
        else: The values come back in a list. forward's arguments, and a module's results, are a tuple.
        >>> passed.__globals__['spread']([0, 2], [10.0, 20.0], 3)
        (10.0, None, 20.0)
        else: spread gives one tuple of `count` places: each value at its place, and None elsewhere.
        >>> passed.__globals__['spread']([0, 1], [1.0], 2)
        raises ValueError
        else: zip stops at the shorter list and says nothing, so a value that is missing is not noticed. zip(...,
            strict=True) raises a ValueError.
    """,
)
