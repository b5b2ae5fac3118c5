"""run_pre_hooks: Pre-hooks, and arguments by name (difficulty 3, 11 minutes)

The mark under the hook's number decides how it is called. A plain pre-hook cannot see what was given by name, so it
cannot lose it either.

1. Whether a hook wants the keyword arguments is asked by its number: is it in the dictionary ..._with_kwargs?
2. Loop over `[*_global_forward_pre_hooks.items(), *self._forward_pre_hooks.items()]`, and call each hook in one of
   the two ways. Store what it gives in seen at once, so that the next one sees it.
3. With kwargs: `seen.args, seen.kwargs = pair(found)`. Plain: `seen.args = found if isinstance(found, tuple) else
   (found,)`. Both only if `found is not None`.
"""

from ...define import Exercise
from . import SETUP

exercise = Exercise(
    __doc__,
    target="minitorch.nn.module.call:Call._run_forward_pre_hooks",
    covers="Call._run_forward_hook Call.register_forward_pre_hook",
    ready=SETUP,
    given="""
        double, seen = Double(), []
    """,
    facts="""
        >>> first = double.register_forward_pre_hook(note(seen, "first"))
        >>> second = double.register_forward_pre_hook(note(seen, "prepended"), prepend=True, with_kwargs=True)
        >>> double(3)
        >>> first.remove()
        >>> double(3)
        >>> marks = len(double._forward_pre_hooks_with_kwargs)
        >>> second.remove()
        >>> (seen, marks, len(double._forward_pre_hooks), len(double._forward_pre_hooks_with_kwargs))
        (['prepended', 'first', 'prepended'], 1, 0, 0)
        else: prepend is not handed on, so the hook comes last where it was to be first.
        >>> double = Double()
        >>> double.register_forward_pre_hook(lambda module, args: 0)
        >>> (double(3), double(3, plus=1))
        (0, 1)
        else: A pre-hook that returns 0 means 0. Only None leaves the arguments alone: `is not None`.
        >>> class Length(Call):
        ...     def forward(self, values):
        ...         return len(values)
        >>> length = Length()
        >>> length.register_forward_pre_hook(lambda module, args: [*args[0], 0])
        >>> length([1, 2])
        3
        else: A list is one argument, as any value is. Only a tuple stands for all of them.
        >>> double.register_forward_pre_hook(lambda module, args, kwargs: ((4,), {"plus": 1}), with_kwargs=True)
        >>> double.register_forward_pre_hook(lambda module, args: seen.append(args))
        >>> double.register_forward_pre_hook(lambda module, args, kwargs: seen.append(kwargs), with_kwargs=True)
        >>> (double(3, plus=5), seen)
        (9, [(4,), {'plus': 1}])
        if (13, [(4,), {'plus': 5}]): The new keyword arguments are dropped. Both take the place of what was there:
            seen.args and seen.kwargs.
        if 'TypeError: exercise.Double.forward() argument after ** must': The two are the wrong way round: a pre-hook
            returns (args, kwargs).
        >>> double = Double()
        >>> double.register_forward_pre_hook(lambda module, args, kwargs: args, with_kwargs=True)
        >>> double(3)
        raises RuntimeError: must return None or a tuple of (new_args, new_kwargs)
        else: What a pre-hook with with_kwargs returns is taken apart unseen, and the error speaks of values to unpack.
            pair(found) says what was expected.
        >>> seen = Seen((3,), {})
        >>> seen.result = 6
        >>> (Double()._run_forward_hook(-1, lambda module, args, result: 7, seen), seen.result)
        (7, 6)
        else: What a plain forward hook returns does not come out of _run_forward_hook: return it. Whoever called
            decides what to do with it.
        >>> double.register_forward_pre_hook(note(seen, "own"))
        >>> with register_module_forward_pre_hook(note(seen, "global")):
        ...     double(3)
        >>> seen
        ['global', 'own']
        else: The module's own pre-hooks run before the global ones. In PyTorch the global ones come first.
        >>> double.register_forward_pre_hook(lambda module, args: (args[0] * 10,))
        >>> double.register_forward_hook(lambda module, args, result: seen.append((args, result)))
        >>> double.register_forward_hook(lambda module, args, kwargs, result: seen.append((args, kwargs, result)), with_kwargs=True)
        >>> (double(3, plus=1), seen)
        (61, [((30,), 61), ((30,), {'plus': 1}, 61)])
        else: The order is (module, args, kwargs, result): the result comes last, as for a plain hook.
        >>> hook = lambda module, args, kwargs, result: seen.append(kwargs) or result + 1
        >>> with register_module_forward_hook(hook, with_kwargs=True):
        ...     found = double(3, plus=1)
        >>> (found, seen)
        (8, [{'plus': 1}])
        else: A hook that takes four things is called with three: its mark is not seen, or what it returns is not handed
            on.
    """,
)
