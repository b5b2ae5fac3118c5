"""two_kinds: Two kinds of hooks (difficulty 2, 6 minutes)

The note is the key under which the hooks are found, so no case is written out. A module whose note is None has no
hooks, and its empty list is thrown away.

1. The kind of the module's hooks is self._is_full_backward_hook, that of all modules'
   backward_hooks._global_is_full_backward_hook. True means full, False legacy.
2. Begin with two empty lists. The hooks of all modules first, then the module's own: to which list do their
   `.values()` go?
3. `found = {True: [], False: [], None: []}`, then `found[self._is_full_backward_hook] +=
   self._backward_hooks.values()`, after the same for the file's; at the end `return found[True], found[False]`.
"""

from ...define import Exercise
from . import SETUP

exercise = Exercise(
    __doc__,
    target="minitorch.nn.module.backward_hooks:BackwardHooks._get_backward_hooks",
    covers="BackwardHooks._get_backward_pre_hooks BackwardHooks.register_full_backward_hook",
    ready=SETUP,
    setup="""
        from minitorch.nn.module import backward_hooks

        def names(*lists):
            return [[hook.__name__ for hook in one] for one in lists]

        def everywhere(kind, *hooks):
            '''Register hooks of a kind for all modules, and note the kind as the package does.'''
            backward_hooks._global_is_full_backward_hook = kind
            return [register(_global_backward_hooks, hook) for hook in hooks]

        def nowhere(handles, kind=None):
            for handle in handles:
                handle.remove()
            backward_hooks._global_is_full_backward_hook = kind
    """,
    solution="""
        def _get_backward_hooks(self):
            found = {True: [], False: [], None: []}
            found[backward_hooks._global_is_full_backward_hook] += _global_backward_hooks.values()
            found[self._is_full_backward_hook] += self._backward_hooks.values()
            return found[True], found[False]
    """,
    given="""
        triple = Triple()
    """,
    facts="""
        >>> handle = triple.register_full_backward_hook(silent)
        >>> there = triple._get_backward_hooks()
        >>> handle.remove()
        >>> (names(*there), triple._get_backward_hooks(), Triple()._get_backward_hooks())
        ([['silent'], []], ([], []), ([], []))
        else: The two lists have changed places: the full hooks come first.
        >>> triple.register_backward_hook(silent)
        >>> names(*triple._get_backward_hooks())
        [[], ['silent']]
        else: The module's own legacy hooks are to stand in the second list.
        >>> triple.register_full_backward_hook(len)
        >>> triple.register_full_backward_hook(max, prepend=True)
        >>> triple.register_full_backward_hook(min)
        >>> (triple._is_full_backward_hook, names(*triple._get_backward_hooks()))
        (True, [['max', 'len', 'min'], []])
        else: prepend is not handed on, so the hook comes last where it was to be first.
        >>> triple.register_backward_hook(silent)
        >>> triple.register_full_backward_hook(silent)
        >>> "registered"
        raises RuntimeError: Cannot use both regular backward hooks and full backward hooks on a single Module
        else: A module with legacy hooks takes full ones as well, and then all of them count as full. Refuse:
            RuntimeError(MIXED).
        >>> triple, before = Triple(), backward_hooks._global_is_full_backward_hook
        >>> triple.register_full_backward_hook(len)
        >>> handles = everywhere(True, max, min)
        >>> try:
        ...     full = triple._get_backward_hooks()
        ... finally:
        ...     nowhere(handles, before)
        >>> names(*full)
        [['max', 'min', 'len'], []]
        else: All of them are full hooks here, and those of all modules come first. Their note,
            backward_hooks._global_is_full_backward_hook, is asked for each time (a copy that you imported stays what it
            was), and the module's own hooks are added in any case.
        >>> triple, plain, before = Triple(), Triple(), backward_hooks._global_is_full_backward_hook
        >>> triple.register_full_backward_hook(len)
        >>> handles = everywhere(False, max)
        >>> try:
        ...     both, one = triple._get_backward_hooks(), plain._get_backward_hooks()
        ... finally:
        ...     nowhere(handles, before)
        >>> (names(*both), names(*one))
        ([['len'], ['max']], [[], ['max']])
        else: The hooks of all modules go by their own note, and those of this module by its own: ask for each of the
            two.
        >>> triple.register_full_backward_pre_hook(len)
        >>> with register(_global_backward_pre_hooks, max):
        ...     hooks = triple._get_backward_pre_hooks()
        >>> hooks.append(min)
        >>> (names(hooks, triple._get_backward_pre_hooks()), len(triple._backward_pre_hooks), len(_global_backward_pre_hooks))
        ([['max', 'len', 'min'], ['len']], 1, 0)
        if ([['len', 'min'], ['len']], 1, 0): The pre-hooks for all modules, those of _global_backward_pre_hooks, are
            missing.
        if "AttributeError: 'odict_values' object has no attribute 'append'": A new list is asked for, and the pre-hooks
            of all modules come first in it.
        if ([['len', 'max', 'min'], ['len']], 1, 0): The module's own pre-hooks come before those of all modules. The
            global ones are first.
    """,
)
