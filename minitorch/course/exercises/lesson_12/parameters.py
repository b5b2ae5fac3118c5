"""The iterators that stand on the walk."""

from ...define import Case, Exercise, Law, Mistake, Wrong
from ..edited import bare, edited
from ..fact_words import stops
from .trees import SETUP, grown, paths

SOLUTION = '''
def named_parameters(self, prefix="", recurse=True, remove_duplicate=True):
    """(path, parameter) of all parameters: self._named_members, which opens the drawer `_parameters` of each module."""
    return self._named_members(lambda module: module._parameters.items(), prefix, recurse, remove_duplicate)


def named_buffers(self, prefix="", recurse=True, remove_duplicate=True):
    """(path, buffer) of all buffers: the same with the drawer `_buffers`."""
    return self._named_members(lambda module: module._buffers.items(), prefix, recurse, remove_duplicate)


def buffers(self, recurse=True):
    """One by one, the buffers of named_buffers, without their paths."""
    for _, buffer in self.named_buffers(recurse=recurse):
        yield buffer


def modules(self):
    """One by one, the modules of named_modules, without their paths."""
    for _, module in self.named_modules():
        yield module


def parameters(self, recurse=True):
    """One by one, the parameters of named_parameters, without their paths."""
    for _, parameter in self.named_parameters(recurse=recurse):
        yield parameter
'''
RIGHT = bare(SOLUTION)

HOME = "minitorch.nn.module.tree:Tree."


def every(rng):
    plan = grown(rng)
    numbers, weights = {}, {}
    for _, one in paths(plan):
        numbers[id(one.module)] = one.number
        for place, weight in enumerate(one.weights.values()):
            weights.setdefault(id(weight), one.number * 10 + place)
    met = [one for _, one in paths(plan, seen=set())]
    expected = list(dict.fromkeys(weights[id(weight)] for one in met for weight in one.weights.values()))
    module = plan.module
    got = [numbers.get(id(one)) for one in module.modules()], [weights.get(id(one)) for one in module.parameters()]
    return {"tree": str(plan)}, ([one.number for one in met], expected), got


