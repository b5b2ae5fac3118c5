"""Find what a module has lost."""

import minitorch as mt

from ...define import Case, Exercise, Law, Wrong

exercise = Exercise(
    "find_hidden",
    title="Find what a module has lost",
    difficulty=4,
    minutes=12,
    stub='''
        def find_hidden(module):
            """Where parameters or modules stand in plain lists, tuples or dictionaries, and are registered nowhere.

            Looks through the plain attributes of this one module, at any depth of containers. A list of places in the
            order in which they are met, written as Python would reach them: "layers[0]", "heads['left'][1]".
            """
            ...
    ''',
    solution='''
        def find_hidden(module):
            """Where parameters or modules stand in plain lists, tuples or dictionaries, and are registered nowhere.

            Looks through the plain attributes of this one module, at any depth of containers. A list of places in the
            order in which they are met, written as Python would reach them: "layers[0]", "heads['left'][1]".
            """
            places = []
            registered = ("_parameters", "_buffers", "_modules")
            known = {id(value) for kind in registered for value in vars(module)[kind].values()}

            def look(place, value):
                if isinstance(value, (mt.nn.Parameter, mt.nn.Module)):
                    if id(value) not in known:
                        places.append(place)
                elif isinstance(value, (list, tuple)):
                    for i, inner in enumerate(value):
                        look(f"{place}[{i}]", inner)
                elif isinstance(value, dict):
                    for key, inner in value.items():
                        look(f"{place}[{key!r}]", inner)

            for name, value in vars(module).items():
                look(name, value)
            return places
    ''',
    why="__setattr__ saw a list go by, and a list is no Parameter. It cannot see what is put into the list later. This function "
    "looks afterwards; ModuleList and ParameterList, in lesson 19, are lists that register what they hold.",
    facts=[
        Case(
            """
            m = mt.nn.Module()
            m.layers = [mt.nn.Parameter(mt.ones(2)), mt.nn.Parameter(mt.ones(3))]
            find_hidden(m)
            """,
            ["layers[0]", "layers[1]"],
        ),
        Case(
            """
            m = mt.nn.Module()
            m.heads = {"left": mt.nn.Parameter(mt.ones(2)), 3: mt.nn.Module()}
            m.pair = (1, mt.nn.Parameter(mt.ones(2)))
            find_hidden(m)
            """,
            ["heads['left']", "heads[3]", "pair[1]"],
        ),
        Case(
            """
            m = mt.nn.Module()
            m.w = mt.nn.Parameter(mt.ones(2))
            m.register_parameter("bias", None)
            m.inner = mt.nn.Module()
            m.sizes = [2, 3, None]
            find_hidden(m)
            """,
            [],
        ),
        Case(
            """
            m = mt.nn.Module()
            m.deep = [[mt.nn.Parameter(mt.ones(2))], {"a": (0, mt.nn.Parameter(mt.ones(2)))}]
            find_hidden(m)
            """,
            ["deep[0][0]", "deep[1]['a'][1]"],
        ),
        Case(
            """
            m = mt.nn.Module()
            m.w = mt.nn.Parameter(mt.ones(2))
            m.inner = mt.nn.Module()
            m.all = [m.w, m.inner, mt.nn.Parameter(mt.ones(2))]
            find_hidden(m)
            """,
            ["all[2]"],
        ),
        Case(
            """
            m = mt.nn.Module()
            m.constants = [mt.ones(2), mt.ones(2, requires_grad=True), mt.nn.Buffer(mt.ones(2))]
            m.mean = mt.nn.Buffer(mt.ones(2))
            find_hidden(m)
            """,
            [],
        ),
        Case(
            """
            m = mt.nn.Module()
            m.frozen = [mt.nn.Parameter(mt.ones(2), requires_grad=False)]
            find_hidden(m)
            """,
            ["frozen[0]"],
        ),
        Case(
            """
            m = mt.nn.Module()
            m.inner = mt.nn.Module()
            m.inner.layers = [mt.nn.Parameter(mt.ones(2))]
            find_hidden(m)
            """,
            [],
        ),
        Case(
            """
            m = mt.nn.Module()
            lost = mt.nn.Module()
            lost.w = mt.nn.Parameter(mt.ones(2))
            lost.more = [mt.nn.Module()]
            m.blocks = [lost]
            find_hidden(m)
            """,
            ["blocks[0]"],
        ),
        Case(
            """
            m = mt.nn.Module()
            m.register_buffer("average", mt.nn.Parameter(mt.ones(2)))
            find_hidden(m)
            """,
            [],
        ),
        Case(
            """
            m = mt.nn.Module()
            m._layers = [mt.nn.Parameter(mt.ones(2))]
            find_hidden(m)
            """,
            ["_layers[0]"],
        ),
        Case("find_hidden(mt.nn.Module())", []),
        Law("every place that it names is lost, and none is left out", lambda f, rng: scattered(f, rng)),
    ],
    wrong=[
        Wrong(
            """
            def find_hidden(module):
                places = []
                known = {id(value) for kind in ("_parameters", "_buffers", "_modules") for value in vars(module)[kind].values()}
                def look(place, value):
                    if isinstance(value, (mt.nn.Parameter, mt.nn.Module)):
                        if id(value) not in known:
                            places.append(place)
                    elif isinstance(value, (list, tuple)):
                        for i, inner in enumerate(value):
                            look(f"{place}[{i}]", inner)
                    elif isinstance(value, dict):
                        for key, inner in value.items():
                            look(f"{place}[{key!r}]", inner)
                for name, value in vars(module).items():
                    if not name.startswith("_"):
                        look(name, value)
                return places
            """,
            "An attribute of the reader's own may begin with an underscore, and a list in it hides its parameters as well. Leave out "
            "the three dictionaries by what is in them, not by their names' first letter.",
        ),
        Wrong(
            """
            def find_hidden(module):
                places = []
                for name, value in vars(module).items():
                    if isinstance(value, list):
                        for i, inner in enumerate(value):
                            if isinstance(inner, (mt.nn.Parameter, mt.nn.Module)):
                                places.append(f"{name}[{i}]")
                return places
            """,
            "You look into lists, one level deep. Tuples, dictionaries, and containers inside containers hide parameters as "
            "well, and what is registered too is not lost. Let a function call itself.",
        ),
        Wrong(
            """
            def find_hidden(module):
                places = []
                known = {id(v) for kind in ("_parameters", "_modules") for v in vars(module)[kind].values()}
                def look(place, value):
                    if isinstance(value, (mt.nn.Parameter, mt.nn.Module)):
                        if id(value) not in known:
                            places.append(place)
                    elif isinstance(value, (list, tuple)):
                        for i, inner in enumerate(value):
                            look(f"{place}[{i}]", inner)
                for name, value in vars(module).items():
                    look(name, value)
                return places
            """,
            "Dictionaries are not searched: an attribute `heads = {...}` hides its parameters as well as a list does.",
        ),
        Wrong(
            """
            def find_hidden(module):
                places = []
                def look(place, value):
                    if isinstance(value, (mt.nn.Parameter, mt.nn.Module)):
                        places.append(place)
                    elif isinstance(value, (list, tuple)):
                        for i, inner in enumerate(value):
                            look(f"{place}[{i}]", inner)
                    elif isinstance(value, dict):
                        for key, inner in value.items():
                            look(f"{place}[{key!r}]", inner)
                for name, value in vars(module).items():
                    if name not in ("_parameters", "_buffers", "_modules"):
                        look(name, value)
                return places
            """,
            "A parameter that stands in a list and is an attribute as well is registered, so it is not lost. Leave out what is "
            "in `_parameters` or `_modules`.",
        ),
        Wrong(
            """
            def find_hidden(module):
                places = []
                def look(place, value):
                    if isinstance(value, (mt.nn.Parameter, mt.nn.Module)):
                        places.append(place)
                    elif isinstance(value, (list, tuple)):
                        for i, inner in enumerate(value):
                            look(f"{place}[{i}]", inner)
                    elif isinstance(value, dict):
                        for key, inner in value.items():
                            look(f"{place}[{key!r}]", inner)
                for name, value in vars(module).items():
                    look(name, value)
                return places
            """,
            "The module's own `_parameters` and `_modules` are dictionaries too, and stand in vars(module). What is in them is "
            "just what is not lost: leave it out.",
        ),
        Wrong(
            """
            def find_hidden(module):
                places = []
                known = [*module._parameters.values(), *module._modules.values()]
                def look(place, value):
                    if isinstance(value, (mt.nn.Parameter, mt.nn.Module)):
                        if value not in known:
                            places.append(place)
                    elif isinstance(value, (list, tuple)):
                        for i, inner in enumerate(value):
                            look(f"{place}[{i}]", inner)
                    elif isinstance(value, dict):
                        for key, inner in value.items():
                            look(f"{place}[{key!r}]", inner)
                for name, value in vars(module).items():
                    if name not in ("_parameters", "_buffers", "_modules"):
                        look(name, value)
                return places
            """,
            "`in` compares with ==, and for tensors == compares element by element: two parameters of equal numbers would "
            "count as one. Compare by identity, with id(value).",
        ),
        Wrong(
            """
            def find_hidden(module):
                places = []
                known = {id(v) for kind in ("_parameters", "_modules") for v in vars(module)[kind].values()}
                def look(place, value):
                    if isinstance(value, mt.nn.Module):
                        if id(value) not in known:
                            places.append(place)
                    elif isinstance(value, mt.Tensor):
                        if value.requires_grad and id(value) not in known:
                            places.append(place)
                    elif isinstance(value, (list, tuple)):
                        for i, inner in enumerate(value):
                            look(f"{place}[{i}]", inner)
                    elif isinstance(value, dict):
                        for key, inner in value.items():
                            look(f"{place}[{key!r}]", inner)
                for name, value in vars(module).items():
                    if name not in ("_parameters", "_buffers", "_modules"):
                        look(name, value)
                return places
            """,
            "You look for requires_grad. A frozen parameter has none and is a parameter still; a tensor that has it may be no "
            "parameter. Ask isinstance(value, mt.nn.Parameter).",
        ),
        Wrong(
            """
            def find_hidden(module):
                places = []
                known = {id(v) for kind in ("_parameters", "_modules") for v in vars(module)[kind].values()}
                def look(place, value):
                    if isinstance(value, mt.nn.Parameter):
                        if id(value) not in known:
                            places.append(place)
                    elif isinstance(value, (list, tuple)):
                        for i, inner in enumerate(value):
                            look(f"{place}[{i}]", inner)
                    elif isinstance(value, dict):
                        for key, inner in value.items():
                            look(f"{place}[{key!r}]", inner)
                for name, value in vars(module).items():
                    if name not in ("_parameters", "_buffers", "_modules"):
                        look(name, value)
                return places
            """,
            "You find parameters only. A module in a list is as invisible as a parameter there, with everything "
            "inside it.",
        ),
        Wrong(
            """
            def find_hidden(module):
                places = []
                known = {id(v) for kind in ("_parameters", "_modules") for v in vars(module)[kind].values()}
                def look(place, value):
                    if isinstance(value, (mt.nn.Parameter, mt.nn.Module)):
                        if id(value) not in known:
                            places.append(place)
                    elif isinstance(value, (list, tuple)):
                        for i, inner in enumerate(value):
                            look(f"{place}[{i}]", inner)
                    elif isinstance(value, dict):
                        for key, inner in value.items():
                            look(f"{place}[{key}]", inner)
                for name, value in vars(module).items():
                    if name not in ("_parameters", "_buffers", "_modules"):
                        look(name, value)
                return places
            """,
            "`heads[left]` is not how Python reaches it: a string key needs its quotes. Write `{key!r}` in the "
            "f-string.",
        ),
        Wrong(
            """
            def find_hidden(module):
                places = []
                known = {id(value) for kind in ("_parameters", "_buffers", "_modules") for value in vars(module)[kind].values()}
                def look(place, value):
                    if isinstance(value, (mt.nn.Parameter, mt.nn.Module)):
                        if id(value) not in known:
                            places.append(place)
                    elif isinstance(value, (list, tuple)):
                        for i, inner in enumerate(value):
                            look(f"{place}[{i}]", inner)
                    elif isinstance(value, dict):
                        for key, inner in value.items():
                            look(f"{place}['{key}']", inner)
                for name, value in vars(module).items():
                    look(name, value)
                return places
            """,
            "Not every key is a text: for the key 3 Python writes heads[3]. `{key!r}` in the f-string sets quotes "
            "where they belong.",
        ),
        Wrong(
            """
            def find_hidden(module):
                places = []
                known = {id(value) for kind in ("_parameters", "_buffers", "_modules") for value in vars(module)[kind].values()}
                def look(place, value):
                    if isinstance(value, (mt.nn.Parameter, mt.nn.Module)):
                        if id(value) not in known:
                            places.append(place)
                    elif isinstance(value, list):
                        for i, inner in enumerate(value):
                            look(f"{place}[{i}]", inner)
                    elif isinstance(value, dict):
                        for key, inner in value.items():
                            look(f"{place}[{key!r}]", inner)
                for name, value in vars(module).items():
                    look(name, value)
                return places
            """,
            "Tuples are not searched, and `pair = (first, second)` hides its parameters as well as a list does.",
        ),
    ],
    hints=[
        "vars(module) gives the plain attributes, and the module's own dictionaries among them. Write a helper look(place, "
        "value) that calls itself for what is inside a container.",
        "In look: a Parameter or Module is noted, unless its id is among the registered ones; a list or tuple is gone through "
        'with enumerate and f"{place}[{i}]"; a dict with .items() and f"{place}[{key!r}]".',
        '`known = {id(v) for kind in ("_parameters", "_buffers", "_modules") for v in vars(module)[kind].values()}`; then '
        "call look(name, value) for each name and value in vars(module).",
    ],
)


def scattered(f, rng):
    module, expected = mt.nn.Module(), []
    module.own = mt.nn.Parameter(mt.ones(1))

    def grow(place, depth):
        kind = int(rng.integers(0, 7)) if depth < 3 else int(rng.integers(0, 4))
        if kind == 1:
            expected.append(place)
            return mt.nn.Parameter(mt.ones(1))
        if kind >= 4:
            size = range(int(rng.integers(0, 4)))
            if kind == 6:
                return {f"k{i}": grow(f"{place}['k{i}']", depth + 1) for i in size}
            return (list, tuple)[kind - 4]([grow(f"{place}[{i}]", depth + 1) for i in size])
        return [None, None, module.own, mt.ones(1)][kind]

    tree = [grow(f"things[{i}]", 0) for i in range(4)]
    module.things = tree
    return {"things": shape_of(tree, module.own)}, expected, f(module)


def shape_of(value, own):
    """The containers with words for what stands in them, to show to the reader."""
    if isinstance(value, list | tuple):
        return type(value)(shape_of(inner, own) for inner in value)
    if isinstance(value, dict):
        return {key: shape_of(inner, own) for key, inner in value.items()}
    return "registered" if value is own else type(value).__name__
