"""Two kinds of backward hooks, of a module and of all."""

from ...define import Case, Exercise, Mistake, Wrong
from ..edited import edited
from ..fact_words import stops, where
from .watched import SETUP

GOOD = """
            def _get_backward_pre_hooks(self):
                return [*_global_backward_pre_hooks.values(), *self._backward_pre_hooks.values()]

            def register_full_backward_hook(self, hook, prepend=False):
                if self._is_full_backward_hook is False:
                    raise RuntimeError(MIXED)
                self._is_full_backward_hook = True
                return register(self._backward_hooks, hook, prepend=prepend)

            def _get_backward_hooks(self):
                found = {True: [], False: [], None: []}
                found[backward_hooks._global_is_full_backward_hook] += _global_backward_hooks.values()
                found[self._is_full_backward_hook] += self._backward_hooks.values()
                return found[True], found[False]
"""

HOME = "minitorch.nn.module.backward_hooks:BackwardHooks."
COPIED = (
    "The hooks for all modules are sorted by a kind that they need not have. Ask backward_hooks._global_is_full_backward_hook, and "
    "each time: registering sets that name anew, and a copy that you imported stays what it was."
)


def but(old, new):
    """The solution with one place changed."""
    return edited(GOOD, (old, new))


exercise = Exercise(
    "two_kinds",
    title="Two kinds of hooks",
    difficulty=2,
    minutes=6,
    target=HOME + "_get_backward_hooks",
    covers=(HOME + "_get_backward_pre_hooks", HOME + "register_full_backward_hook"),
    installed=True,
    setup=SETUP
    + """
        from minitorch.nn.module import backward_hooks
        from minitorch.nn.module.backward_hooks import MIXED
        from minitorch.nn.module.call import register

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
    stub='''
        def _get_backward_pre_hooks(self):
            """A new list of the backward pre-hooks: those of all modules first, then those of this one."""
            ...


        def register_full_backward_hook(self, hook, prepend=False):
            """Keep the hook in self._backward_hooks and return its handle, by `register`; note that the module has full hooks.

            RuntimeError(MIXED) if it is noted that it has legacy ones.
            """
            ...


        def _get_backward_hooks(self):
            """(a list of the full hooks, a list of the legacy ones): in each, those of all modules come first.

            All hooks of self._backward_hooks are of one kind, and all of _global_backward_hooks. Kinds: True, False, or None so far.
            """
            ...
    ''',
    solution='''
        def _get_backward_pre_hooks(self):
            return [*_global_backward_pre_hooks.values(), *self._backward_pre_hooks.values()]


        def register_full_backward_hook(self, hook, prepend=False):
            """Call `hook(module, grad_input, grad_output)` when the gradients of the inputs are there."""
            if self._is_full_backward_hook is False:
                raise RuntimeError(MIXED)
            self._is_full_backward_hook = True
            return register(self._backward_hooks, hook, prepend=prepend)


        def _get_backward_hooks(self):
            """(the full hooks, the legacy ones), the global ones first."""
            found = {True: [], False: [], None: []}
            found[backward_hooks._global_is_full_backward_hook] += _global_backward_hooks.values()
            found[self._is_full_backward_hook] += self._backward_hooks.values()
            return found[True], found[False]
    ''',
    why="The note is the key under which the hooks are found, so no case is written out. A module whose note is None has no hooks, "
    "and its empty list is thrown away.",
    facts=[
        Case(
            """
            triple = Triple()
            handle = triple.register_full_backward_hook(silent)
            there = triple._get_backward_hooks()
            handle.remove()
            (names(*there), triple._get_backward_hooks(), Triple()._get_backward_hooks())
            """,
            ([["silent"], []], ([], []), ([], [])),
        ),
        Case(
            """
            triple = Triple()
            triple.register_backward_hook(silent)
            names(*triple._get_backward_hooks())
            """,
            [[], ["silent"]],
        ),
        Case(
            """
            triple = Triple()
            triple.register_full_backward_hook(len)
            triple.register_full_backward_hook(max, prepend=True)
            triple.register_full_backward_hook(min)
            (triple._is_full_backward_hook, names(*triple._get_backward_hooks()))
            """,
            (True, [["max", "len", "min"], []]),
        ),
        Case(
            """
            triple = Triple()
            triple.register_backward_hook(silent)
            triple.register_full_backward_hook(silent)
            "registered"
            """,
            raises=RuntimeError,
            match="Cannot use both regular backward hooks and full backward hooks on a single Module",
        ),
        Case(
            """
            triple, before = Triple(), backward_hooks._global_is_full_backward_hook
            triple.register_full_backward_hook(len)
            handles = everywhere(True, max, min)
            try:
                full = triple._get_backward_hooks()
            finally:
                nowhere(handles, before)
            names(*full)
            """,
            [["max", "min", "len"], []],
        ),
        Case(
            """
            triple, plain, before = Triple(), Triple(), backward_hooks._global_is_full_backward_hook
            triple.register_full_backward_hook(len)
            handles = everywhere(False, max)
            try:
                both, one = triple._get_backward_hooks(), plain._get_backward_hooks()
            finally:
                nowhere(handles, before)
            (names(*both), names(*one))
            """,
            ([["len"], ["max"]], [[], ["max"]]),
        ),
        Case(
            """
            triple, before = Triple(), backward_hooks._global_is_full_backward_hook
            triple.register_backward_hook(len)
            handles = everywhere(True, max)
            try:
                both = triple._get_backward_hooks()
            finally:
                nowhere(handles, before)
            names(*both)
            """,
            [["max"], ["len"]],
        ),
        Case(
            """
            triple = Triple()
            triple.register_full_backward_pre_hook(len)
            with register(_global_backward_pre_hooks, max):
                hooks = triple._get_backward_pre_hooks()
            hooks.append(min)
            (names(hooks, triple._get_backward_pre_hooks()), len(triple._backward_pre_hooks), len(_global_backward_pre_hooks))
            """,
            ([["max", "len", "min"], ["len"]], 1, 0),
        ),
        Case(
            """
            triple, seen, x = Triple(), [], leaf(1.0)
            triple.register_full_backward_hook(lambda module, inner, outer: seen.append((lists(inner), lists(outer))))
            triple(x).sum().backward()
            seen
            """,
            [([[3.0]], [[1.0]])],
        ),
    ],
    wrong=[
        Wrong(
            but("found[self._is_full_backward_hook] += self", "found[True] += self"),
            "The module's own hooks are always taken for full ones. self._is_full_backward_hook is False where they are legacy hooks.",
        ),
        Wrong(
            but("found[backward_hooks._global_is_full_backward_hook] += _g", "found[True] += _g"),
            COPIED,
        ),
        Wrong(
            but(
                "found[backward_hooks._global_is_full_backward_hook] += _g", "found[self._is_full_backward_hook] += _g"
            ),
            "The hooks for all modules are sorted by this module's kind. They have a note of their own, "
            "backward_hooks._global_is_full_backward_hook.",
        ),
        Wrong(
            but("return found[True], found[False]", "return found[False], found[True]"),
            "The two lists have changed places: the full hooks come first.",
        ),
        Wrong(
            but(
                """                found[backward_hooks._global_is_full_backward_hook] += _global_backward_hooks.values()
                found[self._is_full_backward_hook] += self._backward_hooks.values()
""",
                """                found[self._is_full_backward_hook] += self._backward_hooks.values()
                found[backward_hooks._global_is_full_backward_hook] += _global_backward_hooks.values()
""",
            ),
            "The module's own hooks come before those of all modules. As in the forward pass, the global ones are first.",
        ),
        Wrong(
            but("+= _global_backward_hooks.values()", "+= []"),
            "The hooks for all modules are missing. They stand in _global_backward_hooks, and which list they go to is said by "
            "backward_hooks._global_is_full_backward_hook at that time: a copy of it that you imported stays what it was.",
        ),
        Wrong(
            but(
                "[*_global_backward_pre_hooks.values(), *self._backward_pre_hooks.values()]",
                "self._backward_pre_hooks.values()",
            ),
            "A new list is asked for, and the pre-hooks of all modules come first in it.",
        ),
        Wrong(
            but(
                "[*_global_backward_pre_hooks.values(), *self._backward_pre_hooks.values()]",
                "[*self._backward_pre_hooks.values(), *_global_backward_pre_hooks.values()]",
            ),
            "The module's own pre-hooks come before those of all modules. The global ones are first.",
        ),
        Wrong(
            but(
                "[*_global_backward_pre_hooks.values(), *self._backward_pre_hooks.values()]",
                "[*self._backward_pre_hooks.values()]",
            ),
            "The pre-hooks for all modules, those of _global_backward_pre_hooks, are missing.",
        ),
        Wrong(
            but("                self._is_full_backward_hook = True\n", ""),
            "The module does not note that it has full hooks, so nobody will find them: self._is_full_backward_hook = True.",
        ),
        Wrong(
            but("if self._is_full_backward_hook is False:", "if not self._is_full_backward_hook:"),
            "A module that has no hooks yet has None for its kind, and `not None` is True: its first hook is refused. Ask `is False`.",
        ),
        Wrong(
            but(
                """                if self._is_full_backward_hook is False:
                    raise RuntimeError(MIXED)
""",
                "",
            ),
            "A module with legacy hooks takes full ones as well, and then all of them count as full. Refuse: RuntimeError(MIXED).",
        ),
        Wrong(
            but(
                "return register(self._backward_hooks, hook, prepend=prepend)",
                "register(self._backward_hooks, hook, prepend=prepend)",
            ),
            "register_full_backward_hook returns nothing. Whoever registers a hook wants its handle: return what register gives.",
        ),
        Wrong(
            but("register(self._backward_hooks, hook, prepend=prepend)", "register(self._backward_hooks, hook)"),
            "prepend is not handed on, so the hook comes last where it was to be first.",
        ),
        Wrong(
            but("full_backward_hook = True", "full_backward_hook = False"),
            "The module notes False, which means legacy hooks. These are full ones: True.",
        ),
    ],
    mistakes=[
        stops(
            "has no attribute '__name__'",
            "What is wanted are the hooks themselves, one by one: the `.values()` of the dictionaries.",
        ),
        stops(
            "'bool' object is not iterable",
            "register(hooks, hook, marks=(), prepend=False): the third place is that of the marks. Hand prepend on by its name.",
        ),
        stops(
            "'function' object is not iterable", "Two lists come back, in a tuple: the full hooks, and the legacy ones."
        ),
        Mistake(
            lambda expected, got, error: "register() takes" in str(error) or "register() got multiple" in str(error),
            "register(hooks, hook, marks=(), prepend=False): prepend is handed on by its name.",
        ),
        where([[], ["silent"]], "The module's own legacy hooks are to stand in the second list."),
        where(
            ([["len"], ["max"]], [[], ["max"]]),
            "The hooks of all modules go by their own note, and those of this module by its own: ask for each of the two.",
        ),
        where([["silent"], []], "The module's own full hooks are to stand in the first list."),
        Mistake(
            lambda expected, got, error: (
                got[0] == [["max", "len", "min"], ["len", "len"]] or expected[1:] == (1, 0) != got[1:]
            ),
            "Asking for the hooks changes the dictionaries that they stand in. Make a new list of the two.",
        ),
        Mistake(
            lambda expected, got, error: got[0][0] == ["silent", "silent"],
            "The hook is kept twice, and the handle takes only one of them away. `register` stores it; nothing else has to.",
        ),
        where(
            [["max", "min", "len"], []],
            "All of them are full hooks here, and those of all modules come first. Their note, "
            "backward_hooks._global_is_full_backward_hook, is asked for each time (a copy that you imported stays what it was), and "
            "the module's own hooks are added in any case.",
        ),
        where(
            ([["max", "len", "min"], ["len"]], 1, 0),
            "The pre-hooks of all modules come first, then this one's: _global_backward_pre_hooks, self._backward_pre_hooks.",
        ),
    ],
    hints=[
        "The kind of the module's hooks is self._is_full_backward_hook, that of all modules' backward_hooks."
        "_global_is_full_backward_hook. True means full, False legacy.",
        "Begin with two empty lists. The hooks of all modules first, then the module's own: to which list do their "
        "`.values()` go?",
        "`found = {True: [], False: [], None: []}`, then `found[self._is_full_backward_hook] += self._backward_hooks.values()`, after "
        "the same for the file's; at the end `return found[True], found[False]`.",
    ],
)
