"""Evaluate, and leave every switch as it was."""

from ...define import Case, Exercise, Wrong
from .train import TREE

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
        Case(
            """
            net = tree()
            net.block.eval()
            with evaluating(net):
                inside = [m.training for m in net.modules()]
            (inside, [m.training for m in net.modules()])
            """,
            ([False] * 5, [True, True, False, False, False]),
        ),
        Case(
            'with evaluating(tree()):\n    raise ValueError("from the block")',
            raises=ValueError,
            match="from the block",
        ),
        Case("with evaluating(tree()):\n    recording = mt.is_grad_enabled()\nrecording", True),
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
            "The whole tree ends in the mode of the outermost module. Those inside may be in another one: note each, and put it back "
            "with `one.training = ...`, since train() reaches everything inside.",
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
        Wrong(
            """
                @contextlib.contextmanager
                def evaluating(module):
                    with mt.no_grad():
                        yield module
            """,
            "no_grad() stops the recording of graphs, and leaves every module in its mode. The switch is eval().",
        ),
        Wrong(
            """
                @contextlib.contextmanager
                def evaluating(module):
                    before = [(one, one.training) for one in module.children()]
                    module.eval()
                    try:
                        yield module
                    finally:
                        for one, training in before:
                            one.training = training
            """,
            "children() gives the modules right inside, not the module itself and not those further down. modules() gives "
            "all.",
        ),
        Wrong(
            """
                @contextlib.contextmanager
                def evaluating(module):
                    before = module.training
                    module.training = False
                    try:
                        yield module
                    finally:
                        module.training = before
            """,
            "Only the outermost module is switched; those inside go on in their mode. Use module.eval(), and note the mode "
            "of each.",
        ),
        Wrong(
            """
                @contextlib.contextmanager
                def evaluating(module):
                    before = [(one, one.training) for one in module.modules()]
                    module.eval()
                    try:
                        yield
                    finally:
                        for one, training in before:
                            one.training = training
            """,
            "`with evaluating(net) as given` gives None. Hand the module out: `yield module`.",
        ),
        Wrong(
            """
                @contextlib.contextmanager
                def evaluating(module):
                    before = [(one, one.training) for one in module.modules()]
                    module.eval()
                    try:
                        yield module
                    except Exception:
                        pass
                    for one, training in before:
                        one.training = training
            """,
            "An error in the block is swallowed: whoever wrote the block never hears of it. `finally` puts the modes back, "
            "and lets the error go on.",
        ),
        Wrong(
            """
                @contextlib.contextmanager
                def evaluating(module):
                    before = [(one, one.training) for one in module.modules()]
                    try:
                        yield module
                    finally:
                        for one, training in before:
                            one.training = training
            """,
            "You note the modes and put them back, but nothing is switched in between: module.eval().",
        ),
        Wrong(
            """
                @contextlib.contextmanager
                def evaluating(module):
                    for one in module.modules():
                        one.training = not one.training
                    try:
                        yield module
                    finally:
                        for one in module.modules():
                            one.training = not one.training
            """,
            "You turn each switch over, so a module that was evaluating trains inside the block. Note the modes, then call "
            "module.eval().",
        ),
        Wrong(
            """
            import copy

            @contextlib.contextmanager
            def evaluating(module):
                yield copy.deepcopy(module).eval()
            """,
            "You switch a copy. The module that was given goes on as before, and whoever uses it in the block never notices.",
        ),
    ],
    hints=[
        "Before anything is switched, note for each module in which mode it is.",
        "`before = [(one, one.training) for one in module.modules()]`, then `module.eval()`, then `yield module`.",
        "Put `yield` into `try:`, and in `finally:` set `one.training = training` for all of `before`.",
    ],
)
