"""Backward hooks, built into the call."""

from ...define import Case, Exercise, T, Wrong
from ..edited import edited
from .watched import OF_THE_CALL, SETUP

GOOD = """
            def _run_forward_pre_hooks(self, seen):
                seen.watch, seen.legacy = self._watch_backward()
                Call._run_forward_pre_hooks(self, seen)
                if seen.watch is not None:
                    seen.args = seen.watch.take_inputs(seen.args)

            def _run_forward_hooks(self, seen):
                Call._run_forward_hooks(self, seen)
                if seen.watch is not None:
                    seen.result = seen.watch.take_outputs(seen.result)
                if seen.legacy:
                    hang_legacy(self, seen.legacy, seen.args, seen.result)

            def _watch_backward(self):
                full, legacy = self._get_backward_hooks()
                before = self._get_backward_pre_hooks()
                return (Watch(self, full, before) if full or before else None), legacy

            def __call__(self, *args, **kwargs):
                if self._backward_hooks or self._backward_pre_hooks or _global_backward_hooks or _global_backward_pre_hooks:
                    return self._call_with_hooks(args, kwargs)
                return self._call_impl(*args, **kwargs)
"""

HOME = "minitorch.nn.module.backward_hooks:BackwardHooks."
ASK = "if self._backward_hooks or self._backward_pre_hooks or _global_backward_hooks or _global_backward_pre_hooks:"


def but(old, new):
    """The solution with one place changed."""
    return edited(GOOD, (old, new))


