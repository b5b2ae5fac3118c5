"""What belongs into a checkpoint?"""

import minitorch as mt

from ...define import Case, Exercise, Law, Mistake, Wrong

exercise = Exercise(
    "state_names",
    title="What belongs into a checkpoint?",
    difficulty=2,
    minutes=6,
    stub='''
        def state_names(module):
            """The names that a checkpoint of this one module holds, as a list: its parameters, then its buffers.

            What is registered as None is left out, and so are the buffers that are not persistent.
            """
            ...
    ''',
    solution='''
        def state_names(module):
            """The names that a checkpoint of this one module holds, as a list: its parameters, then its buffers.

            What is registered as None is left out, and so are the buffers that are not persistent.
            """
            names = [name for name, value in module._parameters.items() if value is not None]
            for name, value in module._buffers.items():
                if value is not None and name not in module._non_persistent_buffers_set:
                    names.append(name)
            return names
    ''',
    why="This is the heart of state_dict, which lesson 16 builds. Three dictionaries and one set answer the question; nobody "
    "has to write a list.",
    facts=[
        Case(
            """
            m = mt.nn.Module()
            m.register_buffer("mean", mt.zeros(2))
            m.w = mt.nn.Parameter(mt.ones(2))
            m.b = mt.nn.Parameter(mt.ones(2))
            state_names(m)
            """,
            ["w", "b", "mean"],
        ),
        Case(
            """
            m = mt.nn.Module()
            m.register_buffer("mask", mt.zeros(2), persistent=False)
            m.register_buffer("mean", mt.zeros(2))
            state_names(m)
            """,
            ["mean"],
        ),
        Case(
            """
            m = mt.nn.Module()
            m.register_parameter("bias", None)
            m.register_buffer("count", None)
            m.w = mt.nn.Parameter(mt.ones(2))
            state_names(m)
            """,
            ["w"],
        ),
        Case(
            """
            m = mt.nn.Module()
            m.mask = mt.nn.Buffer(mt.zeros(2), persistent=False)
            m.mask = mt.ones(2)
            m.mean = mt.nn.Buffer(mt.zeros(2))
            state_names(m)
            """,
            ["mean"],
        ),
        Case(
            """
            m = mt.nn.Module()
            m.register_buffer("mask", mt.zeros(2), persistent=False)
            m.register_buffer("mask", mt.zeros(2))
            state_names(m)
            """,
            ["mask"],
        ),
        Case(
            """
            m = mt.nn.Module()
            m.w = mt.nn.Parameter(mt.ones(2), requires_grad=False)
            m.scale = mt.ones(2, requires_grad=True)
            m.rate = 0.1
            m.inner = mt.nn.Module()
            m.inner.w = mt.nn.Parameter(mt.ones(2))
            state_names(m)
            """,
            ["w"],
        ),
        Case(
            """
            m = mt.nn.Module()
            m.mask = mt.nn.Buffer(mt.zeros(2), persistent=False)
            m.mean = mt.nn.Buffer(mt.zeros(2))
            state_names(m)
            """,
            ["mean"],
        ),
        Case("state_names(mt.nn.Module())", []),
        Law("whatever is registered, in its order", lambda f, rng: registered(f, rng)),
    ],
    wrong=[
        Wrong(
            """
            def state_names(module):
                return [*module._parameters, *module._buffers]
            """,
            "You take all names. A buffer that is not persistent is left out of a checkpoint, and so is what is registered as "
            "None: there is nothing to store.",
        ),
        Wrong(
            """
            def state_names(module):
                return [name for name in [*module._parameters, *module._buffers]
                        if name not in module._non_persistent_buffers_set]
            """,
            "What is registered as None has no numbers to store. Leave it out.",
        ),
        Wrong(
            """
            def state_names(module):
                kept = {**module._parameters, **module._buffers}
                return [name for name, value in kept.items() if value is not None]
            """,
            "Buffers that are not persistent are in your list. Their names stand in "
            "`module._non_persistent_buffers_set`.",
        ),
        Wrong(
            """
            def state_names(module):
                return [name for name, value in vars(module).items() if isinstance(value, mt.Tensor)]
            """,
            "vars(module) has the plain attributes, which belong into no checkpoint. What is registered is inside "
            "`_parameters` and `_buffers`.",
        ),
        Wrong(
            """
            def state_names(module):
                names = [name for name, value in module._parameters.items() if value is not None and value.requires_grad]
                for name, value in module._buffers.items():
                    if value is not None and name not in module._non_persistent_buffers_set:
                        names.append(name)
                return names
            """,
            "A frozen parameter is not trained, and its numbers are needed all the same when the model is loaded. "
            "requires_grad has no say here.",
        ),
        Wrong(
            """
            def state_names(module):
                names = [name for name, value in module._parameters.items() if value is not None]
                for name, value in module._buffers.items():
                    if value is not None and getattr(value, "persistent", True):
                        names.append(name)
                return names
            """,
            "You ask the tensor. register_buffer(..., persistent=False) takes any tensor, and a buffer may get another value: "
            "it is the name that is persistent or not. Ask `module._non_persistent_buffers_set`.",
        ),
        Wrong(
            """
            def state_names(module):
                names = []
                for dictionary in (module._buffers, module._parameters):
                    for name, value in dictionary.items():
                        if value is not None and name not in module._non_persistent_buffers_set:
                            names.append(name)
                return names
            """,
            "The right names in another order: the parameters come first, then the buffers, each kind in the order "
            "in which it was registered.",
        ),
        Wrong(
            """
            def state_names(module):
                names = []
                for dictionary in (module._parameters, module._buffers):
                    for name, value in dictionary.items():
                        if value is not None and name not in module._non_persistent_buffers_set:
                            names.append(name)
                return sorted(names)
            """,
            "You sort the names. A checkpoint keeps the order in which they were registered, the parameters first.",
        ),
        Wrong(
            """
            def state_names(module):
                return [name for name in {**module._parameters, **module._buffers}
                        if getattr(module, name) and name not in module._non_persistent_buffers_set]
            """,
            "`if value` asks a tensor for its truth, and a tensor of several numbers has none; one of a single 0 "
            "would be left out. Ask `value is not None`.",
        ),
        Wrong(
            """
            def state_names(module):
                names = [name for name, value in module._parameters.items() if value is not None]
                return names + [name for name in module._buffers if name not in module._non_persistent_buffers_set]
            """,
            "Parameters that are None are left out, buffers that are None are not. A buffer without numbers has "
            "nothing to store either.",
        ),
        Wrong(
            """
            def state_names(module):
                names = [name for name, _ in module.named_parameters()]
                for name, value in module._buffers.items():
                    if value is not None and name not in module._non_persistent_buffers_set:
                        names.append(name)
                return names
            """,
            "named_parameters goes into the modules inside as well. Only this one module is asked for: read its "
            "`_parameters`.",
        ),
    ],
    hints=[
        "Two dictionaries hold the candidates: `module._parameters` and `module._buffers`.",
        "Two reasons to leave a name out: its value is None, or it is in `module._non_persistent_buffers_set`.",
        "`[name for name, value in module._parameters.items() if value is not None]`, and the same for the buffers with `and "
        "name not in module._non_persistent_buffers_set`.",
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: isinstance(got, list) and got != expected and sorted(got) == sorted(expected),
            "The right names in another order: the parameters come first, then the buffers, each kind in the order "
            "in which it was registered. (A set keeps no order.)",
        ),
        Mistake(
            lambda expected, got, error: "'persistent'" in str(error),
            "A plain tensor has no `persistent`, and a buffer may be one: it is the name that is persistent or not. "
            "Ask `module._non_persistent_buffers_set`.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(got, tuple) and isinstance(expected, list),
            "You return a tuple. Asked for is a list: `list(...)` around it makes it one.",
        ),
    ],
)


def registered(f, rng):
    module, parameters, buffers, said = mt.nn.Module(), [], [], []
    for name in rng.permutation(list("abcdef")).tolist():
        kind = int(rng.integers(0, 5))
        value = mt.zeros(1)
        if kind < 2:
            module.register_parameter(name, mt.nn.Parameter(value) if kind else None)
            parameters += [name] * kind
        else:
            module.register_buffer(name, None if kind == 4 else value, persistent=kind != 3)
            buffers += [name] * (kind == 2)
        words = ("parameter, None", "parameter", "buffer", "buffer, not persistent", "buffer, None")
        said.append(f"{name}: {words[kind]}")
    return {"registered": said}, [*parameters, *buffers], f(module)
