"""What runs when."""

from ...define import Case, Exercise, Law, Wrong

GROUPS = ("global pre", "pre", "forward", "global after", "after")

exercise = Exercise(
    "order_of_call",
    title="What runs when",
    difficulty=2,
    minutes=8,
    stub='''
        def order_of_call(hooks):
            """The names of the hooks, and "forward", in the order in which one call runs them.

            hooks  a list of (name, kind, prepend) in the order of registration; the kind is "pre", "after", "global pre" or
                   "global after", and global hooks are never prepended
            """
            ...
    ''',
    solution='''
        def order_of_call(hooks):
            """The names of the hooks, and "forward", in the order in which one call runs them.

            hooks  a list of (name, kind, prepend) in the order of registration; the kind is "pre", "after", "global pre" or
                   "global after", and global hooks are never prepended
            """
            rows = {"global pre": [], "pre": [], "forward": ["forward"], "global after": [], "after": []}
            for name, kind, prepend in hooks:
                rows[kind].insert(0 if prepend else len(rows[kind]), name)
            return [name for row in rows.values() for name in row]
    ''',
    why="Four dictionaries and forward, one after the other, global ones first on both sides. Prepending moves a hook to the "
    "front of its own dictionary, and never past another one.",
    facts=[
        Case("order_of_call([])", ["forward"]),
        Case('order_of_call([("a", "after", False), ("p", "pre", False)])', ["p", "forward", "a"]),
        Case(
            """
            order_of_call([("p", "pre", False), ("a", "after", False), ("P", "global pre", False), ("A", "global after", False)])
            """,
            ["P", "p", "forward", "A", "a"],
        ),
        Case(
            'order_of_call([("a", "after", False), ("b", "after", False), ("c", "after", True)])',
            ["forward", "c", "a", "b"],
        ),
        Case(
            'order_of_call([("a", "after", True), ("b", "after", True), ("c", "after", False)])',
            ["forward", "b", "a", "c"],
        ),
        Case('order_of_call([("p", "pre", False), ("q", "pre", True)])', ["q", "p", "forward"]),
        Case(
            """
            hooks = [("P", "global pre", False), ("p", "pre", True), ("A", "global after", False), ("a", "after", True)]
            order_of_call(hooks)
            """,
            ["P", "p", "forward", "A", "a"],
        ),
        Case(
            'order_of_call([("p", "pre", False), ("q", "pre", False), ("a", "after", False), ("b", "after", False)])',
            ["p", "q", "forward", "a", "b"],
        ),
        Law("each group in its turn, and prepended ones first in it", lambda piece, rng: shuffled(piece, rng)),
    ],
    wrong=[
        Wrong(
            """
            def order_of_call(hooks):
                rows = {"pre": [], "global pre": [], "forward": ["forward"], "after": [], "global after": []}
                for name, kind, prepend in hooks:
                    rows[kind].insert(0 if prepend else len(rows[kind]), name)
                return [name for row in rows.values() for name in row]
            """,
            "The global hooks come first, before forward and after it: they see a call before the module's own do.",
        ),
        Wrong(
            """
            def order_of_call(hooks):
                rows = {"global pre": [], "pre": [], "forward": ["forward"], "after": [], "global after": []}
                for name, kind, prepend in hooks:
                    rows[kind].insert(0 if prepend else len(rows[kind]), name)
                return [name for row in rows.values() for name in row]
            """,
            "It is no onion: after forward the global hooks run first again, and then the module's own.",
        ),
        Wrong(
            """
            def order_of_call(hooks):
                rows = {"global pre": [], "pre": [], "forward": ["forward"], "global after": [], "after": []}
                for name, kind, prepend in hooks:
                    rows[kind].append(name)
                return [name for row in rows.values() for name in row]
            """,
            "You don't look at `prepend`. Such a hook goes before those that are there already.",
        ),
        Wrong(
            """
            def order_of_call(hooks):
                before = [name for name, kind, prepend in hooks if prepend and kind == "pre"]
                middle = [name for name, kind, prepend in hooks if prepend and kind == "after"]
                row = lambda want: [name for name, kind, prepend in hooks if kind == want and not prepend]
                return [*row("global pre"), *before, *row("pre"), "forward", *row("global after"), *middle, *row("after")]
            """,
            "Of two prepended hooks the one registered later comes first: it was put before everything that was there, the "
            "other one included.",
        ),
        Wrong(
            """
            def order_of_call(hooks):
                before, after = [], []
                for want in ("global pre", "pre"):
                    for name, kind, prepend in hooks:
                        if kind == want:
                            before.insert(0 if prepend else len(before), name)
                for want in ("global after", "after"):
                    for name, kind, prepend in hooks:
                        if kind == want:
                            after.insert(0 if prepend else len(after), name)
                return [*before, "forward", *after]
            """,
            "Prepending moves a hook to the front of its own dictionary. The global ones are in another, which runs before it in "
            "any case.",
        ),
        Wrong(
            """
            def order_of_call(hooks):
                rows = {"global pre": [], "pre": [], "forward": ["forward"], "global after": [], "after": []}
                for name, kind, prepend in hooks:
                    rows[kind].insert(0 if prepend or "after" in kind else len(rows[kind]), name)
                return [name for row in rows.values() for name in row]
            """,
            "The hooks after forward run in the order of registration too, not backwards.",
        ),
        Wrong(
            """
            def order_of_call(hooks):
                rows = {"global pre": [], "pre": [], "global after": [], "after": []}
                for name, kind, prepend in hooks:
                    rows[kind].insert(0 if prepend else -1, name)
                return [*rows["global pre"], *rows["pre"], "forward", *rows["global after"], *rows["after"]]
            """,
            "`insert(-1, name)` puts the name before the last one, not behind it. `append(name)`, or "
            "`insert(len(row), name)`.",
        ),
        Wrong(
            """
            def order_of_call(hooks):
                rows = {"global pre": [], "pre": [], "global after": [], "after": []}
                for name, kind, prepend in hooks:
                    rows[kind].insert(0 if prepend else len(rows[kind]), name)
                return [*rows["global pre"], *rows["pre"], *rows["global after"], *rows["after"]]
            """,
            '"forward" itself is missing. It stands between the pre-hooks and the hooks after it.',
        ),
        Wrong(
            """
            def order_of_call(hooks):
                rows = {"global pre": [], "pre": [], "global after": [], "after": []}
                for name, kind, prepend in hooks:
                    rows[kind].insert(0 if prepend else len(rows[kind]), name)
                return [*rows["global pre"], *rows["pre"], *rows["global after"], *rows["after"], "forward"]
            """,
            'The hooks called "after" run after forward.',
        ),
        Wrong(
            """
            def order_of_call(hooks):
                before, after = [], []
                for name, kind, prepend in hooks:
                    row = before if "pre" in kind else after
                    row.insert(0 if prepend else len(row), name)
                return [*before, "forward", *after]
            """,
            "The global hooks and the module's own stand in different dictionaries, and the global one runs first, "
            "whoever was registered earlier.",
        ),
    ],
    hints=[
        "There are four dictionaries of hooks, and forward between the second and the third. Which one runs first?",
        "global pre, pre, forward, global after, after. Within each: order of registration, and a prepended one goes "
        "to the front.",
        "Keep a list for each kind, and put a name into it with `rows[kind].insert(0 if prepend else "
        "len(rows[kind]), name)`.",
    ],
)


def shuffled(piece, rng):
    kinds, hooks, expected = [kind for kind in GROUPS if kind != "forward"], [], ["forward"]
    ranks = {"forward": (2, 0)}
    for time in range(1, 7):
        kind = kinds[int(rng.integers(4))]
        prepend = not kind.startswith("global") and bool(rng.random() < 0.5)
        hooks.append((f"h{time}", kind, prepend))
        ranks[f"h{time}"] = (GROUPS.index(kind), -time if prepend else time)
        expected.append(f"h{time}")
    return {"hooks": list(hooks)}, sorted(expected, key=ranks.get), piece(hooks)
