"""allow: What may be changed in place (difficulty 2, 8 minutes)

A leaf that requires a gradient must remain a leaf. A view of it shows the same memory, so a change of the view would change
the leaf. If recording is off, as in an update, both may be changed.

1. `refuse_inference(x)` comes first. If recording is off, nothing else is asked.
2. Which tensor would change? x itself, or x._base if x is a view. Is that one a leaf that requires a gradient?
3. `refuse_odd_view(x)`, then `base = x if x._base is None else x._base`, and `if base.requires_grad and base.is_leaf: raise
   leaf_error(...)` with "a leaf" if `base is x`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.graph.rewrite:allow",
    alone=True,
    changes=True,
    setup="""
        from minitorch.graph.node import Node

        def from_a_function(x):
            '''x with the edge of a tensor that a Function has returned as it was.'''
            node = type("SameBackward", (Node,), {"derivative": "SameBackward", "as_is": (0,), "hooks": None})()
            x._edge, x._requires_grad = (node, 0), True
            return x
    """,
    given="""
        x = mt.ones(4, requires_grad=True)
    """,
    facts="""
        >>> with mt.no_grad():
        ...     found = allow(x), allow(x[:2])
        >>> found
        (None, None)
        if 'is being used in an in-place operation': Under no_grad() a leaf may be changed: that is how an update is
            written. Ask is_grad_enabled() first.
        >>> allow(mt.ones(4)), allow(mt.ones(4)[:2])
        (None, None)
        if "'NoneType' object has no attribute": A tensor that is not a view has no base: its `_base` is None.
        if 'is being used in an in-place operation': These tensors require no gradient, so they may be changed.
        >>> allow(x * 1), allow((x * 1)[1:])
        (None, None)
        if 'is being used in an in-place operation': A result may be changed although it requires a gradient. Only leaves
            are refused.
        >>> try:
        ...     said = type(allow(x)).__name__
        ... except RuntimeError as error:
        ...     said = str(error)[:15]
        >>> said
        'a leaf Variable'
        if 'a view of a lea': This is the leaf itself, and the message says that it is a view.
        if 'RuntimeError': The error is returned, and nobody looks at what `allow` returns. Write `raise`, not `return`.
        if 'NoneType': A leaf that requires a gradient must be refused.
        >>> allow(x[1:])
        raises RuntimeError: a view of a leaf Variable
        if None: A view of a leaf shows the memory of the leaf. Look at `x._base` as well.
        >>> w = (x * 1).detach().requires_grad_()
        >>> w.view(2, 2)[0].is_leaf, allow(w.view(2, 2)[0])
        raises RuntimeError: a view of a leaf Variable
        else: This is a view of a view of a leaf. Its `_base` is the leaf.
        >>> h = x * 1
        >>> with mt.no_grad():
        ...     v = h[:2]
        >>> allow(v)
        raises RuntimeError
        if None: refuse_odd_view(x) is not called.
        >>> with mt.no_grad():
        ...     v = x[:2]
        >>> allow(v)
        raises RuntimeError: was created in no_grad mode
        if 'is being used in an in-place operation': This view of a leaf was made under no_grad, and PyTorch says that first:
            call refuse_odd_view(x) before you ask about leaves.
        if None: refuse_odd_view(x) is not called.
        >>> with mt.inference_mode():
        ...     x = mt.ones(2)
        ...     allow(x)
        >>> with mt.no_grad():
        ...     allow(x)
        raises RuntimeError: inference tensor
        if None: refuse_inference(x) is called in any case, also if recording is off.
        >>> with mt.inference_mode():
        ...     found = allow(mt.ones(2))
        >>> found
        None
        >>> allow(from_a_function((x * 1)[1:]))
        raises RuntimeError: created inside a custom Function
        if None: refuse_odd_view(x) is not called.
    """,
)
