"""Hooks round a step."""

from ...define import Case, Exercise, Mistake, Wrong
from ..edited import edited
from ..fact_words import stops
from ..lesson_19.words import asked

SETUP = """
from minitorch.optim.hooks import _global_optimizer_post_hooks, _global_optimizer_pre_hooks, replaced
from minitorch.optim.hooks import register_optimizer_step_post_hook, register_optimizer_step_pre_hook


def leaf():
    return mt.tensor([1.0], requires_grad=True)


def fresh():
    class Told(mt.optim.Optimizer):
        def __init__(self):
            super().__init__([leaf()], {})
            self.said = []

        def step(self, closure=None, word="step"):
            self.said.append(word)
            return closure

    return Told()


def note(word):
    return lambda o, args, kwargs: o.said.append((word, len(args), sorted(kwargs)))
"""

STUB = '''
def _step_with_hooks(self, step, args, kwargs):
    """Call step(self, *args, **kwargs), a method of this optimizer, with the hooks around it, and return what it returns.

    Before: the hooks in _global_optimizer_pre_hooks, then those in self._optimizer_step_pre_hooks. Each is called as
    hook(self, given, kwargs), where `given` begins with self, and what it returns goes through
    `given, kwargs = replaced(found, given, kwargs, step)`: it may give others to step. After: self._optimizer_step_post_hooks,
    then _global_optimizer_post_hooks, called alike. All four are dictionaries.
    """
    ...
'''

SOLUTION = '''
def _step_with_hooks(self, step, args, kwargs):
    """Call step(self, *args, **kwargs), a method of this optimizer, with the hooks around it, and return what it returns."""
    given = (self, *args)
    for hook in (*_global_optimizer_pre_hooks.values(), *self._optimizer_step_pre_hooks.values()):
        given, kwargs = replaced(hook(self, given, kwargs), given, kwargs, step)
    out = step(*given, **kwargs)
    for hook in (*self._optimizer_step_post_hooks.values(), *_global_optimizer_post_hooks.values()):
        hook(self, given, kwargs)
    return out
'''

GLOBAL = """
o = fresh()
handles = [o.register_step_post_hook(note('post')), register_optimizer_step_pre_hook(note('all pre'))]
handles += [o.register_step_pre_hook(note('pre')), register_optimizer_step_post_hook(note('all post'))]
try:
    _ = o.step({more})
finally:
    for handle in handles:
        handle.remove()
_ = o.step()
o.said
"""

