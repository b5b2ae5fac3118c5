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
        >>> x = mt.tensor(1.0, requires_grad=True)
        >>> (mt.autograd.grad(replace(hooks, x), x)[0], seen)
        (T(6.0), [1.0, 2.0, 2.0, 6.0])
        if "does not require grad": A gradient may have a record. Give it to each hook as it is, and leave recording as it is.
        else: Each hook is called once, in order, with the gradient as the hooks before it left it. What returns None changes nothing.
        >>> hooks, handles, seen = Hooks(), [], []
        >>> handles += [hooks.register(lambda g: handles[0].remove() or handles[2].remove())]
        >>> handles += [hooks.register(lambda g: seen.append(g.item())) for _ in range(2)]
        >>> (replace(hooks, mt.tensor(5.0)).item(), seen, len(hooks))
        (5.0, [5.0, 5.0], 1)
        else: The first hook removes itself and the third. The others are called all the same, and the second one stays. Go through
            `hooks.all()`, a list of its own.
        >>> seen = []
        >>> for first in (lambda g: mt.ones(2), lambda g: g.nothing):
        ...     hooks = Hooks()
        ...     hooks.register(first), hooks.register(lambda g: seen.append(g) or mt.ones(3))
        ...     try:
        ...         replace(hooks, mt.ones(3))
        ...     except (RuntimeError, AttributeError) as error:
        ...         seen.append("changed the size" in str(error))
        >>> seen
        [True, False]
        if [False, False]: `if found` asks whether the number in the tensor is not 0, and fails for several. Write `is not None`.
        else: Check each replacement at once, with check_replacement(found, g). g is still the gradient that this hook was given.
        >>> hooks = Hooks()
        >>> hooks.register(lambda g: 0.0)
        >>> replace(hooks, None)
        raises TypeError: returned 'float'
        else: Every hook is called, also for the gradient None, and only None changes nothing. Here one returns 0.0:
            check_replacement raises, because nothing can replace None.
    """,
)
