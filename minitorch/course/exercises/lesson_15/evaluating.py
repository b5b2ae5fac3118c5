"""Evaluate, and leave every switch as it was."""

from ...define import Case, Exercise, Wrong
from .set_mode import TREE

exercise = Exercise(
    "evaluating",
    title="Evaluate, and leave every switch as it was",
    difficulty=3,
    minutes=10,
    setup="import contextlib\n" + TREE,
    stub='''
        @contextlib.contextmanager
        def evaluating(module):
            """A block in which the module and all inside it evaluate; afterwards each is in the mode that it was in."""
            ...
            yield module
    ''',
    solution='''
        @contextlib.contextmanager
        def evaluating(module):
            """A block in which the module and all inside it evaluate; afterwards each is in the mode that it was in."""
            before = [(one, one.training) for one in module.modules()]
            module.eval()
            try:
                yield module
            finally:
                for one, training in before:
                    one.training = training
    ''',
    why="module.train() at the end would switch on what had been off on purpose, such as a frozen BatchNorm. And without "
    "`finally` an error inside the block would leave the module evaluating.",
    facts=[
        Case(
            """
            net = tree()
            with evaluating(net):
                inside = [m.training for m in net.modules()]
            (inside, [m.training for m in net.modules()])
            """,
            ([False] * 5, [True] * 5),
        ),
        Case(
            """
            net = tree()
            net.block.inner.eval()
            with evaluating(net):
                pass
            [m.training for m in net.modules()]
            """,
            [True, True, True, False, True],
        ),
        Case(
            """
            net = tree()
            net.eval()
            with evaluating(net):
                pass
            [m.training for m in net.modules()]
            """,
            [False] * 5,
        ),
        Case(
            """
            net = tree()
            try:
                with evaluating(net):
                    raise ValueError("inside")
            except ValueError:
                pass
            [m.training for m in net.modules()]
            """,
            [True] * 5,
        ),
        Case("net = tree()\nwith evaluating(net) as given:\n    same = given is net\nsame", True),
    ],
    wrong=[
        Wrong(
            """
            @contextlib.contextmanager
            def evaluating(module):
                module.eval()
                try:
                    yield module
                finally:
                    module.train()
            """,
            "train() switches everything on, also what was off before the block. Note the mode of each module first.",
        ),
        Wrong(
            """
            @contextlib.contextmanager
            def evaluating(module):
                before = module.training
                module.eval()
                try:
                    yield module
                finally:
                    module.train(before)
            """,
            "You note one mode for the whole tree. Modules inside may be in another one: note each.",
        ),
        Wrong(
            """
            @contextlib.contextmanager
            def evaluating(module):
                before = [(one, one.training) for one in module.modules()]
                module.eval()
                yield module
                for one, training in before:
                    one.training = training
            """,
            "After an error in the block nothing is put back. Let `finally` do it.",
        ),
        Wrong(
            """
            @contextlib.contextmanager
            def evaluating(module):
                module.eval()
                before = [(one, one.training) for one in module.modules()]
                try:
                    yield module
                finally:
                    for one, training in before:
                        one.training = training
            """,
            "You note the modes after they have been switched off, so you put back what you have set yourself.",
        ),
    ],
    hints=[
        "Before anything is switched, note for each module in which mode it is.",
        "`before = [(one, one.training) for one in module.modules()]`, then `module.eval()`, then `yield module`.",
        "Put `yield` into `try:`, and in `finally:` set `one.training = training` for all of `before`.",
    ],
)
