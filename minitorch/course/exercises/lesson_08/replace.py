"""replace: One hook after another (difficulty 2, 9 minutes)

The gradient goes from hook to hook, so the order of registration counts. `all()` returns a new list, so a hook may remove
itself while the hooks are called.

1. Go through `hooks.all()`, and call each hook with the gradient as the hooks before it left it.
2. What a hook returns is None (it only watched), or a replacement that is checked at once.
3. `found = hook(g)`; `if found is not None: check_replacement(found, g)` and then `g = found`. Return g at the end.
   remove: `hooks = reference()` for each reference, and if that is not None, `hooks.pop(self.id, None)`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.autograd.hooks:replace",
    covers="minitorch.autograd.handle:RemovableHandle.remove",
    changes=True,
    facts="""
        >>> hooks, seen = Hooks(), []
        >>> for factor in (2, None, 3, None):
        ...     hooks.register(lambda g, factor=factor: seen.append(g.item()) or (g * factor if factor else None))
        >>> (replace(hooks, mt.tensor(1.0)).item(), seen)
        (6.0, [1.0, 2.0, 2.0, 6.0])
        if (6.0, [1.0, 1.0, 3.0, 3.0]): The hooks are called in the order in which they were registered. Yours begin with the last.
        if (2.0, [1.0]): This returns after the first hook that replaces the gradient. The others are never called.
        if (6.0, [1.0, 1.0, 2.0, 2.0, 2.0, 6.0]): A hook that returns something is called twice. Keep
            what the first call returned.
        else: Each hook is called once, with the gradient as the hooks before it left it. What returns None changes nothing.
        >>> hooks, handles, seen = Hooks(), [], []
        >>> handles += [hooks.register(lambda g: handles[0].remove()), hooks.register(lambda g: seen.append(g.item()))]
        >>> (replace(hooks, mt.tensor(5.0)).item(), seen, len(hooks))
        (5.0, [5.0], 1)
        if "dictionary changed size": The first hook removes itself. That changes the dictionary while you go
            through it. `hooks.all()` is a list that stays as it is.
        >>> hooks = Hooks()
        >>> hooks.register(lambda g: mt.ones(2))
        >>> replace(hooks, mt.ones(3))
        raises RuntimeError: changed the size
        if 'RuntimeError: Boolean value of Tensor with more than one': `if found` asks whether the number in the tensor is
            not 0, and fails if there are several. Write `is not None`.
        if T([1.0, 1.0]): A hook returns a tensor of another shape than the gradient that it was given: check_replacement(found,
            g) raises, if g is still that gradient.
        >>> hooks, seen = Hooks(), []
        >>> hooks.register(lambda g: mt.ones(2))
        >>> hooks.register(lambda g: seen.append(g) or mt.ones(3))
        >>> try:
        ...     replace(hooks, mt.ones(3))
        ...     said = "no error"
        ... except RuntimeError:
        ...     said = "RuntimeError"
        >>> said, len(seen)
        ('RuntimeError', 0)
        if ('no error', 1): The first hook returns the wrong shape, and a second hook is called with it. Check each
            replacement at once, and not only the last one.
        >>> hooks = Hooks()
        >>> hooks.register(lambda g: 0.0)
        >>> replace(hooks, mt.ones(3))
        raises TypeError: returned 'float'
        if T([1.0, 1.0, 1.0]): Only None means that the gradient stays. Here a hook returns 0.0, which cannot replace a gradient.
        >>> hooks, more = Hooks(), Hooks()
        >>> handle = mt.utils.hooks.RemovableHandle(hooks, extra_dict=more)
        >>> hooks[handle.id] = more[handle.id] = print
        >>> handle.remove()
        >>> len(hooks), len(more), handle.remove()
        (0, 0, None)
        if "KeyError": In `remove`: the hook may have been removed before. `hooks.pop(self.id, None)` does not mind.
        else: In `remove`: the handle has several dictionaries. The entry goes from each, and nothing else does.
        >>> Hooks().register(print).remove()
        None
        if "'NoneType' object": In `remove`: this dictionary no longer exists, so its reference gives None.
        >>> replace(Hooks(), mt.tensor([1.0, 2.0]))
        T([1.0, 2.0])
    """,
)
