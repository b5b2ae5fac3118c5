"""By path, with a clear error."""

from ...define import Case, Exercise, Law, Wrong
from .trees import SETUP, grown, paths

exercise = Exercise(
    "parameter_at",
    title="By path, with a clear error",
    difficulty=3,
    minutes=10,
    setup=SETUP,
    stub='''
        def parameter_at(module, path):
            """The parameter at a path such as "encoder.layer.weight". AttributeError if there is none; it says where:

            "encoder has no lyer"        the path that was reached (empty at first), and the name that is not there
            "encoder.rate is no module"  something on the way that is no module
            "encoder is no parameter"    something at the end that is no parameter
            """
            ...
    ''',
    solution='''
        def parameter_at(module, path):
            """The parameter at a path such as "encoder.layer.weight". AttributeError if there is none; it says where:

            "encoder has no lyer"        the path that was reached (empty at first), and the name that is not there
            "encoder.rate is no module"  something on the way that is no module
            "encoder is no parameter"    something at the end that is no parameter
            """
            reached, found = "", module
            for name in path.split("."):
                if not isinstance(found, mt.nn.Module):
                    raise AttributeError(f"{reached} is no module")
                if not hasattr(found, name):
                    raise AttributeError(f"{reached} has no {name}")
                found = getattr(found, name)
                reached = f"{reached}.{name}" if reached else name
            if not isinstance(found, mt.nn.Parameter):
                raise AttributeError(f"{path} is no parameter")
            return found
    ''',
    why="The walk goes down one name at a time and knows at each step where it is, so it can say so. getattr asks the module, "
    "and the module asks its registry.",
    facts=[
        Case(
            """
            net = Block(encoder=Block(layer=Linear(2, 3)), head=Linear(3, 1))
            (parameter_at(net, "encoder.layer.weight") is net.encoder.layer.weight,
             parameter_at(net, "head.bias") is net.head.bias)
            """,
            (True, True),
        ),
        Case(
            """
            layer = Linear(2, 3)
            parameter_at(layer, "weight") is layer.weight
            """,
            True,
        ),
        Case(
            """
            shared = Linear(2, 2)
            net = Block(first=shared, second=shared)
            parameter_at(net, "second.weight") is shared.weight
            """,
            True,
        ),
        Case(
            """
            net = Block(blocks=Block(**{"0": Linear(2, 2), "1": Linear(2, 2)}))
            parameter_at(net, "blocks.1.weight") is net.blocks._modules["1"].weight
            """,
            True,
        ),
        Case(
            'parameter_at(Block(encoder=Block(layer=Linear(2, 3))), "encoder.lyer.weight")',
            raises=AttributeError,
            match="encoder has no lyer",
        ),
        Case(
            'parameter_at(Block(encoder=Block(layer=Linear(2, 3))), "encoder.layer.wieght")',
            raises=AttributeError,
            match="encoder.layer has no wieght",
        ),
        Case('parameter_at(Block(), "decoder.weight")', raises=AttributeError, match=" has no decoder"),
        Case(
            """
            net = Block(encoder=Block())
            net.encoder.rate = 0.1
            parameter_at(net, "encoder.rate.real.weight")
            """,
            raises=AttributeError,
            match="encoder.rate is no module",
        ),
        Case(
            'parameter_at(Block(a=Linear(2, 3)), "a.weight.data")', raises=AttributeError, match="a.weight is no module"
        ),
        Case(
            'type(parameter_at(Block(a=Block(b=Linear(2, 3))), "a.b")).__name__',
            raises=AttributeError,
            match="a.b is no parameter",
        ),
        Case(
            'parameter_at(Block(a=Linear(2, 3, bias=False)), "a.bias")',
            raises=AttributeError,
            match="a.bias is no parameter",
        ),
        Case(
            """
            net = Block(norm=mt.nn.Module())
            net.norm.register_buffer("mean", mt.zeros(2))
            parameter_at(net, "norm.mean")
            """,
            raises=AttributeError,
            match="norm.mean is no parameter",
        ),
        Case(
            """
            net = Block(encoder=Block(layer=Linear(2, 3)))
            try:
                parameter_at(net, "encoder.layer.bais")
            except AttributeError as error:
                said = str(error)
            said
            """,
            "encoder.layer has no bais",
        ),
        Law("every name leads to its parameter", lambda f, rng: looked_up(f, rng)),
    ],
    wrong=[
        Wrong(
            """
            def parameter_at(module, path):
                return dict(module.named_parameters())[path]
            """,
            "This table has each parameter under its first name only: a shared layer is not found in its second place. It also "
            "raises KeyError. Walk the path instead.",
        ),
        Wrong(
            """
            def parameter_at(module, path):
                found = dict(module.named_parameters(remove_duplicate=False))
                if path not in found:
                    raise AttributeError(f"no parameter at {path}")
                return found[path]
            """,
            "It finds what is there. But of a long path with one wrong letter it only says that it is wrong; the error should "
            "say which part is. Walk the path name by name.",
        ),
        Wrong(
            """
            def parameter_at(module, path):
                for name in path.split("."):
                    module = getattr(module, name)
                return module
            """,
            "getattr raises an error that does not say where in the tree it was, and a module or a buffer at the end "
            "is handed out as a parameter. Check at each step.",
        ),
        Wrong(
            """
            def parameter_at(module, path):
                reached, found = "", module
                for name in path.split("."):
                    if not hasattr(found, name):
                        raise AttributeError(f"{reached} has no {name}")
                    found = getattr(found, name)
                    reached = f"{reached}.{name}" if reached else name
                if not isinstance(found, mt.nn.Parameter):
                    raise AttributeError(f"{path} is no parameter")
                return found
            """,
            "You walk through whatever has attributes, numbers and tensors too. Only a module can have a parameter inside it: "
            "check before each step.",
        ),
        Wrong(
            """
            def parameter_at(module, path):
                reached, found = "", module
                for name in path.split("."):
                    if not isinstance(found, mt.nn.Module):
                        raise AttributeError(f"{reached} is no module")
                    if not hasattr(found, name):
                        raise AttributeError(f"{reached} has no {name}")
                    found = getattr(found, name)
                    reached = f"{reached}.{name}" if reached else name
                return found
            """,
            "What stands at the end is handed out, whatever it is: a module, a buffer, None. Check that it is a Parameter.",
        ),
        Wrong(
            """
            def parameter_at(module, path):
                found = module
                for name in path.split("."):
                    if not isinstance(found, mt.nn.Module):
                        raise AttributeError(f"{path} is no module")
                    if not hasattr(found, name):
                        raise AttributeError(f"{path} has no {name}")
                    found = getattr(found, name)
                if not isinstance(found, mt.nn.Parameter):
                    raise AttributeError(f"{path} is no parameter")
                return found
            """,
            "Your error names the whole path. It should name the part that was reached: keep it in a variable that grows with "
            "each step.",
        ),
        Wrong(
            """
            def parameter_at(module, path):
                first, _, last = path.partition(".")
                if last:
                    module, name = getattr(module, first), last
                else:
                    name = first
                if not hasattr(module, name):
                    raise AttributeError(f"{first} has no {name}")
                found = getattr(module, name)
                if not isinstance(found, mt.nn.Parameter):
                    raise AttributeError(f"{path} is no parameter")
                return found
            """,
            "You cut the path at its first dot. It may have any number of parts: go through path.split('.') in a loop.",
        ),
        Wrong(
            """
            def parameter_at(module, path):
                reached, found = "", module
                for name in path.split("."):
                    if not isinstance(found, mt.nn.Module):
                        raise AttributeError(f"{reached} is no module")
                    if not hasattr(found, name):
                        raise AttributeError(f"{reached} has no {name}")
                    found = getattr(found, name)
                    reached = f"{reached}.{name}"
                if not isinstance(found, mt.nn.Parameter):
                    raise AttributeError(f"{path} is no parameter")
                return found
            """,
            "Your paths begin with a dot. Put the dot only where there is something before it.",
        ),
        Wrong(
            """
            def parameter_at(module, path):
                reached, found = "", module
                for name in path.split("."):
                    if not isinstance(found, mt.nn.Module):
                        raise AttributeError(f"{reached} is no module")
                    if not hasattr(found, name):
                        raise AttributeError(f"{reached} has no {name}")
                    found = getattr(found, name)
                    reached = name
                if not isinstance(found, mt.nn.Parameter):
                    raise AttributeError(f"{path} is no parameter")
                return found
            """,
            "You keep the last name only. Which of ten layers called `layer` is meant? Let the path grow with "
            "each step.",
        ),
        Wrong(
            """
            def parameter_at(module, path):
                reached, found = "", module
                for name in path.split("."):
                    if not isinstance(found, mt.nn.Module):
                        raise AttributeError(f"{reached} is no module")
                    if not hasattr(found, name):
                        raise AttributeError(f"{type(found).__name__} has no {name}")
                    found = getattr(found, name)
                    reached = f"{reached}.{name}" if reached else name
                if not isinstance(found, mt.nn.Parameter):
                    raise AttributeError(f"{path} is no parameter")
                return found
            """,
            "You name the class. A network has many modules of one class; the path says which of them it was.",
        ),
        Wrong(
            """
            def parameter_at(module, path):
                return module.get_parameter(path)
            """,
            "get_parameter finds it. But its error names the class, here as in PyTorch, and not the place. Walk "
            "the path name by name.",
        ),
    ],
    hints=[
        "`path.split('.')` gives the names. Start at the module and go down one name at a time, and remember the path so far.",
        "Before each step two questions: is this a module (isinstance), and does it have that name (hasattr)? After the last "
        "one: is it a Parameter?",
        '`reached = f"{reached}.{name}" if reached else name` after each step; the errors are f"{reached} is no module", '
        'f"{reached} has no {name}" and f"{path} is no parameter".',
    ],
)


def looked_up(f, rng):
    import minitorch as mt

    plan = grown(rng)
    plan.module.last = mt.nn.Parameter(mt.zeros(1))
    found = {f"{path}.{name}" if path else name: w for path, one in paths(plan) for name, w in one.weights.items()}
    found["last"] = plan.module.last
    names = {id(weight): name for name, weight in found.items()}
    return (
        {"tree": str(plan), "paths": list(found)},
        [names[id(w)] for w in found.values()],
        [names.get(id(f(plan.module, path)), "another") for path in found],
    )
