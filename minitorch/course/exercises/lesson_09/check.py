"""check: A change is noticed (difficulty 2, 6 minutes)

The list is shared by all tensors that show the memory, so it goes on counting; the number beside it stands still.
Comparing two numbers costs nothing, whatever the size of the tensor.

1. First the simple case: `if self.saved is None: raise RuntimeError(FREED_TWICE)`.
2. `for count, seen in self.versions:` goes through the pairs.
3. `if count[0] != seen: raise RuntimeError(self._changed(count, seen))`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.graph.node:Node.check",
    solution="""
        def check(self):
            if self.saved is None:
                raise RuntimeError(FREED_TWICE)
            for count, seen in self.versions:
                if count[0] != seen:
                    raise RuntimeError(self._changed(count, seen))
    """,
    given="""
        x = mt.tensor([1.0, 2.0], requires_grad=True)
        a, b = x * 1, x * 2
    """,
    facts="""
        >>> z = (a * b).sum()
        >>> a.add_(1)
        >>> a.sub_(1)
        >>> z.backward()
        raises RuntimeError: is at version 2; expected version 0
        if 'RuntimeError: one of the variables needed for gradient': You compare the list with the number, and those are
            never equal. The count of now is `count[0]`.
        if None: The message is made and returned, and nobody reads it: the walk goes on. `raise RuntimeError(...)`
            stops it.
        else: Only the first saved value is looked at. A product saves both its factors: go over all the pairs.
        >>> a.add_(1)
        >>> z = (a * b).sum()
        >>> z.backward()
        >>> x.grad
        T([6.0, 10.0])
        else: Nothing that was saved has changed here, and you raise. Compare `count[0]`, the count of now, with the
            number `seen`.
        >>> z = (a * b).sum()
        >>> z.backward()
        >>> z.backward()
        raises RuntimeError: backward through the graph a second time
        else: Nobody asks whether the saved values are there at all: after a walk `self.saved` is None. Raise
            RuntimeError(FREED_TWICE) then.
    """,
)
