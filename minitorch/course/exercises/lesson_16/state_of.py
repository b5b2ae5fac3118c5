"""Names and tensors."""

from ...define import Case, Exercise, T, Wrong

SETUP = """
    class Scale(mt.nn.Module):
        def __init__(self, *factors):
            super().__init__()
            self.factor = mt.nn.Parameter(mt.tensor(factors))

    class Norm(mt.nn.Module):
        def __init__(self, n):
            super().__init__()
            self.weight = mt.nn.Parameter(mt.ones(n))
            self.mean = mt.nn.Buffer(mt.zeros(n))
            self.scratch = mt.nn.Buffer(mt.zeros(n), persistent=False)

    class Pair(mt.nn.Module):
        def __init__(self, first, second):
            super().__init__()
            self.first, self.second = first, second
"""

exercise = Exercise(
    "state_of",
    title="Names and tensors",
    difficulty=2,
    minutes=8,
    stub='''
        def state_of(module, prefix=""):
            """The state of a module and of all inside it: a dict from names to tensors, each name after `prefix`.

            Parameters first, then persistent buffers, then the modules inside. The tensors share the module's memory, and
            want no gradient. What is None is left out.
            """
            ...
    ''',
    solution='''
        def state_of(module, prefix=""):
            """The state of a module and of all inside it: a dict from names to tensors, each name after `prefix`.

            Parameters first, then persistent buffers, then the modules inside. The tensors share the module's memory, and
            want no gradient. What is None is left out.
            """
            state = {}
            for name, tensor in (module._parameters | module._buffers).items():
                if tensor is not None and name not in module._non_persistent_buffers_set:
                    state[prefix + name] = tensor.detach()
            for name, child in module._modules.items():
                if child is not None:
                    state.update(state_of(child, f"{prefix}{name}."))
            return state
    ''',
    why="Each module writes what is its own, under the prefix that it was given, and hands a longer prefix on. So a name is the "
    "path to its tensor.",
    setup=SETUP,
    forbids={
        "state_dict": "state_dict() is what you are about to write. Walk over _parameters, _buffers and _modules."
    },
    facts=[
        Case("state_of(Scale(2.0, 3.0))", {"factor": T([2.0, 3.0])}),
        Case("state_of(Norm(2))", {"weight": T([1.0, 1.0]), "mean": T([0.0, 0.0])}),
        Case("list(state_of(Pair(Scale(2.0), Norm(1))))", ["first.factor", "second.weight", "second.mean"]),
        Case(
            "state_of(Pair(Pair(Scale(1.0), Scale(2.0)), Scale(3.0)))",
            {"first.first.factor": T([1.0]), "first.second.factor": T([2.0]), "second.factor": T([3.0])},
        ),
        Case(
            """
            pair = Pair(Scale(2.0), Scale(3.0))
            pair.second = None
            (list(pair._modules), state_of(pair))
            """,
            (["first", "second"], {"first.factor": T([2.0])}),
        ),
        Case("state_of(Scale(2.0), 'model.')", {"model.factor": T([2.0])}),
        Case("list(state_of(Pair(Scale(2.0), Norm(1)), 'a.'))", ["a.first.factor", "a.second.weight", "a.second.mean"]),
        Case(
            """
            norm = Norm(1)
            norm.register_parameter("bias", None)
            norm.register_buffer("total", None)
            list(state_of(norm))
            """,
            ["weight", "mean"],
        ),
        Case(
            """
            pair = Pair(Scale(2.0), Scale(3.0))
            pair.mean, pair.weight = mt.nn.Buffer(mt.ones(1)), mt.nn.Parameter(mt.ones(1))
            list(state_of(pair))
            """,
            ["weight", "mean", "first.factor", "second.factor"],
        ),
        Case(
            """
            scale = Scale(2.0)
            state = state_of(Pair(scale, scale))
            list(state)
            """,
            ["first.factor", "second.factor"],
        ),
        Case(
            """
            scale = Scale(2.0)
            state = state_of(scale)
            with mt.no_grad():
                scale.factor.add_(5.0)
            (state["factor"].tolist(), state["factor"].requires_grad, scale.factor.requires_grad)
            """,
            ([7.0], False, True),
            changes=True,
        ),
    ],
    wrong=[
        Wrong(
            """
            def state_of(module, prefix=""):
                return {prefix + name: tensor.detach() for name, tensor in module.named_parameters()}
            """,
            "Buffers are part of the state as well: a running mean was learned from the data, too. Take those of _buffers that are "
            "not in _non_persistent_buffers_set.",
        ),
        Wrong(
            """
            def state_of(module, prefix=""):
                state = {}
                for name, tensor in (module._parameters | module._buffers).items():
                    if tensor is not None:
                        state[prefix + name] = tensor.detach()
                for name, child in module._modules.items():
                    if child is not None:
                        state.update(state_of(child, f"{prefix}{name}."))
                return state
            """,
            "A buffer that is not persistent stays out of the state: its name stands in _non_persistent_buffers_set.",
        ),
        Wrong(
            """
            def state_of(module, prefix=""):
                state = {}
                for name, tensor in (module._parameters | module._buffers).items():
                    if tensor is not None and name not in module._non_persistent_buffers_set:
                        state[prefix + name] = tensor.detach()
                for name, child in module._modules.items():
                    if child is not None:
                        state.update(state_of(child, f"{name}."))
                return state
            """,
            "The prefix gets lost one level down. What you hand on is the prefix that you were given, the child's name, and a "
            "dot.",
        ),
        Wrong(
            """
            def state_of(module, prefix=""):
                state = {}
                for name, tensor in (module._parameters | module._buffers).items():
                    if tensor is not None and name not in module._non_persistent_buffers_set:
                        state[prefix + name] = tensor.detach().clone()
                for name, child in module._modules.items():
                    if child is not None:
                        state.update(state_of(child, f"{prefix}{name}."))
                return state
            """,
            "You copy. The state shares the module's memory, and whoever wants a copy makes one: detach() is enough.",
        ),
        Wrong(
            """
            def state_of(module, prefix=""):
                state = {}
                for name, tensor in (module._parameters | module._buffers).items():
                    if tensor is not None and name not in module._non_persistent_buffers_set:
                        state[prefix + name] = tensor
                for name, child in module._modules.items():
                    if child is not None:
                        state.update(state_of(child, f"{prefix}{name}."))
                return state
            """,
            "You give away the parameters themselves, which still want gradients: whoever computes with the state records a "
            "graph. Give `tensor.detach()`.",
        ),
        Wrong(
            """
            def state_of(module, prefix=""):
                state = {}
                for name, child in module.named_modules(prefix=prefix.rstrip(".")):
                    for key, tensor in (child._parameters | child._buffers).items():
                        if tensor is not None and key not in child._non_persistent_buffers_set:
                            state[f"{name}.{key}" if name else key] = tensor.detach()
                return state
            """,
            "named_modules and named_children give a module that is there twice only once. In a state both names are written: go "
            "down through _modules by yourself.",
        ),
        Wrong(
            """
                def state_of(module, prefix=""):
                    state = {}
                    for name, tensor in (module._parameters | module._buffers).items():
                        if tensor is not None and name not in module._non_persistent_buffers_set:
                            state[prefix + name] = tensor.detach()
                    for name, child in module._modules.items():
                        if child is not None:
                            state.update(state_of(child, f"{prefix}{name}"))
                    return state
            """,
            "The dot between the names is missing: a child's prefix is yours, its name, and a dot.",
        ),
        Wrong(
            """
                def state_of(module, prefix=""):
                    state = {}
                    for name, tensor in (module._parameters | module._buffers).items():
                        if name not in module._non_persistent_buffers_set:
                            state[prefix + name] = tensor.detach()
                    for name, child in module._modules.items():
                        if child is not None:
                            state.update(state_of(child, f"{prefix}{name}."))
                    return state
            """,
            "A parameter or buffer may be registered as None, and None has no detach(). Leave it out.",
        ),
        Wrong(
            """
                def state_of(module, prefix=""):
                    state = {}
                    for name, tensor in (module._parameters | module._buffers).items():
                        if tensor is not None and name not in module._non_persistent_buffers_set:
                            state[prefix + name] = tensor.detach()
                    for name, child in module._modules.items():
                        state.update(state_of(child, f"{prefix}{name}."))
                    return state
            """,
            "A child may be None, as after `pair.second = None`: its name is still in _modules. Leave it out.",
        ),
        Wrong(
            """
                def state_of(module, prefix=""):
                    state = {}
                    for name, child in module._modules.items():
                        if child is not None:
                            state.update(state_of(child, f"{prefix}{name}."))
                    for name, tensor in (module._parameters | module._buffers).items():
                        if tensor is not None and name not in module._non_persistent_buffers_set:
                            state[prefix + name] = tensor.detach()
                    return state
            """,
            "The children come before the module's own tensors. First what is its own, then the modules inside.",
        ),
        Wrong(
            """
                def state_of(module, prefix=""):
                    state = {}
                    for name, tensor in (module._parameters | module._buffers).items():
                        if tensor is not None and name not in module._non_persistent_buffers_set:
                            state[prefix + name] = tensor.detach()
                    for name, child in module._modules.items():
                        if child is not None:
                            state_of(child, f"{prefix}{name}.")
                    return state
            """,
            "You ask the children, and nobody keeps what they answer. Put it into your dictionary: state.update(...).",
        ),
        Wrong(
            """
                def state_of(module, prefix=""):
                    state = {}
                    for name, tensor in (module._parameters | module._buffers).items():
                        if tensor is not None and name not in module._non_persistent_buffers_set:
                            state[prefix + name] = tensor.requires_grad_(False)
                    for name, child in module._modules.items():
                        if child is not None:
                            state.update(state_of(child, f"{prefix}{name}."))
                    return state
            """,
            "requires_grad_ changes the parameter itself: from now on the module would not learn. detach() gives a second "
            "tensor on the same memory, and leaves the first alone.",
        ),
        Wrong(
            """
                def state_of(module, prefix="", state={}):
                    for name, tensor in (module._parameters | module._buffers).items():
                        if tensor is not None and name not in module._non_persistent_buffers_set:
                            state[prefix + name] = tensor.detach()
                    for name, child in module._modules.items():
                        if child is not None:
                            state_of(child, f"{prefix}{name}.", state)
                    return state
            """,
            "A dictionary as a default value is made once, and shared by all calls: the second state still has the names of"
            " the first. Make a new one in each call.",
        ),
    ],
    hints=[
        "It is the walk of lesson 12: first what is the module's own, then the same function for each child.",
        "Own: `module._parameters | module._buffers`, without None and without the names in _non_persistent_buffers_set. The "
        "child gets a longer prefix.",
        '`state[prefix + name] = tensor.detach()`, and for a child `state.update(state_of(child, f"{prefix}{name}."))`.',
    ],
)
