"""The whole tree's state."""

from ...define import Case, Exercise, Mistake, T, Wrong
from ..edited import edited
from .save_own import SETUP, calls, has, lacks, names, reads

SOLUTION = '''
def state_dict(self, *args, destination=None, prefix="", keep_vars=False):
    """Parameters and persistent buffers of this module and of all inside it, by name: an OrderedDict.

    A new one has an attribute `_metadata`, an OrderedDict as well: under the path of each module stands its
    local_metadata, {"version": the module's _version}. A destination that is handed in may be a plain dict without it.
    """
    if args:  # an older way to call it
        destination, prefix, keep_vars = by_position(args, destination, prefix, keep_vars)
    if destination is None:
        destination = OrderedDict()
        destination._metadata = OrderedDict()
    local_metadata = {"version": self._version}
    if hasattr(destination, "_metadata"):
        destination._metadata[prefix[:-1]] = local_metadata
    for hook in list(self._state_dict_pre_hooks.values()):
        hook(self, prefix, keep_vars)
    self._save_to_state_dict(destination, prefix, keep_vars)
    for name, module in self._modules.items():
        if module is not None:
            module.state_dict(destination=destination, prefix=f"{prefix}{name}.", keep_vars=keep_vars)
    return self._after_state_dict(destination, prefix, local_metadata)
'''