exercise = Exercise(
    "step_with_hooks",
    title="Hooks round a step",
    difficulty=2,
    minutes=4,
    target="minitorch.optim.hooks:Hooked._step_with_hooks",
    installed=True,
    setup=SETUP,
    stub=STUB,
    solution=SOLUTION,
    why="A subclass writes `step` and knows nothing of hooks: where the first optimizer of its class is made, a "
    "function is put round "
    "its step that calls this one. Hooks before may change what step gets; those after see what it got.",
    facts=[
        Case("o = fresh()\n(o.step(), o.step(3), o.step(closure=4), o.said)", (None, 3, 4, ["step"] * 3), changes=True),
        Case("o = fresh()\n_ = o.step(word='other')\no.said", ["other"], changes=True),
        Case(
            GLOBAL.format(more="None"),
            [("all pre", 2, []), ("pre", 2, []), "step", ("post", 2, []), ("all post", 2, []), "step"],
            changes=True,
        ),
        Case(
            GLOBAL.format(more="word='named'"),
            [
                ("all pre", 1, ["word"]),
                ("pre", 1, ["word"]),
                "named",
                ("post", 1, ["word"]),
                ("all post", 1, ["word"]),
                "step",
            ],
            changes=True,
        ),
        Case(
            "o = fresh()\nh = o.register_step_pre_hook(lambda o, args, kwargs: ((o, 7), {'word': 'new'}))\n(o.step(3), o.said)",
            (7, ["new"]),
            changes=True,
        ),
        Case(
            "o = fresh()\nh = o.register_step_pre_hook(lambda o, args, kwargs: ((o, 1), {}))\n"
            "g = o.register_step_pre_hook(lambda o, args, kwargs: ((o, args[1] + 10), {}))\n"
            "f = o.register_step_post_hook(lambda o, args, kwargs: o.said.append(args[1:]))\n(o.step(5), o.said)",
            (11, ["step", (11,)]),
            changes=True,
        ),
        Case(
            "o = fresh()\nh = o.register_step_post_hook(lambda o, args, kwargs: 'not asked')\no.step(8)",
            8,
            changes=True,
        ),
        Case(
            "o = fresh()\nn = type(o)()\n_ = n.register_step_pre_hook(note('once'))\n_ = n.step()\nn.said",
            [("once", 1, []), "step"],
            changes=True,
        ),
        Case(
            "o, seen = fresh(), []\nh = o.register_step_pre_hook(lambda o, args, kwargs: "
            "seen.append((type(args), args[0] is o)))\n"
            "_ = o.step()\nseen == [(tuple, True)]",
            True,
            changes=True,
        ),
        Case(
            "o = fresh()\nh = o.register_step_pre_hook(lambda o, args, kwargs: 3)\no.step()",
            raises=RuntimeError,
            match="must return None or a tuple",
        ),
    ],
    wrong=[
        Wrong(
            edited(SOLUTION, ("    return out\n", "")),
            "What step returns is lost: with a closure, that is the loss. Keep it, and return it after the hooks.",
        ),
        Wrong(
            edited(
                SOLUTION,
                (
                    "(*_global_optimizer_pre_hooks.values(), *self._optimizer_step_pre_hooks.values())",
                    "self._optimizer_step_pre_hooks.values()",
                ),
                (", *_global_optimizer_post_hooks.values())", ",)"),
            ),
            "The hooks of all optimizers are not called: _global_optimizer_pre_hooks and _global_optimizer_post_hooks.",
        ),
        Wrong(
            edited(
                SOLUTION,
                (
                    "(*_global_optimizer_pre_hooks.values(), *self._optimizer_step_pre_hooks.values())",
                    "(*self._optimizer_step_pre_hooks.values(), *_global_optimizer_pre_hooks.values())",
                ),
            ),
            "Before the step those of all optimizers come first, and then this one's own.",
        ),
        Wrong(
            edited(
                SOLUTION,
                (
                    "given, kwargs = replaced(hook(self, given, kwargs), given, kwargs, step)",
                    "hook(self, given, kwargs)",
                ),
            ),
            "What a hook returns before the step is not looked at: it may give other arguments to step.",
        ),
        Wrong(
            edited(SOLUTION, ("step(*given, **kwargs)", "step(self, *args, **kwargs)")),
            "step gets what the caller gave. It should get what the hooks made of it.",
        ),
        Wrong(
            edited(
                SOLUTION,
                (
                    "        hook(self, given, kwargs)\n    return",
                    "        out = hook(self, given, kwargs)\n    return",
                ),
            ),
            "What a hook returns after the step does not count: the result is step's.",
        ),
        Wrong(
            edited(
                SOLUTION,
                ("    out = step(*given, **kwargs)\n", ""),
                ("    return out", "    return step(*given, **kwargs)"),
            ),
            "step comes last, so that the hooks that belong after it run before it. Call it between the two loops.",
        ),
    ],
    mistakes=[
        stops("multiple values for argument", "`given` begins with self already: step(*given, **kwargs)."),
        stops(
            "must return None or a tuple of",
            "`replaced` takes what the hook has returned: hook(self, given, kwargs) has to be called.",
        ),
        stops(
            "RecursionError",
            "self.step is the method with the hooks round it, which calls this one again. Call `step`, which was given.",
        ),
        asked(True, "What hooks get as arguments is a tuple that begins with the optimizer: (self, *args)."),
        stops(
            "cannot unpack non-iterable NoneType",
            "A hook may return None: before the step `replaced` sees to that, and after it nothing is taken.",
        ),
        stops("has no attribute 'values'", "The four dictionaries are walked through by their values(), each once."),
        Mistake(
            lambda expected, got, error: error is None and ("all pre", 1, []) in got,
            "The arguments that a hook gets begin with the optimizer itself, and so do those that it returns.",
        ),
        stops("object is not callable", "The four are dictionaries: the hooks are their values()."),
        stops(
            "missing 1 required positional argument: 'self'",
            "step is a plain function here: its first argument is the optimizer, with which `given` begins.",
        ),
        asked((None, 3, 4, ["step"] * 3), "Without hooks, step is called as it was, and what it returns comes back."),
        asked(["other"], "Arguments with a name go on to step as well."),
        asked(
            [("all pre", 2, []), ("pre", 2, []), "step", ("post", 2, []), ("all post", 2, []), "step"],
            "The order is: those of all, this one's own, step, this one's own, those of all. The arguments begin "
            "with the optimizer.",
        ),
        asked(
            [
                ("all pre", 1, ["word"]),
                ("pre", 1, ["word"]),
                "named",
                ("post", 1, ["word"]),
                ("all post", 1, ["word"]),
                "step",
            ],
            "Arguments with a name come to the hooks in kwargs.",
        ),
        asked(
            (7, ["new"]), "What a hook before the step returns takes the place of both, arguments and named arguments."
        ),
        asked(
            (11, ["step", (11,)]),
            "Each hook sees what the one before has made of the arguments, and so do those after the step.",
        ),
        asked(8, "What a hook returns after the step does not count."),
        asked([("once", 1, []), "step"], "Each hook is called once for a step."),
    ],
    hints=[
        "Two loops with the call of step between them. Keep what it returns until the end.",
        "`given = (self, *args)`, so that step(*given, **kwargs) is the call. Put the values of both "
        "dictionaries into one tuple.",
        "`for hook in (*_global_optimizer_pre_hooks.values(), *self._optimizer_step_pre_hooks.values()): "
        "given, kwargs = replaced(hook(self, given, kwargs), given, kwargs, step)`.",
    ],
)
