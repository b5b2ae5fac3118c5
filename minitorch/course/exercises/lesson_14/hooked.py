"""Hooks for a while."""

from ...define import Case, Exercise, Mistake, Wrong
from .watch_shapes import SETUP

exercise = Exercise(
    "Hooked",
    title="Hooks for a while",
    difficulty=3,
    minutes=10,
    stub='''
        class Hooked:
            """`with Hooked(modules, hook):` runs the hook after each of the modules; after the block it is gone, error or not.

            The modules come from anything that can be looped over once. The same object may be entered again later.
            """

            def __init__(self, modules, hook):
                ...

            def __enter__(self):
                ...

            def __exit__(self, *error):
                ...
    ''',
    solution='''
        class Hooked:
            """`with Hooked(modules, hook):` runs the hook after each of the modules; after the block it is gone, error or not.

            The modules come from anything that can be looped over once. The same object may be entered again later.
            """

            def __init__(self, modules, hook):
                self.modules, self.hook, self.handles = list(modules), hook, []

            def __enter__(self):
                for module in self.modules:
                    self.handles.append(module.register_forward_hook(self.hook))
                return self

            def __exit__(self, *error):
                while self.handles:
                    self.handles.pop().remove()
    ''',
    why="__exit__ runs however the block ends. It returns nothing, so an error goes on. It removes what it registered, by the "
    "handles, and nothing else.",
    setup=SETUP,
    facts=[
        Case(
            """
            model, seen = Pair(Scale(2.0), Scale(3.0)), []
            with Hooked([model.first, model.second], lambda module, args, result: seen.append(result.item())):
                model(mt.tensor(1.0))
            model(mt.tensor(10.0))
            seen
            """,
            [2.0, 6.0],
            changes=True,
        ),
        Case(
            """
            model, seen = Pair(Scale(2.0), Scale(3.0)), []
            watching = Hooked([model.first], lambda module, args, result: seen.append(result.item()))
            model(mt.tensor(1.0))
            seen
            """,
            [],
        ),
        Case(
            """
            scale, seen = Scale(2.0), []
            try:
                with Hooked([scale], lambda module, args, result: seen.append(result.item())):
                    scale(mt.tensor(1.0))
                    raise ValueError("in the block")
            except ValueError as error:
                seen.append(str(error))
            scale(mt.tensor(10.0))
            seen
            """,
            [2.0, "in the block"],
            changes=True,
        ),
        Case(
            """
            scale, seen = Scale(2.0), []
            handle = scale.register_forward_hook(lambda module, args, result: seen.append("other"))
            with Hooked([scale], lambda module, args, result: seen.append("ours")):
                scale(mt.tensor(1.0))
            scale(mt.tensor(1.0))
            seen
            """,
            ["other", "ours", "other"],
            changes=True,
        ),
        Case(
            """
            model, seen = Pair(Scale(2.0), Scale(3.0)), []
            watching = Hooked(model.modules(), lambda module, args, result: seen.append(result.item()))
            for x in (1.0, 10.0):
                with watching:
                    model(mt.tensor(x))
            seen
            """,
            [2.0, 6.0, 6.0, 20.0, 60.0, 60.0],
            changes=True,
        ),
        Case(
            """
            scale = Scale(2.0)
            with Hooked([scale], lambda module, args, result: result + 1) as watching:
                inside = scale(mt.tensor(1.0)).item()
            (inside, scale(mt.tensor(1.0)).item(), isinstance(watching, Hooked))
            """,
            (3.0, 2.0, True),
        ),
        Case(
            """
            one, other, seen = Scale(2.0), Scale(3.0), []
            note = lambda module, args, result: seen.append(module.factor)
            with Hooked([one], note):
                with Hooked([other], note):
                    one(mt.tensor(1.0)), other(mt.tensor(1.0))
                one(mt.tensor(1.0)), other(mt.tensor(1.0))
            one(mt.tensor(1.0)), other(mt.tensor(1.0))
            seen
            """,
            [2.0, 3.0, 2.0],
            changes=True,
        ),
    ],
    wrong=[
        Wrong(
            """
            class Hooked:
                def __init__(self, modules, hook):
                    self.modules, self.hook = modules, hook
                def __enter__(self):
                    self.handles = [module.register_forward_hook(self.hook) for module in self.modules]
                    return self
                def __exit__(self, *error):
                    for handle in self.handles:
                        handle.remove()
            """,
            "`model.modules()` is a generator, and it is used up after the first block. Keep `list(modules)`.",
        ),
        Wrong(
            """
            class Hooked:
                def __init__(self, modules, hook):
                    self.modules, self.hook = list(modules), hook
                def __enter__(self):
                    self.handles = [module.register_forward_hook(self.hook) for module in self.modules]
                    return self
                def __exit__(self, *error):
                    for handle in self.handles:
                        handle.remove()
                    return True
            """,
            "Returning True from __exit__ swallows the error. The hooks should go, and the error should go on: "
            "return nothing.",
        ),
        Wrong(
            """
            class Hooked:
                def __init__(self, modules, hook):
                    self.modules, self.hook = list(modules), hook
                def __enter__(self):
                    self.handles = [module.register_forward_hook(self.hook) for module in self.modules]
                    return self
                def __exit__(self, kind, error, where):
                    if kind is None:
                        for handle in self.handles:
                            handle.remove()
            """,
            "After an error your hooks stay. That is when they are forgotten most easily: remove them in any case.",
        ),
        Wrong(
            """
            class Hooked:
                def __init__(self, modules, hook):
                    self.modules, self.hook = list(modules), hook
                def __enter__(self):
                    for module in self.modules:
                        module.register_forward_hook(self.hook)
                    return self
                def __exit__(self, *error):
                    for module in self.modules:
                        module._forward_hooks.clear()
            """,
            "You clear all hooks, those of other people too. Keep the handles, and remove only what you registered.",
        ),
        Wrong(
            """
            class Hooked:
                def __init__(self, modules, hook):
                    self.modules, self.hook = list(modules), hook
                    self.handles = [module.register_forward_hook(self.hook) for module in self.modules]
                def __enter__(self):
                    return self
                def __exit__(self, *error):
                    for handle in self.handles:
                        handle.remove()
            """,
            "You register when the object is made, so hooks run before the block, and not when it is entered a second time. "
            "Register in __enter__.",
        ),
        Wrong(
            """
            class Hooked:
                def __init__(self, modules, hook):
                    self.modules, self.hook = list(modules), hook
                def __enter__(self):
                    for module in self.modules:
                        self.handle = module.register_forward_hook(self.hook)
                    return self
                def __exit__(self, *error):
                    self.handle.remove()
            """,
            "Only the last handle is kept, so only the last module is set free. Keep all of them.",
        ),
        Wrong(
            """
            class Hooked:
                def __init__(self, modules, hook):
                    self.modules, self.hook = list(modules), hook
                def __enter__(self):
                    self.handles = [module.register_forward_hook(self.hook) for module in self.modules]
                def __exit__(self, *error):
                    for handle in self.handles:
                        handle.remove()
            """,
            "`with Hooked(...) as watching` gives what __enter__ returns, and yours returns nothing. Return self.",
        ),
    ],
    hints=[
        "Register in __enter__, keep the handles, remove them in __exit__. Python calls __exit__ however the block "
        "ends.",
        "The modules may come from a generator: keep `list(modules)`. What __exit__ returns matters: True would "
        "swallow the error.",
        "`self.handles.append(module.register_forward_hook(self.hook))` for each module; `self.handles.pop().remove()` while "
        "there are any.",
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: got == [2.0] and expected == [2.0, "in the block"],
            "Returning True from __exit__ swallows the error. The hooks should go, and the error should go on: "
            "return nothing.",
        ),
        Mistake(
            lambda expected, got, error: got == [2.0, "in the block", 20.0],
            "After an error your hooks stay. That is when they are forgotten most easily: remove them in any case.",
        ),
        Mistake(
            lambda expected, got, error: expected == [2.0, 6.0] and got == [2.0, 6.0, 20.0],
            "Only the last handle is kept, so only the last module is set free. Keep all of them.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, TypeError) and "'result'" in str(error),
            "The hook is to run after each module, with (module, args, result): register_forward_hook. A pre-hook is "
            "called without a result.",
        ),
        Mistake(
            lambda expected, got, error: "no attribute 'modules'" in str(error),
            "`modules` is not a model but the modules themselves: loop over it.",
        ),
    ],
)
