"""allow: A change that is too late, and one that is refused (difficulty 2, 9 minutes)

All tensors that share memory share one counter, which goes on counting. The version in a pair does not change. A leaf must
remain a leaf, and a view of it shows the same memory. If recording is off, as in an update, both may be changed.

1. check: what is self.saved after the values were freed? Go through all pairs, `for counter, version in self.versions:`.
2. allow: is recording on? Which tensor would change, x or x._base? Is it a leaf? Does one of the two require a gradient?
3. check: `if counter[0] != version: raise RuntimeError(...)`. allow: `base = x if x._base is None else x._base`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.graph.rewrite:allow",
    covers="minitorch.graph.node:Node.check",
    changes=True,
    solution="""
        def check(self):
            if self.saved is None:
                raise RuntimeError(FREED_TWICE)
            for counter, version in self.versions:
                if counter[0] != version:
                    raise RuntimeError(self._changed(counter, version))
    """,
    given="x = mt.tensor([1.0, 2.0, 3.0, 4.0], requires_grad=True); a, b = x * 1, x * 2; z = (a * b).sum(); c = mt.ones(4); part = c[1:]; c.requires_grad_()",
    facts="""
        if "'NoneType' object has no attribute": A tensor that is not a view has no base: its `_base` is None.
        if "is not in list": Pass `_changed` the counter, which is the list itself, and then the version.
        if "exceptions must derive from BaseException": raise needs an error. In check, put RuntimeError(...) around the text. In allow, call `leaf_error` with it, and raise what it returns.
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
        >>> allow(part)
        raises RuntimeError: a view of a leaf Variable
        else: This view was made before its base got requires_grad. It is enough that one of the two requires a gradient: ask `x._base`.
        >>> allow(mt.ones(4)[1:].requires_grad_())
        raises RuntimeError: a view of a leaf Variable
        if "a leaf Variable": This leaf is a view as well, and it is the base whose memory would change. Look at `x._base` first.
        else: This view requires a gradient, and its base does not. It is enough that one of the two does: ask x as well.
        >>> a.add_(1); (a * b).sum().backward()
        >>> x.grad
        T([6.0, 10.0, 14.0, 18.0])
        if "values to unpack": self.versions has a pair for each saved tensor. Go through it by a `for` loop.
        if "index out of range": A node that saved no tensor has no pairs. Go through self.versions by a `for` loop.
        else: Nothing has changed since version 1, which was saved, and it is 1 now. Compare `counter[0]` with `version`.
        >>> a.mul_(1); z.backward()
        raises RuntimeError: is at version 1; expected version 0
        if None: A saved value has changed, and the backward pass goes on. For each pair, raise RuntimeError(...) if `counter[0] != version`.
        >>> b.mul_(1).mul_(1); z.backward()
        raises RuntimeError: is at version 2; expected version 0
        if None: The tensor of the second pair was changed twice here. Go through all pairs, and ask if `counter[0] != version`.
        >>> z.backward(); z.backward()
        raises RuntimeError: backward through the graph a second time
        else: A node that was freed has no saved values: raise RuntimeError(FREED_TWICE) then, also if no tensor was changed.
        >>> z.backward(); a.add_(1); z.backward()
        raises RuntimeError: backward through the graph a second time
        else: This graph was freed, and then a value was changed. Look at self.saved first: it is None now.
    """,
)
