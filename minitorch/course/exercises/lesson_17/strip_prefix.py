"""Without the wrapper's name."""

import minitorch as mt

from ...define import Case, Exercise, Law, T, Wrong

exercise = Exercise(
    "strip_prefix",
    title="Without the wrapper's name",
    difficulty=1,
    minutes=5,
    stub='''
        def strip_prefix(state, prefix="module."):
            """A new dict with the same tensors, where `prefix` is taken off the front of the names that begin with it."""
            ...
    ''',
    solution='''
        def strip_prefix(state, prefix="module."):
            """A new dict with the same tensors, where `prefix` is taken off the front of the names that begin with it."""
            return {name.removeprefix(prefix): tensor for name, tensor in state.items()}
    ''',
    why="Only the front, and only once: a network may well have a part of its own that is called `module`.",
    facts=[
        Case(
            "strip_prefix({'module.weight': mt.ones(2), 'module.bias': mt.zeros(1)})",
            {"weight": T([1.0, 1.0]), "bias": T([0.0])},
        ),
        Case("strip_prefix({'module.first.weight': 1, 'step': 2})", {"first.weight": 1, "step": 2}),
        Case("strip_prefix({'module.block.module.weight': 1})", {"block.module.weight": 1}),
        Case("strip_prefix({'module.module.weight': 1})", {"module.weight": 1}),
        Case("strip_prefix({'module.model.weight': 1, 'module.dull': 2})", {"model.weight": 1, "dull": 2}),
        Case(
            "strip_prefix({'first.module.weight': 1, 'second.bias': 2})", {"first.module.weight": 1, "second.bias": 2}
        ),
        Case("strip_prefix({'modules': 1, 'module': 2})", {"modules": 1, "module": 2}),
        Case(
            "strip_prefix({'model.encoder.weight': 1, 'model.encoderx': 2}, 'model.encoder.')",
            {"weight": 1, "model.encoderx": 2},
        ),
        Case("list(strip_prefix({'module.b': 1, 'a': 2, 'module.a.c': 3}))", ["b", "a", "a.c"]),
        Case("strip_prefix({})", {}),
        Case(
            """
            state = {"module.weight": mt.ones(2)}
            tensor = state["module.weight"]
            stripped = strip_prefix(state)
            (stripped["weight"] is tensor, list(state))
            """,
            (True, ["module.weight"]),
        ),
        Law("putting it on again gives the names from before", lambda piece, rng: there_and_back(piece, rng)),
    ],
    wrong=[
        Wrong(
            """
            def strip_prefix(state, prefix="module."):
                return {name.replace(prefix, ""): tensor for name, tensor in state.items()}
            """,
            "replace takes the word away wherever it stands, also in the middle of a path. Only the front of the name is meant.",
        ),
        Wrong(
            """
            def strip_prefix(state, prefix="module."):
                return {name.lstrip(prefix): tensor for name, tensor in state.items()}
            """,
            "lstrip takes away letters, not a word: of 'module.model' it leaves nothing but what does not begin with one of "
            "m, o, d, u, l, e and the dot. Use removeprefix.",
        ),
        Wrong(
            """
            def strip_prefix(state, prefix="module."):
                return {name[len(prefix):]: tensor for name, tensor in state.items()}
            """,
            "Names that do not begin with the prefix lose their first letters as well. Ask name.startswith(prefix).",
        ),
        Wrong(
            """
            def strip_prefix(state, prefix="module."):
                return {name[len(prefix):]: tensor for name, tensor in state.items() if name.startswith(prefix)}
            """,
            "Names without the prefix are gone. They stay as they are.",
        ),
        Wrong(
            """
            def strip_prefix(state, prefix="module."):
                return {name.split(".", 1)[-1]: tensor for name, tensor in state.items()}
            """,
            "You cut off the first part of every path, whatever it is called. Only `prefix` goes.",
        ),
        Wrong(
            """
            def strip_prefix(state, prefix="module."):
                for name in list(state):
                    state[name.removeprefix(prefix)] = state.pop(name)
                return state
            """,
            "You change the dictionary that was handed in. Somebody may still need it: make a new one.",
        ),
        Wrong(
            """
            def strip_prefix(state, prefix="module."):
                while any(name.startswith(prefix) for name in state):
                    state = {name.removeprefix(prefix): tensor for name, tensor in state.items()}
                return dict(state)
            """,
            "Once is enough: what is under the wrapper may itself be called `module`.",
        ),
        Wrong(
            """
                def strip_prefix(state, prefix="module."):
                    return {name.strip(prefix): tensor for name, tensor in state.items()}
            """,
            "strip takes away letters, not a word, and from both ends. Use removeprefix.",
        ),
        Wrong(
            """
                def strip_prefix(state, prefix="module."):
                    return {name.split(".")[-1]: tensor for name, tensor in state.items()}
            """,
            "Of every path only the last part is left, so two layers would have the same names. Only `prefix` goes.",
        ),
        Wrong(
            """
                def strip_prefix(state, prefix="module."):
                    return {name.split(prefix)[-1]: tensor for name, tensor in state.items()}
            """,
            "split cuts wherever the word stands, also in the middle of a path, and you keep what is behind the last cut. "
            "Only the front is meant.",
        ),
        Wrong(
            """
                def strip_prefix(state, prefix="module."):
                    return {name[7:] if name.startswith("module.") else name: t for name, t in state.items()}
            """,
            'The prefix is an argument; "module." is only what it is when nobody says otherwise.',
        ),
        Wrong(
            """
                def strip_prefix(state, prefix="module."):
                    return {name[len(prefix) :] if prefix in name else name: t for name, t in state.items()}
            """,
            "`prefix in name` is also true when it stands in the middle. Ask name.startswith(prefix).",
        ),
        Wrong(
            """
                def strip_prefix(state, prefix="module."):
                    new = {name: tensor for name, tensor in state.items() if not name.startswith(prefix)}
                    for name, tensor in state.items():
                        if name.startswith(prefix):
                            new[name[len(prefix) :]] = tensor
                    return new
            """,
            "The names are right, in another order. Go over the state once, and keep its order.",
        ),
        Wrong(
            """
                def strip_prefix(state, prefix="module."):
                    return {name.removeprefix(prefix): copy_of(t) for name, t in state.items()}


                def copy_of(t):
                    return t.clone() if isinstance(t, mt.Tensor) else t
            """,
            "The tensors are copies. Only the names change; the same tensors go into the new dictionary.",
        ),
    ],
    hints=[
        "Go over state.items() and build a new dictionary; the tensors stay the same.",
        "Take care that only the front of a name is changed, and only where the prefix stands there.",
        "Python's strings have `name.removeprefix(prefix)`, which does just that.",
    ],
)


def there_and_back(piece, rng):
    words = ["module", "model", "first", "weight", "modul", "odd"]
    names = list(dict.fromkeys(".".join(rng.choice(words, size=3)) for _ in range(6)))
    state = {f"module.{name}": mt.zeros(1) for name in names}
    return {"names": list(state)}, names, list(piece(state))
