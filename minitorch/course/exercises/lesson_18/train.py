"""The switch for a whole tree."""

import minitorch as mt

from ...define import Case, Exercise, Law, Mistake, Wrong
from ..edited import edited

TREE = """
def tree():
    net, block = mt.nn.Module(), mt.nn.Module()
    net.first, net.block = mt.nn.Module(), block
    block.inner, block.other = mt.nn.Module(), mt.nn.Module()
    return net


class Stubborn(mt.nn.Module):
    def train(self, mode=True):
        return super().train(False)
"""

SOLUTION = '''
def train(self, mode=True):
    """Set `.training` of this module, and let each module inside it be switched by its own train(). Returns the module.

    A class may have a train() of its own, so that a part of a network stays in one mode: ask, do not set.
    Errors: ValueError("training mode is expected to be boolean") for what is neither True nor False.
    """
    if not isinstance(mode, bool):
        raise ValueError("training mode is expected to be boolean")
    self.training = mode
    for module in self.children():
        module.train(mode)
    return self
'''

exercise = Exercise(
    "train",
    title="The switch for a whole tree",
    difficulty=2,
    minutes=6,
    target="minitorch.nn.module.mode:Mode.train",
    setup=TREE,
    stub='''
        def train(self, mode=True):
            """Set `.training` of this module, and let each module inside it be switched by its own train(). Returns the module.

            A class may have a train() of its own, so that a part of a network stays in one mode: ask, do not set.
            Errors: ValueError("training mode is expected to be boolean") for what is neither True nor False.
            """
            ...
    ''',
    solution=SOLUTION,
    why="Each module switches itself and asks its children. So a class can have its say, which a loop over modules() would "
    "not allow, and eval() is train(False).",
    facts=[
        Case("[m.training for m in train(tree(), False).modules()]", [False] * 5),
        Case("[m.training for m in train(train(tree(), False)).modules()]", [True] * 5),
        Case(
            "net = tree()\n_ = train(net.block, False)\n[m.training for m in net.modules()]",
            [True, True, False, False, False],
        ),
        Case("net = tree()\nnet.block.training = False\n[m.training for m in train(net, True).modules()]", [True] * 5),
        Case("net = tree()\ntrain(net, False) is net", True),
        Case("train(mt.nn.Module(), False).training", False),
        Case(
            "net = tree()\nnet.block.inner = Stubborn()\n[m.training for m in train(net).modules()]",
            [True] * 3 + [False, True],
        ),
        Case(
            "train(mt.nn.Module(), 'yes').training", raises=ValueError, match="training mode is expected to be boolean"
        ),
        Case("train(mt.nn.Module(), 1).training", raises=ValueError, match="training mode is expected to be boolean"),
        Case(
            "net = tree()\nnet.block.register_module('none', None)\n[m.training for m in train(net, False).modules()]",
            [False] * 5,
        ),
        Case(
            "net = tree()\nnet.register_module('none', None)\n[m.training for m in train(net, False).modules()]",
            [False] * 5,
        ),
        Case("net = tree()\nnet.twin = net.block\n[m.training for m in train(net, False).modules()]", [False] * 5),
        Law("every module of a deep tree has the mode", lambda f, rng: deep(f, rng)),
    ],
    wrong=[
        Wrong(
            """
            def train(self, mode=True):
                if not isinstance(mode, bool):
                    raise ValueError("training mode is expected to be boolean")
                self.training = mode
                return self
            """,
            "Only the module itself is switched. The layers that look at the mode are inside it, perhaps deep inside.",
        ),
        Wrong(
            """
            def train(self, mode=True):
                if not isinstance(mode, bool):
                    raise ValueError("training mode is expected to be boolean")
                for module in self.modules():
                    module.training = mode
                return self
            """,
            "You set the mode of each module from outside, so a class with a train() of its own is not asked. Call "
            "`module.train(mode)` of the children.",
        ),
        Wrong(
            edited(SOLUTION, ("module.train(mode)", "module.training = mode")),
            "The children are switched, and what is inside them is not. Ask each child: `module.train(mode)`.",
        ),
        Wrong(
            """
            def train(self, mode=True):
                self.training = mode
                for module in self.children():
                    module.train(mode)
                return self
            """,
            "Anything is taken for a mode: `net.train('eval')` would switch to training. Refuse what is no bool.",
        ),
        Wrong(
            edited(SOLUTION, ("\n    return self", "")),
            "`net = net.train()` and `net.eval()(x)` are written everywhere: return the module.",
        ),
        Wrong(
            edited(SOLUTION, ("module.train(mode)", "module.train()")),
            "The children are always switched on: hand the mode on to them, `module.train(mode)`.",
        ),
        Wrong(
            edited(SOLUTION, ("self.children()", "self.modules()")),
            "modules() begins with the module itself, so it asks itself again and again. Ask the children.",
        ),
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: (
                isinstance(error, AttributeError) and "'NoneType' object has no attribute 'train" in str(error)
            ),
            "A module may hold None under a name, and None has no train(). children() leaves it out.",
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(error, AttributeError) and "has no attribute 'modules'" in str(error)
            ),
            "`net = net.train()` and `net.eval()(x)` are written everywhere: return the module itself.",
        ),
        Mistake(
            lambda expected, got, error: expected is ValueError and error is None and got == 1,
            "1 is equal to True, so `in` and == take it for a mode, and it is no bool. Ask isinstance(mode, bool), before anything "
            "is changed.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(expected, list) and isinstance(got, list) and got != expected,
            "A module is in another mode than it was asked to be. The module itself gets `self.training = mode`, and each of its "
            "children is asked to do the same with `module.train(mode)`.",
        ),
    ],
    hints=[
        "A module can switch itself in one line. Who knows how to switch a child?",
        "children() gives the modules right inside. Each has a train(), perhaps one of its own.",
        "`self.training = mode`, then `module.train(mode)` for each of self.children(), then `return self`.",
    ],
)


def deep(f, rng):
    top = mt.nn.Module()
    held = [top]
    for number in range(int(rng.integers(3, 12))):
        child = mt.nn.Module()
        child.training = bool(rng.integers(2))
        held[int(rng.integers(len(held)))].add_module(f"m{number}", child)
        held.append(child)
    mode = bool(rng.integers(2))
    f(top, mode)
    return {"modules": len(held), "mode": mode}, [mode] * len(held), [module.training for module in held]
