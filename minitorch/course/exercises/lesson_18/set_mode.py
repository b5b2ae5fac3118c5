"""The switch for a whole tree."""

import minitorch as mt

from ...define import Case, Exercise, Law, Wrong

TREE = """
def tree():
    net, block = mt.nn.Module(), mt.nn.Module()
    net.first, net.block = mt.nn.Module(), block
    block.inner, block.other = mt.nn.Module(), mt.nn.Module()
    return net
"""

exercise = Exercise(
    "set_mode",
    title="The switch for a whole tree",
    difficulty=1,
    minutes=5,
    setup=TREE,
    stub='''
        def set_mode(module, training):
            """Set `.training` of the module and of all modules inside it, at any depth. Returns the module."""
            ...
    ''',
    solution='''
        def set_mode(module, training):
            """Set `.training` of the module and of all modules inside it, at any depth. Returns the module."""
            for one in module.modules():
                one.training = training
            return module
    ''',
    why="modules() is the walk of lesson 12: it gives the module itself and everything inside, each once.",
    facts=[
        Case("[m.training for m in set_mode(tree(), False).modules()]", [False] * 5),
        Case("[m.training for m in set_mode(set_mode(tree(), False), True).modules()]", [True] * 5),
        Case(
            """
            net = tree()
            set_mode(net.block, False)
            [m.training for m in net.modules()]
            """,
            [True, True, False, False, False],
        ),
        Case(
            """
            net = tree()
            for m in net.modules():
                m.training = False
            [m.training for m in set_mode(net, True).modules()]
            """,
            [True] * 5,
        ),
        Case("net = tree()\nset_mode(net, False) is net", True),
        Case("set_mode(mt.nn.Module(), False).training", False),
        Law("every module of a deep tree has the mode", lambda f, rng: deep(f, rng)),
    ],
    wrong=[
        Wrong(
            """
            def set_mode(module, training):
                module.training = training
                return module
            """,
            "Only the outermost module is switched. A Dropout three levels down would go on as before: walk over modules(), and "
            "return when the loop is through.",
        ),
        Wrong(
            """
            def set_mode(module, training):
                module.training = training
                for child in module.children():
                    child.training = training
                return module
            """,
            "You reach the modules right inside, and no deeper. Call set_mode on each child, or walk over modules().",
        ),
        Wrong(
            """
            def set_mode(module, training):
                for child in module.children():
                    set_mode(child, training)
                return module
            """,
            "The modules are visited, and no mode changes. Each needs `one.training = training`: one equals sign, this attribute, in "
            "both directions.",
        ),
        Wrong(
            """
            def set_mode(module, training):
                for one in module.modules():
                    one.training = training
            """,
            "The switch is thrown, but nothing is returned, so `net = set_mode(net, False)` would lose the net. Return the module.",
        ),
        Wrong(
            """
            def set_mode(module, training):
                for one in module.modules():
                    one.training = not one.training
                return module
            """,
            "You turn each switch over. Set it to what is asked for, whatever it was.",
        ),
        Wrong(
            """
                def set_mode(module, training):
                    for child in module.children():
                        child.training = training
                        set_mode(child, training)
                    return module
            """,
            "All modules inside are switched, and the outermost is not: `module.training = training` belongs to it too.",
        ),
        Wrong(
            """
                def set_mode(module, training):
                    for one in module.modules():
                        one.training = training
                    return one
            """,
            "You return the module that the loop saw last. Return the one that was given.",
        ),
        Wrong(
            """
                def set_mode(module, training):
                    for one in module.modules():
                        one.training = False
                    return module
            """,
            "It always switches to evaluating. Set what is asked for: `training`.",
        ),
        Wrong(
            """
                def set_mode(module, training):
                    for one in module.modules():
                        one.training = True
                    return module
            """,
            "It only ever switches to training. Set what is asked for: `training`.",
        ),
    ],
    hints=[
        "Which iterator of lesson 12 gives a module and everything inside it?",
        "`for one in module.modules():` visits each of them once.",
        "In the loop: `one.training = training`. After it: `return module`.",
    ],
)


def deep(f, rng):
    top = mt.nn.Module()
    modules = [top]
    for number in range(int(rng.integers(3, 9))):
        modules[int(rng.integers(0, len(modules)))].add_module(f"m{number}", one := mt.nn.Module())
        modules.append(one)
    wanted = bool(rng.integers(0, 2))
    f(top, wanted)
    return {"modules": len(modules), "training": wanted}, [wanted] * len(modules), [m.training for m in modules]
