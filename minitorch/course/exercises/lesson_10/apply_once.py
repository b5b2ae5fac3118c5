"""Innermost first, and each once."""

from ...define import Case, Exercise, Law, Wrong
from .named_modules import SETUP, grown

exercise = Exercise(
    "apply_once",
    title="Innermost first, and each once",
    difficulty=3,
    minutes=9,
    setup=SETUP,
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
            order == [net.first, net.second.inner, net.second, net]
            """,
            True,
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
            order == [shared, net.left, net.right, net]
            """,
            True,
            changes=True,
        ),
        Case(
            """
            order = []
            shared = Linear(2, 2)
            net = Block(first=shared, gone=None, second=shared)
            apply_once(net, order.append)
            order == [shared, net]
            """,
            True,
            changes=True,
        ),
        Case(
            """
            order = []
            shared = Block(deep=Block())
            net = Block(a=shared, b=Block(again=shared))
            apply_once(net, order.append)
            order == [shared.deep, shared, net.b, net]
            """,
            True,
            changes=True,
        ),
        Case(
            """
            order = []
            net = Block(inner=Block())
            net.inner.back = net
            apply_once(net, order.append)
            order == [net.inner, net]
            """,
            True,
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
            "You note a module when it is done. In a circle it never is: note it when you come to it, before its children.",
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
