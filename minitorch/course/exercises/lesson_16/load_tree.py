"""Each module its own part of the state."""

from ...define import Case, Exercise, Mistake, Wrong
from ..edited import edited
from .save_own import SETUP, calls, reads

SOLUTION = '''
def load(self, module, prefix, state):
    """Let a module and those inside it take what `state` has for them.

    All keys of `state` begin with `prefix`: a module inside is handed only its own part. The module's metadata is
    self.metadata_at(prefix). Problems are noted in self.missing, self.unexpected and self.errors.
    """
    metadata = self.metadata_at(prefix)
    module._load_from_state_dict(state, prefix, metadata, True, self.missing, self.unexpected, self.errors)
    for name, child in module._modules.items():
        if child is not None:
            inside = f"{prefix}{name}."
            self.load(child, inside, {key: value for key, value in state.items() if key.startswith(inside)})
    self.after(module)
'''

exercise = Exercise(
    "load_tree",
    title="Each its own part",
    difficulty=3,
    minutes=6,
    target="minitorch.nn.module.loading:Loading.load",
    installed=True,
    setup=SETUP.replace("\n    ", "\n"),
    stub='''
        def load(self, module, prefix, state):
            """Let a module and those inside it take what `state` has for them.

            All keys of `state` begin with `prefix`: a module inside is handed only its own part. The module's metadata is
            self.metadata_at(prefix). Problems are noted in self.missing, self.unexpected and self.errors.
            """
            ...
            self.after(module)
    ''',
    solution=SOLUTION,
    why="The walk of state_dict, the other way: take what is your own, and hand each module inside the keys that begin "
    "with its prefix. Its hooks see them, and nothing else.",
    facts=[
        Case(
            """
            pair = Pair(Scale(1.0), Scale(2.0))
            pair.load_state_dict({"first.factor": mt.tensor([5.0]), "second.factor": mt.tensor([6.0])})
            (pair.first.factor.item(), pair.second.factor.item())
            """,
            (5.0, 6.0),
            changes=True,
        ),
        Case(
            """
            deep = Pair(Pair(Scale(1.0), Scale(2.0)), Scale(3.0))
            deep.second = None
            deep.load_state_dict({"first.first.factor": mt.tensor([5.0]), "first.second.factor": mt.tensor([6.0])})
            (list(deep._modules), deep.first.first.factor.item(), deep.first.second.factor.item())
            """,
            (["first", "second"], 5.0, 6.0),
            changes=True,
        ),
        Case(
            """
            class Empty(Scale):
                def __len__(self):
                    return 0

            pair = Pair(Empty(1.0), Scale(2.0))
            pair.load_state_dict({"first.factor": mt.tensor([5.0]), "second.factor": mt.tensor([6.0])})
            pair.first.factor.item()
            """,
            5.0,
            changes=True,
        ),
        Case(
            """
            pair = Pair(Scale(1.0), Pair(Scale(2.0), Norm(1)))
            state = {"second.first.factor": mt.ones(1), "third": mt.ones(1), "second.more": mt.ones(1)}
            found = pair.load_state_dict(state, strict=False)
            (found.missing_keys, sorted(found.unexpected_keys))
            """,
            (["first.factor", "second.second.weight", "second.second.mean"], ["second.more", "third"]),
            changes=True,
        ),
        Case(
            """
            seen, pair = [], Pair(Pair(Scale(1.0), Scale(2.0)), Scale(3.0))
            note = lambda module, state, prefix, *rest: seen.append([prefix, list(state)])
            for module in (pair, pair.first, pair.first.second):
                module.register_load_state_dict_pre_hook(note)
            pair.load_state_dict(pair.state_dict())
            seen
            """,
            [
                ["", ["first.first.factor", "first.second.factor", "second.factor"]],
                ["first.", ["first.first.factor", "first.second.factor"]],
                ["first.second.", ["first.second.factor"]],
            ],
            changes=True,
        ),
        Case(
            """
            pair, seen = Pair(Scale(1.0), Scale(2.0)), []
            pair.first2 = Scale(3.0)
            pair.first.register_load_state_dict_pre_hook(lambda module, state, *rest: seen.extend(state))
            pair.load_state_dict(pair.state_dict())
            seen
            """,
            ["first.factor"],
            changes=True,
        ),
        Case(
            """
            pair, seen = Pair(Scale(1.0), Pair(Scale(2.0), Scale(3.0))), []
            pair.first.register_load_state_dict_pre_hook(lambda module, state, *rest: seen.extend(state))
            pair.load_state_dict(pair.state_dict())
            seen
            """,
            ["first.factor"],
            changes=True,
        ),
        Case(
            """
            seen, pair = [], Pair(Scale(1.0), Scale(2.0))
            pair.second._version = 4
            note = lambda module, state, prefix, about, *rest: seen.append([prefix, about])
            pair.register_load_state_dict_pre_hook(note)
            pair.second.register_load_state_dict_pre_hook(note)
            pair.load_state_dict(pair.state_dict())
            seen
            """,
            [["", {"version": 1}], ["second.", {"version": 4}]],
            changes=True,
        ),
        Case(
            """
            seen, pair = [], Pair(Scale(1.0), Scale(2.0))
            for name, module in pair.named_modules():
                note = lambda module, found, name=name: seen.append([name, list(found.missing_keys)])
                module.register_load_state_dict_post_hook(note)
            pair.load_state_dict({"first.factor": mt.ones(1)}, strict=False)
            seen
            """,
            [["first", []], ["second", ["second.factor"]], ["", ["second.factor"]]],
            changes=True,
        ),
        Case(
            """
            scale, found = Scale(1.0), []
            twice = Pair(scale, scale)
            scale.register_load_state_dict_pre_hook(lambda module, state, prefix, *rest: found.append(prefix))
            twice.load_state_dict({"first.factor": mt.tensor([5.0]), "second.factor": mt.tensor([6.0])})
            (found, scale.factor.item())
            """,
            (["first.", "second."], 6.0),
            changes=True,
        ),
        Case(
            """
            pair = Pair(Scale(1.0), Scale(2.0))
            given = mt.nn.Parameter(mt.tensor([5.0]))
            pair.load_state_dict({"first.factor": given, "second.factor": mt.ones(1)}, assign=True)
            pair.first.factor is given
            """,
            True,
            changes=True,
        ),
        Case(
            """
            pair = Pair(Scale(1.0), Scale(2.0))
            pair.load_state_dict({"first.factor": mt.ones(2), "second.factor": mt.ones(1)})
            """,
            raises=RuntimeError,
            match="size mismatch for first.factor",
            changes=True,
        ),
    ],
    wrong=[
        Wrong(
            edited(SOLUTION, ('            inside = f"{prefix}{name}."', '            inside = f"{name}."')),
            "The prefix gets lost one level down. What you hand on is the prefix that you were given, the child's name, and "
            "a dot.",
        ),
        Wrong(
            edited(SOLUTION, ('            inside = f"{prefix}{name}."', '            inside = f"{prefix}{name}"')),
            "The dot is missing: `first` is also the beginning of `first2`. A child's prefix is yours, its name, "
            "and a dot.",
        ),
        Wrong(
            edited(SOLUTION, ("{key: value for key, value in state.items() if key.startswith(inside)}", "state")),
            "The child is handed the whole state, and its hooks see the keys of the others. Give it only those that begin "
            "with its prefix.",
        ),
        Wrong(
            edited(
                SOLUTION,
                (
                    "{key: value for key, value in state.items() if key.startswith(inside)}",
                    "{key[len(inside) :]: value for key, value in state.items() if key.startswith(inside)}",
                ),
            ),
            "The keys keep their prefix: a module looks for `prefix + name`. Leave them as they are.",
        ),
        Wrong(
            edited(
                SOLUTION, ("        if child is not None:\n            inside", "        if child:\n            inside")
            ),
            "Ask `child is not None`. A module may have a __len__ (a container of modules has), and an empty one counts as "
            "false.",
        ),
        Wrong(
            edited(
                SOLUTION, ("        if child is not None:\n            inside", "        if True:\n            inside")
            ),
            "A child may be None, as after `pair.second = None`. Leave it out.",
        ),
        Wrong(
            edited(
                SOLUTION,
                ("    for name, child in module._modules.items():", "    for name, child in module.named_children():"),
            ),
            "named_children gives a module that is there twice only once; its second name would find no numbers, and nobody "
            "would say so. Go through _modules.",
        ),
        Wrong(
            edited(
                SOLUTION,
                (
                    "            self.load(child, inside, {key: value for key, value in state.items() if key.startswith(inside)})",
                    "            child._load_from_state_dict(\n"
                    "                state, inside, self.metadata_at(inside), True, self.missing, self.unexpected, self.errors\n"
                    "            )",
                ),
            ),
            "The children take their part, and the modules inside them do not. Call self.load for each child: it does all "
            "of it again, one level down.",
        ),
        Wrong(
            edited(
                SOLUTION,
                (
                    "    module._load_from_state_dict(state, prefix, metadata, True, self.missing, self.unexpected, self.errors)",
                    "",
                ),
            ),
            "No module takes anything: call module._load_from_state_dict with the state, the prefix, the metadata and the "
            "three lists.",
        ),
        Wrong(
            edited(SOLUTION, ("metadata, True, self.missing", "{}, True, self.missing")),
            "The metadata stays behind: it says which version wrote the state, and whether to assign. Hand it to "
            "_load_from_state_dict.",
        ),
        Wrong(
            edited(SOLUTION, ("metadata, True, self.missing", "metadata, False, self.missing")),
            "With strict=False nothing is noted, and load_state_dict has nothing to report. Here it is always True; what "
            "may pass is decided at the end.",
        ),
        Wrong(
            edited(
                SOLUTION,
                ("    self.after(module)", ""),
                ("    module._load", "    self.after(module)\n    module._load"),
            ),
            "The post-hooks come too early: they are called when the module and all inside it have been loaded.",
        ),
        Wrong(
            edited(SOLUTION, ("True, self.missing, self.unexpected, self.errors)", "True, [], [], [])")),
            "What is noted in new lists is lost. Hand over self.missing, self.unexpected and self.errors.",
        ),
        Wrong(
            edited(
                SOLUTION,
                (
                    "True, self.missing, self.unexpected, self.errors)",
                    "True, self.unexpected, self.missing, self.errors)",
                ),
            ),
            "Missing and unexpected have changed places: the order is missing, unexpected, errors.",
        ),
        Wrong(
            edited(SOLUTION, ("    self.after(module)", "")),
            "The post-hooks are not called: end with self.after(module).",
        ),
    ],
    mistakes=[
        Mistake(
            reads(RuntimeError, "state_dict for Scale"),
            "A load of its own was started for a module inside, which looks for its names without a prefix. Call "
            "self.load: it belongs to the same load, and knows the prefix.",
        ),
        Mistake(
            reads(AttributeError, "'bool' object"),
            "The arguments are in another order: `_load_from_state_dict(state, prefix, metadata, True, "
            "self.missing, self.unexpected, self.errors)`.",
        ),
        Mistake(
            reads(RuntimeError, "Missing key(s)"),
            "A module did not find its names. Its prefix is that of the module above, its name, and a dot; and the "
            "keys that it is handed keep their prefix.",
        ),
        Mistake(
            reads(RuntimeError, "Unexpected key(s)"),
            "A module met keys that are not its own. Hand it its prefix, and only the keys that begin with it.",
        ),
        Mistake(
            reads(RuntimeError, "for Pair:"),
            "What is no error arrives among the errors. The three lists go in this order: self.missing, "
            "self.unexpected, self.errors.",
        ),
        Mistake(
            lambda expected, got, error: calls(expected) and sorted(map(str, got)) == sorted(map(str, expected)),
            "The right calls, in another order. First the module itself, then the modules inside, each with all "
            "that is in it, then self.after(module).",
        ),
        Mistake(
            lambda expected, got, error: calls(expected) and len(got) > len(expected),
            "A hook is called more often than once in a load. self.after(module) stands at the end of `load`, "
            "once, and each child's own is called there when self.load comes to it.",
        ),
        Mistake(
            lambda expected, got, error: calls(expected) and len(got) < len(expected),
            "A hook is not called. Every module, at any depth, takes its part with _load_from_state_dict, and then "
            "self.after(module) calls its post-hooks.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(expected, list) and len(got) > len(expected),
            "The hooks of a module inside see keys that are not its own. Give it those that begin with its prefix: "
            "key.startswith(...), with the dot.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(expected[0], list) and isinstance(got, tuple) and got != expected,
            "What is missing and what is unexpected does not come out right. The three lists go to "
            "_load_from_state_dict in this order: self.missing, self.unexpected, self.errors; and every module "
            "looks at its own part only.",
        ),
        Mistake(
            lambda expected, got, error: got != expected and error is None,
            "The numbers did not arrive. Each module takes its own part with _load_from_state_dict, and self.load "
            "is called for each child.",
        ),
    ],
    hints=[
        "First the module itself: `module._load_from_state_dict(...)`, with the seven arguments it had in the exercise "
        "before; strict is True.",
        "Then each child in module._modules that is not None: self.load with a longer prefix, and with the part of the "
        "state whose keys begin with it.",
        '`inside = f"{prefix}{name}."`, and `{key: value for key, value in state.items() if key.startswith(inside)}`.',
    ],
)
