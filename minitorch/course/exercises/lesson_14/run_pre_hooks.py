"""Arguments before forward, by place and by name."""

from ...define import Case, Exercise, Mistake, T, Wrong
from .call_impl import but
from .doubles import MOVED, OF_PRE_HOOKS, SETUP

GOOD = """
            def register_forward_pre_hook(self, hook, *, prepend=False, with_kwargs=False):
                marks = [(with_kwargs, self._forward_pre_hooks_with_kwargs)]
                return register(self._forward_pre_hooks, hook, marks, prepend)

            def _run_forward_hook(self, number, hook, seen):
                if number in self._forward_hooks_with_kwargs or number in _global_forward_hooks_with_kwargs:
                    return hook(self, seen.args, seen.kwargs, seen.result)
                return hook(self, seen.args, seen.result)

            def _run_forward_pre_hooks(self, seen):
                for number, hook in [*_global_forward_pre_hooks.items(), *self._forward_pre_hooks.items()]:
                    if number in self._forward_pre_hooks_with_kwargs:
                        found = hook(self, seen.args, seen.kwargs)
                        if found is not None:
                            seen.args, seen.kwargs = pair(found)
                    else:
                        found = hook(self, seen.args)
                        if found is not None:
                            seen.args = found if isinstance(found, tuple) else (found,)
"""

KEEP = "register(self._forward_pre_hooks, hook, marks, prepend)"
BOTH = "[*_global_forward_pre_hooks.items(), *self._forward_pre_hooks.items()]"
WRAP = "seen.args = found if isinstance(found, tuple) else (found,)"
HOME = "minitorch.nn.module.call:Call."

