"""View or copy: the square brackets."""

from ...define import Case, Exercise, Mistake, T, Wrong
from ..edited import edited

TUPLE = "    index = index if isinstance(index, tuple) else (index,)\n"
STEPS = """\
    for i in index:
        if isinstance(i, slice) and i.step is not None and i.step < 0:
            raise ValueError("step must be greater than zero")
"""
ALL = "    if all(i is None or i is ... or type(i) in (int, slice) for i in index):\n"
HEAD = '''\
def getitem(x, index):
    """x[index]: a view where only ints, slices, None and ... stand between the brackets, otherwise a copy."""
'''
SOLUTION = HEAD + TUPLE + STEPS + ALL + "        return view_at(x, index)\n    return advanced(x, index)\n"


def wrong(says, *changes):
    return Wrong(edited(SOLUTION, *changes), says)


exercise = Exercise(
    "getitem",
    title="View or copy: the square brackets",
    difficulty=3,
    minutes=7,
    target="minitorch.ops.index.getitem:getitem",
    setup="from minitorch.ops.index.getitem import advanced, view_at",
    stub='''
        def getitem(x, index):
            """x[index]: a view where only ints, slices, None and ... stand between the brackets, otherwise a copy.

            view_at(x, entries)   the view at a tuple of ints, slices, None and ...
            advanced(x, entries)  for a tuple in which anything else stands; True and False are masks here, and no ints

            `index` is one entry, or a tuple of them. A slice with a negative step: raise ValueError("step must be greater than
            zero"), which PyTorch does not take.
            """
            ...
    ''',
    solution=SOLUTION,
    why="Ints, slices, None and ... pick elements in regular steps, and for those there are strides; for anything else there are "
    "none. So this one question decides whether memory is shared.",
    facts=[
        Case("getitem(mt.tensor([[1, 2], [3, 4]]), 1)", T([3, 4])),
        Case("getitem(mt.tensor([[1, 2], [3, 4]]), (0, 1))", T(2)),
        Case("getitem(mt.arange(6), slice(1, None, 2))", T([1, 3, 5])),
        Case("getitem(mt.arange(6).reshape(2, 3), (..., 0))", T([0, 3])),
        Case("getitem(mt.arange(2), None)", T([[0, 1]])),
        Case("x = mt.zeros(4)\ngetitem(x, slice(1, 3)).fill_(5)\nx", T([0.0, 5.0, 5.0, 0.0]), changes=True),
        Case("x = mt.arange(6)\ngetitem(x, slice(2, 4))._base is x", True),
        Case("x = mt.arange(6).reshape(2, 3).clone()\ngetitem(x, (slice(None), None, -1))._base is x", True),
        Case("getitem(mt.arange(6), [3, 0])", T([3, 0])),
        Case("getitem(mt.arange(6), [3, 0])._base is None", True),
        Case("getitem(mt.arange(6), np.array([3, 0]))", T([3, 0])),
        Case("x = mt.arange(4)\ngetitem(x, x > 1)", T([2, 3])),
        Case("getitem(mt.tensor([[1, 2], [3, 4]]), (mt.tensor([0, 1]), mt.tensor([1, 0])))", T([2, 3])),
        Case("getitem(mt.tensor([[1, 2], [3, 4]]), (slice(None), [1]))", T([[2], [4]])),
        Case("getitem(mt.tensor([[1, 2], [3, 4]]), (slice(None), [1]))._base is None", True),
        Case("getitem(mt.arange(2), True)._base is None", True),
        Case("list(getitem(mt.arange(2), False).shape)", [0, 2]),
        Case("getitem(mt.arange(4), slice(None, None, -1))", raises=ValueError, match="step must be greater than zero"),
        Case("getitem(mt.ones(2, 2), (0, slice(3, 0, -2)))", raises=ValueError, match="step must be greater than zero"),
        Case(
            "getitem(mt.ones(2, 3), ([0], slice(None, None, -1)))",
            raises=ValueError,
            match="step must be greater than zero",
        ),
        Case("getitem(mt.arange(4), 4)", raises=IndexError),
        Case("getitem(mt.arange(4), (0, 0))", raises=IndexError),
    ],
    wrong=[
        wrong(
            "A single index is no tuple, and cannot be gone through: make it one, `(index,)`, first.",
            (TUPLE, ""),
            ("for i in index:\n        if isinstance(i, slice)", "for i in [index]:\n        if isinstance(i, slice)"),
        ),
        wrong(
            "In Python True is an int as well, so a bool comes through as one. Here it is a mask: ask for `type(i)`.",
            ("type(i) in (int, slice)", "isinstance(i, (int, slice))"),
        ),
        wrong(
            "A negative step is taken, as NumPy does. PyTorch refuses it: raise ValueError for such a slice.",
            (STEPS, ""),
        ),
        wrong(
            "The step of a slice is None where none was given, and None cannot be compared with 0: ask for that first.",
            ("i.step is not None and ", ""),
        ),
        wrong(
            "One int among lists does not make a view, and the first entry does not decide: all of them have to be ints, slices, "
            "None or ...",
            ("if all(", "if any("),
        ),
        wrong(
            "A list is one entry: x[[3, 0]] is the elements 3 and 0, not x[3, 0]. Only a tuple holds several entries.",
            ("index if isinstance(index, tuple)", "tuple(index) if isinstance(index, (tuple, list))"),
        ),
        wrong(
            "Everything goes to view_at, also lists and masks. Those are advanced's.",
            (STEPS, ""),
            (ALL, "    if True:\n"),
        ),
        wrong(
            "The two are exchanged: ints, slices, None and ... go to view_at, anything else to advanced.",
            ("view_at", "first"),
            ("advanced", "view_at"),
            ("first", "advanced"),
        ),
        wrong(
            "That tensor shares the memory and knows nothing of it: it has no base. view_at makes a view of x.",
            (STEPS, ""),
            ("view_at(x, index)", "mt.from_numpy(x.numpy()[index])"),
        ),
        wrong(
            "A copy is returned where a view is possible: what is written into it does not reach x. Return what view_at gives.",
            ("view_at(x, index)", "view_at(x, index).clone()"),
        ),
        wrong(
            "Each entry is taken by itself, and so each counts from the first dimension of what the one before left. Give view_at "
            "all of them at once.",
            ("return view_at(x, index)", "for i in index:\n            x = view_at(x, (i,))\n        return x"),
        ),
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: isinstance(error, ValueError) and "truth value of an array" in str(error),
            "`in` and `==` compare an array element by element. Ask `i is None or i is ...`.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, IndexError) and expected is not IndexError,
            "view_at and advanced are given a tuple of entries. What Python hands over may be a single entry: (index,) "
            "makes a tuple of it.",
        ),
    ],
    hints=[
        "First make a tuple of entries of whatever came. Then look at each entry.",
        "All of them ints, slices, None or ...: a view. One of another kind: a copy. True and False have the type bool.",
        "index = index if isinstance(index, tuple) else (index,); raise for a slice with a negative step; "
        "`all(i is None or i is ... or type(i) in (int, slice) for i in index)` decides between view_at and advanced.",
    ],
)
