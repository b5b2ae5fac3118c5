"""How many numbers has a network?"""

from ...define import Case, Exercise, Law, Wrong
from .trees import SETUP, grown, paths

exercise = Exercise(
    "count_parameters",
    title="How many numbers has a network?",
    difficulty=2,
    minutes=7,
    setup=SETUP,
    stub='''
        def count_parameters(module):
            """(how many numbers the parameters hold, how many of them are trained), at any depth, none counted twice."""
            ...
    ''',
    solution='''
        def count_parameters(module):
            """(how many numbers the parameters hold, how many of them are trained), at any depth, none counted twice."""
            total = sum(p.numel() for p in module.parameters())
            trained = sum(p.numel() for p in module.parameters() if p.requires_grad)
            return total, trained
    ''',
    why="parameters() gives each parameter once, whatever the tree looks like, so nothing is left to do but to add. This is the "
    "number that papers mean when they say how large a model is.",
    facts=[
        Case("count_parameters(Linear(2, 3))", (9, 9)),
        Case("count_parameters(Block(first=Linear(2, 3), second=Block(inner=Linear(3, 4))))", (25, 25)),
        Case("count_parameters(Block(first=Linear(2, 3, bias=False), none=None))", (6, 6)),
        Case("count_parameters(Block())", (0, 0)),
        Case(
            """
            net = Block(first=Linear(2, 3), second=Linear(2, 3))
            net.first.weight.requires_grad_(False)
            count_parameters(net)
            """,
            (18, 12),
        ),
        Case(
            """
            shared = Linear(2, 3)
            count_parameters(Block(left=Block(layer=shared), right=Block(layer=shared)))
            """,
            (9, 9),
        ),
        Case(
            """
            net = Block(encoder=Linear(5, 2), decoder=Linear(5, 2))
            net.decoder.weight = net.encoder.weight
            count_parameters(net)
            """,
            (14, 14),
        ),
        Case(
            """
            m = mt.nn.Module()
            m.w = m.again = mt.nn.Parameter(mt.tensor(1.0))
            count_parameters(m)
            """,
            (1, 1),
        ),
        Case(
            """
            m = mt.nn.Module()
            m.register_buffer("mean", mt.zeros(7))
            m.scale = mt.ones(2, requires_grad=True)
            m.w = mt.nn.Parameter(mt.zeros(2, 3, 4))
            count_parameters(Block(norm=m))
            """,
            (24, 24),
        ),
        Case(
            """
            net = Block(first=Linear(2, 3), second=Linear(2, 3))
            net.first.weight.sum().backward()
            count_parameters(net)
            """,
            (18, 18),
            changes=True,
        ),
        Law("every number once", lambda f, rng: counted(f, rng)),
    ],
    wrong=[
        Wrong(
            """
            def count_parameters(module):
                own = [p for p in module._parameters.values() if p is not None]
                return sum(p.numel() for p in own), sum(p.numel() for p in own if p.requires_grad)
            """,
            "You look at the module's own parameters. Most of a network is further in: parameters() walks the whole tree.",
        ),
        Wrong(
            """
            def count_parameters(module):
                found = [p for m in module.modules() for p in m._parameters.values() if p is not None]
                return sum(p.numel() for p in found), sum(p.numel() for p in found if p.requires_grad)
            """,
            "Each module is visited once, and still a parameter that two modules share is counted twice. parameters() "
            "remembers parameters, not only modules.",
        ),
        Wrong(
            """
            def count_parameters(module):
                found = [p for _, p in module.named_parameters(remove_duplicate=False)]
                return sum(p.numel() for p in found), sum(p.numel() for p in found if p.requires_grad)
            """,
            "A shared parameter is counted once for every name it has. For counting, you want it once: module.parameters(), asked of "
            "the whole module, sees to that.",
        ),
        Wrong(
            """
            def count_parameters(module):
                found = list(module.parameters())
                return len(found), len([p for p in found if p.requires_grad])
            """,
            "This counts tensors. A weight of 3 by 2 is six numbers: `numel()` says how many a tensor holds.",
        ),
        Wrong(
            """
            def count_parameters(module):
                trained = sum(p.numel() for p in module.parameters() if p.requires_grad)
                return trained, trained
            """,
            "A frozen parameter belongs to the network as well. Only the second number leaves it out.",
        ),
        Wrong(
            """
            def count_parameters(module):
                total = sum(p.numel() for p in module.parameters()) + sum(b.numel() for b in module.buffers())
                return total, sum(p.numel() for p in module.parameters() if p.requires_grad)
            """,
            "A buffer is state, and no parameter. It is not counted.",
        ),
        Wrong(
            """
            def count_parameters(module):
                walk = module.parameters()
                return sum(p.numel() for p in walk), sum(p.numel() for p in walk if p.requires_grad)
            """,
            "An iterator can be gone through once: the first sum has used it up, and the second finds nothing. Call "
            "parameters() again, or make a list of it.",
        ),
        Wrong(
            """
            def count_parameters(module):
                found = {tuple(p.shape): p for p in module.parameters()}.values()
                return sum(p.numel() for p in found), sum(p.numel() for p in found if p.requires_grad)
            """,
            "Two layers of the same shape are two layers. parameters() leaves out what is the same object, and no more is to be "
            "left out.",
        ),
        Wrong(
            """
            def count_parameters(module):
                return sum(len(p) for p in module.parameters()), sum(len(p) for p in module.parameters() if p.requires_grad)
            """,
            "`len` of a tensor is the size of its first dimension. How many numbers it holds is `p.numel()`.",
        ),
        Wrong(
            """
            def count_parameters(module):
                found = [p for part in module.modules() for p in part.parameters()]
                return sum(p.numel() for p in found), sum(p.numel() for p in found if p.requires_grad)
            """,
            "parameters() goes down the tree already. With the loop over modules() around it, a number is counted "
            "once for each module above it.",
        ),
        Wrong(
            """
            def count_parameters(module):
                found = list(module.parameters())
                return sum(p.numel() for p in found), sum(p.numel() for p in found if not p.requires_grad)
            """,
            "The second number is how many are trained, and you count those that are not.",
        ),
        Wrong(
            """
            def count_parameters(module):
                found = list(module.parameters())
                return sum(p.numel() for p in found), sum(p.numel() for p in found if p.grad is not None)
            """,
            "A parameter has a gradient only after backward(). Whether it is trained is said by `requires_grad`.",
        ),
    ],
    hints=[
        "parameters() gives every parameter of the whole tree, each once.",
        "How many numbers a tensor holds is `p.numel()`, and `p.requires_grad` says whether it is trained.",
        "`sum(p.numel() for p in module.parameters())`, and the same with `if p.requires_grad`.",
    ],
)


def counted(f, rng):
    plan = grown(rng)
    weights = {id(w): w for _, one in paths(plan) for w in one.weights.values()}.values()
    total = sum(w._array.size for w in weights)
    trained = sum(w._array.size for w in weights if w.requires_grad)
    return {"tree": str(plan)}, (total, trained), f(plan.module)