exercise = Exercise(
    "run_pre_hooks",
    title="Pre-hooks, and arguments by name",
    difficulty=3,
    minutes=11,
    target=HOME + "_run_forward_pre_hooks",
    covers=(HOME + "_run_forward_hook", HOME + "register_forward_pre_hook"),
    installed=True,
    setup=SETUP + "\n        register_forward_pre_hook = Call.register_forward_pre_hook\n",
    stub='''
        def register_forward_pre_hook(self, hook, *, prepend=False, with_kwargs=False):
            """Keep the hook in self._forward_pre_hooks, marked in self._forward_pre_hooks_with_kwargs; the handle of `register`."""
            ...


        def _run_forward_hook(self, number, hook, seen):
            """Call one forward hook and return what it returns.

            It is called with (module, args, result); with (module, args, kwargs, result) if its number is in
            self._forward_hooks_with_kwargs or in _global_forward_hooks_with_kwargs.
            """
            ...


        def _run_forward_pre_hooks(self, seen):
            """Run the forward pre-hooks, those of _global_forward_pre_hooks and then those of self._forward_pre_hooks.

            A plain one is called with (module, args). What it returns, unless None, is seen.args from then on: a tuple as it
            is, anything else as a tuple of one. One whose number is in self._forward_pre_hooks_with_kwargs is called with
            (module, args, kwargs). What it returns, unless None, is the new seen.args and seen.kwargs: pair(...) checks it.
            """
            ...
    ''',
    solution='''
        def register_forward_pre_hook(self, hook, *, prepend=False, with_kwargs=False):
            """Keep the hook in self._forward_pre_hooks, marked in self._forward_pre_hooks_with_kwargs; the handle of `register`."""
            marks = [(with_kwargs, self._forward_pre_hooks_with_kwargs)]
            return register(self._forward_pre_hooks, hook, marks, prepend)


        def _run_forward_hook(self, number, hook, seen):
            """Call one forward hook, with the keyword arguments if it wants to see them; what it returns."""
            if number in self._forward_hooks_with_kwargs or number in _global_forward_hooks_with_kwargs:
                return hook(self, seen.args, seen.kwargs, seen.result)
            return hook(self, seen.args, seen.result)


        def _run_forward_pre_hooks(self, seen):
            """The pre-hooks see the arguments, and may replace them."""
            for number, hook in [*_global_forward_pre_hooks.items(), *self._forward_pre_hooks.items()]:
                if number in self._forward_pre_hooks_with_kwargs:
                    found = hook(self, seen.args, seen.kwargs)
                    if found is not None:
                        seen.args, seen.kwargs = pair(found)
                else:
                    found = hook(self, seen.args)
                    if found is not None:
                        seen.args = found if isinstance(found, tuple) else (found,)
    ''',
    why="The mark under the hook's number decides how it is called. A plain pre-hook cannot see what was given by name, so it cannot "
    "lose it either.",
    facts=[
        Case(
            """
            double, seen = Double(), []
            first = double.register_forward_pre_hook(note(seen, "first"))
            second = double.register_forward_pre_hook(note(seen, "prepended"), prepend=True, with_kwargs=True)
            double(3)
            first.remove()
            double(3)
            marks = len(double._forward_pre_hooks_with_kwargs)
            second.remove()
            (seen, marks, len(double._forward_pre_hooks), len(double._forward_pre_hooks_with_kwargs))
            """,
            (["prepended", "first", "prepended"], 1, 0, 0),
        ),
        Case(
            """
            double = Double()
            double.register_forward_pre_hook(lambda module, args: (args[0] * 10,))
            double(mt.tensor([1.0, 2.0]))
            """,
            T([20.0, 40.0]),
        ),
        Case(
            """
            double, seen = Double(), []
            double.register_forward_pre_hook(lambda *given: seen.append(given))
            (double(3, 4), seen == [(double, (3, 4))])
            """,
            (10, True),
        ),
        Case(
            """
            double = Double()
            double.register_forward_pre_hook(lambda module, args: args[0] + 1)
            double.register_forward_pre_hook(lambda module, args: (args[0], 100))
            double(3)
            """,
            108,
        ),
        Case(
            """
            double = Double()
            double.register_forward_pre_hook(lambda module, args: 0)
            (double(3), double(3, plus=1))
            """,
            (0, 1),
        ),
        Case(
            """
            class Length(Call):
                def forward(self, values):
                    return len(values)
            length = Length()
            length.register_forward_pre_hook(lambda module, args: [*args[0], 0])
            length([1, 2])
            """,
            3,
        ),
        Case(
            """
            double, seen = Double(), []
            double.register_forward_pre_hook(lambda module, args, kwargs: seen.append((args, kwargs)), with_kwargs=True)
            (double(3, plus=5), seen)
            """,
            (11, [((3,), {"plus": 5})]),
        ),
        Case(
            """
            double = Double()
            double.register_forward_pre_hook(lambda module, args, kwargs: (args, {"plus": 100}), with_kwargs=True)
            double(3, plus=5)
            """,
            106,
        ),
        Case(
            """
            double, seen = Double(), []
            double.register_forward_pre_hook(lambda module, args, kwargs: ((4,), {"plus": 1}), with_kwargs=True)
            double.register_forward_pre_hook(lambda module, args: seen.append(args))
            double.register_forward_pre_hook(lambda module, args, kwargs: seen.append(kwargs), with_kwargs=True)
            (double(3, plus=5), seen)
            """,
            (9, [(4,), {"plus": 1}]),
        ),
        Case(
            """
            double = Double()
            double.register_forward_pre_hook(lambda module, args, kwargs: args, with_kwargs=True)
            double(3)
            """,
            raises=RuntimeError,
            match="must return None or a tuple of (new_args, new_kwargs)",
        ),
        Case(
            """
            double = Double()
            double.register_forward_pre_hook(lambda module, args, kwargs: (args, {}), with_kwargs=True)
            double(3, plus=5)
            """,
            6,
        ),
        Case(
            """
            double, seen = Double(), []
            double.register_forward_pre_hook(lambda module, args, kwargs="none": seen.append(kwargs))
            (seen, double(3))
            """,
            (["none"], 6),
        ),
        Case(
            """
            seen = Seen((3,), {})
            seen.result = 6
            (Double()._run_forward_hook(-1, lambda module, args, result: 7, seen), seen.result)
            """,
            (7, 6),
        ),
        Case(
            """
            double, seen = Double(), []
            double.register_forward_pre_hook(note(seen, "own"))
            with register_module_forward_pre_hook(note(seen, "global")):
                double(3)
            seen
            """,
            ["global", "own"],
        ),
        Case(
            """
            double, seen = Double(), []
            handle = double.register_forward_pre_hook(lambda *given: handle.remove())
            double.register_forward_pre_hook(note(seen, "second"))
            double(3), double(3)
            seen
            """,
            ["second", "second"],
        ),
        Case(
            """
            double, seen = Double(), []
            double.register_forward_pre_hook(lambda module, args: (args[0] * 10,))
            double.register_forward_hook(lambda module, args, result: seen.append((args, result)))
            double.register_forward_hook(lambda module, args, kwargs, result: seen.append((args, kwargs, result)), with_kwargs=True)
            (double(3, plus=1), seen)
            """,
            (61, [((30,), 61), ((30,), {"plus": 1}, 61)]),
        ),
        Case(
            """
            double, seen = Double(), []
            hook = lambda module, args, kwargs, result: seen.append(kwargs) or result + 1
            with register_module_forward_hook(hook, with_kwargs=True):
                found = double(3, plus=1)
            (found, seen)
            """,
            (8, [{"plus": 1}]),
        ),
        Case(
            """
            double = Double()
            double.register_forward_hook(lambda module, args, kwargs, result: result * 10, with_kwargs=True)
            double.register_forward_hook(lambda module, args, result: result + 1)
            double(3)
            """,
            61,
        ),
    ],
    wrong=[
        Wrong(
            but(
                "                return register(self._forward_pre", "                register(self._forward_pre", GOOD
            ),
            "register_forward_pre_hook returns nothing. Whoever registers a hook wants its handle: return what register gives.",
        ),
        Wrong(
            but(KEEP, "register(self._forward_pre_hooks, hook, marks)", GOOD),
            "prepend is not handed on, so the hook comes last where it was to be first.",
        ),
        Wrong(
            but(KEEP, "register(self._forward_pre_hooks, hook, (), prepend)", GOOD),
            "No mark is handed to register: nobody will know that the hook wants the keyword arguments.",
        ),
        Wrong(
            but(WRAP, "seen.args = found", GOOD),
            "A pre-hook may return one value instead of a tuple. forward is called with seen.args, so wrap it: (found,).",
        ),
        Wrong(
            but(WRAP, "seen.args = (found,)", GOOD),
            "A tuple that a pre-hook returns is all the arguments already. You put it into another tuple, so forward gets it as one.",
        ),
        Wrong(
            but(WRAP, "seen.args = tuple(found)", GOOD),
            "tuple(found) takes a value apart: a list, or a tensor, would become several arguments, and a number cannot be. Ask "
            "isinstance(found, tuple), and wrap all else: (found,).",
        ),
        Wrong(
            but(WRAP, "seen.args = found if isinstance(found, (tuple, list)) else (found,)", GOOD),
            "A list is one argument, as any value is. Only a tuple stands for all of them.",
        ),
        Wrong(
            but(
                """                        found = hook(self, seen.args)
                        if found is not None:
""",
                """                        found = hook(self, seen.args)
                        if found:
""",
                GOOD,
            ),
            "A pre-hook that returns 0 means 0. Only None leaves the arguments alone: `is not None`.",
        ),
        Wrong(
            but(
                "                        if found is not None:\n                            seen.args = ",
                "                        seen.args = ",
                GOOD,
            ),
            "A pre-hook that returns nothing only looks. With it, forward is called with None.",
        ),
        Wrong(
            but("seen.args, seen.kwargs = pair(found)", "seen.args, seen.kwargs = found", GOOD),
            "What a pre-hook with with_kwargs returns is taken apart unseen, and the error speaks of values to unpack. pair(found) "
            "says what was expected.",
        ),
        Wrong(
            but("seen.args, seen.kwargs = pair(found)", "seen.args, _ = pair(found)", GOOD),
            "The new keyword arguments are dropped. Both take the place of what was there: seen.args and seen.kwargs.",
        ),
        Wrong(
            but(BOTH, "list(self._forward_pre_hooks.items())", GOOD),
            "The pre-hooks for all modules, those of _global_forward_pre_hooks, do not run. They come first.",
        ),
        Wrong(
            but(BOTH, "[*self._forward_pre_hooks.items(), *_global_forward_pre_hooks.items()]", GOOD),
            "The module's own pre-hooks run before the global ones. In PyTorch the global ones come first.",
        ),
        Wrong(
            but("if number in self._forward_pre_hooks_with_kwargs:", "if seen.kwargs:", GOOD),
            "You call a hook with keyword arguments whenever there are any. It is the hook that asks for them: its number is in "
            "self._forward_pre_hooks_with_kwargs.",
        ),
        Wrong(
            but(
                "if number in self._forward_pre_hooks_with_kwargs:",
                "if hook in self._forward_pre_hooks_with_kwargs:",
                GOOD,
            ),
            "A marked pre-hook is called as a plain one. Its number is the mark: `number in self._forward_pre_hooks_with_kwargs`.",
        ),
        Wrong(
            but(
                "if number in self._forward_hooks_with_kwargs or number in _global_forward_hooks_with_kwargs:",
                "if number in self._forward_hooks_with_kwargs:",
                GOOD,
            ),
            "A global hook may ask for keyword arguments as well: its number is in _global_forward_hooks_with_kwargs.",
        ),
        Wrong(
            but(
                "return hook(self, seen.args, seen.kwargs, seen.result)",
                "return hook(self, seen.args, seen.result, seen.kwargs)",
                GOOD,
            ),
            "The order is (module, args, kwargs, result): the result comes last, as for a plain hook.",
        ),
        Wrong(
            but("return hook(self, seen.args, seen.result)", "hook(self, seen.args, seen.result)", GOOD),
            "What a plain forward hook returns does not come out of _run_forward_hook: return it. Whoever called decides what to do "
            "with it.",
        ),
        Wrong(
            but("return hook(self, seen.args, seen.result)", "return hook(self, *seen.args, seen.result)", GOOD),
            "A hook is given the arguments as one tuple, also where there is only one: `hook(self, seen.args, seen.result)`, without "
            "a star.",
        ),
        Wrong(
            but("found = hook(self, seen.args)", "found = hook(self, *seen.args)", GOOD),
            "A pre-hook is given the arguments as one tuple, also where there is only one: `hook(self, seen.args)`, without a star.",
        ),
        Wrong(
            but("found = hook(self, seen.args, seen.kwargs)", "found = hook(self, seen.args, **seen.kwargs)", GOOD),
            "A hook with with_kwargs is given the keyword arguments as one dictionary: `hook(self, seen.args, seen.kwargs)`, without "
            "stars.",
        ),
        Wrong(
            but("seen.args, seen.kwargs = pair(found)", "seen.kwargs, seen.args = pair(found)", GOOD),
            "The two are the wrong way round: a pre-hook returns (args, kwargs).",
        ),
        Wrong(
            but(WRAP, "seen.args += found if isinstance(found, tuple) else (found,)", GOOD),
            "What the hook returns is put behind the arguments that were there. It takes their place.",
        ),
        Wrong(
            but(WRAP, "args = found if isinstance(found, tuple) else (found,)", GOOD),
            "The new arguments get a name of your own and are then forgotten: store them in seen.args.",
        ),
    ],
    hints=[
        "Whether a hook wants the keyword arguments is asked by its number: is it in the dictionary ..._with_kwargs?",
        "Loop over `[*_global_forward_pre_hooks.items(), *self._forward_pre_hooks.items()]`, and call each hook in one of the two "
        "ways. Store what it gives in seen at once, so that the next one sees it.",
        "With kwargs: `seen.args, seen.kwargs = pair(found)`. Plain: `seen.args = found if isinstance(found, tuple) else (found,)`. "
        "Both only if `found is not None`.",
    ],
    mistakes=[
        *OF_PRE_HOOKS,
        MOVED,
        Mistake(
            lambda expected, got, error: "cannot unpack non-iterable NoneType" in str(error),
            "A pre-hook that returns nothing only looks: ask `found is not None` before you take it apart.",
        ),
    ],
)
