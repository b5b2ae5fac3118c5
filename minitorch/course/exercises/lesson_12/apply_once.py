"""Innermost first, and each once."""

from ...define import Case, Exercise, Law, Wrong
from .trees import SETUP, grown

exercise = Exercise(
    "apply_once",
    title="Innermost first, and each once",
    difficulty=3,
    minutes=9,
    setup=SETUP
    + """
def names(net, order):
    paths = {module: path or "net" for path, module in net.named_modules()}
    return [paths.get(module, "another") for module in order]
""",
    stub='''
        def apply_once(module, fn):
            """Call fn(module) for every module of the tree, once for each; those inside a module before itself.

            Where a module stands in several places, the first counts. Returns the module.
            """
            ...
    ''',
    solution='''
        def apply_once(module, fn):
            """Call fn(module) for every module of the tree, once for each; those inside a module before itself.

            Where a module stands in several places, the first counts. Returns the module.
            """
            met = set()

            def visit(one):
                met.add(one)
                for inner in one.children():
                    if inner not in met:
                        visit(inner)
                fn(one)

            visit(module)
            return module
    ''',
    why="The same walk with the call after the loop instead of before it. One set for the whole walk makes it once for each, "
    "which apply itself, here as in PyTorch, does not promise.",
    facts=[
        Case(
            """
            order = []
            net = Block(first=Linear(2, 3), second=Block(inner=Linear(3, 4)))
            apply_once(net, order.append)
            names(net, order)
            """,
            ["first", "second.inner", "second", "net"],
            changes=True,
        ),
        Case(
            """
            net = Block(first=Linear(2, 3))
            apply_once(net, lambda module: 3) is net
            """,
            True,
            changes=True,
        ),
        Case(
            """
            order = []
            shared = Linear(2, 2)
            net = Block(left=Block(layer=shared), right=Block(layer=shared))
            apply_once(net, order.append)
            names(net, order)
            """,
            ["left.layer", "left", "right", "net"],
            changes=True,
        ),
        Case(
            """
            order = []
            shared = Linear(2, 2)
            net = Block(first=shared, gone=None, second=shared)
            apply_once(net, order.append)
            names(net, order)
            """,
            ["first", "net"],
            changes=True,
        ),
        Case(
            """
            order = []
            shared = Block(deep=Block())
            net = Block(a=shared, b=Block(again=shared))
            apply_once(net, order.append)
            names(net, order)
            """,
            ["a.deep", "a", "b", "net"],
            changes=True,
        ),
        Case(
            """
            order = []
            net = Block(inner=Block())
            net.inner.back = net
            apply_once(net, order.append)
            names(net, order)
            """,
            ["inner", "net"],
            changes=True,
        ),
        Case(
            """
            calls = []
            net = Block(a=Linear(1, 1), b=Linear(1, 1))
            apply_once(net, calls.append)
            apply_once(net, calls.append)
            len(calls)
            """,
            6,
            changes=True,
        ),
        Law("inside before outside, each once", lambda f, rng: applied(f, rng)),
    ],
    wrong=[
        Wrong(
            """
            def apply_once(module, fn):
                return module.apply(fn)
            """,
            "apply remembers only the children of one module: a layer that stands in two different modules is initialised "
            "twice. One set has to go through the whole walk.",
        ),
        Wrong(
            """
            def apply_once(module, fn):
                for one in module.modules():
                    fn(one)
                return module
            """,
            "Each once, but the outermost first. A module should find those inside it done already.",
        ),
        Wrong(
            """
            def apply_once(module, fn):
                for one in reversed(list(module.modules())):
                    fn(one)
                return module
            """,
            "Turning the walk round also turns the order of neighbours round, and a shared module can come after one that "
            "it is inside of. Call fn after the loop over the children instead.",
        ),
        Wrong(
            """
            def apply_once(module, fn):
                for inner in module.children():
                    fn(inner)
                fn(module)
                return module
            """,
            "This reaches the children and not their children. Let a function call itself.",
        ),
        Wrong(
            """
            def apply_once(module, fn):
                met = set()
                def visit(one):
                    met.add(one)
                    for inner in one.children():
                        if inner not in met:
                            visit(inner)
                    fn(one)
                visit(module)
            """,
            "All is done and nothing is returned. Return the module, so that `net = apply_once(Net(), fn)` works.",
        ),
        Wrong(
            """
            def apply_once(module, fn, met=set()):
                met.add(module)
                for inner in module.children():
                    if inner not in met:
                        apply_once(inner, fn, met)
                fn(module)
                return module
            """,
            "The default set is made once, when the function is defined. A second call finds what the first has met.",
        ),
        Wrong(
            """
            def apply_once(module, fn):
                met = set()
                def visit(one):
                    for inner in one.children():
                        if inner not in met:
                            visit(inner)
                    met.add(one)
                    fn(one)
                visit(module)
                return module
            """,
            "fn is called once for each, and still the walk goes round for ever in a circle: a module has to be noted when the walk "
            "comes to it, before its children, and not when it is done.",
        ),
        Wrong(
            """
            def apply_once(module, fn):
                if not hasattr(module, "_done"):
                    module._done = True
                    for inner in module.children():
                        apply_once(inner, fn)
                    fn(module)
                return module
            """,
            "You leave a mark in the modules, and it is still there at the next call, which does nothing. Keep "
            "what was met in a set of your own.",
        ),
        Wrong(
            """
            def apply_once(module, fn):
                met = set()
                def visit(one):
                    met.add(one)
                    for inner in one._modules.values():
                        if inner not in met:
                            visit(inner)
                    fn(one)
                visit(module)
                return module
            """,
            "A name may be registered with None, which is no module. children() leaves it out.",
        ),
        Wrong(
            """
            def apply_once(module, fn):
                met = set()
                def visit(one):
                    for inner in one.children():
                        if inner not in met:
                            met.add(inner)
                            visit(inner)
                    fn(one)
                visit(module)
                return module
            """,
            "Only the modules inside are noted. The first one is missing in the set, and in a circle the walk "
            "comes to it again.",
        ),
        Wrong(
            """
            def apply_once(module, fn):
                met = set()
                def visit(one):
                    met.add(one)
                    for inner in one.children():
                        if inner not in met:
                            visit(inner)
                            fn(inner)
                visit(module)
                return module
            """,
            "fn is called for what is inside, and never for the outermost module. Let visit call fn for the "
            "module that it visits.",
        ),
    ],
    hints=[
        "A function inside the function: visit(one) visits the children of one and then calls fn(one).",
        "A set outside visit knows the modules that were met. Add a module when you come to it.",
        "`met.add(one)`, then `for inner in one.children(): if inner not in met: visit(inner)`, then `fn(one)`.",
    ],
)


def applied(f, rng):
    plan, order, numbers = grown(rng), [], {}

    def visit(one):
        numbers[id(one.module)] = one.number
        for inner in one.inside.values():
            if inner is not None and id(inner.module) not in numbers:
                visit(inner)
        order.append(one.number)

    visit(plan)
    got = []
    f(plan.module, lambda module: got.append(numbers.get(id(module), "another")))
    return {"tree": str(plan)}, order, got
