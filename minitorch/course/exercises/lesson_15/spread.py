"""Everything in its place."""

from ...define import Case, Exercise, Law, Mistake, T, Wrong

exercise = Exercise(
    "spread",
    title="Everything in its place",
    difficulty=1,
    minutes=5,
    target="minitorch.nn.module.backward_hooks:spread",
    stub='''
        def spread(places, values, count):
            """A tuple of `count`, with the values at their places and None elsewhere; ValueError if their numbers differ."""
            ...
    ''',
    solution='''
        def spread(places, values, count):
            """A tuple of `count`, with the values at their places and None elsewhere; ValueError if their numbers differ."""
            whole = [None] * count
            for place, value in zip(places, values, strict=True):
                whole[place] = value
            return tuple(whole)
    ''',
    why="A list of None, in which the places are filled. A value may be None, or 0, or a tensor: none of this matters, since only "
    "the places decide.",
    facts=[
        Case("spread([0, 2], [10.0, 20.0], 3)", (10.0, None, 20.0)),
        Case("spread([1], [5.0], 4)", (None, 5.0, None, None)),
        Case("spread([], [], 2)", (None, None)),
        Case("spread([], [], 0)", ()),
        Case("spread([2, 0], ['c', 'a'], 3)", ("a", None, "c")),
        Case("spread([0, 1], [None, 0.0], 3)", (None, 0.0, None)),
        Case("spread((0, 2), (3.0, 3.0), 3)", (3.0, None, 3.0)),
        Case("spread([1], (mt.tensor([1.0, 2.0]),), 2)", (None, T([1.0, 2.0]))),
        Case("spread([0, 1], [1.0], 2)", raises=ValueError),
        Law("the values are at their places, and all else is None", lambda f, rng: placed(f, rng)),
    ],
    wrong=[
        Wrong(
            """
            def spread(places, values, count):
                return tuple(values) + (None,) * (count - len(values))
            """,
            "The values stand in front, one after the other. Each belongs at its own place, and the gaps hold None.",
        ),
        Wrong(
            """
            def spread(places, values, count):
                whole = [None] * count
                for place, value in zip(places, values, strict=True):
                    whole[place] = value
                return whole
            """,
            "All is in its place, but in a list. Hooks are given a tuple: nobody can change it under the next hook.",
        ),
        Wrong(
            """
            def spread(places, values, count):
                whole = [0.0] * count
                for place, value in zip(places, values, strict=True):
                    whole[place] = value
                return tuple(whole)
            """,
            "A gap says that there is no gradient, which is not the same as a gradient of 0. Put None there.",
        ),
        Wrong(
            """
            def spread(places, values, count):
                values = list(values)
                return tuple([values.pop(0) if place in places else None for place in range(count)])
            """,
            "You hand the values out from left to right. The places need not be in order: the first value belongs at the first "
            "place named, wherever that is.",
        ),
        Wrong(
            """
            def spread(places, values, count):
                whole = [None] * (max(places, default=-1) + 1)
                for place, value in zip(places, values, strict=True):
                    whole[place] = value
                return tuple(whole)
            """,
            "The tuple ends at the last value. It should have `count` places, also where None stands at the end.",
        ),
        Wrong(
            """
            def spread(places, values, count):
                whole = [None] * count
                for place, value in zip(places, values):
                    whole[place] = value
                return tuple(whole)
            """,
            "zip stops at the shorter list and says nothing, so a value that is missing is not noticed. zip(..., strict=True) "
            "raises a ValueError.",
        ),
    ],
    hints=[
        "Make the tuple in two steps: first all places empty, then fill those that are named.",
        "`[None] * count` is a list of empty places. zip gives place and value together; with strict=True it insists on equal "
        "lengths.",
        "`whole[place] = value` in the loop, and `return tuple(whole)` after it.",
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: isinstance(error, TypeError) and "indices must be" in str(error),
            "A list takes one place at a time. Loop over the places and the values together, with zip.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(got, tuple) and 0 in [n for n in got if type(n) is int],
            "The gaps hold 0. Where there was no tensor there is no gradient, and that is None; 0 would be a gradient.",
        ),
    ],
)


def placed(f, rng):
    count = int(rng.integers(1, 7))
    places = [int(n) for n in rng.permutation(count)[: int(rng.integers(0, count + 1))]]
    values = [round(float(n), 3) for n in rng.normal(size=len(places))]
    found = dict(zip(places, values, strict=True))
    expected = tuple([found.get(n) for n in range(count)])
    return {"places": places, "values": values, "count": count}, expected, f(list(places), list(values), count)
