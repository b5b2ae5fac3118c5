"""One load: each module takes its own part of the state."""

import textwrap

from ...define import Case, Exercise, Mistake, Wrong
from ..edited import edited
from ..fact_words import stops
from .save_own import SETUP, calls, reads

GIVEN = """
    from collections import OrderedDict
    from minitorch.nn.module.loading import failure, listed

    def message(module, state, strict=True):
        try:
            return str(module.load_state_dict(state, strict))
        except RuntimeError as error:
            return str(error)
"""

INIT = """
def __init__(self, state_dict, assign):
    self.metadata = getattr(state_dict, "_metadata", None)
    self.state = OrderedDict(state_dict)
    if self.metadata is not None:
        self.state._metadata = self.metadata
    self.assign, self.missing, self.unexpected, self.errors = assign, [], [], []
"""

LOAD = '''
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

FINISH = '''
def finish(self, module, strict):
    """Raise RuntimeError if there was any problem. Missing and unexpected keys are problems only if strict is true.

    Each kind of problem has a line of the message, 'Missing key(s) in state_dict: ' or 'Unexpected key(s) in state_dict: ',
    listed(keys) and '. '; then come the errors.
    """
    problems = [("Missing", self.missing), ("Unexpected", self.unexpected)] if strict else []
    lines = [f"{what} key(s) in state_dict: {listed(keys)}. " for what, keys in problems if keys] + self.errors
    if lines:
        raise RuntimeError(failure(module, lines))
