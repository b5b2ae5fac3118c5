"""What came out is data, and not too deep."""

from minitorch.serialization.archive import UnpicklingError

from ...define import Case, Exercise, Law, Mistake, Wrong
from ..edited import edited

GIVEN = """
    from collections import Counter, OrderedDict
    from minitorch.serialization.archive import UnpicklingError
    from minitorch.serialization import unpickle
    from minitorch.serialization.unpickle import DEEPEST, DICTS, Tensor

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
"""

SOLUTION = '''
def contents(one):
    """What is in a container, as a list: its items; of a dictionary keys and values; of what has attributes, these as well.

    Only list, tuple, set, frozenset and those in DICTS are containers. Attributes have an OrderedDict and a Tensor.
    """
    found = list(one) if type(one) in (*DICTS, list, tuple, set, frozenset) else []
    found += one.values() if type(one) in DICTS else []
    return found + list(vars(one).values()) if type(one) is OrderedDict or isinstance(one, Tensor) else found


def check_result(result, forbidden):
    """Raise UnpicklingError if the result holds something whose type is forbidden, or is nested more than DEEPEST levels.

    Level by level: the result, then all that is in it, then all that is in that; what was seen is not looked at again.
    """
    level, seen = [result], set()
    for _ in range(DEEPEST):
        inside = []
        for one in level:
            if type(one) in forbidden:
                raise UnpicklingError(f"it holds a type or a storage where data should be ({type(one).__name__})")
            if id(one) not in seen:
                seen.add(id(one))
                inside.extend(contents(one))
        if not inside:
            return
        level = inside
    raise UnpicklingError(f"it is nested more than {DEEPEST} levels deep")
'''

REFUSE = """            if type(one) in forbidden:
                raise UnpicklingError(f"it holds a type or a storage where data should be ({type(one).__name__})")
"""

