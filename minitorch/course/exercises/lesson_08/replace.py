"""replace: One hook after the other (difficulty 2, 3 minutes)

The gradient goes from hook to hook, so the order of registration counts. A hook that returns nothing has only
watched. `all()` is a list of its own, so a hook may remove itself while the hooks are running.

1. Go over `hooks.all()`, and call each hook with the gradient as it is by then.
2. What comes back is None (it only watched) or a tensor that takes the gradient's place.
3. `if found is not None: check_replacement(found, g)` and then `g = found`. Return g at the end.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.autograd.hooks:replace",
    changes=True,
    facts="""
        >>> hooks, seen = Hooks(), []
        >>> for factor in (2, None, 3, None):
        ...     hooks.register(lambda g, factor=factor: seen.append(g.item()) if factor is None else g * factor)
        >>> (replace(hooks, mt.tensor(1.0)).item(), seen)
        (6.0, [2.0, 6.0])
        if (6.0, [1.0, 3.0]): The hooks run in the order in which they were registered; yours begin with the last.
        if (2.0, []): You return after the first hook that replaces the gradient: those behind it are never called.
        else: Each hook is called once, with the gradient as those before it left it; what only watches changes nothing.
        >>> hooks, handles = Hooks(), []
        >>> handles += [hooks.register(lambda g: handles[0].remove()), hooks.register(lambda g: g + 1)]
        >>> (replace(hooks, mt.tensor(5.0)).item(), len(hooks))
        (6.0, 1)
        else: A hook that removes itself changes the dictionary while you walk over it. `hooks.all()` is a list of its
            own.
        >>> hooks = Hooks()
        >>> hooks.register(lambda g: mt.ones(2))
        >>> replace(hooks, mt.ones(3))
        raises RuntimeError: changed the size
        if 'RuntimeError: Boolean value of Tensor with more than one': `if found` asks whether the number in it is not
            0, and fails for more than one. Ask `is not None`.
        else: Here a hook returns what cannot take the place of what it was shown. check_replacement(found, g) raises,
            if it is given both: what was returned, and the gradient as it was.
        >>> replace(Hooks(), mt.tensor([1.0, 2.0]))
        T([1.0, 2.0])
    """,
)
