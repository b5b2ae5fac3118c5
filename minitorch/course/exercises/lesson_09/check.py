"""check: A changed value is detected (difficulty 2, 6 minutes)

All tensors that share memory share one counter, which goes on counting. The version in the pair stays what it was.

1. First the simple case: what is self.saved after the values were freed?
2. Go through all pairs: `for counter, version in self.versions:`. The version now is `counter[0]`.
3. `if counter[0] != version: raise RuntimeError(self._changed(counter, version))`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.graph.node:Node.check",
    solution="""
        def check(self):
            if self.saved is None:
                raise RuntimeError(FREED_TWICE)
            for counter, version in self.versions:
                if counter[0] != version:
                    raise RuntimeError(self._changed(counter, version))
    """,
    given="""
        x = mt.tensor([1.0, 2.0], requires_grad=True)
        a, b = x * 1, x * 2
        z = (a * b).sum()
    """,
    facts="""
        if "is not in list": Pass `_changed` the counter, which is the list itself, and then the version.
        if "exceptions must derive from BaseException": `_changed` returns a text. Put RuntimeError(...) around it.
        if None: A saved value has changed, and the backward pass goes on. If `counter[0] != version`, raise RuntimeError(...).
        >>> a.add_(1)
        >>> (a * b).sum().backward()
        >>> x.grad
        T([6.0, 10.0])
        if "index out of range": A node that saved no tensor has no pairs. Go through self.versions by a `for` loop.
        else: Nothing has changed since version 1, which was saved, and it is 1 now. Compare `counter[0]` with `version`.
        >>> a.mul_(1)
        >>> z.backward()
        raises RuntimeError: is at version 1; expected version 0
        >>> b.mul_(1).mul_(1)
        >>> z.backward()
        raises RuntimeError: is at version 2; expected version 0
        if None: The tensor of the second pair was changed twice here. Go through all pairs, and ask if `counter[0] != version`.
        >>> z.backward()
        >>> z.backward()
        raises RuntimeError: backward through the graph a second time
        else: A node that was freed has no saved values: raise RuntimeError(FREED_TWICE) then, also if no tensor was changed.
        >>> z.backward()
        >>> a.add_(1)
        >>> z.backward()
        raises RuntimeError: backward through the graph a second time
        else: This graph was freed, and then a value was changed. Look at self.saved first: it is None now.
    """,
)
