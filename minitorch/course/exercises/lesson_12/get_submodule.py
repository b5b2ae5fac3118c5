"""By path."""

import minitorch as mt

from ...define import Case, Exercise, Law, Wrong
from ..edited import bare, edited
from ..fact_words import stops, where
from .trees import SETUP, grown, paths

SOLUTION = '''
def get_parameter(self, target):
    """The parameter at a path such as "encoder.weight".

    AttributeError: as in get_submodule for the way there; "`{name}` is not an nn.Parameter" for what is none at its end.
    """
    path, _, name = target.rpartition(".")
    found = held(self.get_submodule(path), name)
    if not isinstance(found, mt.nn.Parameter):
        raise AttributeError(f"`{name}` is not an nn.Parameter")
    return found


def get_submodule(self, target):
    """The module at a path such as "encoder.layers.0"; for "" the module itself.

    AttributeError: held() raises it for a name that is not there; "`{name}` is not an nn.Module" for what is no module.
    """
    module = self
    for name in target.split(".") if target else ():
        module = held(module, name)
        if not isinstance(module, mt.nn.Module):
            raise AttributeError(f"`{name}` is not an nn.Module")
    return module
'''
RIGHT = bare(SOLUTION)

exercise = Exercise(
    "get_submodule",
    title="By path",
    difficulty=3,
    minutes=9,
    target="minitorch.nn.module.tree:Tree.get_submodule",
    covers={"get_parameter": "minitorch.nn.module.tree:Tree.get_parameter"},
    installed=True,
    setup=SETUP + "from minitorch.nn.module.tree import held\n",
    stub='''
        def get_parameter(self, target):
            """The parameter at a path such as "encoder.weight".

            AttributeError: as in get_submodule for the way there; "`{name}` is not an nn.Parameter" for what is none at its end.
            """
            ...


        def get_submodule(self, target):
            """The module at a path such as "encoder.layers.0"; for "" the module itself.

            AttributeError: held() raises it for a name that is not there; "`{name}` is not an nn.Module" for what is no module.
            """
            ...
    ''',
    solution=SOLUTION,
    why="A path is a list of names, and each is one step down. get_parameter leaves the last name for itself, and "
    "its way there is get_submodule's.",
    facts=[
        Case(
            """
            net = Block(a=Block(b=Linear(2, 3)))
            (net.get_submodule("a.b") is net.a.b, net.get_submodule("a") is net.a, net.get_submodule("") is net)
            """,
            (True, True, True),
            changes=True,
        ),
        Case(
            """
            net = Block(a=Block(b=Linear(2, 3)))
            (net.get_parameter("a.b.weight") is net.a.b.weight, net.a.b.get_parameter("bias") is net.a.b.bias)
            """,
            (True, True),
            changes=True,
        ),
        Case(
            """
            layers = Block(**{"0": Linear(1, 2), "1": Linear(2, 3)})
            net = Block(layers=layers)
            (net.get_submodule("layers.1").sizes, tuple(net.get_parameter("layers.0.weight").shape))
            """,
            ((2, 3), (2, 1)),
            changes=True,
        ),
        Case(
            """
            net = Block(a=Block(b=Linear(2, 3)))
            found = net.get_submodule("a.c")
            """,
            raises=AttributeError,
            match="no attribute `c`",
            changes=True,
        ),
        Case(
            """
            net = Block(a=Block(b=Linear(2, 3)))
            found = net.get_submodule("c.b")
            """,
            raises=AttributeError,
            match="no attribute `c`",
            changes=True,
        ),
        Case(
            """
            net = Block(a=Block(b=Linear(2, 3)))
            found = net.get_submodule("a.b.weight")
            """,
            raises=AttributeError,
            match="`weight` is not an nn.Module",
            changes=True,
        ),
        Case(
            """
            net = Block(a=Block())
            net.a.rate = 0.1
            found = net.get_submodule("a.rate.real")
            """,
            raises=AttributeError,
            match="`rate` is not an nn.Module",
            changes=True,
        ),
        Case(
            """
            net = Block(a=None)
            found = net.get_submodule("a")
            """,
            raises=AttributeError,
            match="`a` is not an nn.Module",
            changes=True,
        ),
        Case(
            """
            net = Block(a=Linear(2, 3))
            found = net.get_parameter("a.wieght")
            """,
            raises=AttributeError,
            match="no attribute `wieght`",
            changes=True,
        ),
        Case(
            """
            net = Block(a=Linear(2, 3))
            found = net.get_parameter("b.weight")
            """,
            raises=AttributeError,
            match="no attribute `b`",
            changes=True,
        ),
        Case(
            """
            net = Block(a=Linear(2, 3))
            found = net.get_parameter("a")
            """,
            raises=AttributeError,
            match="`a` is not an nn.Parameter",
            changes=True,
        ),
        Case(
            """
            net = Block(a=Linear(2, 3, bias=False))
            found = net.get_parameter("a.bias")
            """,
            raises=AttributeError,
            match="`bias` is not an nn.Parameter",
            changes=True,
        ),
        Case(
            """
            net = Block()
            net.mean = mt.nn.Buffer(mt.ones(2))
            found = net.get_parameter("mean")
            """,
            raises=AttributeError,
            match="`mean` is not an nn.Parameter",
            changes=True,
        ),
        Case(
            """
            net = Block(a=Linear(2, 3))
            found = net.get_parameter("a.weight.data")
            """,
            raises=AttributeError,
            match="`weight` is not an nn.Module",
            changes=True,
        ),
        Law("every path leads to its parameter", lambda f, rng: looked_up(rng)),
    ],
    wrong=[
        Wrong(
            edited(RIGHT, (" if target else ()", "")),
            '"".split(".") is [""], one name that is empty, and there is no such attribute. For the empty path '
            "there is no step at all.",
        ),
        Wrong(
            edited(
                RIGHT,
                (
                    "        if not isinstance(module, mt.nn.Module):\n"
                    '            raise AttributeError(f"`{name}` is not an nn.Module")\n',
                    "",
                ),
            ),
            "What is found on the way may be no module: a number, a parameter, None. Ask isinstance after each step.",
        ),
        Wrong(
            edited(
                RIGHT,
                ("    if not isinstance(module, mt.nn.Module):\n    ", "if not isinstance(module, mt.nn.Module):\n"),
            ),
            "You ask only at the end of the path. Something in the middle may be no module either, and have the "
            "next name all the same.",
        ),
        Wrong(
            edited(
                RIGHT,
                (
                    "    if not isinstance(found, mt.nn.Parameter):\n"
                    '        raise AttributeError(f"`{name}` is not an nn.Parameter")\n',
                    "",
                ),
            ),
            "get_parameter gives whatever stands there: a module, a buffer, None. Ask whether it is a Parameter.",
        ),
        Wrong(
            edited(RIGHT, ("mt.nn.Parameter", "mt.Tensor")),
            "A buffer is a tensor too, and no parameter. Ask isinstance(found, mt.nn.Parameter).",
        ),
        Wrong(
            edited(
                RIGHT,
                ('AttributeError(f"`{name}` is not an nn.Parameter', 'TypeError(f"`{name}` is not an nn.Parameter'),
                ('AttributeError(f"`{name}` is not an nn.Module', 'TypeError(f"`{name}` is not an nn.Module'),
            ),
            "What is not there under a name is an AttributeError, whatever else stands there.",
        ),
        Wrong(
            edited(RIGHT, ("module = held", "held")),
            "held gives what it found, and you go on with the module from before: `module = held(module, name)`.",
        ),
        Wrong(
            edited(
                RIGHT,
                (
                    'path, _, name = target.rpartition(".")\n'
                    "    found = held(self.get_submodule(path), name)\n"
                    "    if not isinstance(found, mt.nn.Parameter):\n"
                    '        raise AttributeError(f"`{name}` is not an nn.Parameter")\n'
                    "    return found",
                    "module = self\n"
                    '    for name in target.split(".") if target else ():\n'
                    "        module = held(module, name)\n"
                    "        if not isinstance(module, mt.nn.Parameter):\n"
                    '            raise AttributeError(f"`{name}` is not an nn.Parameter")\n'
                    "    return module",
                ),
            ),
            "In get_parameter only the last name leads to a parameter. Those before it lead to modules: cut the "
            "last one off, and leave the way there to get_submodule.",
        ),
        Wrong(
            edited(RIGHT, ("self.get_submodule(path)", "self")),
            "get_parameter looks in this module only. The path before the last dot leads to the module that holds "
            "it: self.get_submodule(path).",
        ),
        Wrong(
            edited(RIGHT, ("    return module\n", "")),
            "get_submodule returns nothing. After the last step, `return module`.",
        ),
        Wrong(
            edited(RIGHT, ("return module", "    return module")),
            "The `return` stands inside the loop, so the walk ends after the first name.",
        ),
        Wrong(
            edited(RIGHT, ("not isinstance(found, mt.nn.Parameter)", "found is None")),
            "get_parameter gives whatever stands there: a module, a buffer. Ask whether it is a Parameter.",
        ),
        Wrong(
            edited(RIGHT, ("held(module", "getattr(module")),
            "getattr raises Python's error, which names the class with its quotes. `held(module, name)` has the "
            "words that are asked for.",
        ),
        Wrong(
            edited(RIGHT, ("held(module, name)", "module._modules[name]")),
            "A name that is not there is a KeyError from the dictionary. `held(module, name)` raises the "
            "AttributeError, and finds what is no module too.",
        ),
        Wrong(
            edited(RIGHT, ("module, name", "self, name")),
            "Each name is asked of the first module. The second name belongs to what the first has led to: "
            "`module = held(module, name)`.",
        ),
        Wrong(
            edited(RIGHT, ("target.rpartition", "target.partition")),
            "partition cuts at the first dot. The parameter's own name stands behind the last: rpartition.",
        ),
        Wrong(
            edited(RIGHT, ("Module):", "Module):\n            return None")),
            "For what is no module you return None, and the next line fails with another error. Raise the "
            "AttributeError.",
        ),
        Wrong(
            edited(
                RIGHT,
                ("name}` is not an nn.Parameter", "target}` is not an nn.Parameter"),
                ("name}` is not an nn.Module", "target}` is not an nn.Module"),
            ),
            "The message should name the part of the path that is no module, or no parameter, and not the whole path.",
        ),
    ],
    mistakes=[
        stops(
            "has no attribute 'get_submodule'",
            "The way goes on behind something that is no module: a parameter, or a plain attribute. Ask at each step whether it "
            "is an mt.nn.Module.",
        ),
        stops(
            "has no attribute `a.b`",
            "The whole path is asked for at once. It is cut at its dots, and each name leads one step further.",
        ),
        stops(
            "has no attribute `b`",
            "A later name is asked of the first module. It belongs to what the name before has led to: `module = held(module, name)`.",
        ),
        where(
            (True, True, True),
            "get_submodule does not give the module at the end of the path. Where does the walk end, and is that returned?",
        ),
        where((True, True), "get_parameter does not give the parameter at the end of the path. Is it returned?"),
        stops(
            "values to unpack", "A path may have no dot, and then it is one part. rpartition gives three in any case."
        ),
        stops(
            "`a` is not an nn.Module",
            "A module is refused. Ask isinstance(module, mt.nn.Module) of what was found at this step.",
        ),
        stops(
            "`weight` is not an nn.Parameter",
            "A parameter is refused. Ask isinstance(found, mt.nn.Parameter) of what was found at the end.",
        ),
    ],
    hints=[
        '`target.split(".")` gives the names of the path; and "".split(".") gives one name, an empty one.',
        "Go down one name at a time with `held(module, name)`, and ask after each step whether it is a module. "
        'For the parameter, `target.rpartition(".")` cuts off the last name.',
        "`module = held(module, name)`, then `if not isinstance(module, mt.nn.Module): raise "
        "AttributeError(...)`; and `found = held(self.get_submodule(path), name)` in get_parameter.",
    ],
)


def looked_up(rng):
    plan = grown(rng)
    plan.module.last = mt.nn.Parameter(mt.zeros(1))
    found = {f"{path}.{name}" if path else name: w for path, one in paths(plan) for name, w in one.weights.items()}
    found["last"] = plan.module.last
    names = {id(weight): name for name, weight in found.items()}
    return (
        {"tree": str(plan), "paths": list(found)},
        [names[id(w)] for w in found.values()],
        [names.get(id(plan.module.get_parameter(path)), "another") for path in found],
    )
