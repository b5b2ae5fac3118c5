"""The whole tree's state."""

from ...define import Case, Exercise, T, Wrong
from .save_own import SETUP

exercise = Exercise(
    "state_dict",
    title="The whole tree",
    difficulty=3,
    minutes=10,
    target="minitorch.nn.module.state:State.state_dict",
    installed=True,
    setup="from collections import OrderedDict\nfrom minitorch.nn.module.loading import by_position\n"
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
    solution='''
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
    ''',
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
            "dict(Pair(Scale(2.0), Pair(Scale(3.0), None)).state_dict()._metadata)",
            {"": {"version": 1}, "first": {"version": 1}, "second": {"version": 1}, "second.first": {"version": 1}},
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
            """
            def state_dict(self, *args, destination=None, prefix="", keep_vars=False):
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
                        module.state_dict(destination=destination, prefix=f"{name}.", keep_vars=keep_vars)
                return self._after_state_dict(destination, prefix, local_metadata)
            """,
            "The prefix gets lost one level down. What you hand on is the prefix that you were given, the child's "
            "name, and a dot.",
        ),
        Wrong(
            """
            def state_dict(self, *args, destination=None, prefix="", keep_vars=False):
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
                        module.state_dict(destination=destination, prefix=f"{prefix}{name}", keep_vars=keep_vars)
                return self._after_state_dict(destination, prefix, local_metadata)
            """,
            "The dot between the names is missing: a child's prefix is yours, its name, and a dot.",
        ),
        Wrong(
            """
            def state_dict(self, *args, destination=None, prefix="", keep_vars=False):
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
                        module.state_dict(destination=destination, prefix=prefix, keep_vars=keep_vars)
                return self._after_state_dict(destination, prefix, local_metadata)
            """,
            "Every module writes under the same prefix, so equal names of different modules meet. A child's prefix is "
            "yours, its name, and a dot.",
        ),
        Wrong(
            """
            def state_dict(self, *args, destination=None, prefix="", keep_vars=False):
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
                    module.state_dict(destination=destination, prefix=f"{prefix}{name}.", keep_vars=keep_vars)
                return self._after_state_dict(destination, prefix, local_metadata)
            """,
            "A child may be None, as after `pair.second = None`: its name is still in _modules. Leave it out.",
        ),
        Wrong(
            """
            def state_dict(self, *args, destination=None, prefix="", keep_vars=False):
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
                for name, module in self.named_children():
                    module.state_dict(destination=destination, prefix=f"{prefix}{name}.", keep_vars=keep_vars)
                return self._after_state_dict(destination, prefix, local_metadata)
            """,
            "named_modules and named_children give a module that is there twice only once. In a state both names are "
            "written: go down through _modules by yourself.",
        ),
        Wrong(
            """
            def state_dict(self, *args, destination=None, prefix="", keep_vars=False):
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
                        module.state_dict(prefix=f"{prefix}{name}.", keep_vars=keep_vars)
                return self._after_state_dict(destination, prefix, local_metadata)
            """,
            "You ask the children, and nobody keeps what they answer. Hand them your destination, and they write into "
            "it.",
        ),
        Wrong(
            """
            def state_dict(self, *args, destination=None, prefix="", keep_vars=False):
                if args:  # an older way to call it
                    destination, prefix, keep_vars = by_position(args, destination, prefix, keep_vars)
                if destination is None:
                    destination = type('State', (OrderedDict,), {})()
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
            """,
            "The dictionary is to be a plain OrderedDict: one of collections, and nothing derived from it.",
        ),
        Wrong(
            """
            def state_dict(self, *args, destination=None, prefix="", keep_vars=False):
                if args:  # an older way to call it
                    destination, prefix, keep_vars = by_position(args, destination, prefix, keep_vars)
                if destination is None:
                    destination = OrderedDict()
                    destination._metadata = OrderedDict()
                local_metadata = {"version": self._version}
                if hasattr(destination, "_metadata"):
                    destination._metadata[prefix] = local_metadata
                for hook in list(self._state_dict_pre_hooks.values()):
                    hook(self, prefix, keep_vars)
                self._save_to_state_dict(destination, prefix, keep_vars)
                for name, module in self._modules.items():
                    if module is not None:
                        module.state_dict(destination=destination, prefix=f"{prefix}{name}.", keep_vars=keep_vars)
                return self._after_state_dict(destination, prefix, local_metadata)
            """,
            "The path in the metadata has no dot at its end: `prefix[:-1]`.",
        ),
        Wrong(
            """
            def state_dict(self, *args, destination=None, prefix="", keep_vars=False):
                if args:  # an older way to call it
                    destination, prefix, keep_vars = by_position(args, destination, prefix, keep_vars)
                if destination is None:
                    destination = OrderedDict()
                    destination._metadata = OrderedDict()
                local_metadata = {"version": self._version}
                destination._metadata[prefix[:-1]] = local_metadata
                for hook in list(self._state_dict_pre_hooks.values()):
                    hook(self, prefix, keep_vars)
                self._save_to_state_dict(destination, prefix, keep_vars)
                for name, module in self._modules.items():
                    if module is not None:
                        module.state_dict(destination=destination, prefix=f"{prefix}{name}.", keep_vars=keep_vars)
                return self._after_state_dict(destination, prefix, local_metadata)
            """,
            "A destination that somebody hands in may be a plain dict, which has no `_metadata`. Ask "
            'hasattr(destination, "_metadata") before you write there.',
        ),
        Wrong(
            """
            def state_dict(self, *args, destination=None, prefix="", keep_vars=False):
                if args:  # an older way to call it
                    destination, prefix, keep_vars = by_position(args, destination, prefix, keep_vars)
                if destination is None:
                    destination = OrderedDict()
                    destination._metadata = OrderedDict()
                local_metadata = {"version": self._version}

                for hook in list(self._state_dict_pre_hooks.values()):
                    hook(self, prefix, keep_vars)
                self._save_to_state_dict(destination, prefix, keep_vars)
                for name, module in self._modules.items():
                    if module is not None:
                        module.state_dict(destination=destination, prefix=f"{prefix}{name}.", keep_vars=keep_vars)
                return self._after_state_dict(destination, prefix, local_metadata)
            """,
            "The versions are missing: write local_metadata into destination._metadata, under the path of the module.",
        ),
        Wrong(
            """
            def state_dict(self, *args, destination=None, prefix="", keep_vars=False):
                if args:  # an older way to call it
                    destination, prefix, keep_vars = by_position(args, destination, prefix, keep_vars)
                if destination is None:
                    destination = OrderedDict()
                    destination._metadata = OrderedDict()
                local_metadata = {"version": 1}
                if hasattr(destination, "_metadata"):
                    destination._metadata[prefix[:-1]] = local_metadata
                for hook in list(self._state_dict_pre_hooks.values()):
                    hook(self, prefix, keep_vars)
                self._save_to_state_dict(destination, prefix, keep_vars)
                for name, module in self._modules.items():
                    if module is not None:
                        module.state_dict(destination=destination, prefix=f"{prefix}{name}.", keep_vars=keep_vars)
                return self._after_state_dict(destination, prefix, local_metadata)
            """,
            "The version is the module's own: self._version. A class that has changed raises it.",
        ),
        Wrong(
            """
            def state_dict(self, *args, destination=None, prefix="", keep_vars=False):
                if args:  # an older way to call it
                    destination, prefix, keep_vars = by_position(args, destination, prefix, keep_vars)
                if True:
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
            """,
            "You begin a new dictionary in every module. Make one only if no destination was handed in, and write into "
            "it otherwise.",
        ),
        Wrong(
            """
            def state_dict(self, *args, destination=None, prefix="", keep_vars=False):
                if args:  # an older way to call it
                    destination, prefix, keep_vars = by_position(args, destination, prefix, keep_vars)
                if not destination:
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
            """,
            "An empty dictionary counts as false, too: one that was handed in, still empty, would be replaced by a new "
            "one. Ask `destination is None`.",
        ),
        Wrong(
            """
            def state_dict(self, *args, destination=None, prefix="", keep_vars=False):
                if args:  # an older way to call it
                    destination, prefix, keep_vars = by_position(args, destination, prefix, keep_vars)
                if destination is None:
                    destination = OrderedDict()
                    destination._metadata = OrderedDict()
                local_metadata = {"version": self._version}
                if hasattr(destination, "_metadata"):
                    destination._metadata[prefix[:-1]] = local_metadata

                self._save_to_state_dict(destination, prefix, keep_vars)
                for name, module in self._modules.items():
                    if module is not None:
                        module.state_dict(destination=destination, prefix=f"{prefix}{name}.", keep_vars=keep_vars)
                return self._after_state_dict(destination, prefix, local_metadata)
            """,
            "Nobody calls the pre-hooks. They stand in self._state_dict_pre_hooks, and come before anything of this "
            "module is written.",
        ),
        Wrong(
            """
            def state_dict(self, *args, destination=None, prefix="", keep_vars=False):
                if args:  # an older way to call it
                    destination, prefix, keep_vars = by_position(args, destination, prefix, keep_vars)
                if destination is None:
                    destination = OrderedDict()
                    destination._metadata = OrderedDict()
                local_metadata = {"version": self._version}
                if hasattr(destination, "_metadata"):
                    destination._metadata[prefix[:-1]] = local_metadata
                self._save_to_state_dict(destination, prefix, keep_vars)
                for hook in list(self._state_dict_pre_hooks.values()):
                    hook(self, prefix, keep_vars)
                for name, module in self._modules.items():
                    if module is not None:
                        module.state_dict(destination=destination, prefix=f"{prefix}{name}.", keep_vars=keep_vars)
                return self._after_state_dict(destination, prefix, local_metadata)
            """,
            "The pre-hooks come too late: they may change the module before its state is written, so call them before "
            "_save_to_state_dict.",
        ),
        Wrong(
            """
            def state_dict(self, *args, destination=None, prefix="", keep_vars=False):
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

                for name, module in self._modules.items():
                    if module is not None:
                        module.state_dict(destination=destination, prefix=f"{prefix}{name}.", keep_vars=keep_vars)
                self._save_to_state_dict(destination, prefix, keep_vars)
                return self._after_state_dict(destination, prefix, local_metadata)
            """,
            "The children come before the module's own tensors. First what is its own, then the modules inside.",
        ),
        Wrong(
            """
            def state_dict(self, *args, destination=None, prefix="", keep_vars=False):
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
                        module.state_dict(destination=destination, prefix=f"{prefix}{name}.")
                return self._after_state_dict(destination, prefix, local_metadata)
            """,
            "keep_vars gets lost one level down: hand it on to the children.",
        ),
        Wrong(
            """
            def state_dict(self, *args, destination=None, prefix="", keep_vars=False):
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
                        module._save_to_state_dict(destination, f"{prefix}{name}.", keep_vars)
                return self._after_state_dict(destination, prefix, local_metadata)
            """,
            "Only the children themselves are written, without their versions and hooks, and the walk ends there. Call "
            "the child's state_dict, which does all of it again one level down.",
        ),
        Wrong(
            """
            def state_dict(self, *args, destination=None, prefix="", keep_vars=False):
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
                return destination
            """,
            "The post-hooks are not called: end with `return self._after_state_dict(destination, prefix, "
            "local_metadata)`.",
        ),
        Wrong(
            """
            def state_dict(self, *args, destination=None, prefix="", keep_vars=False):
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
                for name, tensor in self._own_state().items():
                        destination[prefix + name] = tensor if keep_vars else tensor.detach()
                for name, module in self._modules.items():
                    if module is not None:
                        module.state_dict(destination=destination, prefix=f"{prefix}{name}.", keep_vars=keep_vars)
                return self._after_state_dict(destination, prefix, local_metadata)
            """,
            "A class may write its part in a way of its own: call self._save_to_state_dict, which it can replace.",
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
