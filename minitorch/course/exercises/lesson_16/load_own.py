"""What a module takes from a state, and what it notes."""

from ...define import Case, Exercise, Mistake, Wrong
from ..edited import edited
from .save_own import SETUP, reads

GIVEN = """
    from minitorch.nn.module.loading import take
    from minitorch.nn.module.state import EXTRA_STATE

    def lists_of(module, state, prefix="", strict=True, about={}):
        missing, unexpected, errors = [], [], []
        module._load_from_state_dict(state, prefix, about, strict, missing, unexpected, errors)
        return missing, sorted(unexpected), [error.partition(":")[0] for error in errors]
"""

SOLUTION = '''
def _load_from_state_dict(
    self, state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys, error_msgs
):
    """Take this module's own state from `state_dict`, and note in the three lists what does not fit.

    strict  also note missing keys, and unexpected ones: those that begin with the prefix and go on with a name that is
            none of its tensors, or, with a dot behind it, none of its modules. EXTRA_STATE is not unexpected here.

    The last argument of take is local_metadata.get("assign_to_params_buffers", False).
    """
    for hook in list(self._load_state_dict_pre_hooks.values()):
        hook(state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys, error_msgs)
    own = self._own_state()
    assign = local_metadata.get("assign_to_params_buffers", False)
    for name, tensor in own.items():
        key = prefix + name
        if key in state_dict:
            error = take(self, name, tensor, key, state_dict[key], assign)
            if error:
                error_msgs.append(error)
        elif strict:
            missing_keys.append(key)
    self._load_extra_state(state_dict, prefix, strict, missing_keys, unexpected_keys)
    if strict:
        for key in state_dict:
            name, dot, _ = key[len(prefix) :].partition(".")
            known = self._modules if dot else (*own, EXTRA_STATE)
            if key.startswith(prefix) and name not in known:
                unexpected_keys.append(key)
'''

