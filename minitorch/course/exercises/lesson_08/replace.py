"""replace: One hook after another (difficulty 2, 7 minutes)

The gradient goes from hook to hook, so the order of registration counts. `all()` returns a new list, so a hook may remove
itself while the hooks are called.

1. Go through `hooks.all()`, and call each hook with the gradient as the hooks before it left it.
2. What a hook returns is None (it only watched), or a replacement that is checked at once.
3. `found = hook(g)`; `if found is not None: check_replacement(found, g)` and then `g = found`. Return g at the end.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.autograd.hooks:replace",
    changes=True,
    facts="""
        >>> hooks, seen = Hooks(), []
        >>> for factor in (2, None, 3, None):
        ...     hooks.register(lambda g, factor=factor: seen.append(g.item()) or (g * factor if factor else None))
        >>> (replace(hooks, mt.tensor(1.0)), seen)
        (T(6.0), [1.0, 2.0, 2.0, 6.0])
        if (T(6.0), [1.0, 1.0, 3.0, 3.0]): The hooks are called in the order in which they were registered. Yours begin with the last.
        if (T(2.0), [1.0]): This returns after the first hook that replaces the gradient. The others are never called.
        if (T(6.0), [1.0, 1.0, 2.0, 2.0, 2.0, 6.0]): A hook is called twice. Keep what the first call returned.
        else: Each hook is called once, with the gradient as the hooks before it left it. What returns None changes nothing.
        >>> hooks, handles, seen = Hooks(), [], []
        >>> handles += [hooks.register(lambda g: handles[0].remove()), hooks.register(lambda g: seen.append(g.item()))]
        >>> (replace(hooks, mt.tensor(5.0)).item(), seen, len(hooks))
        (5.0, [5.0], 1)
        if "dictionary changed size": The first hook removes itself. That changes the dictionary while you go
            through it. `hooks.all()` is a list that stays as it is.
        >>> hooks, seen = Hooks(), []
        >>> hooks.register(lambda g: mt.ones(2))
        >>> hooks.register(lambda g: seen.append(g) or mt.ones(3))
        >>> try:
        ...     replace(hooks, mt.ones(3))
        ... except RuntimeError as error:
        ...     seen.append("changed the size" in str(error))
        >>> seen
        [True]
        if [False]: `if found` asks whether the number in the tensor is not 0, and fails if there are several. Write
            `is not None`.
        else: The first hook returns the wrong shape, and a second hook is called with it. Check each replacement at once,
            with check_replacement(found, g), where g is still the gradient that this hook was given.
        >>> hooks = Hooks()
        >>> hooks.register(lambda g: 0.0)
        >>> replace(hooks, None)
        raises TypeError: returned 'float'
        else: Every hook is called, also for the gradient None, and only None changes nothing. Here a hook returns 0.0.
    """,
)
