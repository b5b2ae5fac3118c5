"""What the modules hold."""

from ...define import Case, Exercise, Law, Mistake, Wrong
from ..edited import bare, edited
from ..fact_words import stops, where
from .trees import SETUP, grown, paths

SOLUTION = '''
def named_members(self, get_members_fn, prefix="", recurse=True, remove_duplicate=True):
    """Give, one by one, (path, member) for each (name, member) that `get_members_fn(module)` has, for module after module.

    The walk begins with `prefix`; with recurse=False it is this module alone. A member that is None is left out.
    With remove_duplicate, modules and members come once, under the first path.
    """
    memo = set()
    walk = self.named_modules(prefix=prefix, remove_duplicate=remove_duplicate) if recurse else [(prefix, self)]
    for path, module in walk:
        for name, member in get_members_fn(module):
            if member is None or member in memo:
                continue
            if remove_duplicate:
                memo.add(member)
            yield joined(path, name), member
'''
RIGHT = bare(SOLUTION)

exercise = Exercise(
    "named_members",
    title="What the modules hold",
    difficulty=3,
    minutes=9,
    target="minitorch.nn.module.tree:Tree._named_members",
    installed=True,
    setup=SETUP + "from minitorch.nn.module.tree import joined\n",
    stub='''
        def named_members(self, get_members_fn, prefix="", recurse=True, remove_duplicate=True):
            """Give, one by one, (path, member) for each (name, member) that `get_members_fn(module)` has, for module after module.

            The walk begins with `prefix`; with recurse=False it is this module alone. A member that is None is left out.
            With remove_duplicate, modules and members come once, under the first path.
            """
            ...
    ''',
    solution=SOLUTION,
    why="The walk remembers modules, and this method what they hold: two modules may share a parameter. Every "
    "iterator over parameters and buffers is a line over it.",
    facts=[
        Case(
            """
            net = Block(a=Linear(2, 3), b=Block(c=Linear(3, 1)))
            [name for name, p in net.named_parameters()]
            """,
            ["a.weight", "a.bias", "b.c.weight", "b.c.bias"],
            changes=True,
        ),
        Case(
            """
            net = Linear(2, 3)
            [(name, p is net._parameters[name]) for name, p in net.named_parameters()]
            """,
            [("weight", True), ("bias", True)],
            changes=True,
        ),
        Case(
            """
            net = Block(a=Linear(2, 3, bias=False), b=Linear(3, 1))
            [name for name, p in net.named_parameters()]
            """,
            ["a.weight", "b.weight", "b.bias"],
            changes=True,
        ),
        Case(
            """
            net = Block(left=Linear(3, 3), right=Linear(3, 3))
            net.right.weight = net.left.weight
            [name for name, p in net.named_parameters()]
            """,
            ["left.weight", "left.bias", "right.bias"],
            changes=True,
        ),
        Case(
            """
            net = Block(left=Linear(3, 3), right=Linear(3, 3))
            net.right.weight = net.left.weight
            [name for name, p in net.named_parameters(remove_duplicate=False)]
            """,
            ["left.weight", "left.bias", "right.weight", "right.bias"],
            changes=True,
        ),
        Case(
            """
            shared = Linear(2, 2)
            net = Block(first=shared, second=shared)
            ([n for n, _ in net.named_parameters()], [n for n, _ in net.named_parameters(remove_duplicate=False)])
            """,
            (["first.weight", "first.bias"], ["first.weight", "first.bias", "second.weight", "second.bias"]),
            changes=True,
        ),
        Case(
            """
            net = Block(a=Linear(2, 3))
            net.scale = mt.nn.Parameter(mt.ones(1))
            [name for name, p in net.named_parameters(recurse=False)]
            """,
            ["scale"],
            changes=True,
        ),
        Case(
            """
            net = Block(a=Linear(2, 3))
            net.scale = mt.nn.Parameter(mt.ones(1))
            [name for name, p in net.named_parameters(prefix="net", recurse=False)]
            """,
            ["net.scale"],
            changes=True,
        ),
        Case(
            """
            net = Block(a=Linear(2, 3, bias=False))
            [name for name, p in net.named_parameters("net")]
            """,
            ["net.a.weight"],
            changes=True,
        ),
        Case(
            """
            net = Linear(2, 2)
            net.again = net.weight
            ([n for n, _ in net.named_parameters(recurse=False)], [n for n, _ in net.named_parameters("", False, False)])
            """,
            (["weight", "bias"], ["weight", "bias", "again"]),
            changes=True,
        ),
        Case(
            """
            net = Block(a=Linear(2, 3))
            net.mean = mt.nn.Buffer(mt.ones(1))
            net.a.mask = mt.nn.Buffer(mt.ones(1))
            ([n for n, _ in net.named_buffers()], len(list(net.buffers())), len(list(net.parameters())))
            """,
            (["mean", "a.mask"], 2, 2),
            changes=True,
        ),
        Case(
            """
            net = Block(a=Linear(2, 2))
            net.a.back = net
            [name for name, p in net.named_parameters()]
            """,
            ["a.weight", "a.bias"],
            changes=True,
        ),
        Case(
            """
            net = Block(a=Linear(2, 2), gone=None)
            next(net.named_parameters())[0]
            """,
            "a.weight",
            changes=True,
        ),
        Case(
            """
            net = Block(a=Linear(2, 3))
            ([n for n, _ in net.named_parameters()], [n for n, _ in net.named_parameters()])
            """,
            (["a.weight", "a.bias"], ["a.weight", "a.bias"]),
            changes=True,
        ),
        Case(
            """
            net = Block(a=Block(b=Block()))
            [path for path, letter in net._named_members(lambda module: [("x", len(module._modules)), ("y", None)])]
            """,
            ["x", "a.b.x"],
            changes=True,
        ),
        Law("every parameter once, under its first path", lambda f, rng: held(rng)),
    ],
    wrong=[
        Wrong(
            edited(RIGHT, ("is None or member in", "in")),
            "A layer without a bias has `bias` registered as None. That is nothing to train: leave it out.",
        ),
        Wrong(
            edited(RIGHT, ("None or member in memo", "None")),
            "What two modules share comes twice. The walk remembers modules; remember the members as well.",
        ),
        Wrong(
            edited(RIGHT, ("if remove_duplicate:\n                memo.add", "memo.add")),
            "With remove_duplicate=False every path is wanted, also those of a member that came before. Then "
            "nothing is put into the set.",
        ),
        Wrong(
            edited(RIGHT, ("prefix, remove_duplicate=remove_duplicate", "prefix")),
            "You do not hand remove_duplicate to the walk. A module that stands in two places is met once, and "
            "the second path of its parameters is missing.",
        ),
        Wrong(
            edited(RIGHT, (" if recurse else [(prefix, self)]", "")),
            "With recurse=False the modules inside must not be asked: then the walk is this module alone.",
        ),
        Wrong(
            edited(RIGHT, ("prefix, self", "'', self")),
            "With recurse=False the prefix is lost. The walk of one module is [(prefix, self)].",
        ),
        Wrong(
            edited(RIGHT, ("prefix=prefix, remove_duplicate", "remove_duplicate")),
            "The prefix is lost on the way: hand it to named_modules, which puts it before each path.",
        ),
        Wrong(
            edited(RIGHT, ("joined(path, name)", "name")),
            "You give the name in the module, and the way to the module is missing: `joined(path, name)`.",
        ),
        Wrong(
            edited(RIGHT, ("joined(path, name)", 'f"{path}.{name}"')),
            "For the module itself the path is empty, and your names begin with a dot. `joined` puts it only "
            "where there is something before it.",
        ),
        Wrong(
            edited(RIGHT, ("    memo = set()\n", ""), ("walk:", "walk:\n        memo = set()")),
            "The set is new for each module, so what another module has shown is forgotten. One set for the whole "
            "walk.",
        ),
        Wrong(
            edited(RIGHT, ("set()", "[]"), ("memo.add", "memo.append")),
            "A list compares with ==, which for two tensors makes a tensor and no answer. A set finds the same object.",
        ),
        Wrong(
            edited(RIGHT, ("get_members_fn(module", "module._parameters.items(")),
            "You always look at the parameters. `get_members_fn(module)` says what is asked for: it may be the "
            "buffers.",
        ),
        Wrong(
            edited(RIGHT, ("path, name", "name, path")),
            "The path comes first, then the name in the module: joined(path, name).",
        ),
        Wrong(
            edited(RIGHT, ("member in memo", "name in memo"), ("member)", "name)")),
            "You remember names. Every layer has a `weight`: remember the members themselves.",
        ),
        Wrong(
            edited(
                RIGHT, ("self.named_modules(prefix=prefix, remove_duplicate=remove_duplicate", "self.named_children(")
            ),
            "named_children looks at one level only, and leaves out the module itself. Walk with named_modules.",
        ),
        Wrong(
            edited(RIGHT, ("recurse else", "not recurse else")),
            "It is the other way round: with recurse=True the whole tree is walked.",
        ),
        Wrong(
            edited(RIGHT, ("module)", "self)")),
            "You ask self at every stop. The walk gives the modules, one after the other: `get_members_fn(module)`.",
        ),
        Wrong(
            edited(RIGHT, ("continue", "return")),
            "`return` ends the whole walk at the first None or shared member. Go on with the next one: `continue`.",
        ),
        Wrong(
            edited(RIGHT, ("joined(path, name), member", "member")),
            "Each thing that is given has to be a pair, (path, member). Is `member` right in `yield member`?",
        ),
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: expected == ["a.weight", "b.weight", "b.bias"] and got == ["a.weight"],
            "The first layer has no bias: None stands there, and everything ends at it. `continue` goes on with the next one; "
            "`return` and `break` do not.",
        ),
        where(
            ["net.a.weight"],
            "The prefix stands there once. named_modules was given it, and its paths begin with it already.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, ValueError) and "unpack" in str(error),
            "Each thing that is given has to be a pair, (path, member).",
        ),
        Mistake(
            lambda expected, got, error: "'function' object is not iterable" in str(error),
            "get_members_fn is a function: call it with the module, and loop over what it gives.",
        ),
        Mistake(
            lambda expected, got, error: "has no attribute 'items'" in str(error),
            "What get_members_fn gives are the pairs already. Loop over it as it is.",
        ),
        Mistake(
            lambda expected, got, error: "ambiguous" in str(error),
            "`if member` asks a tensor for its truth, and a tensor of several numbers has none. Ask `member is None`.",
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(error, TypeError) and "NoneType" in str(error) and "iter" in str(error)
            ),
            "It gives nothing that can be looped over. Does it `yield` each pair?",
        ),
        stops("'str' object has no attribute", "The walk gives (path, module), the path first."),
        stops(
            "as left operand",
            "The second thing that named_modules takes is the prefix, and the first the memo. Hand them on by name.",
        ),
        where(
            [("weight", True), ("bias", True)],
            "Under each path the member itself is wanted, as get_members_fn gives it beside its name.",
        ),
        where(
            ["a.weight", "b.weight", "b.bias"],
            "A layer without a bias has None for it, and that is given, too. Leave out what is None.",
        ),
        where(
            ["left.weight", "left.bias", "right.bias"],
            "What two modules share comes once, and under the path under which it was met first.",
        ),
        stops(
            "cannot unpack non-iterable",
            "Something in the walk is no pair. With recurse=False it is a list of one pair: [(prefix, self)].",
        ),
        where(
            ["scale"], "With recurse=False the walk is this module alone, with what it holds itself: [(prefix, self)]."
        ),
    ],
    hints=[
        "Two loops: over the walk, and over what get_members_fn gives for the module at hand.",
        "The walk is self.named_modules(...), or, with recurse=False, a list of one pair. A set remembers members.",
        "`if member is None or member in memo: continue`; then add it with remove_duplicate; then `yield "
        "joined(path, name), member`.",
    ],
)


def held(rng):
    plan = grown(rng)
    names = {
        id(weight): one.number * 10 + place
        for _, one in paths(plan)
        for place, weight in enumerate(one.weights.values())
    }
    expected, seen = [], set()
    for path, one in paths(plan, seen=set()):
        for name, weight in one.weights.items():
            if id(weight) not in seen:
                seen.add(id(weight))
                expected.append((f"{path}.{name}" if path else name, names[id(weight)]))
    return {"tree": str(plan)}, expected, [(path, names[id(weight)]) for path, weight in plan.module.named_parameters()]
