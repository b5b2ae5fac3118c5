"""When forward fails."""

from ...define import Case, Exercise, Mistake, T, Wrong
from .call_impl import but
from .doubles import SETUP

GOOD = """
            def register_forward_hook(self, hook, *, prepend=False, with_kwargs=False, always_call=False):
                marks = [(with_kwargs, self._forward_hooks_with_kwargs), (always_call, self._forward_hooks_always_called)]
                return register(self._forward_hooks, hook, marks, prepend)

            def _call_with_hooks(self, args, kwargs):
                seen = Seen(args, kwargs)
                try:
                    self._run_forward_pre_hooks(seen)
                    seen.result = self.forward(*seen.args, **seen.kwargs)
                    self._run_forward_hooks(seen)
                    return seen.result
                except Exception:
                    self._run_the_rest(seen)
                    raise
"""

exercise = Exercise(
    "always_call",
    title="The way with hooks, and errors on it",
    difficulty=3,
    minutes=9,
    target="minitorch.nn.module.call:Call._call_with_hooks",
    covers=("minitorch.nn.module.call:Call.register_forward_hook",),
    installed=True,
    setup=SETUP,
    stub='''
        def register_forward_hook(self, hook, *, prepend=False, with_kwargs=False, always_call=False):
            """Keep the hook in self._forward_hooks and return its handle, with the help of `register`.

            The marks: with_kwargs in self._forward_hooks_with_kwargs, always_call in self._forward_hooks_always_called.
            """
            ...


        def _call_with_hooks(self, args, kwargs):
            """The whole call: self._run_forward_pre_hooks(seen), forward, self._run_forward_hooks(seen). Returns the result.

            `seen` is a Seen(args, kwargs); forward is given what the pre-hooks left in it, and its result is stored there. If
            anything raises an Exception, call self._run_the_rest(seen), and let the error go on.
            """
            ...
    ''',
    solution='''
        def register_forward_hook(self, hook, *, prepend=False, with_kwargs=False, always_call=False):
            """Call `hook(module, args, result)` after forward; what it returns takes the place of the result."""
            marks = [(with_kwargs, self._forward_hooks_with_kwargs), (always_call, self._forward_hooks_always_called)]
            return register(self._forward_hooks, hook, marks, prepend)


        def _call_with_hooks(self, args, kwargs):
            """The way with hooks. Whatever fails on it, the hooks with always_call have run when the error goes on."""
            seen = Seen(args, kwargs)
            try:
                self._run_forward_pre_hooks(seen)
                seen.result = self.forward(*seen.args, **seen.kwargs)
                self._run_forward_hooks(seen)
                return seen.result
            except Exception:
                self._run_the_rest(seen)
                raise
    ''',
    why="The try stands around everything, for a pre-hook may fail as well as forward. `raise` alone lets the same error go on. What "
    "was known when it came stands in `seen`.",
    facts=[
        Case(
            """
            double = Double()
            double.register_forward_pre_hook(lambda module, args: (args[0] * 10,))
            double.register_forward_hook(lambda module, args, result: result + 1)
            double(mt.tensor([1.0, 2.0]))
            """,
            T([21.0, 41.0]),
        ),
        Case(
            """
            double, seen = Double(), []
            double.register_forward_pre_hook(lambda module, args, kwargs: (args, {"plus": kwargs["plus"] * 10}), with_kwargs=True)
            double.register_forward_hook(lambda *given: seen.append(given[1:]))
            (double(3, plus=1), seen)
            """,
            (16, [((3,), 16)]),
        ),
        Case(
            """
            double, seen = Double(), []
            double.register_forward_hook(note(seen, "b"))
            handle = double.register_forward_hook(note(seen, "a"), prepend=True)
            double(3)
            handle.remove()
            double(3)
            seen
            """,
            ["a", "b", "b"],
        ),
        Case(
            """
            double = Double()
            one = double.register_forward_hook(print, with_kwargs=True)
            two = double.register_forward_hook(print, always_call=True)
            asks, always = list(double._forward_hooks_with_kwargs), list(double._forward_hooks_always_called)
            one.remove(), two.remove()
            sizes = len(double._forward_hooks), len(double._forward_hooks_with_kwargs), len(double._forward_hooks_always_called)
            (asks == [one.id], always == [two.id], sizes)
            """,
            (True, True, (0, 0, 0)),
        ),
        Case(
            """
            double, seen = Double(), []
            double.register_forward_hook(note(seen, "plain"))
            double.register_forward_hook(lambda module, args, result: seen.append((args, result)), always_call=True)
            (tried(double, "x", plus=1), seen)
            """,
            ('TypeError: can only concatenate str (not "int") to str', [(("x",), None)]),
        ),
        Case(
            """
            double, seen = Double(), []
            double.register_forward_hook(note(seen, "marked, before"), always_call=True)
            double.register_forward_hook(lambda module, args, result: 1 // 0)
            double.register_forward_hook(note(seen, "plain, after"))
            double.register_forward_hook(lambda module, args, result: seen.append(result), always_call=True)
            (tried(double, 3), seen)
            """,
            ("ZeroDivisionError: integer division or modulo by zero", ["marked, before", 6]),
        ),
        Case(
            """
            double, seen = Double(), []
            double.register_forward_pre_hook(lambda module, args: (args[0] * 10,))
            double.register_forward_pre_hook(lambda module, args: 1 // 0)
            double.register_forward_hook(lambda module, args, result: seen.append((args, result)), always_call=True)
            (tried(double, 3), seen)
            """,
            ("ZeroDivisionError: integer division or modulo by zero", [((30,), None)]),
        ),
        Case(
            """
            class Fails(Call):
                def forward(self, x):
                    raise KeyError("in forward")
            fails, seen = Fails(), []
            fails.register_forward_hook(lambda module, args, result: "instead", always_call=True)
            fails.register_forward_hook(lambda module, args, result: seen.append(result), always_call=True)
            (tried(fails, 3), seen)
            """,
            ("KeyError: 'in forward'", ["instead"]),
        ),
        Case(
            """
            double, seen = Double(), []
            double.register_forward_hook(note(seen, "once"), always_call=True)
            (double(3), seen)
            """,
            (6, ["once"]),
        ),
        Case(
            """
            double = Double()
            double.register_forward_hook(lambda module, args, result: result + 1)
            [double(3), double(4)]
            """,
            [7, 9],
        ),
        Case(
            """
            class Leaves(Double):
                def forward(self, x):
                    raise SystemExit
            leaves, seen = Leaves(), []
            leaves.register_forward_hook(note(seen, "always"), always_call=True)
            try:
                leaves(3)
            except SystemExit:
                seen.append("out")
            seen
            """,
            ["out"],
        ),
    ],
    wrong=[
        Wrong(
            but("                    raise\n", "", GOOD),
            "The error is swallowed, and the caller gets None. After _run_the_rest it has to go on: `raise`.",
        ),
        Wrong(
            but(
                """                    self._run_the_rest(seen)
                    raise
""",
                """                    raise
""",
                GOOD,
            ),
            "After an error the hooks with always_call do not run: call self._run_the_rest(seen) before the error goes on.",
        ),
        Wrong(
            but(
                """                seen = Seen(args, kwargs)
                try:
                    self._run_forward_pre_hooks(seen)
""",
                """                seen = Seen(args, kwargs)
                self._run_forward_pre_hooks(seen)
                try:
""",
                GOOD,
            ),
            "The pre-hooks stand before the `try`. They may fail, too, and the hooks with always_call should run then.",
        ),
        Wrong(
            but(
                """                    self._run_forward_hooks(seen)
                    return seen.result
                except Exception:
                    self._run_the_rest(seen)
                    raise
""",
                """                except Exception:
                    self._run_the_rest(seen)
                    raise
                self._run_forward_hooks(seen)
                return seen.result
""",
                GOOD,
            ),
            "The forward hooks stand behind the `try`. One of them may fail, too, and the hooks with always_call should run then.",
        ),
        Wrong(
            but("self.forward(*seen.args, **seen.kwargs)", "self.forward(*args, **kwargs)", GOOD),
            "forward is given what the caller gave, not what the pre-hooks made of it: seen.args and seen.kwargs.",
        ),
        Wrong(
            but("self.forward(*seen.args, **seen.kwargs)", "self.forward(*seen.args)", GOOD),
            "What was given by name does not come to forward: `**seen.kwargs`.",
        ),
        Wrong(
            but(
                """                    seen.result = self.forward(*seen.args, **seen.kwargs)
                    self._run_forward_hooks(seen)
                    return seen.result
""",
                """                    result = self.forward(*seen.args, **seen.kwargs)
                    self._run_forward_hooks(seen)
                    return result
""",
                GOOD,
            ),
            "The result stays in a name of your own. The hooks look for it in seen.result, and leave there what takes its place.",
        ),
        Wrong(
            but(
                """                    seen.result = self.forward(*seen.args, **seen.kwargs)
                    self._run_forward_hooks(seen)
                    return seen.result
""",
                """                    result = seen.result = self.forward(*seen.args, **seen.kwargs)
                    self._run_forward_hooks(seen)
                    return result
""",
                GOOD,
            ),
            "You return what forward gave. The hooks may have replaced it: return seen.result.",
        ),
        Wrong(
            but("                    return seen.result\n", "", GOOD),
            "A call with hooks gives None: return seen.result.",
        ),
        Wrong(
            but(
                """                except Exception:
                    self._run_the_rest(seen)
                    raise
""",
                """                except Exception as error:
                    self._run_the_rest(seen)
                    raise RuntimeError(str(error))
""",
                GOOD,
            ),
            "You raise another error than the one that came. `raise` alone lets the same one go on.",
        ),
        Wrong(
            but(
                "(always_call, self._forward_hooks_always_called)",
                "(always_call, self._forward_hooks_with_kwargs)",
                GOOD,
            ),
            "always_call has a dictionary of its own, self._forward_hooks_always_called. With the mark in the other one, the hook is "
            "called with four things.",
        ),
        Wrong(
            but(
                "return register(self._forward_hooks, hook, marks, prepend)",
                "return register(self._forward_hooks, hook, marks)",
                GOOD,
            ),
            "prepend does not come to `register`: hand it on.",
        ),
        Wrong(
            but(
                "return register(self._forward_hooks, hook, marks, prepend)",
                "register(self._forward_hooks, hook, marks, prepend)",
                GOOD,
            ),
            "register_forward_hook returns nothing, so nobody can take the hook away: return the handle.",
        ),
        Wrong(
            but(
                "marks = [(with_kwargs, self._forward_hooks_with_kwargs), (always_call, self._forward_hooks_always_called)]",
                "marks = [(with_kwargs, self._forward_hooks_with_kwargs)]",
                GOOD,
            ),
            "always_call is not noted anywhere. It is a mark like with_kwargs: (always_call, self._forward_hooks_always_called).",
        ),
        Wrong(
            but(
                "return register(self._forward_hooks, hook, marks, prepend)",
                "return register(self._forward_pre_hooks, hook, marks, prepend)",
                GOOD,
            ),
            "The hook is kept among the pre-hooks, and runs before forward. Forward hooks stand in self._forward_hooks.",
        ),
        Wrong(
            but(
                "                    self._run_the_rest(seen)\n                    raise\n",
                "                    self._run_the_rest(seen)\n                    return seen.result\n",
                GOOD,
            ),
            "The error is swallowed: you return instead of letting it go on. `raise`.",
        ),
        Wrong(
            but(
                "                    self._run_the_rest(seen)\n",
                "                    self._run_forward_hooks(seen)\n",
                GOOD,
            ),
            "After an error all forward hooks run once more. Only some should: self._run_the_rest(seen).",
        ),
        Wrong(
            but("                    self._run_forward_pre_hooks(seen)\n", "", GOOD),
            "The pre-hooks do not run: self._run_forward_pre_hooks(seen), before forward.",
        ),
        Wrong(
            but("                    self._run_forward_hooks(seen)\n", "", GOOD),
            "The forward hooks do not run: self._run_forward_hooks(seen), after forward.",
        ),
        Wrong(
            but("hook, marks, prepend)", "hook, prepend, marks)", GOOD),
            "register takes (hooks, hook, marks, prepend), in this order.",
        ),
        Wrong(
            but(
                "                    raise\n",
                "                    raise RuntimeError('a hook or forward failed')\n",
                GOOD,
            ),
            "You raise an error of your own. Whoever called waits for the one that came: `raise` alone lets it go on.",
        ),
        Wrong(
            but("except Exception:", "except BaseException:", GOOD),
            "KeyboardInterrupt and SystemExit are no Exception: they end the program, and no hook is asked. Catch "
            "Exception alone.",
        ),
        Wrong(
            but("                    seen.result = self.forward(*seen.args, **seen.kwargs)\n", "", GOOD).replace(
                "                    self._run_forward_pre",
                "                    seen.result = self.forward(*seen.args, **seen.kwargs)\n                    self._run_forward_pre",
            ),
            "forward runs before the pre-hooks, which are there to see its arguments. First the pre-hooks, then forward, "
            "then the hooks.",
        ),
    ],
    hints=[
        "`marks` is a list of two pairs, one for each of the two options; `register` does the rest.",
        "One `try` around all three parts of the call. Its `except Exception:` calls self._run_the_rest(seen), and then says `raise`.",
        "`seen = Seen(args, kwargs)`; in the try `self._run_forward_pre_hooks(seen)`, `seen.result = self.forward(*seen.args, "
        "**seen.kwargs)`, `self._run_forward_hooks(seen)`, `return seen.result`.",
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: expected[0].startswith("TypeError") and got[0] is None,
            "The error does not come out. A `return` in a `finally` swallows it, as an `except` does that does not end in `raise`.",
        ),
        Mistake(
            lambda expected, got, error: expected[1] == ["marked, before", 6] and got[1] == ["marked, before"],
            "A forward hook fails here, and the marked one behind it does not run. All three parts stand inside the `try`: a hook "
            "may fail as well as forward.",
        ),
        Mistake(
            lambda expected, got, error: "cannot unpack non-iterable NoneType" in str(error),
            "self._run_forward_pre_hooks(seen) returns nothing. What the pre-hooks left stands in seen.args and seen.kwargs.",
        ),
        Mistake(
            lambda expected, got, error: "cannot create weak reference to 'bool'" in str(error),
            "In a mark `wanted` comes first, and then the dictionary: (with_kwargs, self._forward_hooks_with_kwargs).",
        ),
        Mistake(
            lambda expected, got, error: expected[0].startswith("TypeError") and "Error" in got[0],
            "Another error comes out than the one that came up. `raise` alone, or `raise` with that very error, lets it go on.",
        ),
        Mistake(
            lambda expected, got, error: expected == (True, True, (0, 0, 0)) != got,
            "A mark stands under its hook's own number, and goes with it. Every call of `register` gives a new number: call it "
            "once, with the marks.",
        ),
        Mistake(
            lambda expected, got, error: "No active exception to reraise" in str(error),
            "`raise` alone works only inside the `except` block, where there is an error that can go on.",
        ),
    ],
)
