"""Calling: forward, and hooks that see and replace."""

from ...define import Case, Exercise, Mistake, T, Wrong
from .doubles import MOVED, OF_A_CALL, SETUP, STARS

GOOD = """
            class Seen:
                def __init__(self, args, kwargs):
                    self.args, self.kwargs, self.result = args, kwargs, None
                    self.ran = set()

            def _run_forward_hooks(self, seen):
                for number, hook in [*_global_forward_hooks.items(), *self._forward_hooks.items()]:
                    seen.ran.add(number)
                    found = self._run_forward_hook(number, hook, seen)
                    if found is not None:
                        seen.result = found

            def _call_impl(self, *args, **kwargs):
                if self._forward_hooks or self._forward_pre_hooks or _global_forward_hooks or _global_forward_pre_hooks:
                    return self._call_with_hooks(args, kwargs)
                return self.forward(*args, **kwargs)
"""


def but(old, new, good=GOOD):
    """The solution with one place changed."""
    if old not in good:
        raise ValueError(f"{old!r} is not in the solution")
    return good.replace(old, new)


BOTH = "[*_global_forward_hooks.items(), *self._forward_hooks.items()]"
ASK = "if self._forward_hooks or self._forward_pre_hooks or _global_forward_hooks or _global_forward_pre_hooks:"


