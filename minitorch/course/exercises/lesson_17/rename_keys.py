"""A checkpoint from before."""

import re

from ...define import Case, Exercise, Mistake, T, Wrong
from ..lesson_16.save_own import SETUP

GIVEN = """
def names_in(load):
    return sorted(load.missing_keys), sorted(load.unexpected_keys)
"""

exercise = Exercise(
    "rename_keys",
    title="A checkpoint from before",
    difficulty=4,
    minutes=10,
    stub='''
        def rename_keys(module, old, new):
            """From now on the module also loads states in which its part `new` is still called `old`.

            The part may be a tensor or a whole module. Returns the handle that ends it.
            """
            ...
    ''',
    solution='''
        def rename_keys(module, old, new):
            """From now on the module also loads states in which its part `new` is still called `old`.

            The part may be a tensor or a whole module. Returns the handle that ends it.
            """

            def rename(module, state, prefix, *rest):
                before = prefix + old
                for key in list(state):
                    if key == before or key.startswith(before + "."):
                        state[prefix + new + key[len(before) :]] = state.pop(key)

            return module.register_load_state_dict_pre_hook(rename)
    ''',
    why="The hook runs before the module looks for its names, and what it does to the dictionary counts. The prefix says where in "
    "the whole network this module stands, so the same hook serves at any depth.",
    setup=SETUP.replace("\n    ", "\n") + GIVEN,
    facts=[
        Case(
            """
            scale = Scale(1.0)
            handle = rename_keys(scale, "gain", "factor")
            loaded = scale.load_state_dict({"gain": mt.tensor([5.0])})
            (names_in(loaded), scale.factor.item())
            """,
            (([], []), 5.0),
            changes=True,
        ),
        Case(
            """
            pair = Pair(Scale(1.0), Norm(1))
            handle = rename_keys(pair, "norm", "second")
            pair.load_state_dict({"first.factor": mt.ones(1), "norm.weight": mt.tensor([5.0]), "norm.mean": mt.tensor([6.0])})
            (pair.second.weight.item(), pair.second.mean.item())
            """,
            (5.0, 6.0),
            changes=True,
        ),
        Case(
            """
            pair = Pair(Pair(Scale(1.0), Scale(2.0)), Scale(3.0))
            handle = rename_keys(pair.first, "old", "second")
            state = {"first.first.factor": mt.tensor([4.0]), "first.old.factor": mt.tensor([5.0]), "second.factor": mt.tensor([6.0])}
            pair.load_state_dict(state)
            (pair.first.second.factor.item(), pair.second.factor.item())
            """,
            (5.0, 6.0),
            changes=True,
        ),
        Case(
            """
            pair = Pair(Pair(Scale(1.0), Scale(2.0)), Scale(3.0))
            handle = rename_keys(pair.first, "first", "second")
            names_in(pair.load_state_dict({"first.first.factor": mt.tensor([5.0])}, strict=False))
            """,
            (["first.first.factor", "second.factor"], []),
            changes=True,
        ),
        Case(
            """
            pair = Pair(Scale(1.0), Scale(2.0))
            handle = rename_keys(pair, "old", "second")
            state = {name: mt.ones(1) for name in ("older.factor", "first.old", "first.old.factor", "first.factor")}
            names_in(pair.load_state_dict(state, strict=False))
            """,
            (["second.factor"], ["first.old", "first.old.factor", "older.factor"]),
            changes=True,
        ),
        Case(
            """
            scale = Scale(1.0)
            handle = rename_keys(scale, "gain", "factor")
            names_in(scale.load_state_dict({"gain_old": mt.ones(1), "gain": mt.tensor([2.0])}, strict=False))
            """,
            ([], ["gain_old"]),
            changes=True,
        ),
        Case(
            """
            pair = Pair(Scale(1.0), Scale(2.0))
            handle = rename_keys(pair, "old", "second")
            state = {"first.factor": mt.tensor([3.0]), "second.factor": mt.tensor([4.0])}
            loaded = pair.load_state_dict(state)
            (names_in(loaded), pair.second.factor.item())
            """,
            (([], []), 4.0),
            changes=True,
        ),
        Case(
            """
            pair = Pair(Scale(1.0), Scale(2.0))
            handle = rename_keys(pair, "factor", "second")
            names_in(pair.load_state_dict({"first.factor": mt.ones(1), "second.factor": mt.ones(1)}))
            """,
            ([], []),
            changes=True,
        ),
        Case(
            """
            scale = Scale(1.0)
            handle = rename_keys(scale, "gain", "factor")
            handle.remove()
            names_in(scale.load_state_dict({"gain": mt.ones(1)}, strict=False))
            """,
            (["factor"], ["gain"]),
        ),
        Case(
            """
            scale = Scale(1.0)
            handle = rename_keys(scale, "factor", "gain")
            list(scale.state_dict())
            """,
            ["factor"],
        ),
        Case(
            """
            scale, state = Scale(1.0), {"gain": mt.tensor([5.0])}
            handle = rename_keys(scale, "gain", "factor")
            scale.load_state_dict(state)
            scale.load_state_dict(state)
            (list(state), scale.factor.detach())
            """,
            (["gain"], T([5.0])),
            changes=True,
        ),
    ],
    wrong=[
        Wrong(
            """
            def rename_keys(module, old, new):
                def rename(module, state, prefix, *rest):
                    for key in list(state):
                        state[key.replace(old, new)] = state.pop(key)
                return module.register_load_state_dict_pre_hook(rename)
            """,
            "replace changes the word wherever it stands: in 'older', and in the names of other parts. Compare the whole part of "
            "the path that comes after the prefix.",
        ),
        Wrong(
            """
            def rename_keys(module, old, new):
                def rename(module, state, prefix, *rest):
                    for key in list(state):
                        if key == old or key.startswith(old + "."):
                            state[new + key[len(old) :]] = state.pop(key)
                return module.register_load_state_dict_pre_hook(rename)
            """,
            "It works for the outermost module only. Inside another one, the keys begin with the path to it: that is `prefix`.",
        ),
        Wrong(
            """
            def rename_keys(module, old, new):
                def rename(module, state, prefix, *rest):
                    before = prefix + old
                    for key in list(state):
                        if key.startswith(before):
                            state[prefix + new + key[len(before) :]] = state.pop(key)
                return module.register_load_state_dict_pre_hook(rename)
            """,
            "'older' begins with 'old', and is another part. After the name comes a dot, or nothing.",
        ),
        Wrong(
            """
            def rename_keys(module, old, new):
                def rename(module, state, prefix, *rest):
                    before = f"{prefix}{old}."
                    for key in list(state):
                        if key.startswith(before):
                            state[f"{prefix}{new}." + key[len(before) :]] = state.pop(key)
                return module.register_load_state_dict_pre_hook(rename)
            """,
            "A part that is itself a tensor has no dot behind its name, and is not renamed.",
        ),
        Wrong(
            """
            def rename_keys(module, old, new):
                def rename(module, state, prefix, *rest):
                    before = prefix + old
                    for key in state:
                        if key == before or key.startswith(before + "."):
                            state[prefix + new + key[len(before) :]] = state.pop(key)
                return module.register_load_state_dict_pre_hook(rename)
            """,
            "A dictionary must not change while a loop runs over it. Loop over list(state).",
        ),
        Wrong(
            """
            def rename_keys(module, old, new):
                def rename(module, state, prefix, *rest):
                    before = prefix + old
                    return {
                        prefix + new + key[len(before) :] if key == before or key.startswith(before + ".") else key: value
                        for key, value in state.items()
                    }
                return module.register_load_state_dict_pre_hook(rename)
            """,
            "Nothing was renamed. What the hook returns, or puts under the name of its argument, is thrown away: change the "
            "dictionary that it is given. And the prefix has its dot already: `prefix + old`.",
        ),
        Wrong(
            """
            def rename_keys(module, old, new):
                def rename(module, state, prefix, *rest):
                    before = prefix + old
                    for key in list(state):
                        if key == before or key.startswith(before + "."):
                            state[prefix + new + key[len(before) :]] = state[key]
                return module.register_load_state_dict_pre_hook(rename)
            """,
            "The old names are still in the dictionary, so they are reported as unexpected. Take them out: state.pop(key).",
        ),
        Wrong(
            """
            def rename_keys(module, old, new):
                def rename(module, state, prefix, *rest):
                    before = prefix + old
                    for key in list(state):
                        if key == before or key.startswith(before + "."):
                            state[prefix + new + key[len(before) :]] = state.pop(key)
                module.register_load_state_dict_pre_hook(rename)
            """,
            "Nobody can take the hook away again: return the handle.",
        ),
        Wrong(
            """
            def rename_keys(module, old, new):
                def rename(module, state, prefix, *rest):
                    before = prefix + old
                    for key in list(state):
                        if key == before or key.startswith(before + "."):
                            state[prefix + new + key[len(before) :]] = state.pop(key)
                return module.register_state_dict_post_hook(rename)
            """,
            "This hook runs when a state is written. The one that runs before a state is loaded is "
            "register_load_state_dict_pre_hook.",
        ),
        Wrong(
            """
                def rename_keys(module, old, new):
                    def rename(module, state, prefix, *rest):
                        if prefix + old in state:
                            state[prefix + new] = state.pop(prefix + old)
                    return module.register_load_state_dict_pre_hook(rename)
            """,
            "A part that is a module has several keys, and all of them go on behind its name with a dot: rename those too.",
        ),
        Wrong(
            """
                def rename_keys(module, old, new):
                    def rename(module, state, prefix, *rest):
                        state[prefix + new] = state.pop(prefix + old)
                    return module.register_load_state_dict_pre_hook(rename)
            """,
            "There need not be a key with exactly this name: the state may be a new one, and the part may be a module. Look"
            " through the keys, and rename those that are there.",
        ),
        Wrong(
            """
                def rename_keys(module, old, new):
                    def rename(module, state, prefix, *rest):
                        before = prefix + new
                        for key in list(state):
                            if key == before or key.startswith(before + "."):
                                state[prefix + old + key[len(before) :]] = state.pop(key)
                    return module.register_load_state_dict_pre_hook(rename)
            """,
            "The other way round: the state has the name `old`, the module looks for `new`.",
        ),
        Wrong(
            """
                def rename_keys(module, old, new):
                    def rename(module, state, prefix, *rest):
                        for key in list(state):
                            state[key.replace(f"{prefix}{old}.", f"{prefix}{new}.")] = state.pop(key)
                    return module.register_load_state_dict_pre_hook(rename)
            """,
            "replace also finds the name further on in a path, and does not find a part that is a tensor, with no dot "
            "behind it.",
        ),
        Wrong(
            """
                def rename_keys(module, old, new):
                    def rename(module, state, prefix, *rest):
                        for key in list(state):
                            state[".".join(new if part == old else part for part in key.split("."))] = state.pop(key)
                    return module.register_load_state_dict_pre_hook(rename)
            """,
            "You rename every part of that name, wherever it stands. Only the one right behind the prefix is meant.",
        ),
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: (
                isinstance(error, TypeError) and re.search(r"positional argument|not iterable", str(error))
            ),
            "The hook is called with the module, the state, the prefix, and five more arguments: take them as "
            "`def hook(module, state, prefix, *rest)`.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, RuntimeError) and "key(s)" in str(error),
            "A key was not renamed, or not to the name that is looked for. In a larger network all keys of this module begin with "
            "its path: they are `prefix + old`, alone or with a dot and more behind it, and become `prefix + new` and the same.",
        ),
    ],
    hints=[
        "`module.register_load_state_dict_pre_hook(hook)` calls `hook(module, state, prefix, ...)` with four more arguments, "
        "before the module takes its part of the state, and returns a handle.",
        "The keys of this module begin with `prefix`. Which of them belong to the part `old`? Either the key is prefix + old, or "
        "it goes on with a dot.",
        "For each such key: `state[prefix + new + key[len(prefix + old):]] = state.pop(key)`, in a loop over list(state).",
    ],
)