exercise = Exercise(
    "parameters",
    title="A line or two over the walk",
    difficulty=2,
    minutes=5,
    target=HOME + "parameters",
    covers=(HOME + "named_parameters", HOME + "named_buffers", HOME + "buffers", HOME + "modules"),
    installed=True,
    setup=SETUP,
    stub='''
        def named_parameters(self, prefix="", recurse=True, remove_duplicate=True):
            """(path, parameter) of all parameters: self._named_members, which opens the drawer `_parameters` of each module."""
            ...


        def named_buffers(self, prefix="", recurse=True, remove_duplicate=True):
            """(path, buffer) of all buffers: the same with the drawer `_buffers`."""
            ...


        def buffers(self, recurse=True):
            """One by one, the buffers of named_buffers, without their paths."""
            ...


        def modules(self):
            """One by one, the modules of named_modules, without their paths."""
            ...


        def parameters(self, recurse=True):
            """One by one, the parameters of named_parameters, without their paths."""
            ...
    ''',
    solution=SOLUTION,
    why="The walk and what it remembers are written once, so none of these can forget anything. `parameters` is what an optimizer "
    "is made with.",
    facts=[
        Case(
            """
            net = Block(a=Linear(2, 3), b=Block(c=Linear(3, 1)))
            ([name for name, p in net.named_parameters()], [p is q for p, (_, q) in zip(net.parameters(), net.named_parameters())])
            """,
            (["a.weight", "a.bias", "b.c.weight", "b.c.bias"], [True] * 4),
            changes=True,
        ),
        Case(
            """
            net = Block(left=Linear(3, 3), right=Linear(3, 3))
            net.right.weight = net.left.weight
            (len(list(net.parameters())), [name for name, p in net.named_parameters(remove_duplicate=False)])
            """,
            (3, ["left.weight", "left.bias", "right.weight", "right.bias"]),
            changes=True,
        ),
        Case(
            """
            net = Block(a=Linear(2, 3))
            net.scale = mt.nn.Parameter(mt.ones(1))
            ([n for n, _ in net.named_parameters("net", False)], len(list(net.parameters(recurse=False))), len(list(net.parameters())))
            """,
            (["net.scale"], 1, 3),
            changes=True,
        ),
        Case(
            """
            net = Block(a=Linear(2, 3), b=Block())
            net.mean = mt.nn.Buffer(mt.ones(1))
            net.b.count = mt.nn.Buffer(mt.tensor(0))
            ([n for n, _ in net.named_buffers()], [list(b.shape) for b in net.buffers()], len(list(net.buffers(recurse=False))))
            """,
            (["mean", "b.count"], [[1], []], 1),
            changes=True,
        ),
        Case(
            """
            net = Block(a=Block(), b=Block())
            net.a.mean = mt.nn.Buffer(mt.ones(1))
            net.b.mean = net.a.mean
            ([n for n, _ in net.named_buffers("net")], [n for n, _ in net.named_buffers(remove_duplicate=False)])
            """,
            (["net.a.mean"], ["a.mean", "b.mean"]),
            changes=True,
        ),
        Case(
            """
            net = Block(a=Block(b=Block()), none=None)
            [module is other for module, other in zip(net.modules(), [net, net.a, net.a.b], strict=True)]
            """,
            [True, True, True],
            changes=True,
        ),
        Case(
            """
            net = Block(a=Linear(2, 3))
            (next(net.parameters()) is net.a.weight, next(net.modules()) is net, list(Block().buffers()))
            """,
            (True, True, []),
            changes=True,
        ),
        Case(
            """
            class Halves(Linear):
                def named_parameters(self, prefix="", recurse=True, remove_duplicate=True):
                    yield "half", self.weight

            len(list(Halves(2, 3).parameters()))
            """,
            1,
            changes=True,
        ),
        Case(
            """
            net = Linear(2, 3)
            net.weight.requires_grad_(False)
            ([name for name, p in net.named_parameters()], len(list(net.parameters())))
            """,
            (["weight", "bias"], 2),
            changes=True,
        ),
        Law("every module and every parameter once", lambda f, rng: every(rng)),
    ],
    wrong=[
        Wrong(
            edited(RIGHT, ("_parameters.items(), prefix, recurse", "_parameters.items(), prefix, True")),
            "named_parameters does not hand on recurse, so it always walks the whole tree.",
        ),
        Wrong(
            edited(RIGHT, ("for _, buffer in self.named_buffers", "for _, buffer in self.named_parameters")),
            "buffers gives the parameters. It goes through self.named_buffers.",
        ),
        Wrong(
            edited(
                RIGHT, ("        yield parameter", "        if parameter.requires_grad:\n            yield parameter")
            ),
            "A frozen parameter is a parameter as well. All of them are given, and whoever wants to leave some out does "
            "so.",
        ),
        Wrong(
            edited(
                RIGHT, ("module._parameters.items(), prefix, recurse, remove_duplicate", "module._parameters.items()")
            ),
            "named_parameters keeps for itself what it was given: hand prefix, recurse and remove_duplicate on to _named_members.",
        ),
        Wrong(
            edited(
                RIGHT,
                ("_parameters.items(), prefix, recurse, remove", "_parameters.items(), prefix, remove_duplicate, re"),
            ).replace("re_duplicate", "recurse"),
            "The order of what _named_members is handed is another one: prefix, recurse, remove_duplicate.",
        ),
        Wrong(
            edited(RIGHT, ("named_parameters(recurse=recurse)", "named_parameters()")),
            "parameters does not hand recurse on, so it always walks the whole tree: named_parameters(recurse=recurse). By "
            "its name, for the first place is the prefix's.",
        ),
        Wrong(
            edited(RIGHT, ("named_buffers(recurse=recurse)", "named_buffers()")),
            "buffers does not hand recurse on, so it always walks the whole tree: named_buffers(recurse=recurse).",
        ),
        Wrong(
            edited(RIGHT, ("module._buffers.items()", "module._parameters.items()")),
            "named_buffers looks into the drawer of the parameters. The buffers stand in module._buffers.",
        ),
        Wrong(
            edited(RIGHT, ("lambda module: module._parameters", "lambda module: self._parameters")),
            "You open the drawer of self at every stop. get_members_fn is called with the module at hand: look into that one.",
        ),
        Wrong(
            edited(RIGHT, ("_parameters.items()", "_parameters.values()")),
            "values() gives the parameters without their names. Pairs of a name and a member are asked for: items().",
        ),
        Wrong(
            edited(RIGHT, ("for _, parameter in", "for parameter in")),
            "You give the pairs, path and parameter together. Take each apart, and give the parameter alone.",
        ),
        Wrong(
            edited(RIGHT, ("for _, module in", "for module in")),
            "You give the pairs, path and module together. Take each apart, and give the module alone.",
        ),
        Wrong(
            edited(RIGHT, ("for _, module in self.named_modules():", "for module in self._modules.values():")),
            "modules gives the whole tree, and this module first. You give one level: go through self.named_modules().",
        ),
        Wrong(
            edited(RIGHT, ("yield parameter", "return parameter")),
            "`return` ends the loop with the first parameter. `yield` gives it and goes on.",
        ),
        Wrong(
            edited(RIGHT, ("yield module", "return module")),
            "`return` ends the loop with the first module. `yield` gives it and goes on.",
        ),
        Wrong(
            edited(
                RIGHT,
                ("for _, parameter in self.named_parameters(recurse=recurse):", "for part in self.modules():"),
                (
                    "        yield parameter",
                    "        yield from [p for p in part._parameters.values() if p is not None]",
                ),
            ),
            "A parameter that two modules share comes twice, and recurse is not asked. The walk that remembers is there already: "
            "self.named_parameters(recurse=recurse).",
        ),
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: expected[0] == 3 == got[0] and len(got[1]) == 3,
            "In `named_parameters`: all three are handed on, prefix, recurse and remove_duplicate. With remove_duplicate=False a "
            "shared parameter has a name for each place.",
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(got, tuple)
                and len(got) == 2
                and isinstance(got[0], int)
                and len(got[1]) == 4
                and got[0] == 4
            ),
            "parameters gives a parameter that two modules share twice. named_parameters remembers what was given: go through it.",
        ),
        stops(
            "zip() argument",
            "modules gives too few, or too many: all that self.named_modules() gives, this module first.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(got, tuple) and got and isinstance(got[0], list) and "" in got[0],
            "What comes are modules, with their paths. self._named_members opens a drawer in each.",
        ),
        Mistake(
            lambda expected, got, error: "object is not an iterator" in str(error),
            "What it gives is a list, or another whole. One by one is asked for, as a generator does: `yield`.",
        ),
        Mistake(
            lambda expected, got, error: "'method' object is not iterable" in str(error),
            "A method stands there that is not called: parentheses are missing behind it.",
        ),
        Mistake(
            lambda expected, got, error: "values to unpack" in str(error),
            "_named_members takes pairs of a name and a member, as items() gives them.",
        ),
        Mistake(
            lambda expected, got, error: "'dict' object is not callable" in str(error),
            "get_members_fn has to be a function, which is called with each module: `lambda module: module._parameters.items()`.",
        ),
        Mistake(
            lambda expected, got, error: "'dict_items' object is not callable" in str(error),
            "get_members_fn has to be a function, which is called with each module: `lambda module: module._parameters.items()`.",
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(error, TypeError) and "NoneType" in str(error) and "iter" in str(error)
            ),
            "One of the five gives nothing that can be looped over. The named ones `return` what _named_members gives; the others "
            "`yield` each thing.",
        ),
        Mistake(
            lambda expected, got, error: (
                error is None and isinstance(got, tuple) and isinstance(got[-1], list) and False in got[-1]
            ),
            "parameters gives other things than named_parameters names, or in another order. Each comes as it is, without "
            "its path.",
        ),
    ],
    hints=[
        "The two named ones call self._named_members with a function of a module, and hand on everything that they were given.",
        "`lambda module: module._parameters.items()` opens the drawer. The other three are a loop with a `yield` each.",
        "`return self._named_members(lambda module: module._parameters.items(), prefix, recurse, remove_duplicate)`, and `for _, "
        "parameter in self.named_parameters(recurse=recurse): yield parameter`.",
    ],
)