exercise = Exercise(
    "call_impl",
    title="A call: hooks that see and replace",
    difficulty=3,
    minutes=9,
    target="minitorch.nn.module.call:Call._call_impl",
    covers=("minitorch.nn.module.call:Call._run_forward_hooks", "minitorch.nn.module.call:Seen"),
    installed=True,
    setup=SETUP,
    stub='''
        class Seen:
            """What is known of one call: args and kwargs as they came in, the result, which is None until forward has run, and ran,
            an empty set for the numbers of the forward hooks whose turn has come."""

            def __init__(self, args, kwargs): ...


        def _run_forward_hooks(self, seen):
            """Run the forward hooks: first those of _global_forward_hooks, then those of self._forward_hooks.

            For each: add its number to seen.ran, and then call self._run_forward_hook(number, hook, seen). What that returns,
            unless it is None, is seen.result from then on.
            """
            ...


        def _call_impl(self, *args, **kwargs):
            """forward(*args, **kwargs), if there is no hook before or after it, of this module or of all.

            Otherwise self._call_with_hooks(args, kwargs). In both cases the result is returned.
            """
            ...
    ''',
    solution='''
        class Seen:
            """What is known of one call: args and kwargs as they came in, the result, which is None until forward has run, and ran,
            an empty set for the numbers of the forward hooks whose turn has come."""

            def __init__(self, args, kwargs):
                self.args, self.kwargs, self.result = args, kwargs, None
                self.ran = set()


        def _run_forward_hooks(self, seen):
            """The forward hooks see the result, and may replace it."""
            for number, hook in [*_global_forward_hooks.items(), *self._forward_hooks.items()]:
                seen.ran.add(number)
                found = self._run_forward_hook(number, hook, seen)
                if found is not None:
                    seen.result = found


        def _call_impl(self, *args, **kwargs):
            """forward at once where there is no hook, else the way with hooks."""
            if self._forward_hooks or self._forward_pre_hooks or _global_forward_hooks or _global_forward_pre_hooks:
                return self._call_with_hooks(args, kwargs)
            return self.forward(*args, **kwargs)
    ''',
    why="The loop runs over a new list, so a hook may remove itself while it runs. `is not None` lets 0, False and an empty list "
    "take the result's place. And a module without hooks asks one question more than forward itself.",
    facts=[
        Case(
            """
            one, other = Seen((1, 2), {"plus": 3}), Seen((), {})
            one.ran.add(7)
            (one.args, one.kwargs, one.result, 7 in one.ran, other.args, other.kwargs, other.result, len(other.ran))
            """,
            ((1, 2), {"plus": 3}, None, True, (), {}, None, 0),
        ),
        Case("Double()(mt.tensor([1.0, 2.0]))", T([2.0, 4.0])),
        Case(
            """
            double, seen = Double(), []
            double.register_forward_hook(lambda *given: seen.append(given))
            result = double(3)
            (result, seen == [(double, (3,), 6)])
            """,
            (6, True),
        ),
        Case(
            """
            double, seen = Double(), []
            double.register_forward_hook(lambda module, args, result: result + 1)
            double.register_forward_hook(lambda module, args, result: seen.append(result))
            double.register_forward_hook(lambda module, args, result: result * 10)
            (double(3), seen)
            """,
            (70, [7]),
        ),
        Case(
            """
            double = Double()
            double.register_forward_hook(lambda module, args, result: 0)
            double(3)
            """,
            0,
        ),
        Case(
            """
            double, seen = Double(), []
            handle = double.register_forward_hook(lambda *given: handle.remove())
            double.register_forward_hook(note(seen, "second"))
            double(3), double(3)
            seen
            """,
            ["second", "second"],
        ),
        Case(
            """
            double, seen = Double(), []
            double.register_forward_hook(note(seen, "own"))
            double.register_forward_hook(note(seen, "prepended"), prepend=True)
            with register_module_forward_hook(note(seen, "global")):
                double(3)
            double(3)
            seen
            """,
            ["global", "prepended", "own", "prepended", "own"],
        ),
        Case(
            """
            double, seen = Double(), []
            double.register_forward_hook(lambda module, args, kwargs, result: seen.append((args, kwargs, result)), with_kwargs=True)
            (double(3, plus=5), seen)
            """,
            (11, [((3,), {"plus": 5}, 11)]),
        ),
        Case("Double()(3, plus=5)", 11),
        Case(
            """
            told = Told()
            plain = told(3)
            handle = told.register_forward_hook(lambda module, args, result: result + 1)
            hooked = told(3, plus=1)
            handle.remove()
            (plain, hooked, told(3), told.told)
            """,
            (6, 8, 6, [((3,), {"plus": 1})]),
        ),
        Case(
            """
            double = Double()
            with double.register_forward_pre_hook(lambda module, args: args[0] * 10):
                own = double(3)
            with register_module_forward_pre_hook(lambda module, args: args[0] * 100):
                everywhere = double(3)
            with register_module_forward_hook(lambda module, args, result: result + 1):
                after = double(3)
            (own, everywhere, after, double(3))
            """,
            (60, 600, 7, 6),
        ),
        Case(
            """
            double, seen = Double(), []
            def fails(module, args, result):
                seen.append("fails")
                raise ValueError("in a hook")
            double.register_forward_hook(fails, always_call=True)
            (tried(double, 3), seen)
            """,
            ("ValueError: in a hook", ["fails"]),
        ),
        Case(
            """
            double, seen = Double(), []
            double.register_forward_hook(note(seen, "first"), always_call=True)
            double.register_forward_hook(lambda module, args, result: 1 // 0)
            (tried(double, 3), seen)
            """,
            ("ZeroDivisionError: integer division or modulo by zero", ["first"]),
        ),
        Case(
            """
            one, other = Double(), Double()
            one.register_forward_hook(lambda module, args, result: result + 1)
            (one(3), other(3))
            """,
            (7, 6),
        ),
    ],
    wrong=[
        Wrong(
            but("self.ran = set()", "self.ran = []"),
            "ran has to be a set: numbers are put into it with add, and asked for with `in`.",
        ),
        Wrong(
            but("kwargs, self.result = args, kwargs, None", "kwargs = args, kwargs"),
            "A Seen has no result until forward has run, and somebody may ask for it before. Begin with None.",
        ),
        Wrong(
            but("                    self.ran = set()\n", "").replace(
                "class Seen:\n", "class Seen:\n                ran = set()\n"
            ),
            "The set stands in the class, so all calls share it: a hook that ran in one call counts as having run in every later one. "
            "Make a new one in __init__.",
        ),
        Wrong(
            but(
                """                    found = self._run_forward_hook(number, hook, seen)
                    if found is not None:
                        seen.result = found
""",
                """                    self._run_forward_hook(number, hook, seen)
""",
            ),
            "The hooks are called, and what they return is dropped. Unless it is None, it is seen.result from then on.",
        ),
        Wrong(
            but("if found is not None:", "if found:"),
            "A hook may return 0, False or an empty list, and mean it; and of a tensor with several elements there is no truth to "
            "ask. Only None leaves the result alone: `is not None`.",
        ),
        Wrong(
            but(
                """                    if found is not None:
                        seen.result = found
""",
                """                    seen.result = found
""",
            ),
            "A hook that returns nothing only looks. With it your result becomes None.",
        ),
        Wrong(
            but(
                "for number, hook in [*_global_forward_hooks.items(), *self._forward_hooks.items()]:",
                "both = __import__('itertools').chain(_global_forward_hooks.items(), self._forward_hooks.items())\n"
                "                for number, hook in both:",
            ),
            "A hook may remove itself while it runs, and then the dictionary changes under your loop. Loop over a list made of it.",
        ),
        Wrong(
            but(BOTH, "list(self._forward_hooks.items())"),
            "The hooks for all modules, those of _global_forward_hooks, do not run. They come first.",
        ),
        Wrong(
            but(BOTH, "[*self._forward_hooks.items(), *_global_forward_hooks.items()]"),
            "The module's own hooks run before the global ones. In PyTorch the global ones come first, before forward and after it.",
        ),
        Wrong(
            but("self._run_forward_hook(number, hook, seen)", "hook(self, seen.args, seen.result)"),
            "You call the hook yourself, with three things. One that asked for keyword arguments waits for four: "
            "self._run_forward_hook knows which.",
        ),
        Wrong(
            but("                    seen.ran.add(number)\n", ""),
            "A hook that is marked with always_call runs twice when an error comes: once in its turn, and once more after the error. "
            "Add its number to seen.ran before you call it.",
        ),
        Wrong(
            but(
                """                    seen.ran.add(number)
                    found = self._run_forward_hook(number, hook, seen)
""",
                """                    found = self._run_forward_hook(number, hook, seen)
                    seen.ran.add(number)
""",
            ),
            "A hook that fails itself is called a second time, since its number is added only after the call. Add it before.",
        ),
        Wrong(
            but(
                """                    if found is not None:
                        seen.result = found
""",
                """                    if found is not None:
                        seen.result = found
                        return
""",
            ),
            "After the first hook that replaces the result you stop. All of them run, and each sees what the one before made.",
        ),
        Wrong(
            but("seen.result = found", "result = found")
            .replace("                for number", "                result = seen.result\n                for number")
            .replace("result = found\n", "result = found\n                seen.result = result\n"),
            "All hooks are given what forward gave. Each should be given what the one before made of it: store it in seen.result at "
            "once.",
        ),
        Wrong(
            but(ASK, "if self._forward_hooks:"),
            "You look into one dictionary only. A hook may be in any of four: before or after, of this module or of all.",
        ),
        Wrong(
            but(ASK, "if self._forward_hooks or self._forward_pre_hooks:"),
            "A module without hooks of its own does not notice the global ones: _global_forward_hooks and _global_forward_pre_hooks.",
        ),
        Wrong(
            but(
                ASK,
                "if self._forward_hooks and self._forward_pre_hooks and _global_forward_hooks and _global_forward_pre_hooks:",
            ),
            "With `and`, hooks run only when all four dictionaries hold some. One hook anywhere is enough: `or`.",
        ),
        Wrong(
            GOOD[: GOOD.index("                if self._forward_hooks or")]
            + "                return self._call_with_hooks(args, kwargs)\n",
            "Every call takes the long way, also that of a module without hooks. That is nearly every call there is: ask first.",
        ),
        Wrong(
            but("return self.forward(*args, **kwargs)", "return self.forward(*args)"),
            "What was given by name does not come to forward: `self.forward(*args, **kwargs)`.",
        ),
        Wrong(
            but("return self.forward(*args, **kwargs)", "self.forward(*args, **kwargs)"),
            "A module without hooks gives None: `return` what forward gives.",
        ),
        Wrong(
            but("return self._call_with_hooks(args, kwargs)", "self._call_with_hooks(args, kwargs)"),
            "The way with hooks is gone, and then forward runs a second time without them. `return` what _call_with_hooks gives.",
        ),
        Wrong(
            but("seen.result = found", "return found"),
            "You return what the first hook gives. Store it in seen.result, and go on with the next hook.",
        ),
        Wrong(
            but(
                "for number, hook in [*_global_forward_hooks.items(), *self._forward_hooks.items()]",
                "for number, hook in enumerate([hook for _, hook in [*_global_forward_hooks.items(), *self._forward_hooks.items()]])",
            ),
            "You count the hooks anew. A hook's marks stand under the number that it was registered with: the key in the dictionary.",
        ),
        Wrong(
            but(
                "found = self._run_forward_hook(number, hook, seen)",
                "found = hook(self, seen.args, seen.kwargs, seen.result)",
            ),
            "Every hook is called with four things. Most take three, and self._run_forward_hook knows which: call that.",
        ),
        Wrong(
            but(ASK, ASK.replace("if ", "if not ")),
            "`not` takes only what stands next to it, so the question is turned round for one dictionary and not for the "
            "others.",
        ),
        Wrong(
            but("return self._call_with_hooks(args, kwargs)", "return self._run_forward_hooks(Seen(args, kwargs))"),
            "Only the forward hooks run, and forward itself does not. The way with hooks is self._call_with_hooks(args, "
            "kwargs).",
        ),
    ],
    hints=[
        "Two loops in one: `[*_global_forward_hooks.items(), *self._forward_hooks.items()]` is a new list of pairs (number, hook), "
        "the global ones first.",
        "In the loop: `seen.ran.add(number)`, then `found = self._run_forward_hook(number, hook, seen)`, and "
        "`if found is not None: seen.result = found`.",
        "A dictionary counts as true when something is in it: `if self._forward_hooks or self._forward_pre_hooks or "
        "_global_forward_hooks or _global_forward_pre_hooks: return self._call_with_hooks(args, kwargs)`.",
    ],
    mistakes=[
        *OF_A_CALL,
        STARS,
        MOVED,
        Mistake(
            lambda expected, got, error: "truth value" in str(error) or "ambiguous" in str(error),
            "Of a tensor with several elements there is no truth to ask. Only None leaves the result alone: `is not None`.",
        ),
    ],
)
