"""call_impl: A call: hooks that see and replace (difficulty 3, 9 minutes)

The loop runs over a new list, so a hook may remove itself while it runs. `is not None` lets 0, False and an empty
list take the result's place. And a module without hooks asks one question more than forward itself.

1. Two loops in one: `[*_global_forward_hooks.items(), *self._forward_hooks.items()]` is a new list of pairs (number,
   hook), the global ones first.
2. In the loop: `seen.ran.add(number)`, then `found = self._run_forward_hook(number, hook, seen)`, and `if found is
   not None: seen.result = found`.
3. A dictionary counts as true when something is in it: `if self._forward_hooks or self._forward_pre_hooks or
   _global_forward_hooks or _global_forward_pre_hooks: return self._call_with_hooks(args, kwargs)`.
"""

from ...define import Exercise
from . import SETUP

exercise = Exercise(
    __doc__,
    target="minitorch.nn.module.call:Call._call_impl",
    covers="Call._run_forward_hooks Seen",
    ready=SETUP,
    setup="""
        class Told(Double):
            def _call_with_hooks(self, args, kwargs):
                self.__dict__.setdefault("told", []).append((args, kwargs))
                return super()._call_with_hooks(args, kwargs)
    """,
    given="""
        double, seen = Double(), []
    """,
    facts="""
        >>> one, other = Seen((1, 2), {"plus": 3}), Seen((), {})
        >>> one.ran.add(7)
        >>> (one.args, one.kwargs, one.result, 7 in one.ran, other.args, other.kwargs, other.result, len(other.ran))
        ((1, 2), {'plus': 3}, None, True, (), {}, None, 0)
        if ((1, 2), {'plus': 3}, None, True, (), {}, None, 1): The set stands in the class, so all calls share it: a
            hook that ran in one call counts as having run in every later one. Make a new one in __init__.
        if "AttributeError: 'Seen' object has no attribute 'result'": A Seen has no result until forward has run, and
            somebody may ask for it before. Begin with None.
        >>> double.register_forward_hook(lambda module, args, result: result + 1)
        >>> double.register_forward_hook(lambda module, args, result: seen.append(result))
        >>> double.register_forward_hook(lambda module, args, result: result * 10)
        >>> (double(3), seen)
        (70, [7])
        if (6, []): You return what the first hook gives. Store it in seen.result, and go on with the next hook.
        if (7, []): After the first hook that replaces the result you stop. All of them run, and each sees what the one
            before made.
        >>> double = Double()
        >>> double.register_forward_hook(lambda module, args, result: 0)
        >>> double(3)
        0
        else: A hook may return 0, False or an empty list, and mean it; and of a tensor with several elements there is
            no truth to ask. Only None leaves the result alone: `is not None`.
        >>> handle = double.register_forward_hook(lambda *given: handle.remove())
        >>> double.register_forward_hook(note(seen, "second"))
        >>> double(3), double(3)
        >>> seen
        ['second', 'second']
        else: A hook may remove itself while it runs, and then the dictionary changes under your loop. Loop over a list
            made of it.
        >>> double.register_forward_hook(note(seen, "own"))
        >>> double.register_forward_hook(note(seen, "prepended"), prepend=True)
        >>> with register_module_forward_hook(note(seen, "global")):
        ...     double(3)
        >>> double(3)
        >>> seen
        ['global', 'prepended', 'own', 'prepended', 'own']
        if ['prepended', 'own', 'prepended', 'own']: The hooks for all modules, those of _global_forward_hooks, do not
            run. They come first.
        >>> double.register_forward_hook(lambda module, args, kwargs, result: seen.append((args, kwargs, result)), with_kwargs=True)
        >>> (double(3, plus=5), seen)
        (11, [((3,), {'plus': 5}, 11)])
        else: You count the hooks anew. A hook's marks stand under the number that it was registered with: the key in
            the dictionary.
        >>> Double()(3, plus=5)
        11
        else: A module without hooks gives None: `return` what forward gives.
        >>> told = Told()
        >>> plain = told(3)
        >>> handle = told.register_forward_hook(lambda module, args, result: result + 1)
        >>> hooked = told(3, plus=1)
        >>> handle.remove()
        >>> (plain, hooked, told(3), told.told)
        (6, 8, 6, [((3,), {'plus': 1})])
        else: Every call takes the long way, also that of a module without hooks. That is nearly every call there is:
            ask first.
        >>> double = Double()
        >>> with double.register_forward_pre_hook(lambda module, args: args[0] * 10):
        ...     own = double(3)
        >>> with register_module_forward_pre_hook(lambda module, args: args[0] * 100):
        ...     everywhere = double(3)
        >>> with register_module_forward_hook(lambda module, args, result: result + 1):
        ...     after = double(3)
        >>> (own, everywhere, after, double(3))
        (60, 600, 7, 6)
        else: You look into one dictionary only. A hook may be in any of four: before or after, of this module or of
            all.
        >>> def fails(module, args, result):
        ...     seen.append("fails")
        ...     raise ValueError("in a hook")
        >>> double.register_forward_hook(fails, always_call=True)
        >>> (tried(double, 3), seen)
        ('ValueError: in a hook', ['fails'])
        else: The error of a hook goes on to the caller. Neither catch it here nor call the hook again.
    """,
)