exercise = Exercise(
    "state_dict",
    title="The whole tree",
    difficulty=3,
    minutes=8,
    target="minitorch.nn.module.state:State.state_dict",
    installed=True,
    setup="import warnings\nfrom collections import OrderedDict\nfrom minitorch.nn.module.loading import by_position\n"
    + SETUP.replace("\n    ", "\n"),
    stub='''
        def state_dict(self, *args, destination=None, prefix="", keep_vars=False):
            """Parameters and persistent buffers of this module and of all inside it, by name: an OrderedDict.

            A new one has an attribute `_metadata`, an OrderedDict as well: under the path of each module stands its
            local_metadata, {"version": the module's _version}. A destination that is handed in may be a plain dict without it.
            """
            if args:  # an older way to call it
                destination, prefix, keep_vars = by_position(args, destination, prefix, keep_vars)
            ...
            return self._after_state_dict(destination, prefix, local_metadata)
    ''',
    solution=SOLUTION,
    why="The walk of lesson 12 with a prefix: note your version, call the hooks, write what is your own, and hand a "
    "longer prefix to each module inside.",
    facts=[
        Case("dict(Scale(2.0, 3.0).state_dict())", {"factor": T([2.0, 3.0])}, changes=True),
        Case(
            "list(Pair(Scale(2.0), Norm(1)).state_dict())",
            ["first.factor", "second.weight", "second.mean"],
            changes=True,
        ),
        Case(
            "dict(Pair(Pair(Scale(1.0), Scale(2.0)), Scale(3.0)).state_dict())",
            {"first.first.factor": T([1.0]), "first.second.factor": T([2.0]), "second.factor": T([3.0])},
            changes=True,
        ),
        Case(
            """
            pair = Pair(Scale(2.0), Scale(3.0))
            pair.second = None
            (list(pair._modules), list(pair.state_dict()))
            """,
            (["first", "second"], ["first.factor"]),
            changes=True,
        ),
        Case(
            """
            scale = Scale(2.0)
            list(Pair(scale, scale).state_dict())
            """,
            ["first.factor", "second.factor"],
            changes=True,
        ),
        Case(
            """
            pair = Pair(Scale(2.0), Scale(3.0))
            pair.weight = mt.nn.Parameter(mt.ones(1))
            list(pair.state_dict())
            """,
            ["weight", "first.factor", "second.factor"],
            changes=True,
        ),
        Case(
            "list(Pair(Scale(2.0), Norm(1)).state_dict(prefix='a.'))",
            ["a.first.factor", "a.second.weight", "a.second.mean"],
            changes=True,
        ),
        Case(
            """
            class Empty(Scale):
                def __len__(self):
                    return 0

            list(Pair(Empty(2.0), Scale(3.0)).state_dict())
            """,
            ["first.factor", "second.factor"],
            changes=True,
        ),
        Case(
            """
            state = Pair(Scale(2.0), Scale(3.0)).state_dict()
            (type(state).__name__, type(state._metadata).__name__)
            """,
            ("OrderedDict", "OrderedDict"),
            changes=True,
        ),
        Case(
            "list(Pair(Scale(2.0), Pair(Scale(3.0), None)).state_dict()._metadata.items())",
            [
                ("", {"version": 1}),
                ("first", {"version": 1}),
                ("second", {"version": 1}),
                ("second.first", {"version": 1}),
            ],
            changes=True,
        ),
        Case(
            """
            scale = Scale(2.0)
            scale._version = 3
            dict(Pair(scale, Scale(1.0)).state_dict(prefix="net.")._metadata)
            """,
            {"net": {"version": 1}, "net.first": {"version": 3}, "net.second": {"version": 1}},
            changes=True,
        ),
        Case(
            """
            state = {"before": 1}
            given = Scale(2.0).state_dict(destination=state)
            (given is state, list(state))
            """,
            (True, ["before", "factor"]),
            changes=True,
        ),
        Case(
            """
            state, empty = Norm(1).state_dict(), mt.nn.Module().state_dict()
            Scale(2.0).state_dict(destination=state, prefix="more.")
            Scale(2.0).state_dict(destination=empty, prefix="only.")
            (list(state), list(state._metadata), list(empty), list(empty._metadata))
            """,
            (["weight", "mean", "more.factor"], ["", "more"], ["only.factor"], ["", "only"]),
            changes=True,
        ),
        Case(
            """
            pair = Pair(Scale(2.0), Norm(1))
            whole = pair.state_dict(keep_vars=True)
            (whole["first.factor"] is pair.first.factor, pair.state_dict()["first.factor"].requires_grad)
            """,
            (True, False),
            changes=True,
        ),
        Case(
            """
            seen, pair = [], Pair(Scale(2.0), Scale(3.0))
            pair.first.register_state_dict_pre_hook(lambda module, prefix, keep: seen.append(["before", prefix, keep]))
            pair.register_state_dict_pre_hook(lambda module, prefix, keep: seen.append(["before", prefix, keep]))
            pair.first.register_state_dict_post_hook(lambda module, state, prefix, about: seen.append(["after", list(state), prefix]))
            pair.state_dict()
            seen
            """,
            [["before", "", False], ["before", "first.", False], ["after", ["first.factor"], "first."]],
            changes=True,
        ),
        Case(
            """
            scale = Scale(2.0)
            scale.register_state_dict_pre_hook(lambda module, prefix, keep: setattr(module, "factor", None))
            list(scale.state_dict())
            """,
            [],
            changes=True,
        ),
        Case(
            """
            def shorter(module, state, prefix, about):
                state[prefix + "half"] = state.pop(prefix + "factor") / about["version"]

            pair = Pair(Scale(2.0), Scale(3.0))
            pair.second.register_state_dict_post_hook(shorter)
            dict(pair.state_dict())
            """,
            {"first.factor": T([2.0]), "second.half": T([3.0])},
            changes=True,
        ),
        Case(
            """
            with warnings.catch_warnings(record=True) as said:
                warnings.simplefilter("always")
                state = Pair(Scale(2.0), Scale(3.0)).state_dict()
            (len(state), len(said))
            """,
            (2, 0),
            changes=True,
        ),
        Case(
            """
            class Quiet(Scale):
                def state_dict(self, *args, destination=None, prefix="", keep_vars=False):
                    return destination

            list(Pair(Quiet(2.0), Scale(3.0)).state_dict())
            """,
            ["second.factor"],
            changes=True,
        ),
        Case(
            """
            class Named(Scale):
                def _save_to_state_dict(self, destination, prefix, keep_vars):
                    destination[prefix + "other"] = self.factor.detach()

            list(Pair(Named(2.0), Scale(3.0)).state_dict())
            """,
            ["first.other", "second.factor"],
            changes=True,
        ),
    ],
    wrong=[
        Wrong(
            edited(SOLUTION, ('prefix=f"{prefix}{name}."', 'prefix=f"{name}."')),
            "The prefix gets lost one level down. What you hand on is the prefix that you were given, the child's name, and "
            "a dot.",
        ),
        Wrong(
            edited(SOLUTION, ('prefix=f"{prefix}{name}."', 'prefix=f"{prefix}{name}"')),
            "The dot between the names is missing: a child's prefix is yours, its name, and a dot.",
        ),
        Wrong(
            edited(SOLUTION, ('prefix=f"{prefix}{name}."', "prefix=prefix")),
            "Every module writes under the same prefix, so equal names of different modules meet. A child's prefix is "
            "yours, its name, and a dot.",
        ),
        Wrong(
            edited(SOLUTION, ("if module is not None:\n            module.state_dict", "module.state_dict")),
            "A child may be None, as after `pair.second = None`: its name is still in _modules. Leave it out.",
        ),
        Wrong(
            edited(
                SOLUTION,
                ("    for name, module in self._modules.items():", "    for name, module in self.named_children():"),
                ("        if module is not None:\n            module.state_dict", "        module.state_dict"),
            ),
            "named_modules and named_children give a module that is there twice only once. In a state both names are "
            "written: go down through _modules by yourself.",
        ),
        Wrong(
            edited(
                SOLUTION, ("            module.state_dict(destination=destination, ", "            module.state_dict(")
            ),
            "You ask the children, and nobody keeps what they answer. Hand them your destination, and they write "
            "into it.",
        ),
        Wrong(
            edited(SOLUTION, ("        destination._metadata[prefix[:-1]]", "        destination._metadata[prefix]")),
            "The path in the metadata has no dot at its end: `prefix[:-1]`.",
        ),
        Wrong(
            edited(
                SOLUTION,
                (
                    'if hasattr(destination, "_metadata"):\n'
                    "        destination._metadata[prefix[:-1]] = local_metadata",
                    "destination._metadata[prefix[:-1]] = local_metadata",
                ),
            ),
            "A destination that somebody hands in may be a plain dict, which has no `_metadata`. Ask hasattr(destination, "
            '"_metadata") before you write there.',
        ),
        Wrong(
            edited(
                SOLUTION,
                (
                    'if hasattr(destination, "_metadata"):\n'
                    "        destination._metadata[prefix[:-1]] = local_metadata",
                    "",
                ),
            ),
            "The versions are missing: write local_metadata into destination._metadata, under the path of the module.",
        ),
        Wrong(
            edited(SOLUTION, ('{"version": self._version}', '{"version": 1}')),
            "The version is the module's own: self._version. A class that has changed raises it.",
        ),
        Wrong(
            edited(
                SOLUTION,
                (
                    "if destination is None:\n        destination = OrderedDict()\n        destination._metadata",
                    "if True:\n        destination = OrderedDict()\n        destination._metadata",
                ),
            ),
            "You begin a new dictionary in every module. Make one only if no destination was handed in, and write into it "
            "otherwise.",
        ),
        Wrong(
            edited(SOLUTION, ("    if destination is None:", "    if not destination:")),
            "An empty dictionary counts as false, too: one that was handed in, still empty, would be replaced by a new one. "
            "Ask `destination is None`.",
        ),
        Wrong(
            edited(
                SOLUTION,
                ("for hook in list(self._state_dict_pre_hooks.values()):\n        hook(self, prefix, keep_vars)", ""),
            ),
            "Nobody calls the pre-hooks. They stand in self._state_dict_pre_hooks, and come before anything of this module "
            "is written.",
        ),
        Wrong(
            edited(
                SOLUTION,
                (
                    "for hook in list(self._state_dict_pre_hooks.values()):\n"
                    "        hook(self, prefix, keep_vars)\n"
                    "    self._save_to_state_dict(destination, prefix, keep_vars)",
                    "self._save_to_state_dict(destination, prefix, keep_vars)\n"
                    "    for hook in list(self._state_dict_pre_hooks.values()):\n"
                    "        hook(self, prefix, keep_vars)",
                ),
            ),
            "The pre-hooks come too late: they may change the module before its state is written, so call them before "
            "_save_to_state_dict.",
        ),
        Wrong(
            edited(
                SOLUTION,
                ("    self._save_to_state_dict(destination, prefix, keep_vars)", ""),
                (
                    "    return self._after",
                    "    self._save_to_state_dict(destination, prefix, keep_vars)\n    return self._after",
                ),
            ),
            "The children come before the module's own tensors. First what is its own, then the modules inside.",
        ),
        Wrong(
            edited(SOLUTION, (", keep_vars=keep_vars)", ")")),
            "keep_vars gets lost one level down: hand it on to the children.",
        ),
        Wrong(
            edited(
                SOLUTION,
                (
                    '            module.state_dict(destination=destination, prefix=f"{prefix}{name}.", keep_vars=keep_vars)',
                    '            module._save_to_state_dict(destination, f"{prefix}{name}.", keep_vars)',
                ),
            ),
            "Only the children themselves are written, without their versions and hooks, and the walk ends there. Call the "
            "child's state_dict, which does all of it again one level down.",
        ),
        Wrong(
            edited(
                SOLUTION,
                ("    return self._after_state_dict(destination, prefix, local_metadata)", "    return destination"),
            ),
            "The post-hooks are not called: end with `return self._after_state_dict(destination, prefix, "
            "local_metadata)`.",
        ),
        Wrong(
            edited(
                SOLUTION,
                (
                    "    self._save_to_state_dict(destination, prefix, keep_vars)",
                    "    for name, tensor in self._own_state().items():\n"
                    "            destination[prefix + name] = tensor if keep_vars else tensor.detach()",
                ),
            ),
            "A class may write its part in a way of its own: call self._save_to_state_dict, which it can replace.",
        ),
        Wrong(
            edited(SOLUTION, ("keep_vars=keep_vars)", "keep_vars=True)")),
            "The modules inside always give their very parameters. Hand keep_vars on as you got it.",
        ),
        Wrong(
            edited(SOLUTION, ("destination._metadata = OrderedDict()", "destination._metadata = {}")),
            "The metadata is an OrderedDict as well, as PyTorch writes it.",
        ),
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: expected == (2, 0) and got[1] > 0,
            "A call of the old kind warns: hand the modules inside their arguments by name, destination=, prefix= and keep_vars=.",
        ),
        Mistake(
            lambda expected, got, error: bool(names(expected)) and got == [] and all("." in name for name in expected),
            "Nothing has come into the dictionary: the modules inside have written into others. Hand them yours, and ask `is None`: "
            "an empty dictionary counts as false.",
        ),
        Mistake(
            lambda expected, got, error: any(
                [name.count(".") > max([one.count(".") for one in names(expected)]) for name in names(got)]
            ),
            "A name has grown too long: one child's prefix has become a part of the next one's. Each is yours, its name, and a dot.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, RecursionError),
            "A module asks itself again and again: modules() and named_modules() begin with the module itself. Ask those right "
            "inside, self._modules.",
        ),
        Mistake(
            reads(TypeError, "'NoneType' object is not iterable"),
            "state_dict gives None. Its last line hands the dictionary back: `return self._after_state_dict(...)`.",
        ),
        Mistake(
            reads(TypeError, "'prefix' and 'keep'"),
            "A pre-hook is called with three arguments: `hook(self, prefix, keep_vars)`.",
        ),
        Mistake(
            reads(TypeError, "'about'"),
            "In self._state_dict_hooks stand the post-hooks, which _after_state_dict calls at the end. The "
            "pre-hooks are in self._state_dict_pre_hooks.",
        ),
        Mistake(
            reads(AttributeError, "'dict' object has no attribute '_metadata'"),
            'A destination may be a plain dict without `_metadata`: ask hasattr(destination, "_metadata") first. '
            "And a new one is an OrderedDict, which can have attributes.",
        ),
        Mistake(
            reads(AttributeError, "no attribute '_metadata'"),
            "A new dictionary needs its `_metadata`: `destination._metadata = OrderedDict()`, at once, when you "
            "make it.",
        ),
        Mistake(
            reads(AttributeError, "'NoneType' object has no attribute"),
            "A child may be None, as after `pair.second = None`: its name is still in _modules. Leave it out.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(expected, tuple) and got == ("dict", "OrderedDict"),
            "A new dictionary is an OrderedDict, which can carry the metadata as an attribute.",
        ),
        Mistake(
            lacks("before"),
            "What stood in the destination before is gone: write into the dictionary that was handed in.",
        ),
        Mistake(
            lambda expected, got, error: "" in expected and any([not isinstance(one, dict) for one in got.values()]),
            'In the metadata stands a small dictionary for each module, {"version": self._version}, and not the '
            "number alone.",
        ),
        Mistake(
            lambda expected, got, error: {"version": 1} in expected.values() and len(got) < len(expected),
            "The metadata of some modules is missing. All write into one dictionary: make a new one only where "
            "none was handed in, hand yours on to the modules inside, and let each note its version there.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(expected, dict) and {"version": 1} in expected.values(),
            "In the metadata each module stands under its path, which is its prefix without the dot at the end, "
            "with its own _version.",
        ),
        Mistake(
            lambda expected, got, error: calls(expected) and "before" not in [one[0] for one in got],
            "The pre-hooks in self._state_dict_pre_hooks are not called.",
        ),
        Mistake(
            lambda expected, got, error: calls(expected) and "after" not in [one[0] for one in got],
            "The post-hooks are not called for the modules inside: each of them ends with self._after_state_dict, "
            "if its own state_dict is called.",
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(got, list | dict) and sorted(names(got)) == sorted(names(expected)) != names(got)
            ),
            "The names are right, in another order. First what is the module's own, then the modules inside.",
        ),
        Mistake(
            lacks("factor", "weight", "mean"),
            "Some names are missing. The module's own part is written by self._save_to_state_dict, and every "
            "module inside, however deep and under each of its names, by a call of its state_dict with the same "
            "destination.",
        ),
        Mistake(
            has("factor", "weight", "mean"),
            "There are names that nobody expects. The prefix that a child gets is yours, its name, and a dot.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(expected, tuple) and got[0] is False,
            "The dictionary that was handed in should come back, not another one; and keep_vars has to reach the "
            "modules inside.",
        ),
    ],
    hints=[
        "Seven small steps: a new dictionary if none came, the version, its place in the metadata, the pre-hooks, what "
        "is the module's own, the modules inside, the post-hooks.",
        "`self._save_to_state_dict(destination, prefix, keep_vars)` writes what is the module's own. For each child "
        "that is not None call `module.state_dict(...)` with the same destination and a longer prefix.",
        "`destination._metadata[prefix[:-1]] = local_metadata` (if it has one); `for hook in "
        "list(self._state_dict_pre_hooks.values()): hook(self, prefix, keep_vars)`; the child's prefix is "
        '`f"{prefix}{name}."`.',
    ],
)
