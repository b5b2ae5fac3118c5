"""run_forward_hooks: The call of a module (difficulty 4, 16 minutes)

Each loop runs over a new list, so a hook may remove itself while it runs. Only None leaves a value as it is, so a hook may
return 0, False or an empty list.

1. The loop must not notice when a hook removes itself: what can it run over instead of a dictionary?
2. Both loops run over `[*the global dictionary.items(), *the module's dictionary.items()]`.
3. If `found is not None`, a pre-hook has found `args, kwargs = check_pair(found)` with kwargs, and otherwise a tuple, `args`,
   or its only element. `_call_impl` asks whether one of four dictionaries has an entry.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.nn.module.call:Call._run_forward_hooks",
    covers="Call._call_impl Call._run_forward_pre_hooks",
    setup="""
        class Double(Call):
            def forward(self, x, plus=0):
                return 2 * x + plus
    """,
    given="""
        double, seen = Double(), []
    """,
    facts="""
        if "after * must be an iterable, not int": A value that is not a tuple becomes one with this entry: (value,).
        if "'int' object is not iterable": A value that is not a tuple becomes one with this entry: (value,).
        if "for *: ": A pre-hook that returns None leaves the arguments as they are, and a forward hook the result.
        if "<lambda>() missing 1 required positional argument: 'result'": A hook got too few arguments. `self` comes first, and some hooks get kwargs: ask takes_kwargs(self, number). Or is this the loop over the other hooks?
        if "unexpected keyword argument": kwargs is one argument, a dictionary: `hook(self, args, kwargs, result)`.
        if "mutated during iteration": A hook may remove itself, and that changes the dictionary. Loop over a list of its items.
        >>> double.register_forward_hook(lambda module, args, result: result + 1)
        >>> double.register_forward_hook(lambda module, args, result: seen.append((args, result)))
        >>> double.register_forward_hook(lambda module, args, result: result * 10)
        >>> (double(3), seen)
        (70, [((3,), 7)])
        if (60, [((3,), 6)]): Each hook sees what the hook before left, and here all of them see what forward returned.
        if (61, [((3,), 60)]): The hooks are called in the order in which they were registered.
        if (7, []): The loop ends after the first hook that returns something. All hooks are called.
        if "values to unpack": `_run_forward_pre_hooks` returns args and kwargs, also where no hook has changed them.
        if (70, [(3, 7)]): The hook gets args as one tuple: `hook(self, args, result)`.
        >>> double.register_forward_pre_hook(lambda module, args: (args[0] + 1,))
        >>> double.register_forward_pre_hook(lambda module, args: (args[0] * 10,))
        >>> double(3)
        80
        if "concatenate tuple": A tuple that a pre-hook returns is the new args already.
        if 60: Each pre-hook gets what the one before it left. Here each gets the arguments of the caller.
        if 6: The pre-hook is not called (ask self._forward_pre_hooks in `_call_impl`), or what it returns is not kept.
        >>> double.register_forward_pre_hook(lambda module, args: mt.Size((args[0] + 1, 5)))
        >>> double.register_forward_pre_hook(lambda module, args: (args[0] * 10, args[1]))
        >>> double.register_forward_hook(lambda module, args, result: seen.append(args))
        >>> (double(3), seen)
        (85, [(40, 5)])
        if "tuple index out of range": A tuple that a pre-hook returns is the new args already. It may be of a class of its own.
        >>> double.register_forward_pre_hook(lambda module, args: 0)
        >>> double.register_forward_hook(lambda module, args, result: [] if result == 0 else None)
        >>> double(3)
        []
        if 0: A hook may return 0, False or an empty list. Only None leaves the result as it is: `is not None`.
        if 6: A pre-hook may return 0. Only None leaves the arguments as they are: `is not None`.
        >>> double.forward = len
        >>> double.register_forward_pre_hook(lambda module, args: [*args[0], 0])
        >>> double([1, 2])
        3
        else: A list is one argument. Only a tuple stands for all of them.
        >>> handle = double.register_forward_hook(lambda *given: handle.remove())
        >>> early = double.register_forward_pre_hook(lambda *given: early.remove())
        >>> double.register_forward_hook(lambda *given: seen.append("own"))
        >>> double.register_forward_pre_hook(lambda *given: seen.append("own, before"))
        >>> with register_module_forward_hook(lambda *given: seen.append("global")):
        ...     with register_module_forward_pre_hook(lambda *given: seen.append("global, before")):
        ...         double(3)
        >>> seen
        ['global, before', 'own, before', 'global', 'own']
        else: Every hook is called, also after one that removes itself. Global hooks come first, both before and after forward.
        >>> handles = [double.register_forward_hook(lambda *given: handles[-1].remove())]
        >>> handles += [double.register_forward_hook(lambda *given: seen.append("removed"))]
        >>> double(3), seen
        (6, ['removed'])
        else: A hook that another one removes is still called this time. Loop over a list that you make at the beginning.
        >>> double.register_forward_pre_hook(lambda module, args, kwargs: ((4,), {"plus": kwargs["more"]}), with_kwargs=True)
        >>> double.register_forward_pre_hook(lambda module, args, kwargs: seen.append(args), with_kwargs=True)
        >>> double.register_forward_hook(lambda module, args, kwargs, result: seen.append((kwargs, result)), with_kwargs=True)
        >>> double.register_forward_pre_hook(lambda module, args: args)
        >>> double.register_forward_hook(lambda module, args, result: result)
        >>> (double(3, more=6), seen)
        (14, [(4,), ({'plus': 6}, 14)])
        if (12, [(3,), ({'plus': 6}, 12)]): A pre-hook with kwargs replaces args, too.
        if "keyword argument 'more'": A pre-hook with kwargs returns both, and both replace the old ones.
        else: Compare the arguments of each hook, and their order, with the table: kwargs comes before the result.
        >>> double.register_forward_pre_hook(lambda module, args, kwargs: args, with_kwargs=True)
        >>> double(3)
        raises RuntimeError: must return None or a tuple of (new_args, new_kwargs)
        else: check_pair(found) raises the error for a pre-hook that does not return a pair.
        >>> with double.register_forward_pre_hook(lambda module, args: args[0] * 10): own = double(3)
        >>> with register_module_forward_pre_hook(lambda module, args: args[0] * 100): everywhere = double(3)
        >>> with register_module_forward_hook(lambda module, args, result: result + 1): after = double(3)
        >>> (own, everywhere, after)
        (60, 600, 7)
        else: In `_call_impl`: a hook may be in any of four places, before or after, of this module or of all. Ask for each.
        >>> with register_module_forward_hook(lambda module, args, kwargs, result: result + kwargs["plus"], with_kwargs=True): found = double(3, plus=1)
        >>> double._call_with_hooks = lambda args, kwargs: (args, kwargs)
        >>> plain, handle = double(3, plus=4), double.register_forward_hook(lambda module, args, result: result + 1)
        >>> (found, plain, double(3, plus=1))
        (8, 10, ((3,), {'plus': 1}))
        if (8, ((3,), {'plus': 4}), ((3,), {'plus': 1})): A module without hooks is called without `_call_with_hooks`.
        else: Without hooks it is `self.forward(*args, **kwargs)`, otherwise `self._call_with_hooks(args, kwargs)`.
    """,
)
