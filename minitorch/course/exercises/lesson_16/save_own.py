"""What is the module's own."""

from ...define import Case, Exercise, Mistake, T, Wrong
from ..edited import edited

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

    class Words(mt.nn.Module):
        def __init__(self, *words):
            super().__init__()
            self.words = list(words)
            self.table = mt.nn.Parameter(mt.zeros(2, 1))

        def get_extra_state(self):
            return {"words": self.words}

        def set_extra_state(self, state):
            if len(state["words"]) != len(self.table):
                raise ValueError(f"{len(state['words'])} words for a table of {len(self.table)}")
            self.words = list(state["words"])
"""


# --- what a wrong state looks like ---------------------------------------------------------------------------------------


def names(value):
    """The names in a state or in a list of them; of a tuple, those of its first part."""
    value = value[0] if isinstance(value, tuple) and value else value
    return [name for name in value if isinstance(name, str)] if isinstance(value, dict | list) else []


def lacks(*endings):
    """Does a name that ends so stand in what is expected, and not in what came?"""
    return lambda expected, got, error: (
        error is None and any([name not in names(got) for name in names(expected) if name.endswith(endings)])
    )


def has(*endings):
    """Does a name that ends so stand in what came, and not in what is expected?"""
    return lambda expected, got, error: (
        error is None and any([name not in names(expected) for name in names(got) if name.endswith(endings)])
    )


def reads(kind, words):
    """Did it stop with an error of this kind that says this?"""
    return lambda expected, got, error: isinstance(error, kind) and words in str(error)


def calls(value):
    """Is it a list of what hooks were called with?"""
    return isinstance(value, list) and bool(value) and isinstance(value[0], list)


def of_it(place, value):
    """Is this value at this place of a tuple that came, and another one expected there?"""
    return lambda expected, got, error: (
        isinstance(got, tuple) and len(got) == len(expected) and got[place] == value != expected[place]
    )


SOLUTION = '''
def _own_state(self):
    """The parameters and persistent buffers of this module alone, by name: a dictionary. What is None is left out."""
    buffers = {n: b for n, b in self._buffers.items() if n not in self._non_persistent_buffers_set}
    return {name: tensor for name, tensor in (self._parameters | buffers).items() if tensor is not None}


def _save_to_state_dict(self, destination, prefix, keep_vars):
    """Write this module's own state into `destination`, each name after `prefix`.

    The tensors share the module's memory and want no gradient; with keep_vars they are the very parameters and buffers.
    """
    for name, tensor in self._own_state().items():
        destination[prefix + name] = tensor if keep_vars else tensor.detach()
    self._save_extra_state(destination, prefix)  # what is no tensor comes last
'''

exercise = Exercise(
    "save_own",
    title="What is its own",
    difficulty=2,
    minutes=6,
    target="minitorch.nn.module.state:State._save_to_state_dict",
    covers=("minitorch.nn.module.state:State._own_state",),
    installed=True,
    setup=SETUP.replace("\n    ", "\n"),
    stub='''
        def _own_state(self):
            """The parameters and persistent buffers of this module alone, by name: a dictionary. What is None is left out."""
            ...


        def _save_to_state_dict(self, destination, prefix, keep_vars):
            """Write this module's own state into `destination`, each name after `prefix`.

            The tensors share the module's memory and want no gradient; with keep_vars they are the very parameters and buffers.
            """
            ...
            self._save_extra_state(destination, prefix)  # what is no tensor comes last
    ''',
    solution=SOLUTION,
    why="One function says which tensors are a module's own and belong to its state, the other writes them down. "
    "Loading will ask the first one again.",
    facts=[
        Case(
            """
            state = {}
            Scale(2.0, 3.0)._save_to_state_dict(state, "", False)
            state
            """,
            {"factor": T([2.0, 3.0])},
            changes=True,
        ),
        Case(
            """
            state = {}
            Norm(2)._save_to_state_dict(state, "", False)
            state
            """,
            {"weight": T([1.0, 1.0]), "mean": T([0.0, 0.0])},
            changes=True,
        ),
        Case("list(Norm(2)._own_state())", ["weight", "mean"], changes=True),
        Case(
            """
            state = {}
            Scale(2.0)._save_to_state_dict(state, "net.first.", False)
            list(state)
            """,
            ["net.first.factor"],
            changes=True,
        ),
        Case(
            """
            state = {"before": 1}
            Scale(2.0)._save_to_state_dict(state, "", False)
            list(state)
            """,
            ["before", "factor"],
            changes=True,
        ),
        Case(
            """
            norm = Norm(1)
            norm.register_parameter("bias", None)
            norm.register_buffer("total", None)
            state = {}
            norm._save_to_state_dict(state, "", False)
            list(state), list(norm._own_state())
            """,
            (["weight", "mean"], ["weight", "mean"]),
            changes=True,
        ),
        Case(
            """
            pair, state = Pair(Scale(2.0), Scale(3.0)), {}
            pair.mean, pair.weight = mt.nn.Buffer(mt.ones(1)), mt.nn.Parameter(mt.ones(1))
            pair._save_to_state_dict(state, "", False)
            list(state)
            """,
            ["weight", "mean"],
            changes=True,
        ),
        Case(
            """
            scale, state = Scale(2.0), {}
            scale._save_to_state_dict(state, "", False)
            with mt.no_grad():
                scale.factor.add_(5.0)
            (state["factor"].tolist(), state["factor"].requires_grad, scale.factor.requires_grad)
            """,
            ([7.0], False, True),
            changes=True,
        ),
        Case(
            """
            norm = Norm(1)
            own = norm._own_state()
            (own["weight"] is norm.weight, own["mean"] is norm.mean, list(norm._parameters), list(norm._buffers))
            """,
            (True, True, ["weight"], ["mean", "scratch"]),
            changes=True,
        ),
        Case(
            """
            norm, state = Norm(1), {}
            norm._save_to_state_dict(state, "", True)
            (state["weight"] is norm.weight, state["mean"] is norm.mean)
            """,
            (True, True),
            changes=True,
        ),
        Case(
            """
            state = {}
            Words("cat", "dog")._save_to_state_dict(state, "net.", False)
            (list(state), state["net._extra_state"])
            """,
            (["net.table", "net._extra_state"], {"words": ["cat", "dog"]}),
            changes=True,
        ),
        Case(
            "list(Pair(Scale(2.0), Norm(1)).state_dict())",
            ["first.factor", "second.weight", "second.mean"],
            changes=True,
        ),
        Case(
            """
            pair, state = Pair(Scale(2.0), Scale(3.0)), {}
            pair.weight = mt.nn.Parameter(mt.ones(1))
            pair._save_to_state_dict(state, "", False)
            list(state)
            """,
            ["weight"],
            changes=True,
        ),
    ],
    wrong=[
        Wrong(
            edited(
                SOLUTION,
                (
                    "    buffers = {n: b for n, b in self._buffers.items() if n not in self._non_persistent_buffers_set}",
                    "    buffers = {}",
                ),
            ),
            "Buffers are part of the state as well: a running mean was learned from the data, too. Take those whose names "
            "are not in _non_persistent_buffers_set.",
        ),
        Wrong(
            edited(
                SOLUTION,
                (
                    "    buffers = {n: b for n, b in self._buffers.items() if n not in self._non_persistent_buffers_set}",
                    "    buffers = self._buffers",
                ),
            ),
            "A buffer that is not persistent stays out of the state: its name stands in _non_persistent_buffers_set.",
        ),
        Wrong(
            edited(
                SOLUTION,
                (
                    "    return {name: tensor for name, tensor in (self._parameters | buffers).items() if tensor is not None}",
                    "    return self._parameters | buffers",
                ),
            ),
            "A parameter or buffer may be registered as None, and None has no detach(). Leave it out in `_own_state`.",
        ),
        Wrong(
            edited(SOLUTION, ("tensor if keep_vars else tensor.detach()", "tensor")),
            "You give away the parameters themselves, which still want gradients: whoever computes with the state records a "
            "graph. Unless keep_vars is true, give `tensor.detach()`.",
        ),
        Wrong(
            edited(
                SOLUTION,
                ("tensor if keep_vars else tensor.detach()", "tensor if keep_vars else tensor.detach().clone()"),
            ),
            "You copy. The state shares the module's memory, and whoever wants a copy makes one: detach() is enough.",
        ),
        Wrong(
            edited(SOLUTION, ("tensor if keep_vars else tensor.detach()", "tensor.detach()")),
            "With keep_vars the state holds the very parameters and buffers: do not detach them then.",
        ),
        Wrong(
            edited(SOLUTION, ("tensor if keep_vars else tensor.detach()", "tensor.detach() if keep_vars else tensor")),
            "The other way round: detach unless keep_vars is true.",
        ),
        Wrong(
            edited(SOLUTION, ("        destination[prefix + name]", "        destination[name]")),
            "The prefix is missing: the name in the state is `prefix + name`. Without it, two layers would write under the "
            "same name.",
        ),
        Wrong(
            edited(SOLUTION, ("        destination[prefix + name]", '        destination[f"{prefix}.{name}"]')),
            "The prefix has its dot already: `prefix + name`.",
        ),
        Wrong(
            edited(SOLUTION, ("    self._save_extra_state(destination, prefix)  # what is no tensor comes last", "")),
            "The line that saves the extra state is gone: what is no tensor would be lost.",
        ),
        Wrong(
            edited(
                SOLUTION,
                (
                    "for name, tensor in self._own_state().items():\n        destination",
                    "for name, tensor in self.named_parameters():\n        destination",
                ),
            ),
            "named_parameters() knows no buffers, and walks through the modules inside, which write their own part. Ask "
            "self._own_state().",
        ),
        Wrong(
            edited(
                SOLUTION,
                ("tensor if keep_vars else tensor.detach()", "tensor if keep_vars else tensor.requires_grad_(False)"),
            ),
            "requires_grad_ changes the parameter itself: from now on the module would not learn. detach() gives a second "
            "tensor on the same memory, and leaves the first alone.",
        ),
        Wrong(
            edited(SOLUTION, ("(self._parameters | buffers)", "(buffers | self._parameters)")),
            "The buffers come first. First the parameters, then the buffers: `self._parameters | buffers`.",
        ),
        Wrong(
            """
            def _own_state(self):
                own = self._parameters
                own.update({n: b for n, b in self._buffers.items() if n not in self._non_persistent_buffers_set})
                return {name: tensor for name, tensor in own.items() if tensor is not None}


            def _save_to_state_dict(self, destination, prefix, keep_vars):
                for name, tensor in self._own_state().items():
                    destination[prefix + name] = tensor if keep_vars else tensor.detach()
                self._save_extra_state(destination, prefix)
            """,
            "update writes the buffers into the module's own dictionary of parameters. Make a new dictionary: "
            "`self._parameters | buffers`.",
        ),
        Wrong(
            edited(
                SOLUTION,
                (
                    "self._save_extra_state(destination, prefix)  # what is no tensor comes last",
                    (
                        "self._save_extra_state(destination, prefix)\n"
                        "    for name, module in self._modules.items():\n"
                        "        if module is not None:\n"
                        '            module._save_to_state_dict(destination, f"{prefix}{name}.", keep_vars)'
                    ),
                ),
            ),
            "The modules inside write their own part, when state_dict asks them. Here only what is this module's own.",
        ),
        Wrong(
            """
            def _own_state(self):
                buffers = {n: b for n, b in self._buffers.items() if n not in self._non_persistent_buffers_set}
                return {name: tensor for name, tensor in (self._parameters | buffers).items() if tensor is not None}


            def _save_to_state_dict(self, destination, prefix, keep_vars):
                own = {}
                for name, tensor in self._own_state().items():
                    own[prefix + name] = tensor if keep_vars else tensor.detach()
                self._save_extra_state(own, prefix)
                return own
            """,
            "You return a new dictionary, and nobody takes it. Write into `destination`, which was handed in.",
        ),
    ],
    mistakes=[
        Mistake(
            reads(AttributeError, "'str' object has no attribute 'detach'"),
            "Names and tensors have changed places: _own_state gives {name: tensor}.",
        ),
        Mistake(
            reads(RuntimeError, "Boolean value"),
            "A tensor of several numbers is neither true nor false. Ask `is not None`.",
        ),
        Mistake(
            has("first.factor", "second.factor"),
            "The modules inside write their own part, when state_dict asks them. Here only what is this module's own.",
        ),
        Mistake(
            lacks("before"),
            "What stood in `destination` before is gone. Only add to it.",
        ),
        Mistake(
            has("scratch"),
            "A buffer that is not persistent stays out of the state: its name stands in _non_persistent_buffers_set.",
        ),
        Mistake(
            lambda expected, got, error: bool(names(expected)) and isinstance(got, dict | list) and not got,
            "Nothing was written. Does `_own_state` have the parameters as well as the buffers, which stand in self._parameters and "
            "self._buffers, and does the second function write into the dictionary that was handed in, "
            "`destination[prefix + name] = ...`?",
        ),
        Mistake(
            lacks("mean"),
            "The buffer `mean` is missing. Buffers that are persistent, those whose names are not in "
            "_non_persistent_buffers_set, belong to the state as well.",
        ),
        Mistake(
            lacks("weight", "factor", "table"),
            "A parameter is missing under its name, which is `prefix + name`. The state has the parameters and the "
            "persistent buffers.",
        ),
        Mistake(
            lacks("_extra_state"),
            "The extra state is missing: leave the line with _save_extra_state, and let it write into `destination`.",
        ),
        Mistake(
            has("bias", "total"),
            "What is None stays out of the state.",
        ),
        Mistake(
            reads(AttributeError, "'list' object has no attribute 'items'"),
            "`_own_state` gives a list, and the names are lost. Give a dictionary from names to tensors.",
        ),
        Mistake(
            lambda expected, got, error: any([getattr(value, "kind", "") != "tensor" for value in got.values()]),
            "The state holds tensors, not what is in them, and no NumPy arrays: `tensor.detach()`.",
        ),
        Mistake(
            lambda expected, got, error: len(expected) == 3 and got[0] != expected[0],
            "What stands in the state is a copy. It shares the module's memory, and whoever wants a copy makes "
            "one: detach() is enough.",
        ),
        Mistake(
            of_it(1, True),
            "The tensor in the state still wants a gradient. Give `tensor.detach()`.",
        ),
        Mistake(
            lambda expected, got, error: expected == (True, True) != got,
            "With keep_vars the state holds the very parameters and buffers of the module, not others with the "
            "same numbers.",
        ),
        Mistake(
            lambda expected, got, error: len(expected) == 4 and got[2:] != expected[2:],
            "The module's own dictionaries have changed. Gather the tensors in a new one.",
        ),
        Mistake(
            lambda expected, got, error: len(expected) == 4 and got[:2] != expected[:2],
            "`_own_state` gives the parameters and buffers themselves. Only `_save_to_state_dict` detaches, "
            "because a load writes into them.",
        ),
    ],
    hints=[
        "Two walks that do not go down: over `self._parameters`, and over `self._buffers` without the names in "
        "`self._non_persistent_buffers_set`.",
        "`self._parameters | buffers` is a new dictionary with both. Leave out what is None. The second function goes "
        "over `self._own_state().items()`.",
        "`destination[prefix + name] = tensor if keep_vars else tensor.detach()` for each of them.",
    ],
)
