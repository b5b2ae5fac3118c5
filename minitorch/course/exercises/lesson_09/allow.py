"""allow: What may be changed (difficulty 2, 8 minutes)

A leaf that wants a gradient must stay a leaf, and its numbers are those that the gradient will be for. A view of it
would change the same numbers. Where nothing is recorded, in an update, both may be changed.

1. In `allow`, `refuse_inference(x)` comes first. If recording is off, that was all.
2. A leaf that wants a gradient: `x.requires_grad and x.is_leaf`. The tensor whose memory a view shows is `x._base`,
   None for what is no view.
3. `if x._base is not None and x._base.requires_grad and x._base.is_leaf: raise view_of_leaf_error()`, then the same
   for x itself.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.graph.rewrite:allow",
    covers="refuse_inference refuse_odd_views",
    alone=True,
    changes=True,
    setup="""
        def from_a_function(x):
            '''x as a Function of the user's would hand it on.'''
            node = type("SameBackward", (Node,), {"derivative": "SameBackward", "as_is": (0,), "hooks": None})()
            x._edge, x._requires_grad = (node, 0), True
            return x
    """,
    solution="""
        def refuse_odd_views(x):
            refuse_unrecorded(x)
            if is_handed_on(x):
                raise handed_on_error(x, "is being modified inplace")
            if x.requires_grad and x._base is not None and x._edge is not None and is_one_of_many(x):
                raise one_of_many_error(x)
    """,
    given="""
        x = mt.ones(4, requires_grad=True)
    """,
    facts="""
        >>> with mt.no_grad():
        ...     found = allow(x), allow(x[:2])
        >>> found
        (None, None)
        else: Under no_grad() a leaf may be changed: that is how every update is written. Ask is_grad_enabled() first.
        >>> allow(mt.ones(4)), allow(mt.ones(4)[:2])
        (None, None)
        else: Most tensors are no views: their `_base` is None. Ask before you look at it.
        >>> allow(x * 1), allow((x * 1)[1:])
        (None, None)
        else: A result in the middle wants a gradient too, and it may be changed: the change becomes a step of its
            history. Only leaves refuse.
        >>> allow(x[1:])
        raises RuntimeError: a view of a leaf Variable
        else: A view of a leaf shows the leaf's memory: changing it changes the leaf. Look at `x._base` as well.
        >>> h = x * 1
        >>> with mt.no_grad():
        ...     v = h[:2]
        >>> allow(v)
        raises RuntimeError: A view was created in no_grad mode
        else: This is a view of a leaf, and it gets the leaf's error. Look at `x._base` before you look at x.
        >>> with mt.inference_mode():
        ...     x = mt.ones(2)
        ...     allow(x)
        >>> with mt.no_grad():
        ...     allow(x)
        raises RuntimeError: inference tensor
        else: Nobody asks whether x was made in inference_mode: refuse_inference(x), in any case.
        >>> with mt.inference_mode():
        ...     found = allow(mt.ones(2))
        >>> found
        None
        else: In `refuse_inference`: under inference_mode such a tensor may be changed. Refuse only while
            `grad_mode.state.inference` is off.
        >>> allow(from_a_function(x * 1))
        raises RuntimeError: created inside a custom Function
        else: In `refuse_odd_views`: what a Function has handed on must be refused, whether it is a view or not:
            `is_handed_on(x)`.
        >>> allow((x * 1).split(2)[1])
        raises RuntimeError: Output 1 of Split
        else: In `refuse_odd_views`: one of the several results of unbind or split passes. `raise one_of_many_error(x)`.
    """,
)
