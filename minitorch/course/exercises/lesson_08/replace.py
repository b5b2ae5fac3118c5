"""One hook after the other."""

from ...define import Case, Exercise, Mistake, T, Wrong
from ..edited import edited
from ..fact_words import stops, where

SOLUTION = '''
def replace(hooks, g):
    """Show a gradient to each hook, in the order of registration; what one returns takes its place, if it passes
    check_replacement(found, g)."""
    for hook in hooks.all():
        found = hook(g)
        if found is not None:
            check_replacement(found, g)
            g = found
    return g
'''

exercise = Exercise(
    "replace",
    title="One hook after the other",
    difficulty=2,
    minutes=3,
    target="minitorch.autograd.hooks:replace",
    installed=True,
    setup="from minitorch.autograd.hooks import Hooks, check_replacement",
    stub='''
        def replace(hooks, g):
            """Show a gradient to each hook, in the order of registration; what one returns takes its place, if it passes
            check_replacement(found, g)."""
            ...
    ''',
    solution=SOLUTION,
    why="The gradient goes from hook to hook, so the order of registration counts. A hook that returns nothing has "
    "only "
    "watched. "
    "`all()` is a list of its own, so a hook may remove itself while the hooks are running.",
    facts=[
        Case("replace(Hooks(), mt.tensor([1.0, 2.0]))", T([1.0, 2.0])),
        Case(
            """
            hooks = Hooks()
            hooks.register(lambda g: g + 1)
            hooks.register(lambda g: g * 10)
            replace(hooks, mt.tensor([1.0, 2.0]))
            """,
            T([20.0, 30.0]),
        ),
        Case(
            """
            hooks, seen = Hooks(), []
            for factor in (2, None, 3, None):
                hooks.register(lambda g, factor=factor: seen.append(g.item()) if factor is None else g * factor)
            (replace(hooks, mt.tensor(1.0)).item(), seen)
            """,
            (6.0, [2.0, 6.0]),
        ),
        Case(
            """
            hooks = Hooks()
            hooks.register(lambda g: g * 0)
            hooks.register(lambda g: None)
            g = mt.tensor(5.0)
            replace(hooks, g)
            """,
            T(0.0),
        ),
        Case(
            """
            hooks, handles = Hooks(), []
            handles += [hooks.register(lambda g: handles[0].remove()), hooks.register(lambda g: g + 1)]
            (replace(hooks, mt.tensor(5.0)).item(), len(hooks))
            """,
            (6.0, 1),
            changes=True,
        ),
        Case(
            "hooks = Hooks()\nhooks.register(lambda g: 3.0)\nreplace(hooks, mt.tensor(5.0))",
            raises=TypeError,
            match="but hook returned",
        ),
        Case(
            "hooks = Hooks()\nhooks.register(lambda g: mt.ones(2))\nreplace(hooks, mt.ones(3))",
            raises=RuntimeError,
            match="changed the size",
        ),
        Case(
            "hooks, seen = Hooks(), []\nhooks.register(seen.append)\n(replace(hooks, None), seen)",
            (None, [None]),
            changes=True,
        ),
    ],
    wrong=[
        Wrong(
            """
            def replace(hooks, g):
                for hook in hooks.all():
                    g = hook(g)
                return g
            """,
            "A hook that only watches returns None, and then the next one is shown None. Replace the gradient only "
            "when "
            "something came "
            "back.",
        ),
        Wrong(
            """
            def replace(hooks, g):
                new = g
                for hook in hooks.all():
                    found = hook(g)
                    if found is not None:
                        check_replacement(found, g)
                        new = found
                return new
            """,
            "Every hook is shown the first gradient, so only the last one counts. Each sees what the one before it "
            "made.",
        ),
        Wrong(
            edited(SOLUTION, ("g = found", "return found")),
            "You return after the first hook that replaces the gradient: those behind it are never called.",
        ),
        Wrong(
            edited(SOLUTION, ("in hooks.all():", "in hooks.values():")),
            "A hook that removes itself changes the dictionary while you walk over it. `hooks.all()` is a list of "
            "its own.",
        ),
        Wrong(
            edited(SOLUTION, ("\n            check_replacement(found, g)", "")),
            "Whatever a hook returns is taken, a number or a tensor of another shape, too. `check_replacement(found, "
            "g)` "
            "raises the "
            "errors.",
        ),
        Wrong(
            edited(SOLUTION, ("found is not None:", "found:")),
            "`if found` asks whether the number in it is not 0, and fails for more than one. Ask `is not None`.",
        ),
        Wrong(
            edited(SOLUTION, ("in hooks.all():", "in reversed(hooks.all()):")),
            "The hooks run in the order in which they were registered; yours begin with the last.",
        ),
        Wrong(
            edited(
                SOLUTION,
                (
                    "found = hook(g)\n        if found is not None:",
                    "if hook(g) is not None:\n            found = hook(g)",
                ),
            ),
            "Each hook is to be called once; one that replaces is called twice here. Keep what it returned.",
        ),
        Wrong(
            """
            def replace(hooks, g):
                for hook in hooks.all():
                    found = hook(g)
                    check_replacement(found, g)
                    g = found
                return g
            """,
            "A hook that only watches returns None, which is no replacement: check and take only what is not None.",
        ),
    ],
    hints=[
        "Go over `hooks.all()`, and call each hook with the gradient as it is by then.",
        "What comes back is None (it only watched) or a tensor that takes the gradient's place.",
        "`if found is not None: check_replacement(found, g)` and then `g = found`. Return g at the end.",
    ],
    mistakes=[
        stops(
            "but got NoneType",
            "A hook that only watches returns None. check_replacement(found, g) is for what a hook has returned instead of g.",
        ),
        Mistake(
            lambda expected, got, error: "changed size during iteration" in str(error),
            "A hook that removes itself changes the dictionary while you walk over it. `hooks.all()` is a list of "
            "its own.",
        ),
        Mistake(
            lambda expected, got, error: "not callable" in str(error) and "int" in str(error),
            "Walking over a dictionary gives its keys, the numbers of the hooks. `hooks.all()` gives the hooks.",
        ),
        Mistake(
            lambda expected, got, error: got is None and expected is not None and error is None,
            "None came out. A hook that returns None leaves the gradient as it was, and at the end the gradient is "
            "returned.",
        ),
        stops(
            "Boolean value",
            "Whether a tensor counts as true depends on its numbers, and of several it cannot be said. Ask `is not "
            "None`.",
        ),
        Mistake(
            lambda expected, got, error: expected in (TypeError, RuntimeError) and error is None,
            "Here a hook returns what cannot take the place of what it was shown. "
            "check_replacement(found, g) raises, if it is "
            "given both: what was "
            "returned, and the gradient as it was.",
        ),
        stops(
            "has no attribute 'shape'",
            "check_replacement takes what was returned first, and then the gradient: check_replacement(found, g).",
        ),
        stops("list index", "There may be no hook at all, and then the gradient goes on as it came."),
        where(T([1.0, 2.0]), "Without hooks the gradient goes on as it came."),
        where(
            T([20.0, 30.0]),
            "The first hook adds 1, the second multiplies by 10 what the first made. Each replaces the gradient for "
            "those behind it, and at the end the last one is returned.",
        ),
        where(
            (6.0, [2.0, 6.0]),
            "Each hook is called once, with the gradient as those before it left it; what only watches changes "
            "nothing.",
        ),
        where(T(0.0), "A gradient of 0 is a replacement, too: ask `is not None`, not whether it counts as true."),
        where(
            (None, [None]),
            "The gradient may be None, when nobody used a result. Its hooks are called all the same, with None.",
        ),
    ],
)