exercise = Exercise(
    "load_own",
    title="Its part of a state",
    difficulty=4,
    minutes=9,
    target="minitorch.nn.module.state:State._load_from_state_dict",
    installed=True,
    setup=(SETUP + GIVEN).replace("\n    ", "\n"),
    stub='''
        def _load_from_state_dict(
            self, state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys, error_msgs
        ):
            """Take this module's own state from `state_dict`, and note in the three lists what does not fit.

            strict  also note missing keys, and unexpected ones: those that begin with the prefix and go on with a name that is
                    none of its tensors, or, with a dot behind it, none of its modules. EXTRA_STATE is not unexpected here.

            The last argument of take is local_metadata.get("assign_to_params_buffers", False).
            """
            for hook in list(self._load_state_dict_pre_hooks.values()):
                hook(state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys, error_msgs)
            ...
            self._load_extra_state(state_dict, prefix, strict, missing_keys, unexpected_keys)
            ...
    ''',
    solution=SOLUTION,
    why="Nothing raises here. Whatever does not fit is noted, so that in the end one message can say all of it.",
    facts=[
        Case(
            """
            scale = Scale(1.0, 2.0)
            (lists_of(scale, {"factor": mt.tensor([5.0, 6.0])}), scale.factor.tolist())
            """,
            (([], [], []), [5.0, 6.0]),
            changes=True,
        ),
        Case(
            """
            norm = Norm(2)
            given = lists_of(norm, {"a.weight": mt.tensor([1.0, 2.0]), "a.mean": mt.tensor([3.0, 4.0])}, "a.")
            (given, norm.weight.tolist(), norm.mean.tolist())
            """,
            (([], [], []), [1.0, 2.0], [3.0, 4.0]),
            changes=True,
        ),
        Case("lists_of(Norm(1), {'weight': mt.ones(1)})", (["mean"], [], []), changes=True),
        Case("lists_of(Norm(1), {}, 'net.')", (["net.weight", "net.mean"], [], []), changes=True),
        Case("lists_of(Scale(1.0), {'factor': mt.ones(1), 'bias': mt.ones(1)})", ([], ["bias"], []), changes=True),
        Case("lists_of(Scale(1.0, 1.0), {'factor': mt.ones(3)})", ([], [], ["size mismatch for factor"]), changes=True),
        Case("lists_of(Scale(1.0, 1.0), {'factor': mt.ones(1)})", ([], [], ["size mismatch for factor"]), changes=True),
        Case(
            "lists_of(Scale(1.0), {'a.factor': mt.ones(3)}, 'a.')",
            ([], [], ["size mismatch for a.factor"]),
            changes=True,
        ),
        Case(
            """
            state = {"weight": mt.ones(5), "more": mt.ones(1), "mean": mt.ones(2)}
            lists_of(Norm(1), state)
            """,
            ([], ["more"], ["size mismatch for weight", "size mismatch for mean"]),
            changes=True,
        ),
        Case(
            """
            pair = Pair(Scale(1.0), Scale(2.0))
            state = {"first.factor": mt.ones(1), "first.other": mt.ones(1), "third.factor": mt.ones(1), "first": mt.ones(1)}
            (lists_of(pair, state), pair.first.factor.tolist())
            """,
            (([], ["first", "third.factor"], []), [1.0]),
            changes=True,
        ),
        Case(
            "lists_of(Scale(1.0), {'factor': mt.ones(1), 'factor.0': mt.ones(1)})", ([], ["factor.0"], []), changes=True
        ),
        Case(
            "lists_of(Scale(1.0), {'a.factor': mt.ones(1), 'a.bias': mt.ones(1), 'b.gain': mt.ones(1), 'ab': "
            "mt.ones(1)}, 'a.')",
            ([], ["a.bias"], []),
            changes=True,
        ),
        Case(
            """
            state = {"first.first.factor": mt.ones(1), "first.second.factor": mt.ones(1)}
            lists_of(Pair(Scale(1.0), Scale(2.0)), state, "first.")
            """,
            ([], [], []),
            changes=True,
        ),
        Case(
            """
            norm = Norm(1)
            norm.register_parameter("bias", None)
            lists_of(norm, {"weight": mt.ones(1), "mean": mt.ones(1), "scratch": mt.ones(1), "bias": mt.ones(1)})
            """,
            ([], ["bias", "scratch"], []),
            changes=True,
        ),
        Case(
            "lists_of(Norm(1), {'more': mt.ones(1), 'weight': mt.ones(2)}, strict=False)",
            ([], [], ["size mismatch for weight"]),
            changes=True,
        ),
        Case(
            """
            words = Words("?", "?")
            (lists_of(words, {"a.table": mt.zeros(2, 1), "a._extra_state": {"words": ["cat", "dog"]}}, "a."), words.words)
            """,
            (([], [], []), ["cat", "dog"]),
            changes=True,
        ),
        Case(
            "lists_of(Scale(1.0), {'factor': mt.ones(1), '_extra_state': 3})", ([], ["_extra_state"], []), changes=True
        ),
        Case("lists_of(Words('?', '?'), {})", (["table", "_extra_state"], [], []), changes=True),
        Case(
            """
            scale, state = Scale(1.0), {"gain": mt.tensor([8.0])}
            scale.register_load_state_dict_pre_hook(lambda module, state, *rest: state.update(factor=state.pop("gain")))
            (lists_of(scale, state), scale.factor.tolist())
            """,
            (([], [], []), [8.0]),
            changes=True,
        ),
        Case(
            """
            scale, state = Scale(1.0), {"factor": mt.nn.Parameter(mt.tensor([8.0]))}
            held = scale.factor
            lists_of(scale, state)
            copied = scale.factor is held
            lists_of(scale, state, about={"assign_to_params_buffers": True})
            (copied, scale.factor is state["factor"], list(state))
            """,
            (True, True, ["factor"]),
            changes=True,
        ),
        Case(
            """
            scale, state = Scale(1.0), {"a.factor": mt.nn.Parameter(mt.tensor([8.0]))}
            lists_of(scale, state, "a.", about={"assign_to_params_buffers": True})
            (scale.factor is state["a.factor"], list(scale._parameters))
            """,
            (True, ["factor"]),
            changes=True,
        ),
    ],
    wrong=[
        Wrong(
            edited(SOLUTION, ("if error:\n                error_msgs.append(error)", "error_msgs.append(error)")),
            'take answers "" when all went well, and you note that as a problem. Append only what is not empty.',
        ),
        Wrong(
            edited(
                SOLUTION,
                (
                    "error = take(self, name, tensor, key, state_dict[key], assign)\n"
                    "            if error:\n"
                    "                error_msgs.append(error)",
                    "take(self, name, tensor, key, state_dict[key], assign)",
                ),
            ),
            "What take answers gets lost: it is the message of what is wrong. Append it to error_msgs, unless it "
            "is empty.",
        ),
        Wrong(
            edited(SOLUTION, ("                error_msgs.append(error)", "                raise RuntimeError(error)")),
            "You stop at the first problem, so the reader of the message mends one and meets the next. Append the message "
            "to error_msgs.",
        ),
        Wrong(
            edited(SOLUTION, ("key = prefix + name\n        if", "key = name\n        if")),
            "The keys of this module begin with its prefix: look for `prefix + name`.",
        ),
        Wrong(
            edited(SOLUTION, ("elif strict:\n            missing_keys", "else:\n            missing_keys")),
            "Missing keys are noted only if strict is true.",
        ),
        Wrong(
            edited(SOLUTION, ("elif strict:\n            missing_keys.append(key)", "")),
            "A name that the module has and the state lacks has to be noted in missing_keys.",
        ),
        Wrong(
            edited(SOLUTION, ("            missing_keys.append(key)", "            missing_keys.append(name)")),
            "The whole key belongs in missing_keys, with the prefix: the bare name stands in every second layer.",
        ),
        Wrong(
            edited(
                SOLUTION,
                (
                    "    if strict:\n"
                    "        for key in state_dict:\n"
                    '            name, dot, _ = key[len(prefix) :].partition(".")\n'
                    "            known = self._modules if dot else (*own, EXTRA_STATE)\n"
                    "            if key.startswith(prefix) and name not in known:\n"
                    "                unexpected_keys.append(key)",
                    "",
                ),
            ),
            "Names that only the state has are passed over in silence. A layer that was renamed shows itself there: note "
            "them in unexpected_keys.",
        ),
        Wrong(
            edited(
                SOLUTION,
                ("    if strict:\n        for key in state_dict:", "    if True:\n        for key in state_dict:"),
            ),
            "Unexpected keys are noted only if strict is true.",
        ),
        Wrong(
            edited(
                SOLUTION,
                (
                    "            known = self._modules if dot else (*own, EXTRA_STATE)",
                    "            known = (*self._modules, *own, EXTRA_STATE)",
                ),
            ),
            "The dot decides. A name with a dot behind it must be one of self._modules; without one, it must be one of the "
            "tensors. `first` alone is no tensor of the module, and `factor.0` is in no module.",
        ),
        Wrong(
            edited(
                SOLUTION,
                (
                    "            known = self._modules if dot else (*own, EXTRA_STATE)",
                    "            known = () if dot else (*own, EXTRA_STATE)",
                ),
            ),
            "Keys of the modules inside are not unexpected: `first.factor` belongs to the module `first`, which looks at it "
            "itself. Ask self._modules for the part before the dot.",
        ),
        Wrong(
            edited(
                SOLUTION,
                (
                    "            known = self._modules if dot else (*own, EXTRA_STATE)",
                    "            known = self._modules if dot else own",
                ),
            ),
            "`_extra_state` is noted twice, or noted although it was taken: _load_extra_state looks after this key, so "
            "leave it out here.",
        ),
        Wrong(
            edited(SOLUTION, ("            if key.startswith(prefix) and name", "            if name")),
            "Keys that do not begin with the prefix belong to other modules. Look only at those that do: "
            "key.startswith(prefix).",
        ),
        Wrong(
            edited(
                SOLUTION,
                ("                unexpected_keys.append(key)", "                unexpected_keys.append(name)"),
            ),
            "The whole key belongs in unexpected_keys, as it stands in the state.",
        ),
        Wrong(
            edited(SOLUTION, ("(*own, EXTRA_STATE)", "(*self._parameters, *self._buffers, EXTRA_STATE)")),
            "A buffer that is not persistent, and a parameter that is None, take nothing from a state, so a key for them is "
            "unexpected. Ask _own_state().",
        ),
        Wrong(
            edited(
                SOLUTION,
                (
                    '            name, dot, _ = key[len(prefix) :].partition(".")',
                    '            name, dot, _ = key.partition(".")',
                ),
            ),
            "Take the prefix off before you look for the name: key[len(prefix):].",
        ),
        Wrong(
            edited(SOLUTION, ("key[len(prefix) :].partition", 'key.replace(prefix, "").partition')),
            "replace takes the prefix out wherever it stands, and `first.first.factor` has it twice. Only the beginning goes: "
            "key[len(prefix):].",
        ),
        Wrong(
            edited(
                SOLUTION, ("    self._load_extra_state(state_dict, prefix, strict, missing_keys, unexpected_keys)", "")
            ),
            "The line that takes the extra state is gone: what is no tensor would be lost.",
        ),
        Wrong(
            edited(SOLUTION, ("state_dict[key], assign)", "state_dict[key], False)")),
            "With assign_to_params_buffers the given tensor itself takes the parameter's place: hand `assign` on "
            "to take.",
        ),
        Wrong(
            edited(
                SOLUTION,
                (
                    "if key in state_dict:\n            error = take(self, name, tensor, key, state_dict[key], assign)",
                    "if key in state_dict:\n"
                    "            error = take(self, name, tensor, key, state_dict.pop(key), assign)",
                ),
            ),
            "You take the keys out of the dictionary, which whoever called may still need. Read state_dict[key].",
        ),
        Wrong(
            edited(
                SOLUTION,
                (
                    "            error = take(self, name, tensor, key, state_dict[key], assign)",
                    "            error = take(self, name, tensor, name, state_dict[key], assign)",
                ),
            ),
            "The message should name the key as it stands in the state, with its prefix: hand `key` to take.",
        ),
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: (
                isinstance(error, (AttributeError, TypeError)) and ("'ndim'" in str(error) or "'shape'" in str(error))
            ),
            "The arguments of take are in another order: take(self, name, tensor, key, state_dict[key], assign).",
        ),
        Mistake(
            reads(RuntimeError, "leaf"),
            "A parameter refuses to be changed while steps are recorded. `take` thinks of that, and of the shapes: "
            "let it do the copying.",
        ),
        Mistake(
            lambda expected, got, error: expected == (([], [], []), [8.0]) and part(got, 0) == ["factor"],
            "The load pre-hooks come first: they may rename keys.",
        ),
        Mistake(
            lambda expected, got, error: "second.factor" in part(got, 0),
            "A module inside was asked, too. It takes its own part later, and is handed a state of its own: here it is this "
            "module's own tensors alone.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, RuntimeError | KeyError),
            "Nothing raises here. What does not fit is noted in one of the three lists, and the load goes on.",
        ),
        Mistake(
            lambda expected, got, error: "gain" in part(got, 1) and "gain" not in part(expected, 1),
            "The load pre-hooks come first: they may rename keys. Leave the two lines that call them.",
        ),
        Mistake(
            lambda expected, got, error: any(["mismatch" in str(one) for one in (*part(got, 0), *part(got, 1))]),
            "What take says belongs in error_msgs; the two other lists hold keys.",
        ),
        Mistake(
            lambda expected, got, error: len(part(got, 2)) < len(part(expected, 2)),
            "A tensor of the wrong shape goes by in silence. `take` answers with a message: append it to error_msgs.",
        ),
        Mistake(
            lambda expected, got, error: len(part(got, 2)) > len(part(expected, 2)),
            'There is a message too many in error_msgs. take answers "" when all went well: append only what is '
            "not empty.",
        ),
        Mistake(
            lambda expected, got, error: len(part(got, 0)) > len(part(expected, 0)),
            "A key counts as missing that is there, or that need not be: look for `prefix + name` in the state, "
            "and note it only if strict is true.",
        ),
        Mistake(
            lambda expected, got, error: len(part(got, 0)) < len(part(expected, 0)),
            "A tensor of the module gets no numbers, and nobody says so: go over all of _own_state(), and append the "
            "key to missing_keys if the state lacks it. `missing_keys = ...` would be another list, which nobody sees.",
        ),
        Mistake(
            lambda expected, got, error: ("_extra_state" in part(got, 1)) != ("_extra_state" in part(expected, 1)),
            "`_extra_state` is noted wrongly: _load_extra_state looks after this key, so your loop leaves it out, "
            "and the call stays.",
        ),
        Mistake(
            lambda expected, got, error: len(part(got, 1)) > len(part(expected, 1)),
            "A key counts as unexpected that somebody takes. Look only at keys that begin with the prefix, take it "
            "off, and look at what comes before the first dot: with a dot it may be one of self._modules, without "
            "one of the module's own tensors.",
        ),
        Mistake(
            lambda expected, got, error: len(part(got, 1)) < len(part(expected, 1)),
            "A key that nobody takes goes by in silence. With a dot behind it, the name must be one of "
            "self._modules; without, one of the tensors in _own_state().",
        ),
        Mistake(
            lambda expected, got, error: part(got, 0) != part(expected, 0) or part(got, 1) != part(expected, 1),
            "The lists hold whole keys, as they stand in the state, with the prefix.",
        ),
        Mistake(
            lambda expected, got, error: part(expected, 0) == [] and got[1:] != expected[1:],
            "The lists are right, but the numbers did not arrive in the module: hand tensor, key and "
            "`state_dict[key]` to take.",
        ),
        Mistake(
            lambda expected, got, error: expected[0] is True and got != expected,
            "take(self, name, tensor, key, given, assign): `name` is the bare name under which the module holds "
            "the tensor, `key` the one in the state, and assign comes from the metadata.",
        ),
    ],
    hints=[
        "First loop: over own.items(). Either the state has the key `prefix + name`, and the tensor takes its numbers, "
        "or the key is missing.",
        '`take(self, name, tensor, key, state_dict[key], assign)` answers with a message, or with "". Second loop, over '
        "the keys of the state: those that begin with the prefix, and whose next name nobody here knows, are "
        "unexpected.",
        '`name, dot, _ = key[len(prefix):].partition(".")`: with a dot, name must be in self._modules; without, in own, '
        "or be EXTRA_STATE.",
    ],
)


def part(value, place):
    """One of the three lists in a value that has them, first of all or alone; or nothing."""
    value = value[0] if isinstance(value, tuple) and value and isinstance(value[0], tuple) else value
    return value[place] if isinstance(value, tuple) and len(value) == 3 and isinstance(value[place], list) else []
