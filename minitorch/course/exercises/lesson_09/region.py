"""Which elements a view shows."""

import minitorch as mt

from ...define import Case, Exercise, Law, Mistake, Wrong
from ..edited import edited
from ..fact_words import stops, where

SOLUTION = '''
def region(view):
    """For each element that a view shows, its number in the base, read row by row: an array of the view's shape."""
    base, shown = view._base._array, view._array
    xp = array_module(base)
    places = offsets(base, xp).reshape(-1)
    wanted = offsets(shown, xp) + (address(shown) - address(base))
    order = xp.argsort(places)
    return order[xp.searchsorted(places[order], wanted)]
'''

exercise = Exercise(
    "region",
    title="Which elements a view shows",
    difficulty=4,
    minutes=9,
    target="minitorch.graph.rewrite:region",
    setup="""
        from minitorch.backend import array_module
        from minitorch.graph.rewrite import address, offsets
    """,
    stub='''
        def region(view):
            """For each element that a view shows, its number in the base, read row by row: an array of the view's shape.

            At hand: base = view._base._array and shown = view._array; xp = array_module(base), which is NumPy here;
            offsets(array, xp), in bytes, from its first element; address(array), where that one lies.
            """
            ...
    ''',
    solution=SOLUTION,
    why="Both are brought to one measure: bytes from the first element of the base. The base's places, sorted, are a "
    "table "
    "in which the "
    "view's places are looked up. Nothing is assumed about the base's own strides.",
    facts=[
        Case("region(mt.zeros(4)[1:3]).tolist()", [1, 2]),
        Case("region(mt.zeros(3, 4)[:, 1:3]).tolist()", [[1, 2], [5, 6], [9, 10]]),
        Case("region(mt.zeros(3, 4)[1]).tolist()", [4, 5, 6, 7]),
        Case("region(mt.zeros(2, 3).t()).tolist()", [[0, 3], [1, 4], [2, 5]]),
        Case("region(mt.zeros(6, dtype=mt.float64)[1::2]).tolist()", [1, 3, 5]),
        Case("region(mt.zeros(4, 4)[1:][:, 2:][1]).tolist()", [10, 11]),
        Case("region(mt.zeros(5)[3]).tolist()", 3),
        Case("region(mt.zeros(3, 1).expand(3, 2)).tolist()", [[0, 0], [1, 1], [2, 2]]),
        Case("base = mt.from_numpy(np.zeros((2, 3)).T)\nregion(base[1]).tolist()", [2, 3]),
        Case("base = mt.from_numpy(np.zeros((3, 4))[:, :2])\nregion(base[1:]).tolist()", [[2, 3], [4, 5]]),
        Case("region(mt.zeros(3)[3:]).tolist()", []),
        Law("every element of 0, 1, 2 ... shows its own number", lambda f, rng: own_numbers(f, rng)),
    ],
    wrong=[
        Wrong(
            """
            def region(view):
                xp = array_module(view._array)
                return offsets(view._array, xp) // view._array.itemsize
            """,
            "Those are the places counted from the view's own first element, as if it began where the base begins. "
            "Add the "
            "distance of the "
            "two addresses.",
        ),
        Wrong(
            """
            def region(view):
                base, shown = view._base._array, view._array
                xp = array_module(base)
                return offsets(shown, xp) + (address(shown) - address(base))
            """,
            "Those are bytes, not numbers of elements. Look up where in the base's own offsets each of them stands.",
        ),
        Wrong(
            """
            def region(view):
                base, shown = view._base._array, view._array
                xp = array_module(base)
                return (offsets(shown, xp) + (address(shown) - address(base))) // 4
            """,
            "An element has 4 bytes only in float32. Look the places up in the base's own offsets.",
        ),
        Wrong(
            """
            def region(view):
                base, shown = view._base._array, view._array
                xp = array_module(base)
                return (offsets(shown, xp) + (address(shown) - address(base))) // base.itemsize
            """,
            "Dividing by the size of an element counts in the order of memory. The base may be stored in another "
            "order than "
            "it is read in, "
            "as a transposed array is: look the places up in its offsets.",
        ),
        Wrong(
            """
            def region(view):
                base, shown = view._base._array, view._array
                xp = array_module(base)
                wanted = offsets(shown, xp) + (address(shown) - address(base))
                return xp.searchsorted(offsets(base, xp).reshape(-1), wanted)
            """,
            "searchsorted needs a sorted table. The base's offsets are sorted only if it is stored in the order in "
            "which it "
            "is read: sort "
            "them first, and remember the order.",
        ),
        Wrong(
            edited(
                SOLUTION,
                (
                    "order = xp.argsort(places)\n    return order[xp.searchsorted(places[order], wanted)]",
                    "return xp.searchsorted(xp.sort(places), wanted)",
                ),
            ),
            "Those are the numbers in the sorted table. What is asked for are the base's own: keep `order = "
            "xp.argsort(places)`, and take "
            "from it.",
        ),
        Wrong(
            edited(SOLUTION, ("order], wanted)]", "order], wanted)].reshape(-1)")),
            "The numbers are right and lie in one row. They should have the view's shape.",
        ),
        Wrong(
            edited(
                SOLUTION,
                ("\n    wanted = offsets(shown, xp) + (address(shown) - address(base))", ""),
                ("order], wanted)]", "order], offsets(shown, xp))]"),
            ),
            "The view's offsets are counted from its own first element. Add how far that lies from the base's: the "
            "distance "
            "of the two "
            "addresses.",
        ),
        Wrong(
            edited(SOLUTION, ("shown) - address(base", "base) - address(shown")),
            "The distance has the wrong sign: the view begins behind the base, at `address(shown) - address(base)`.",
        ),
    ],
    hints=[
        "Count both in bytes from the base's first element: `offsets(shown, xp) + (address(shown) - address(base))` "
        "for the "
        "view.",
        "The base's own offsets, in one row, are a table: the number of an element is where its offset stands. The "
        "simplest "
        "way is a "
        "dictionary.",
        "Quicker: `order = xp.argsort(places)` sorts the table; `xp.searchsorted(places[order], wanted)` finds in it; "
        "`order[...]` is the "
        "base's number.",
    ],
    mistakes=[
        stops(
            "cannot reshape array of size 4 into shape (2,)",
            "All elements of the base are 0 here, and so are the two of the view: by their values nobody can tell which they are. "
            "They are told by where they lie in memory.",
        ),
        Mistake(
            lambda expected, got, error: any(not 0 <= number < 4 for number in got) and expected == [1, 2],
            "The base has 4 elements, so their numbers are 0 to 3. Is a step counted in bytes on one side, and in elements of "
            "another size on the other?",
        ),
        stops(
            "cannot reshape",
            "The result has the view's shape, `shown.shape`: one number for each element that the view shows.",
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(error, TypeError) and "Python scalar" in str(error) or "unhashable" in str(error)
            ),
            "Offsets come in the shape of their array. Read those of the base row by row: `offsets(base, xp).reshape(-1)`.",
        ),
        stops(
            "IndexError: index",
            "A place was looked up that is not in the table. Count both in bytes from the base's first element, and "
            "take from `order`, the base's numbers in the order of memory.",
        ),
        Mistake(
            lambda expected, got, error: "'list' object has no attribute 'tolist'" in str(error),
            "A list came back. An array of the view's shape is asked for.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, KeyError),
            "A place of the view is not in your table. Count both in bytes from the base's first element: the view "
            "begins "
            "`address(shown) - address(base)` behind it.",
        ),
        Mistake(
            lambda expected, got, error: error is None and expected in ([2, 3], [[2, 3], [4, 5]]),
            "This base is stored in another order than it is read in, or with gaps (it shows a NumPy array). The "
            "numbers are "
            "those of "
            "reading it row by "
            "row: look the places up in the base's own offsets, whatever their order.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, IndexError),
            "A place was looked up that is not in the table. Count both in bytes from the base's first element.",
        ),
        where([1, 2], "h[1:3] shows the elements with the numbers 1 and 2."),
        where(
            [[1, 2], [5, 6], [9, 10]],
            "The array has the view's shape, and in it the numbers that its elements have in the base, read row by "
            "row.",
        ),
        where(
            [4, 5, 6, 7],
            "The second row of four begins with number 4: how far the view's first element lies behind the base's is "
            "the distance of the addresses.",
        ),
        where([[0, 3], [1, 4], [2, 5]], "The base is what it was, read row by row; only the view is turned round."),
        where(
            [1, 3, 5],
            "Elements of float64 have 8 bytes: look the places up in the base's offsets instead of dividing by a "
            "number.",
        ),
    ],
)


def own_numbers(f, rng):
    """Views of a base whose elements are their own numbers."""
    shape = tuple(int(n) for n in rng.integers(2, 5, size=3))
    base = mt.zeros(*shape, dtype=mt.float64)
    base.copy_(mt.arange(base.numel()).reshape(shape))
    start, step = int(rng.integers(0, 2)), int(rng.integers(1, 3))
    view = base[start:, ::step].transpose(0, 2)
    return {"shape": shape, "view": f"base[{start}:, ::{step}].transpose(0, 2)"}, view.long().tolist(), f(view).tolist()
