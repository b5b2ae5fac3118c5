"""Which names mean one parameter?"""

from ...define import Case, Exercise, Law, Wrong
from .trees import SETUP, grown, paths

exercise = Exercise(
    "tied",
    title="Which names mean one parameter?",
    difficulty=3,
    minutes=9,
    setup=SETUP,
    stub='''
        def tied(module):
            """The parameters that have more than one name: for each, the list of its names, in the order of the walk."""
            ...
    ''',
    solution='''
        def tied(module):
            """The parameters that have more than one name: for each, the list of its names, in the order of the walk."""
            names = {}
            for name, p in module.named_parameters(remove_duplicate=False):
                names.setdefault(id(p), []).append(name)
            return [group for group in names.values() if len(group) > 1]
    ''',
    why="remove_duplicate=False gives every name. What is the same object has the same id, so the id is the key under which the "
    "names are collected.",
    facts=[
        Case(
            """
            net = Block(encoder=Linear(4, 2), decoder=Linear(4, 2))
            net.decoder.weight = net.encoder.weight
            tied(net)
            """,
            [["encoder.weight", "decoder.weight"]],
        ),
        Case(
            """
            shared = Linear(2, 2)
            tied(Block(first=shared, second=shared))
            """,
            [["first.weight", "second.weight"], ["first.bias", "second.bias"]],
        ),
        Case(
            """
            net = Block(first=Linear(2, 2), second=Linear(2, 2))
            with mt.no_grad():
                net.second.weight.copy_(net.first.weight)
            tied(net)
            """,
            [],
        ),
        Case(
            """
            net = Block(a=Linear(2, 2, bias=False), b=Linear(2, 2, bias=False), c=Linear(2, 2, bias=False))
            net.b.weight = net.c.weight = net.a.weight
            tied(net)
            """,
            [["a.weight", "b.weight", "c.weight"]],
        ),
        Case(
            """
            m = mt.nn.Module()
            m.w = m.again = mt.nn.Parameter(mt.ones(2))
            tied(m)
            """,
            [["w", "again"]],
        ),
        Case(
            """
            m = mt.nn.Module()
            m.w = mt.nn.Parameter(mt.ones(2))
            m.v = mt.nn.Parameter(m.w.data)
            tied(m)
            """,
            [],
        ),
        Case(
            """
            deep = Block(left=Block(one=Linear(2, 3), two=Linear(2, 3)), right=Block(three=Linear(2, 3)))
            deep.right.three.bias = deep.left.two.bias
            deep.right.three.weight = deep.left.one.weight
            tied(deep)
            """,
            [["left.one.weight", "right.three.weight"], ["left.two.bias", "right.three.bias"]],
        ),
        Case("tied(Block(first=Linear(2, 2), second=Linear(2, 2)))", []),
        Law("the names of every parameter that has several", lambda f, rng: groups(f, rng)),
    ],
    wrong=[
        Wrong(
            """
            def tied(module):
                names = {}
                for name, p in module.named_parameters():
                    names.setdefault(id(p), []).append(name)
                return [group for group in names.values() if len(group) > 1]
            """,
            "named_parameters() gives each parameter once, so no name ever comes second. Ask for all names with "
            "remove_duplicate=False.",
        ),
        Wrong(
            """
            def tied(module):
                names = {}
                for name, p in module.named_parameters(remove_duplicate=False):
                    names.setdefault(str(p.tolist()), []).append(name)
                return [group for group in names.values() if len(group) > 1]
            """,
            "Equal numbers are no tie: after one step of training they differ. Ask whether it is the same object, with id(p) or "
            "`is`.",
        ),
        Wrong(
            """
            def tied(module):
                names = {}
                for name, p in module.named_parameters(remove_duplicate=False):
                    names.setdefault(id(p), []).append(name)
                return list(names.values())
            """,
            "Parameters with a single name are tied to nothing. Leave out the groups of one.",
        ),
        Wrong(
            """
            def tied(module):
                found = list(module.named_parameters(remove_duplicate=False))
                return [[a, b] for i, (a, p) in enumerate(found) for b, q in found[i + 1:] if p is q]
            """,
            "You list pairs. A parameter with three names makes three pairs and should be one group of three.",
        ),
        Wrong(
            """
            def tied(module):
                names = {}
                for path, m in module.named_modules():
                    for name, p in m._parameters.items():
                        if p is not None:
                            names.setdefault(id(p), []).append(f"{path}.{name}" if path else name)
                return [group for group in names.values() if len(group) > 1]
            """,
            "Your walk comes to each module once, so the second place of a shared layer is missing, with all its names. Walk "
            "with remove_duplicate=False.",
        ),
        Wrong(
            """
            def tied(module):
                names = {}
                for name, p in module.named_parameters(remove_duplicate=False):
                    names.setdefault(p.data_ptr(), []).append(name)
                return [group for group in names.values() if len(group) > 1]
            """,
            "You compare memory. Two parameters may show the same cells and be two parameters still, each with a gradient of its "
            "own. Compare the objects, with id(p).",
        ),
        Wrong(
            """
            def tied(module):
                first, second = {}, {}
                for name, p in module.named_parameters(remove_duplicate=False):
                    if id(p) in first:
                        second[id(p)] = name
                    else:
                        first[id(p)] = name
                return [[first[key], name] for key, name in second.items()]
            """,
            "You keep the first and the last name. A parameter may have three names or more: collect them in a list.",
        ),
        Wrong(
            """
            def tied(module):
                groups = []
                for name, p in module.named_parameters(remove_duplicate=False):
                    for one, names in groups:
                        if one == p:
                            names.append(name)
                            break
                    else:
                        groups.append((p, [name]))
                return [names for _, names in groups if len(names) > 1]
            """,
            "== compares the numbers, place by place, and gives a tensor or an error. Asked for is the same "
            "object: `one is p`, or the same id.",
        ),
        Wrong(
            """
            def tied(module):
                names = {}
                for name, p in module.named_parameters(remove_duplicate=False):
                    names.setdefault(id(p), []).append(name)
                return [name for group in names.values() if len(group) > 1 for name in group]
            """,
            "All names are in one list, and nobody can see which belong together. Give one list of names for each "
            "parameter.",
        ),
        Wrong(
            """
            def tied(module):
                names = {}
                for name, p in module.named_parameters(remove_duplicate=False):
                    names.setdefault(id(p), []).append(name)
                return sorted(sorted(group) for group in names.values() if len(group) > 1)
            """,
            "You sort by the alphabet. The names are to stand in the order in which the walk comes to them.",
        ),
        Wrong(
            """
            def tied(module):
                names = {}
                for name, p in module.named_parameters(recurse=False, remove_duplicate=False):
                    names.setdefault(id(p), []).append(name)
                return [group for group in names.values() if len(group) > 1]
            """,
            "With recurse=False you see only what the module itself holds. Ties go across modules: walk the whole "
            "tree.",
        ),
    ],
    hints=[
        "Which iterator gives a parameter once for every name it has? It is one argument away from the usual one.",
        "A dictionary from id(p) to a list of names collects them. `names.setdefault(id(p), []).append(name)`.",
        "At the end, `[group for group in names.values() if len(group) > 1]`.",
    ],
)


def groups(f, rng):
    plan = grown(rng)
    names = {}
    for path, one in paths(plan):
        for name, weight in one.weights.items():
            names.setdefault(id(weight), []).append(f"{path}.{name}" if path else name)
    return {"tree": str(plan)}, [group for group in names.values() if len(group) > 1], f(plan.module)
