"""Which names may be registered?"""

import minitorch as mt

from ...define import Case, Exercise, Law, Mistake, Wrong

exercise = Exercise(
    "check_name",
    title="Which names may be registered?",
    difficulty=2,
    minutes=5,
    target="minitorch.nn.module.registry:check_name",
    setup="from minitorch.nn.module.registry import typename",
    stub='''
        def check_name(module, name, kind, registered):
            """Raise unless `name` can be the name of a parameter, buffer or module of `module`.

            TypeError  "{kind} name should be a string. Got {typename(name)}" for what is no str
            KeyError   '{kind} name can't contain "."', for a module with ", got: {name}" behind it
                       '{kind} name can't be empty string ""'
                       "attribute '{name}' already exists" for any attribute of the module, unless it stands in the
                       dictionary `registered`: then it is replaced
            """
            ...
    ''',
    solution='''
        def check_name(module, name, kind, registered):
            """Raise unless `name` can be the name of a parameter, buffer or module of `module`.

            TypeError  "{kind} name should be a string. Got {typename(name)}" for what is no str
            KeyError   '{kind} name can't contain "."', for a module with ", got: {name}" behind it
                       '{kind} name can't be empty string ""'
                       "attribute '{name}' already exists" for any attribute of the module, unless it stands in the
                       dictionary `registered`: then it is replaced
            """
            if not isinstance(name, str):
                raise TypeError(f"{kind} name should be a string. Got {typename(name)}")
            if "." in name:
                raise KeyError(f'{kind} name can\\'t contain "."' + (f", got: {name}" if kind == "module" else ""))
            if name == "":
                raise KeyError(f'{kind} name can\\'t be empty string ""')
            if hasattr(module, name) and name not in registered:
                raise KeyError(f"attribute '{name}' already exists")
    ''',
    why="The dot is kept for paths: `encoder.weight` will mean the weight of the encoder. And a parameter called `forward` "
    "would stand behind the method for ever, because Python finds the method first.",
    facts=[
        Case("check_name(mt.nn.Module(), 'weight', 'parameter', {})", None),
        Case("check_name(mt.nn.Module(), '2', 'module', {})", None),
        Case("check_name(mt.nn.Module(), '__ _', 'buffer', {})", None),
        Case(
            "check_name(mt.nn.Module(), 3, 'parameter', {})",
            raises=TypeError,
            match="parameter name should be a string",
        ),
        Case(
            "check_name(mt.nn.Module(), None, 'buffer', {})", raises=TypeError, match="buffer name should be a string"
        ),
        Case(
            "check_name(mt.nn.Module(), b'w', 'buffer', {})", raises=TypeError, match="buffer name should be a string"
        ),
        Case("check_name(mt.nn.Module(), 'a.b', 'buffer', {})", raises=KeyError, match="contain"),
        Case("check_name(mt.nn.Module(), 'a.b', 'module', {})", raises=KeyError, match="got: a.b"),
        Case("check_name(mt.nn.Module(), '.', 'parameter', {})", raises=KeyError, match="parameter name can"),
        Case("check_name(mt.nn.Module(), '', 'module', {})", raises=KeyError, match="be empty"),
        Case("check_name(mt.nn.Module(), '', 'buffer', {})", raises=KeyError, match="buffer name can"),
        Case(
            "check_name(mt.nn.Module(), '__init__', 'parameter', {})",
            raises=KeyError,
            match="attribute '__init__' already exists",
        ),
        Case(
            """
            m = mt.nn.Module()
            m.rate = 0.1
            check_name(m, "rate", "parameter", m._parameters)
            """,
            raises=KeyError,
            match="attribute 'rate' already exists",
        ),
        Case(
            """
            m = mt.nn.Module()
            m.w = mt.nn.Parameter(mt.ones(2))
            m.register_parameter("bias", None)
            (check_name(m, "w", "parameter", m._parameters), check_name(m, "bias", "parameter", m._parameters))
            """,
            (None, None),
        ),
        Case(
            """
            m = mt.nn.Module()
            m.register_parameter("bias", None)
            check_name(m, "bias", "buffer", m._buffers)
            """,
            raises=KeyError,
            match="attribute 'bias' already exists",
        ),
        Case(
            """
            class Net(mt.nn.Module):
                def forward(self, x):
                    return x

            check_name(Net(), "forward", "module", {"backward": None})
            """,
            raises=KeyError,
            match="attribute 'forward' already exists",
        ),
        Law("a dot is found wherever it stands", lambda f, rng: dotted(f, rng)),
    ],
    wrong=[
        Wrong(
            """
            def check_name(module, name, kind, registered):
                if not isinstance(name, str):
                    raise TypeError(f"{kind} name should be a string")
                if "." in name:
                    raise KeyError(f"{kind} name can't contain a dot")
                if name == "":
                    raise KeyError(f"{kind} name can't be empty")
                if hasattr(module, name):
                    raise KeyError(f"attribute '{name}' already exists")
            """,
            "A name that is registered as the same kind may come again: that is how a parameter is replaced. Leave the names "
            "in `registered` out.",
        ),
        Wrong(
            """
            def check_name(module, name, kind, registered):
                if not isinstance(name, str):
                    raise TypeError(f"{kind} name should be a string")
                if "." in name:
                    raise KeyError(f"{kind} name can't contain a dot")
                if name == "":
                    raise KeyError(f"{kind} name can't be empty")
                if name in vars(module) and name not in registered:
                    raise KeyError(f"attribute '{name}' already exists")
            """,
            "vars(module) has only what was assigned. Methods of the class, and the names registered as another kind, are "
            "taken too: hasattr(module, name) finds them all.",
        ),
        Wrong(
            """
            def check_name(module, name, kind, registered):
                if not isinstance(name, str):
                    raise TypeError(f"{kind} name should be a string")
                if "." in name:
                    raise KeyError(f"{kind} name can't contain a dot")
                if name == "":
                    raise KeyError(f"{kind} name can't be empty")
                if name in registered:
                    raise KeyError(f"attribute '{name}' already exists")
            """,
            "It is the other way round: a name in `registered` is replaced, and that is allowed. What is not allowed is a "
            "name that the module has as something else.",
        ),
        Wrong(
            """
            def check_name(module, name, kind, registered):
                if "." in name:
                    raise KeyError(f"{kind} name can't contain a dot")
                if name == "":
                    raise KeyError(f"{kind} name can't be empty")
                if not isinstance(name, str):
                    raise TypeError(f"{kind} name should be a string")
                if hasattr(module, name) and name not in registered:
                    raise KeyError(f"attribute '{name}' already exists")
            """,
            'The order matters: `"." in name` already fails, with a message about "in", when the name is a number. Ask for the '
            "type first.",
        ),
        Wrong(
            """
            def check_name(module, name, kind, registered):
                if not isinstance(name, str):
                    raise TypeError(f"{kind} name should be a string")
                if not name.isidentifier():
                    raise KeyError(f"{kind} name can't contain a dot, and can't be empty")
                if hasattr(module, name) and name not in registered:
                    raise KeyError(f"attribute '{name}' already exists")
            """,
            'Names need not be identifiers: containers will call their modules "0", "1", "2". Only the dot and the empty name '
            "are not allowed.",
        ),
        Wrong(
            """
            def check_name(module, name, kind, registered):
                if not isinstance(name, str):
                    raise TypeError(f"{kind} name should be a string")
                if "." in name:
                    raise ValueError(f"{kind} name can't contain a dot")
                if name == "":
                    raise ValueError(f"{kind} name can't be empty")
                if hasattr(module, name) and name not in registered:
                    raise ValueError(f"attribute '{name}' already exists")
            """,
            "The checks are right, the errors are not: a bad name is a KeyError here, because a name is the key of a "
            "dictionary.",
        ),
        Wrong(
            """
            def check_name(module, name, kind, registered):
                if not isinstance(name, str):
                    raise TypeError(f"{kind} name should be a string")
                if "." in name:
                    raise KeyError(f"{kind} name can't contain a dot")
                if hasattr(module, name) and name not in registered:
                    raise KeyError(f"attribute '{name}' already exists")
            """,
            "The empty name passes. It would make a path such as `encoder.`, with nothing behind the dot.",
        ),
        Wrong(
            """
            def check_name(module, name, kind, registered):
                if not isinstance(name, str):
                    raise TypeError(f"{kind} name should be a string")
                if "." in name:
                    raise KeyError(f"{kind} name can't contain a dot")
                if name == "":
                    raise KeyError(f"{kind} name can't be empty")
                if hasattr(module, name) and registered.get(name) is None:
                    raise KeyError(f"attribute '{name}' already exists")
            """,
            "A name can be registered with the value None (a layer without a bias), and then .get(name) looks as if "
            "it were not there. Ask `name not in registered`.",
        ),
        Wrong(
            """
            def check_name(module, name, kind, registered):
                if not isinstance(name, str):
                    raise TypeError(f"{kind} name should be a string")
                if "." in name:
                    raise KeyError(f"{kind} name can't contain a dot")
                if name == "":
                    raise KeyError(f"{kind} name can't be empty")
                if getattr(module, name, None) is not None and name not in registered:
                    raise KeyError(f"attribute '{name}' already exists")
            """,
            "An attribute whose value is None counts too: a bias that is left out is still the bias. Ask "
            "hasattr(module, name).",
        ),
        Wrong(
            """
            def check_name(module, name, kind, registered):
                if not isinstance(name, str):
                    raise TypeError(f"{kind} name should be a string")
                if name.startswith("."):
                    raise KeyError(f"{kind} name can't contain a dot")
                if name == "":
                    raise KeyError(f"{kind} name can't be empty")
                if hasattr(module, name) and name not in registered:
                    raise KeyError(f"attribute '{name}' already exists")
            """,
            'You find a dot at one end only. It may stand anywhere: `"." in name`.',
        ),
    ],
    hints=[
        "Four questions, one after the other, each with its own `raise`. Begin with the type: the others need a "
        "string.",
        "`hasattr(module, name)` sees methods, ordinary attributes and everything registered. One kind of name is allowed "
        "all the same: which?",
        "`if hasattr(module, name) and name not in registered: raise KeyError(f\"attribute '{name}' already "
        'exists")`.',
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: isinstance(error, KeyError) and "already exists" in str(error),
            "A name is refused that is free, or that may come again: refuse it only if the module has it already, "
            "hasattr(module, name), *and* it does not stand in `registered`.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(got, Exception),
            "You return the error. An error that is returned stops nobody: `raise` it.",
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(error, (TypeError, KeyError)) and str(error.args[0]).startswith("name ")
            ),
            'The messages begin with the kind: "parameter name should be a string". Put {kind} in front.',
        ),
    ],
)


def dotted(f, rng):
    name = list("".join(rng.choice(list("abc_12"), size=int(rng.integers(1, 6)))))
    name.insert(int(rng.integers(0, len(name) + 1)), ".")
    name = "".join(name)
    try:
        f(mt.nn.Module(), name, "buffer", {name: None})
        got = "no error"
    except KeyError as error:
        got = "KeyError" if "buffer name can't contain" in str(error.args[0]) else str(error)
    return {"name": name}, "KeyError", got