exercise = Exercise(
    "check_result",
    title="Nothing but data",
    difficulty=3,
    minutes=7,
    target="minitorch.serialization.unpickle:check_result",
    covers=("minitorch.serialization.unpickle:contents",),
    installed=True,
    setup=GIVEN.replace("\n    ", "\n"),
    stub='''
        def contents(one):
            """What is in a container, as a list: its items; of a dictionary keys and values; of what has attributes, these as well.

            Only list, tuple, set, frozenset and those in DICTS are containers. Attributes have an OrderedDict and a Tensor.
            """
            ...


        def check_result(result, forbidden):
            """Raise UnpicklingError if the result holds something whose type is forbidden, or is nested more than DEEPEST levels.

            Level by level: the result, then all that is in it, then all that is in that; what was seen is not looked at again.
            """
            for _ in range(DEEPEST):
                ...
            raise UnpicklingError(f"it is nested more than {DEEPEST} levels deep")
    ''',
    solution=SOLUTION,
    why="Level by level there is no recursion that a deep file could exhaust. And what was seen is remembered by its id: a "
    "list that holds a list twice, which holds a list twice, has a few objects and as many paths as you like.",
    facts=[
        Case("verdict(check_result, {'epoch': 3, 'net': [mt.ones(2), (1.5, 'a')]})", None),
        Case("verdict(check_result, 3)", None),
        Case("verdict(check_result, [])", None),
        Case("verdict(check_result, 'a' * 5000)", None),
        Case("sorted(map(str, unpickle.contents({'a': 1, 'b': 2})))", ["1", "2", "a", "b"]),
        Case("verdict(check_result, Bad())", "refused: what it holds"),
        Case("verdict(check_result, [1, Worse()])", "refused: what it holds"),
        Case("verdict(check_result, [1, [2, (3, Bad())]])", "refused: what it holds"),
        Case("verdict(check_result, {'a': {'b': Bad()}})", "refused: what it holds"),
        Case("verdict(check_result, {Bad(): 1})", "refused: what it holds"),
        Case("verdict(check_result, {1, Bad()})", "refused: what it holds"),
        Case("verdict(check_result, [frozenset([Bad()])])", "refused: what it holds"),
        Case("verdict(check_result, [Counter({'a': Bad()})])", "refused: what it holds"),
        Case("verdict(check_result, OrderedDict(a=Bad()))", "refused: what it holds"),
        Case("verdict(check_result, with_attribute(OrderedDict(a=1), Bad()))", "refused: what it holds"),
        Case("verdict(check_result, [with_attribute(mt.ones(2), [Bad()])])", "refused: what it holds"),
        Case("verdict(check_result, [with_attribute(mt.nn.Parameter(mt.ones(2)), Bad())])", "refused: what it holds"),
        Case("verdict(check_result, with_attribute(OrderedDict(a=1), {'version': 2}))", None),
        Case("verdict(check_result, [Bad()], Worse)", None),
        Case("(verdict(check_result, [[n] for n in range(1500)]), 'side by side')", (None, "side by side")),
        Case("verdict(check_result, nested(1000))", None),
        Case("verdict(check_result, nested(1001))", "refused: depth"),
        Case("verdict(check_result, nested(4000, tuple))", "refused: depth"),
        Case("verdict(check_result, nested(1500, dict))", "refused: depth"),
        Case("verdict(check_result, [*nested(700), *[[1]] * 700])", None),
        Case("verdict(check_result, round_about([1, 2]))", None),
        Case("verdict(check_result, round_about([Bad()]))", "refused: what it holds"),
        Case(
            "import io\nf = io.BytesIO()\nmt.save({'a': [1, mt.zeros(2)]}, f)\nf.seek(0)\nlist(mt.load(f))",
            ["a"],
        ),
        Law("something forbidden is found wherever it is", lambda piece, rng: hidden_or_not(piece, rng), times=4),
    ],
    wrong=[
        Wrong(
            edited(
                SOLUTION,
                (
                    "            if type(one) in forbidden:\n",
                    "            if one is result and type(one) in forbidden:\n",
                ),
            ),
            "Only the result itself is looked at. Ask for each thing on each level.",
        ),
        Wrong(
            edited(
                SOLUTION,
                (
                    REFUSE,
                    "",
                ),
            ),
            "Nothing is refused for what it is: if type(one) in forbidden, raise UnpicklingError.",
        ),
        Wrong(
            edited(SOLUTION, ("            if id(one) not in seen:", "            if True:")),
            "A list that holds itself never ends, and one that holds the same list twice, which does so too, has more paths "
            "than there is time for. Note id(one) in `seen`, one set for all levels, and look at nothing twice.",
        ),
        Wrong(
            edited(
                SOLUTION,
                ("if id(one) not in seen", "if one not in seen"),
                ("seen.add(id(one))", "seen.add(one)"),
            ),
            "Lists and dictionaries cannot stand in a set. Their id can: seen.add(id(one)).",
        ),
        Wrong(
            edited(SOLUTION, ("        if not inside:\n            return\n", "")),
            "It never comes to a good end: when there is nothing inside any more, return. (`break` would lead to the error below.)",
        ),
        Wrong(
            edited(SOLUTION, ("        level = inside\n", "")),
            "You never come to the next level. What is inside becomes it: inside.extend(contents(one)), since append would put in the "
            "list as one thing, and in the end level = inside.",
        ),
        Wrong(
            edited(SOLUTION, ("    found += one.values() if type(one) in DICTS else []\n", "")),
            "Of a dictionary you look at the keys only. list(d) gives the keys; d.values() belong to it as well.",
        ),
        Wrong(
            edited(
                SOLUTION,
                (
                    "    found = list(one) if type(one) in (*DICTS, list, tuple, set, frozenset) else []",
                    "    found = list(one) if type(one) in (list, tuple, set, frozenset) else []",
                ),
            ),
            "Of a dictionary you look at the values only. Its keys can hold things, too.",
        ),
        Wrong(
            edited(SOLUTION, ("(*DICTS, list, tuple, set, frozenset)", "(*DICTS, list, tuple)")),
            "Sets are left out: set and frozenset are containers as well.",
        ),
        Wrong(
            edited(SOLUTION, ("type(one) in DICTS else []", "type(one) is dict else []")),
            "DICTS has three types, and only one of them is asked for: an OrderedDict and a Counter have values as well.",
        ),
        Wrong(
            edited(
                SOLUTION,
                (
                    "    return found + list(vars(one).values()) if type(one) is OrderedDict or isinstance(one, Tensor) else found",
                    "    return found",
                ),
            ),
            "Attributes are left out. An OrderedDict carries its versions in one, and a tensor may have any: vars(one).values().",
        ),
        Wrong(
            edited(SOLUTION, (" or isinstance(one, Tensor) else found", " else found")),
            "A tensor may have attributes, too, and a Parameter is a Tensor: isinstance(one, Tensor).",
        ),
        Wrong(
            edited(SOLUTION, ("isinstance(one, Tensor)", "type(one) is Tensor")),
            "A Parameter is a Tensor, but its type is another: ask isinstance(one, Tensor).",
        ),
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: (
                str(expected).startswith("refused")
                and isinstance(error, (ValueError, TypeError))
                and "where data" in str(error)
            ),
            "It is found, and told by another exception: raise UnpicklingError, as for everything that is wrong with a file.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, TypeError) and "unhashable" in str(error),
            "Lists and dictionaries cannot stand in a set. Their id can: seen.add(id(one)).",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, RecursionError),
            "A deep result exhausts Python's recursion. Go level by level, in the loop that is given.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, TypeError) and "vars()" in str(error),
            "Most things have no attributes: ask for vars only of an OrderedDict and of a Tensor.",
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(error, TypeError) and ("iterable" in str(error) or "0-d" in str(error))
            ),
            "Something is taken apart that is no container. Only list, tuple, set, frozenset and the types in DICTS are.",
        ),
        Mistake(
            lambda expected, got, error: expected == "refused: what it holds" and got is None,
            "Something forbidden was not found. Look at everything: the items of lists, tuples and sets, the keys and the "
            "values of dictionaries, the attributes of an OrderedDict and of a tensor, on every level.",
        ),
        Mistake(
            lambda expected, got, error: expected == "refused: what it holds" and got == "refused: depth",
            "It is refused for its depth, which is in order. What is forbidden is found before: ask type(one) in forbidden for "
            "each thing on the level.",
        ),
        Mistake(
            lambda expected, got, error: expected == "refused: depth" and got is None,
            "A result of more than DEEPEST levels passes. The loop that is given counts the levels: one round for each, and "
            "the error after it.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(expected, tuple) and got == ("refused: depth", "side by side"),
            "Many things beside each other are one level, and no depth. Each round of the loop takes the whole level: look at all "
            "that is on it, and gather what is in them for the next round.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(got, list) and expected == ["1", "2", "a", "b"],
            "contents gives the keys and the values of a dictionary themselves, in one list: no pairs of them, and no dictionary "
            "of attributes.",
        ),
        Mistake(
            lambda expected, got, error: expected is None and got == "refused: depth",
            "A good result is refused as too deep. Return as soon as nothing is inside any more; and what was seen is not "
            "looked at again, so that a list that holds itself comes to an end.",
        ),
        Mistake(
            lambda expected, got, error: expected is None and got == "refused: what it holds",
            "Something is refused that is not forbidden: ask type(one) in forbidden, and nothing else.",
        ),
    ],
    hints=[
        "Each round: look at all that is on the level, and gather what is in it. What was gathered is the next level.",
        "`inside = []`; for each thing of the level: raise if its type is forbidden; if its id was not seen, note it and "
        "`inside.extend(contents(one))`. Then `return` if inside is empty, else `level = inside`.",
        "contents: `list(one)` for a container (of a dictionary, the keys), `one.values()` for a dictionary, "
        "`vars(one).values()` for an OrderedDict or a Tensor.",
    ],
)


def hidden_or_not(piece, rng):
    class Bad:
        pass

    made = Bad() if rng.integers(2) else 7
    expected = "found" if isinstance(made, Bad) else "nothing"
    for _ in range(int(rng.integers(1, 12))):
        kind = int(rng.integers(4))
        made = [[1, made], (made, "x"), {"a": 1, "b": made}, [made, made]][kind]
    try:
        piece(made, (Bad,))
        found = "nothing"
    except UnpicklingError:
        found = "found"
    return {"something forbidden": expected}, expected, found