exercise = Exercise(
    "in_the_call",
    title="A rung on top of the call",
    difficulty=3,
    minutes=9,
    target=HOME + "__call__",
    covers=(HOME + "_run_forward_pre_hooks", HOME + "_run_forward_hooks", HOME + "_watch_backward"),
    installed=True,
    setup=SETUP
    + """
        from minitorch.nn.module.call import register

        class Told(mt.nn.Module):
            def forward(self, x):
                return 3 * x

            def _call_with_hooks(self, args, kwargs):
                self.__dict__.setdefault("told", []).append(args)
                return super()._call_with_hooks(args, kwargs)
""",
    stub='''
        def _run_forward_pre_hooks(self, seen):
            """seen.watch, seen.legacy = self._watch_backward(); then the forward pre-hooks, as Call runs them (outside a class there
            is no super(): Call._run_forward_pre_hooks(self, seen)); then seen.watch, if it is not None, takes seen.args."""
            ...


        def _run_forward_hooks(self, seen):
            """The forward hooks, as Call runs them; then seen.watch, if it is not None, takes seen.result; then, if there are
            legacy hooks: hang_legacy(self, seen.legacy, seen.args, seen.result)."""
            ...


        def _watch_backward(self):
            """(Watch(self, full, before) if there are full hooks or pre-hooks, else None; the legacy hooks). The lists are those of
            self._get_backward_hooks(), which gives full and legacy, and self._get_backward_pre_hooks()."""
            ...


        def __call__(self, *args, **kwargs):
            """self._call_with_hooks(args, kwargs) if there is a backward hook or backward pre-hook, of this module or of all; else
            self._call_impl(*args, **kwargs), which asks about forward hooks. The result is returned."""
            ...
    ''',
    solution='''
        def _run_forward_pre_hooks(self, seen):
            """The pre-hooks; then what they leave passes the first of the two steps, if a backward hook asks for it."""
            seen.watch, seen.legacy = self._watch_backward()
            Call._run_forward_pre_hooks(self, seen)
            if seen.watch is not None:
                seen.args = seen.watch.take_inputs(seen.args)


        def _run_forward_hooks(self, seen):
            """The forward hooks; then the result that they leave passes the second step."""
            Call._run_forward_hooks(self, seen)
            if seen.watch is not None:
                seen.result = seen.watch.take_outputs(seen.result)
            if seen.legacy:
                hang_legacy(self, seen.legacy, seen.args, seen.result)


        def _watch_backward(self):
            """(what watches this call for the backward hooks, or None where there are none; the legacy hooks)."""
            full, legacy = self._get_backward_hooks()
            before = self._get_backward_pre_hooks()
            return (Watch(self, full, before) if full or before else None), legacy


        def __call__(self, *args, **kwargs):
            """The way with hooks also where only backward hooks are; else `_call_impl`, as on the rung before."""
            if self._backward_hooks or self._backward_pre_hooks or _global_backward_hooks or _global_backward_pre_hooks:
                return self._call_with_hooks(args, kwargs)
            return self._call_impl(*args, **kwargs)
    ''',
    why="The rung stands round lesson 14's two loops and changes nothing in them. The first step comes after the pre-hooks and the "
    "second after the forward hooks, so what is watched is what forward gets and what the caller gets.",
    facts=[
        Case(
            """
            triple, seen, x = Triple(), [], leaf(1.0, 2.0)
            triple.register_full_backward_hook(lambda module, inner, outer: seen.append((lists(inner), lists(outer))))
            (triple(x) + x).sum().backward()
            (seen, x.grad)
            """,
            ([([[3.0, 3.0]], [[1.0, 1.0]])], T([4.0, 4.0])),
        ),
        Case(
            """
            triple, x = Triple(), leaf(1.0)
            triple.register_full_backward_pre_hook(lambda module, outer: (outer[0] * 10,))
            triple(x).sum().backward()
            x.grad
            """,
            T([30.0]),
        ),
        Case(
            """
            seen, x = [], leaf(1.0)
            with register_module_full_backward_hook(lambda module, inner, outer: seen.append(lists(inner))):
                Triple()(x).sum().backward()
            seen
            """,
            [[[3.0]]],
        ),
        Case(
            """
            told, x = Told(), leaf(1.0)
            plain = told(x).tolist()
            before = len(told.__dict__.get("told", []))
            with told.register_full_backward_hook(silent):
                told(x)
            with told.register_full_backward_pre_hook(lambda module, outer: None):
                told(x)
            (plain, before, len(told.told), told(x).tolist(), len(told.told))
            """,
            ([3.0], 0, 2, [3.0], 2),
        ),
        Case(
            """
            triple, seen, x = Triple(), [], leaf(1.0)
            triple.register_forward_pre_hook(lambda module, args: (args[0] * 10,))
            triple.register_full_backward_hook(lambda module, inner, outer: seen.append((lists(inner), lists(outer))))
            triple.register_forward_hook(lambda module, args, result: result * 100)
            y = triple(x)
            y.sum().backward()
            (y.tolist(), seen, x.grad)
            """,
            ([3000.0], [([[300.0]], [[1.0]])], T([3000.0])),
        ),
        Case(
            """
            triple, seen, x = Triple(), [], leaf(1.0)
            triple.register_forward_hook(lambda module, args, result: seen.append(args[0].grad_fn is not None))
            triple.register_full_backward_hook(silent)
            y = triple(x)
            (seen, y.grad_fn.name())
            """,
            ([True], "BackwardHookFunctionBackward"),
        ),
        Case(
            """
            triple, seen, x = Triple(), [], leaf(1.0)
            triple.register_forward_pre_hook(lambda module, args: seen.append(module.register_full_backward_hook(silent)))
            y = triple(x)
            triple._forward_pre_hooks.clear()
            (y.grad_fn.name(), triple(x).grad_fn.name())
            """,
            ("MulBackward0", "BackwardHookFunctionBackward"),
        ),
        Case(
            """
            triple, seen, x = Triple(), [], leaf(1.0)
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                triple.register_backward_hook(lambda module, inner, outer: seen.append((module is triple, lists(outer))))
                y = triple(x)
            y.sum().backward()
            (y.grad_fn.name(), seen)
            """,
            ("MulBackward0", [(True, [[1.0]])]),
        ),
        Case(
            """
            triple, seen = Triple(), []
            triple.register_forward_hook(lambda module, args, result: result + 1)
            (triple(mt.tensor([1.0])), Gate()(mt.tensor([2.0]), power=2, y=mt.tensor([3.0]))[1])
            """,
            (T([4.0]), T([9.0])),
        ),
        Case(
            """
            watch, legacy = Triple()._watch_backward()
            triple = Triple()
            triple.register_full_backward_hook(silent)
            mine, none = triple._watch_backward()
            (watch, legacy, type(mine).__name__, mine.module is triple, mine.full == [silent], mine.before, none)
            """,
            (None, [], "Watch", True, True, [], []),
        ),
        Case(
            """
            seen, x = [], leaf(1.0)
            with register(_global_backward_pre_hooks, lambda module, outer: seen.append(lists(outer))):
                Triple()(x).sum().backward()
            seen
            """,
            [[[1.0]]],
        ),
        Case(
            """
            gate = Gate()
            gate.register_forward_hook(lambda *given: None)
            with warnings.catch_warnings(record=True) as said:
                warnings.simplefilter("always")
                gate(leaf(1.0), 2, leaf(2.0))
            len(said)
            """,
            0,
        ),
    ],
    wrong=[
        Wrong(
            but(
                """                seen.watch, seen.legacy = self._watch_backward()
                Call._run_forward_pre_hooks(self, seen)
                if seen.watch is not None:
                    seen.args = seen.watch.take_inputs(seen.args)
""",
                """                seen.watch, seen.legacy = self._watch_backward()
                if seen.watch is not None:
                    seen.args = seen.watch.take_inputs(seen.args)
                Call._run_forward_pre_hooks(self, seen)
""",
            ),
            "The arguments pass the first step before the pre-hooks, so grad_input is not that of what forward really gets. First the "
            "pre-hooks, then take_inputs.",
        ),
        Wrong(
            but(
                """                Call._run_forward_hooks(self, seen)
                if seen.watch is not None:
                    seen.result = seen.watch.take_outputs(seen.result)
""",
                """                if seen.watch is not None:
                    seen.result = seen.watch.take_outputs(seen.result)
                Call._run_forward_hooks(self, seen)
""",
            ),
            "The result passes the second step before the forward hooks, so what they return has not passed it. First the forward "
            "hooks, then take_outputs.",
        ),
        Wrong(
            but("                Call._run_forward_hooks(self, seen)\n", ""),
            "The forward hooks of the module do not run any more: Call._run_forward_hooks(self, seen).",
        ),
        Wrong(
            but("                Call._run_forward_pre_hooks(self, seen)\n", ""),
            "The forward pre-hooks of the module do not run any more: Call._run_forward_pre_hooks(self, seen).",
        ),
        Wrong(
            but("seen.args = seen.watch.take_inputs(seen.args)", "seen.watch.take_inputs(seen.args)"),
            "What passed the first step is dropped, and forward gets the arguments as they were: store it in seen.args.",
        ),
        Wrong(
            but("seen.result = seen.watch.take_outputs(seen.result)", "seen.watch.take_outputs(seen.result)"),
            "What passed the second step is dropped, and the caller gets the result as it was: store it in seen.result.",
        ),
        Wrong(
            but(
                """                if seen.legacy:
                    hang_legacy(self, seen.legacy, seen.args, seen.result)
""",
                "",
            ),
            "The legacy hooks are never hung: hang_legacy(self, seen.legacy, seen.args, seen.result), where there are any.",
        ),
        Wrong(
            but("if full or before else None", "if full else None"),
            "A module that has backward pre-hooks alone is not watched: `full or before`.",
        ),
        Wrong(
            but("(Watch(self, full, before) if full or before else None)", "Watch(self, full, before)"),
            "Every call on this way is watched, also that of a module with forward hooks or legacy hooks only. Without full hooks and "
            "pre-hooks there is no Watch: None.",
        ),
        Wrong(
            but(ASK, "if self._backward_hooks or self._backward_pre_hooks:"),
            "A module without hooks of its own does not notice the global ones: _global_backward_hooks, _global_backward_pre_hooks.",
        ),
        Wrong(
            but("return self._call_impl(*args, **kwargs)", "return self.forward(*args, **kwargs)"),
            "Without backward hooks you call forward at once, and the forward hooks do not run. Go on as the rung before does: "
            "self._call_impl(*args, **kwargs).",
        ),
        Wrong(
            but("return self._call_impl(*args, **kwargs)", "return self._call_with_hooks(args, kwargs)"),
            "Every call takes the way with hooks, also that of a module without any. Without backward hooks go on as the rung before "
            "does: self._call_impl(*args, **kwargs).",
        ),
        Wrong(
            but(
                """                seen.watch, seen.legacy = self._watch_backward()
                Call._run_forward_pre_hooks(self, seen)
""",
                """                Call._run_forward_pre_hooks(self, seen)
                seen.watch, seen.legacy = self._watch_backward()
""",
            ),
            "A backward hook that a pre-hook registers counts already for this call. Ask self._watch_backward() before the pre-hooks "
            "run.",
        ),
        Wrong(
            but("return self._call_impl(*args, **kwargs)", "return self(*args, **kwargs)"),
            "It calls itself without end. On self, a method's name finds the very one that you are writing: the rung before is "
            "Call._run_forward_hooks(self, seen), and so on. The way without backward hooks is self._call_impl(*args, **kwargs).",
        ),
        Wrong(
            but("return self._call_impl(*args, **kwargs)", "self._call_impl(*args, **kwargs)"),
            "A module without backward hooks gives None: `return` what _call_impl gives.",
        ),
        Wrong(
            but(
                "                if seen.watch is not None:\n                    seen.args = seen.watch.take_inputs(seen.args)\n",
                "",
            ),
            "The arguments never pass the first step: seen.args = seen.watch.take_inputs(seen.args), after the pre-hooks.",
        ),
        Wrong(
            but(
                "if seen.watch is not None:\n                    seen.result",
                "if seen.watch is None:\n                    seen.result",
            ),
            "It is the other way round: where there is a watch, the result passes the second step.",
        ),
        Wrong(
            but(
                "                if seen.legacy:\n                    hang",
                "                if True:\n                    hang",
            ),
            "hang_legacy is called for every module that takes this way, and warns of hooks that nobody has. Only if "
            "seen.legacy holds some.",
        ),
        Wrong(
            but("full or before else", "full and before else"),
            "A module that has only one of the two kinds is not watched: `full or before`.",
        ),
        Wrong(
            but("full, legacy = self", "legacy, full = self"),
            "The two lists have changed places: _get_backward_hooks gives the full hooks first, and then the legacy ones.",
        ),
        Wrong(
            but(" or _global_backward_pre_hooks:", ":"),
            "Where there are only backward pre-hooks for all modules, they do not run: _global_backward_pre_hooks is the "
            "fourth place to ask.",
        ),
        Wrong(
            but(ASK, ASK.replace(" or ", " and ")),
            "With `and`, the way with hooks is taken only where all four dictionaries hold some. One is enough: `or`.",
        ),
        Wrong(
            but(
                "                    return self._call_with_hooks(args, kwargs)\n",
                "                    self._call_with_hooks(args, kwargs)\n",
            ),
            "What the way with hooks gives is dropped, and the module is called once more without backward hooks: "
            "`return` it.",
        ),
    ],
    hints=[
        "The first two do what Call does, and something before or after it: `Call._run_forward_pre_hooks(self, seen)` and "
        "`Call._run_forward_hooks(self, seen)`. The last asks a question and chooses one of two ways.",
        "First step: after the pre-hooks, `seen.args = seen.watch.take_inputs(seen.args)`. Second step: after the forward hooks, "
        "`seen.result = seen.watch.take_outputs(seen.result)`. Both only if seen.watch is not None.",
        "_watch_backward: `full, legacy = self._get_backward_hooks()`, `before = self._get_backward_pre_hooks()`, `return (Watch("
        "self, "
        "full, before) if full or before else None), legacy`.",
    ],
    mistakes=OF_THE_CALL,
)
