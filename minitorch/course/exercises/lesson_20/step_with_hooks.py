"""step_with_hooks: Hooks round a step (difficulty 2, 4 minutes)

A subclass writes `step` and knows nothing of hooks: where the first optimizer of its class is made, a function is put
round its step that calls this one. Hooks before may change what step gets; those after see what it got.

1. Two loops with the call of step between them. Keep what it returns until the end.
2. `given = (self, *args)`, so that step(*given, **kwargs) is the call. Put the values of both dictionaries into one
   tuple.
3. `for hook in (*_global_optimizer_pre_hooks.values(), *self._optimizer_step_pre_hooks.values()): given, kwargs =
   replaced(hook(self, given, kwargs), given, kwargs, step)`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.optim.hooks:Hooked._step_with_hooks",
    changes=True,
    setup="""
        def leaf():
            return mt.tensor([1.0], requires_grad=True)

        def fresh():
            class Told(mt.optim.Optimizer):
                def __init__(self):
                    super().__init__([leaf()], {})
                    self.said = []

                def step(self, closure=None, word="step"):
                    self.said.append(word)
                    return closure

            return Told()

        def note(word):
            return lambda o, args, kwargs: o.said.append((word, len(args), sorted(kwargs)))
    """,
    facts="""
        >>> o = fresh()
        >>> (o.step(), o.step(3), o.step(closure=4), o.said)
        (None, 3, 4, ['step', 'step', 'step'])
        else: Without hooks, step is called as it was, and what it returns comes back.
        >>> o = fresh()
        >>> handles = [o.register_step_post_hook(note('post')), register_optimizer_step_pre_hook(note('all pre'))]
        >>> handles += [o.register_step_pre_hook(note('pre')), register_optimizer_step_post_hook(note('all post'))]
        >>> try:
        ...     _ = o.step(word='named')
        ... finally:
        ...     for handle in handles:
        ...         handle.remove()
        >>> _ = o.step()
        >>> o.said
        [('all pre', 1, ['word']), ('pre', 1, ['word']), 'named', ('post', 1, ['word']), ('all post', 1, ['word']),
         'step']
        else: Arguments with a name come to the hooks in kwargs.
        >>> o = fresh()
        >>> h = o.register_step_pre_hook(lambda o, args, kwargs: ((o, 1), {}))
        >>> g = o.register_step_pre_hook(lambda o, args, kwargs: ((o, args[1] + 10), {}))
        >>> f = o.register_step_post_hook(lambda o, args, kwargs: o.said.append(args[1:]))
        >>> (o.step(5), o.said)
        (11, ['step', (11,)])
        if (5, ['step', (11,)]): step gets what the caller gave. It should get what the hooks made of it.
        if (None, ['step', (11,)]): What a hook returns after the step does not count: the result is step's.
        if (5, ['step', (5,)]): What a hook returns before the step is not looked at: it may give other arguments to
            step.
        else: Each hook sees what the one before has made of the arguments, and so do those after the step.
    """,
)
