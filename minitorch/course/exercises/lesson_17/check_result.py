"""check_result: Nothing but data (difficulty 3, 7 minutes)

Level by level there is no recursion that a deep file could exhaust. And what was seen is remembered by its id: a list
that holds a list twice, which holds a list twice, has a few objects and as many paths as you like.

1. Each round: look at all that is on the level, and gather what is in it. What was gathered is the next level.
2. `inside = []`; for each thing of the level: raise if its type is forbidden; if its id was not seen, note it and
   `inside.extend(contents(one))`. Then `return` if inside is empty, else `level = inside`.
3. contents: `list(one)` for a container (of a dictionary, the keys), `one.values()` for a dictionary,
   `vars(one).values()` for an OrderedDict or a Tensor.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.serialization.unpickle:check_result",
    covers="contents",
    setup="""
        from minitorch.serialization import unpickle

        class Bad:
            pass

        class Worse:
            pass

        def verdict(check_result, result, *forbidden):
            try:
                return check_result(result, forbidden or (Bad, Worse))
            except UnpicklingError as error:
                return "refused: " + ("depth" if "deep" in str(error) else "what it holds")

        def nested(levels, kind=list):
            made = kind()
            for _ in range(levels - 1):
                made = {"k": made} if kind is dict else kind([made])
            return made

        def round_about(made):
            made.append([made])
            return made

        def with_attribute(made, value):
            made.note = value
            return made
    """,
    stub="""
        def check_result(result, forbidden):
            for _ in range(DEEPEST):
                ...
            raise UnpicklingError(f'it is nested more than {DEEPEST} levels deep')
    """,
    facts="""
        >>> sorted(map(str, unpickle.contents({'a': 1, 'b': 2})))
        ['1', '2', 'a', 'b']
        else: contents gives the keys and the values of a dictionary themselves, in one list: no pairs of them, and no
            dictionary of attributes.
        >>> verdict(check_result, {1, Bad()})
        'refused: what it holds'
        else: Sets are left out: set and frozenset are containers as well.
        >>> verdict(check_result, OrderedDict(a=Bad()))
        'refused: what it holds'
        else: DICTS has three types, and only one of them is asked for: an OrderedDict and a Counter have values as
            well.
        >>> verdict(check_result, [with_attribute(mt.nn.Parameter(mt.ones(2)), Bad())])
        'refused: what it holds'
        else: A Parameter is a Tensor, but its type is another: ask isinstance(one, Tensor).
        >>> verdict(check_result, nested(1001))
        'refused: depth'
        else: A result of more than DEEPEST levels passes. The loop that is given counts the levels: one round for each,
            and the error after it.
        >>> verdict(check_result, round_about([1, 2]))
        None
        else: A good result is refused as too deep. Return as soon as nothing is inside any more; and what was seen is
            not looked at again, so that a list that holds itself comes to an end.
    """,
)
