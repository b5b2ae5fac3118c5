"""allow: What may be changed in place (difficulty 2, 5 minutes)

A leaf must remain a leaf, and a view of it shows the same memory. If recording is off, as in an update, both may be changed.

1. If recording is off, nothing else is asked.
2. Which tensor would change? x itself, or x._base if x is a view. Is that one a leaf? Does it, or x, require a gradient?
3. `base = x if x._base is None else x._base`, and `if base.is_leaf and (base.requires_grad or x.requires_grad): raise
   leaf_error(...)` with "a leaf" if `base is x`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.graph.rewrite:allow",
    alone=True,
    changes=True,
    given="x = mt.ones(4, requires_grad=True)",
    facts="""
        if "'NoneType' object has no attribute": A tensor that is not a view has no base: its `_base` is None.
        if "exceptions must derive from BaseException": Call `leaf_error` with the text, and raise what it returns.
        >>> with mt.no_grad(): found = allow(x), allow(x[:2])
        >>> found
        (None, None)
        else: Under no_grad() a leaf may be changed: that is how an update is written. Ask is_grad_enabled() first.
        >>> allow(mt.ones(4)), allow(x * 1), allow((x * 1)[1:]), allow(mt.ones(4)[1:])
        (None, None, None, None)
        if 'is being used in an in-place operation': Only a leaf that requires a gradient is refused, and a view of one.
        >>> try:
        ...     said = type(allow(x)).__name__
        ... except RuntimeError as error:
        ...     said = str(error)[:15]
        >>> said
        'a leaf Variable'
        if 'RuntimeError': The error is returned, and nobody looks at what `allow` returns. Write `raise`, not `return`.
        else: A leaf that requires a gradient must be refused, as "a leaf" and not as "a view of a leaf".
        >>> allow(x.view(2, 2).view(4))
        raises RuntimeError: a view of a leaf Variable
        if "a leaf Variable": This is a view of a leaf, and the error is that of a leaf. Call leaf_error("a view of a leaf").
        else: A view of a leaf shows the memory of the leaf. Look at `x._base` as well.
        >>> allow(mt.ones(4)[1:].requires_grad_())
        raises RuntimeError: a view of a leaf Variable
        if "a leaf Variable": This leaf is a view as well, and it is the base whose memory would change. Look at `x._base` first.
        else: This view requires a gradient, and its base does not. It is enough that one of the two does: ask x as well.
    """,
)