'''


def whole(init=INIT, load=LOAD, finish=FINISH):
    """The class, of its three methods."""
    return "class Loading:\n" + "\n".join(
        [textwrap.indent(one.strip("\n"), "    ") + "\n" for one in (init, load, finish)]
    )


def in_load(*changes):
    return whole(load=edited(LOAD, *changes))


SOLUTION = whole()

exercise = Exercise(
    "load_tree",
    title="One load",
    difficulty=3,
    minutes=8,
    target="minitorch.nn.module.loading:Loading",
    keeps=("metadata_at", "after"),
    installed=True,
    setup=(SETUP + GIVEN).replace("\n    ", "\n"),
    stub='''
        class Loading:
            def __init__(self, state_dict, assign):
                """metadata, state (a dictionary of its own, with the metadata), assign, and three empty lists."""
                self.metadata = getattr(state_dict, "_metadata", None)
                ...

            def load(self, module, prefix, state):
                """Let a module and those inside it take what `state` has for them.

                All keys of `state` begin with `prefix`: a module inside is handed only its own part.
                """
                ...
                self.after(module)

            def finish(self, module, strict):
                """Raise RuntimeError(failure(module, lines)) if there is anything to say; each line is a text."""
                ...
    ''',
    solution=SOLUTION,
    why="The walk of state_dict, the other way: take what is your own, and hand each module inside the keys that begin "
    "with its prefix. Its hooks see them, and nothing else.",
    facts=[
        Case(
            """
            state, pair = mt.nn.Linear(1, 1).state_dict(), Pair(Scale(1.0), Scale(2.0))
            one = Loading(state, True)
            (one.state == dict(state), one.state is state, one.metadata is state._metadata, one.state._metadata is state._metadata)
            """,
            (True, False, True, True),
            changes=True,
        ),
        Case(
            """
            one = Loading({"a": 1}, False)
            (one.metadata, hasattr(one.state, "_metadata"), one.assign, one.missing, one.unexpected, one.errors)
            """,
            (None, False, False, [], [], []),
            changes=True,
        ),
        Case(
            """
            one, other = Loading({}, True), Loading({}, False)
            one.missing.append("a")
            (one.unexpected, one.errors, other.missing, one.assign)
            """,
            ([], [], [], True),
            changes=True,
        ),
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
        Case(
            """
            pair = Pair(Scale(1.0), Scale(2.0))
            state = {"first.gain": mt.ones(1), "second.factor": mt.ones(1)}
            pair.first.register_load_state_dict_pre_hook(lambda module, state, *rest: state.clear())
            pair.register_load_state_dict_pre_hook(
                lambda module, state, *rest: state.update({"first.factor": state.pop("first.gain")})
            )
            message(pair, state)
            list(state)
            """,
            ["first.gain", "second.factor"],
            changes=True,
        ),
        Case(
            "message(Pair(Scale(1.0), Scale(2.0)), {'third': mt.ones(1), 'fourth': mt.ones(1)})",
            'Error(s) in loading state_dict for Pair:\n\tMissing key(s) in state_dict: "first.factor", "second.factor". '
            '\n\tUnexpected key(s) in state_dict: "third", "fourth". ',
            changes=True,
        ),
        Case(
            "message(Scale(1.0), {'more': mt.ones(1), 'factor': mt.ones(1)})",
            'Error(s) in loading state_dict for Scale:\n\tUnexpected key(s) in state_dict: "more". ',
            changes=True,
        ),
        Case("message(Scale(1.0), {'more': mt.ones(1)}, False)[:19]", "_IncompatibleKeys(m", changes=True),
        Case(
            "[line[:12] for line in message(Scale(1.0), {'more': mt.ones(1), 'factor': mt.ones(2)}).splitlines()]",
            ["Error(s) in ", "\tUnexpected ", "\tsize mismat"],
            changes=True,
        ),
        Case("message(Scale(1.0), {'factor': mt.ones(2)}, False)[:8]", "Error(s)", changes=True),
    ],
    wrong=[
        Wrong(
            in_load(('            inside = f"{prefix}{name}."', '            inside = f"{name}."')),
            "The prefix gets lost one level down. What you hand on is the prefix that you were given, the child's name, and a dot.",
        ),
        Wrong(
            in_load(("{key: value for key, value in state.items() if key.startswith(inside)}", "state")),
            "The child is handed the whole state, and its hooks see the keys of the others. Give it only those that begin "
            "with its prefix.",
        ),
        Wrong(
            in_load(("        if child is not None:\n            inside", "        if child:\n            inside")),
            "Ask `child is not None`. A module may have a __len__ (a container of modules has), and an empty one counts as false.",
        ),
        Wrong(
            in_load(("        if child is not None:\n            inside", "        if True:\n            inside")),
            "A child may be None, as after `pair.second = None`. Leave it out.",
        ),
        Wrong(
            in_load(
                ("    for name, child in module._modules.items():", "    for name, child in module.named_children():"),
            ),
            "named_children gives a module that is there twice only once; its second name would find no numbers, and nobody "
            "would say so. Go through _modules.",
        ),
        Wrong(
            in_load(
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
            in_load(("metadata, True, self.missing", "{}, True, self.missing")),
            "The metadata stays behind: it says which version wrote the state, and whether to assign. Hand it to "
            "_load_from_state_dict.",
        ),
        Wrong(
            in_load(("metadata, True, self.missing", "metadata, False, self.missing")),
            "With strict=False nothing is noted, and load_state_dict has nothing to report. Here it is always True; what "
            "may pass is decided at the end.",
        ),
        Wrong(
            in_load(
                ("    self.after(module)", ""),
                ("    module._load", "    self.after(module)\n    module._load"),
            ),
            "The post-hooks come too early: they are called when the module and all inside it have been loaded.",
        ),
        Wrong(
            in_load(("True, self.missing, self.unexpected, self.errors)", "True, [], [], [])")),
            "What is noted in new lists is lost. Hand over self.missing, self.unexpected and self.errors.",
        ),
        Wrong(
            whole(init=edited(INIT, ("OrderedDict(state_dict)", "state_dict"))),
            "The hooks of this load would change the dictionary of whoever called. Make one of your own: OrderedDict(state_dict).",
        ),
        Wrong(
            whole(
                init=edited(
                    INIT, ("    if self.metadata is not None:\n        self.state._metadata = self.metadata\n", "")
                )
            ),
            "A new dictionary has no _metadata. Where there is one, put it there: self.state._metadata = self.metadata.",
        ),
        Wrong(
            whole(init=edited(INIT, ("self.errors = assign, [], [], []", "self.errors = assign, *[[]] * 3"))),
            "All three names stand for one list, so a missing key is unexpected as well. Make three lists.",
        ),
        Wrong(
            whole(finish=edited(FINISH, ("] if strict else []", "]"))),
            "With strict=False, keys may be missing or unexpected. Only the errors are problems then.",
        ),
        Wrong(
            whole(finish=edited(FINISH, (" + self.errors", ""))),
            "The errors are not said: a wrong shape passes in silence. Add self.errors to the lines.",
        ),
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: (
                [one[0] for one in got] == [one[0] for one in expected]
                and any(len(mine[1]) > len(theirs[1]) for mine, theirs in zip(got, expected, strict=True))
                and all(isinstance(one[1], list) and all(isinstance(key, str) for key in one[1]) for one in expected)
                and expected[0][0] == ""
            ),
            "A module inside is handed the keys of others as well. self.load is given only those that begin with its prefix: "
            "key.startswith(...).",
        ),
        stops(
            "'NoneType' object has no attribute 'get'",
            "A module takes what the state says of it alone: self.metadata_at(prefix). self.metadata is for all, and may be None.",
        ),
        Mistake(
            lambda expected, got, error: expected is RuntimeError and error is None,
            "There was a problem, and nobody raises: `raise RuntimeError(failure(module, lines))` at the end of finish.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, AttributeError) and "_metadata" in str(error),
            "A plain dictionary cannot have attributes. Make the state an OrderedDict of your own, and give it `_metadata` only if "
            "there is one.",
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(error, AttributeError) and "'Loading' object has no attribute" in str(error)
            ),
            "__init__ has to set six attributes: metadata, state, assign, missing, unexpected and errors.",
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(expected, tuple)
                and len(expected) in (4, 6)
                and error is None
                and expected[0] in (True, None, [])
                and got != expected
            ),
            "__init__ sets other things: metadata (the _metadata of what came, or None), state (an OrderedDict of its own, with the "
            "same metadata if there is one), assign, and three lists of their own.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(expected, str) and isinstance(got, str) and got != expected,
            "The message is another. A line for what is missing, one for what is unexpected (both only if strict, and only if "
            "there are any), then the errors: 'Missing key(s) in state_dict: ' + listed(keys) + '. '.",
        ),
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
            reads(RuntimeError, "in state_dict: . "),
            "Nothing is amiss, and a line says so. A line stands only for a list that has something in it.",
        ),
        Mistake(
            lambda expected, got, error: expected is True and got is False,
            "With assign, what was given itself becomes the parameter. The state is a new dictionary of the same tensors, "
            "OrderedDict(state_dict), and the metadata goes along, which says so.",
        ),
        Mistake(
            lambda expected, got, error: "second.second.weight" in expected[0] and "second.second.weight" not in got[0],
            "What is missing further in is not noted. self.load takes a module inside, and notes it in the lists of this load; "
            "a load_state_dict of its own would have others.",
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
            lambda expected, got, error: (
                calls(expected) and sorted([a[0] for a in got]) == sorted([a[0] for a in expected])
            ),
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
            "The lists go in this order: self.missing, self.unexpected, self.errors; and every module looks at its own part only.",
        ),
    ],
    hints=[
        "load: first the module itself, `module._load_from_state_dict(...)` with the seven arguments it had in the exercise "
        "before; the metadata is self.metadata_at(prefix), and strict is True.",
        "Then each child in module._modules that is not None: self.load with the prefix "
        '`inside = f"{prefix}{name}."`, and with `{key: value for key, value in state.items() if key.startswith(inside)}`.',
        'finish: `f"Missing key(s) in state_dict: {listed(self.missing)}. "` and its twin, if strict and if there are any, then '
        "`+ self.errors`; `if lines: raise RuntimeError(failure(module, lines))`.",
    ],
)
