"""call_impl: A call with hooks (difficulty 4, 18 minutes)

Each loop runs over a new list, so a hook may remove itself while it runs. Only None leaves a value as it is, so a hook may
return 0, False or an empty list. A module without hooks is called after one test.

1. What a hook returns must be there for the next one. And the loop must not notice when a hook removes itself: what can
   it run over instead of a dictionary? The number of a hook tells whether it takes kwargs.
2. Both loops run over `[*the global dictionary.items(), *the module's dictionary.items()]`. Pre-hook with kwargs: `args, kwargs = check_pair(found)`. Without: `args = found if isinstance(found, tuple) else
   (found,)`. Forward hook: `result = found`. All three only if `found is not None`.
3. `_call_with_hooks`: `args, kwargs = self._run_forward_pre_hooks(args, kwargs)`, then `result = self.forward(*args,
   **kwargs)`, then `return self._run_forward_hooks(args, kwargs, result)`. `_call_impl` asks whether one of the four
   dictionaries has an entry.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.nn.module.call:Call._call_impl",
    covers="Call._run_forward_pre_hooks Call._run_forward_hooks Call._call_with_hooks",
    setup="""
        class Double(Call):
            def forward(self, x, plus=0):
                return 2 * x + plus


        class Noted(Double):
            def _call_with_hooks(self, args, kwargs):
                self.__dict__.setdefault("noted", []).append((args, kwargs))
                return super()._call_with_hooks(args, kwargs)


        def note(seen, name):
            def hook(module, *given):
                seen.append(name)
            return hook
    """,
    stub='''
        def _run_forward_pre_hooks(self, args, kwargs):
            """Call the forward pre-hooks, as the table says. Returns the arguments that they leave: (args, kwargs)."""
            ...


        def _run_forward_hooks(self, args, kwargs, result):
            """Call the forward hooks, as the table says. Returns the result that they leave."""
            ...


        def _call_with_hooks(self, args, kwargs):
            """Run the pre-hooks, forward, and the forward hooks. Returns the result."""
            ...


        def _call_impl(self, *args, **kwargs):
            """The result of the call. Without a hook for this module, `forward` is all that runs.

            With one, the result is that of self._call_with_hooks(args, kwargs), which a subclass may override.
            """
            ...
    ''',
    given="""
        double, seen = Double(), []
    """,
    facts="""
        >>> double.register_forward_hook(lambda module, args, result: result + 1)
        >>> double.register_forward_hook(lambda module, args, result: seen.append((args, result)))
        >>> double.register_forward_hook(lambda module, args, result: result * 10)
        >>> (double(3), seen)
        (70, [((3,), 7)])
        if (None, [((3,), 7)]): A call with hooks gives None: return the result.
        if (6, [((3,), 6)]): What a hook returns is not kept: it replaces the result, unless it is None.
        if (60, [((3,), 6)]): Each hook sees what the hook before left, and here all of them see what forward returned.
        if (7, []): The loop ends after the first hook that returns something. All hooks are called.
        if (70, [(3, 7)]): The hook gets args as one tuple: `hook(self, args, result)`.
        if "for *: 'NoneType'": A hook that returns None leaves the result as it is.
        >>> double.register_forward_pre_hook(lambda module, args: (args[0] + 1, 5))
        >>> double.register_forward_pre_hook(lambda module, args: seen.append(args))
        >>> double.register_forward_pre_hook(lambda module, args: (args[0] * 10, args[1]))
        >>> double.register_forward_hook(lambda module, args, result: seen.append(args))
        >>> (double(3), seen)
        (85, [(4, 5), (40, 5)])
        if "tuple index out of range": A tuple that a pre-hook returns is the new args already.
        if "'int' object is not subscriptable": The hook gets args as one tuple: `hook(self, args)`.
        if "after * must be an iterable, not NoneType": A pre-hook that returns None leaves the arguments as they are.
        if "for *: 'NoneType'": A pre-hook that returns None leaves the arguments as they are.
        if (6, [(3,), (3,)]): The pre-hooks are not called, or what they return is not kept.
        if (85, [(4, 5), (3,)]): A forward hook gets the arguments that forward got, as the pre-hooks left them.
        >>> double.register_forward_hook(lambda module, args, result: 0)
        >>> double(3)
        0
        if 6: A hook may return 0, False or an empty list. Only None leaves the result as it is: `is not None`.
        >>> double.register_forward_pre_hook(lambda module, args: 0)
        >>> (double(3), double(3, plus=1))
        (0, 1)
        if "argument after * must be an iterable": A pre-hook that returns one value means one argument: `(found,)`.
        if (6, 7): A pre-hook may return 0. Only None leaves the arguments as they are: `is not None`.
        >>> class Length(Call):
        ...     def forward(self, values):
        ...         return len(values)
        >>> length = Length()
        >>> length.register_forward_pre_hook(lambda module, args: [*args[0], 0])
        >>> length([1, 2])
        3
        if "takes 2 positional arguments but": A list is one argument. Only a tuple stands for all of them.
        >>> handle = double.register_forward_hook(lambda *given: handle.remove())
        >>> early = double.register_forward_pre_hook(lambda *given: early.remove())
        >>> double.register_forward_hook(note(seen, "after"))
        >>> double.register_forward_pre_hook(note(seen, "before"))
        >>> double(3), double(3)
        >>> seen
        ['before', 'after', 'before', 'after']
        if "mutated during iteration": A hook may remove itself while it runs, and that changes the dictionary. Loop over a
            list: `[*dictionary.items()]`.
        else: Every hook is called in every call, also after one that removes itself.
        >>> double.register_forward_hook(note(seen, "own"))
        >>> double.register_forward_pre_hook(note(seen, "own, before"))
        >>> with register_module_forward_hook(note(seen, "global")), register_module_forward_pre_hook(note(seen, "global, before")):
        ...     double(3)
        >>> seen
        ['global, before', 'own, before', 'global', 'own']
        if ['own, before', 'own']: The hooks for all modules are not called: _global_forward_pre_hooks and
            _global_forward_hooks.
        if ['global, before', 'own, before', 'own', 'global']: After forward, too, the global hooks come first.
        if ['own, before', 'global, before', 'global', 'own']: Before forward, too, the global hooks come first.
        else: The global hooks come first, before forward and after it.
        >>> double.register_forward_pre_hook(lambda module, args, kwargs: ((4,), {"plus": kwargs["plus"] + 1}), with_kwargs=True)
        >>> double.register_forward_pre_hook(lambda module, args: seen.append(args))
        >>> double.register_forward_hook(lambda module, args, kwargs, result: seen.append((kwargs, result)), with_kwargs=True)
        >>> (double(3, plus=5), seen)
        (14, [(4,), ({'plus': 6}, 14)])
        if "missing 1 required positional argument": A hook whose number is in the dictionary ..._with_kwargs gets kwargs
            as well.
        if (13, [(4,), ({'plus': 5}, 13)]): A pre-hook with kwargs returns both, and both replace the old ones.
        >>> hook = lambda module, args, kwargs, result: result + kwargs["plus"]
        >>> with register_module_forward_hook(hook, with_kwargs=True):
        ...     found = double(3, plus=1)
        >>> found
        8
        if 7: A hook may be in any of four dictionaries: before or after, of this module or of all. Ask for each.
        if "missing 1 required positional argument": The number of a global hook that takes kwargs is in
            _global_forward_hooks_with_kwargs.
        >>> double.register_forward_pre_hook(lambda module, args, kwargs: args, with_kwargs=True)
        >>> double(3)
        raises RuntimeError: must return None or a tuple of (new_args, new_kwargs)
        if "ValueError": check_pair(found) raises the error for a pre-hook that does not return a pair.
        >>> noted = Noted()
        >>> plain = noted(3), noted(3, plus=4)
        >>> handle = noted.register_forward_hook(lambda module, args, result: result + 1)
        >>> hooked = noted(3, plus=1)
        >>> handle.remove()
        >>> (plain, hooked, noted(3), noted.__dict__.get("noted"))
        ((6, 10), 8, 6, [((3,), {'plus': 1})])
        if ((6, 10), 8, 6, [((3,), {}), ((3,), {'plus': 4}), ((3,), {'plus': 1}), ((3,), {})]): A module without hooks is
            called without `_call_with_hooks`. Nearly every call is of this kind.
        if ((6, 10), 8, 6, None): If a hook is registered, the call is `self._call_with_hooks(args, kwargs)`. A later
            class has its own.
        if ((None, None), 8, None, [((3,), {'plus': 1})]): Without hooks, return what forward returns.
        >>> with double.register_forward_pre_hook(lambda module, args: args[0] * 10):
        ...     own = double(3)
        >>> with register_module_forward_pre_hook(lambda module, args: args[0] * 100):
        ...     everywhere = double(3)
        >>> with register_module_forward_hook(lambda module, args, result: result + 1):
        ...     after = double(3)
        >>> (own, everywhere, after, double(3))
        (60, 600, 7, 6)
        else: A hook may be in any of four dictionaries: before or after, of this module or of all. Ask for each.
    """,
)
