"""Itself, or a copy that is as asked."""

from ...define import Case, Exercise, Mistake, T, Wrong
from ..telling import tells, told, variant

SETUP = """
from minitorch.creation.memory_format import lies_in, preserve_format
from minitorch.ops.copy.to import journey, to_copy
"""

SOLUTION = '''
def convert(x, kind=None, where=None, copy=False, order=None):
    """x itself when it already is of dtype `kind` on device `where`; otherwise, or if asked, a copy that is."""
    where, home = journey(x._array, where)
    order = None if order is preserve_format else order
    right = kind is None or x.dtype is kind
    if right and where is None and not copy and (order is None or lies_in(x._array, order)):
        return x
    return to_copy(x, kind, where, home, order)
'''


def wrong(says, *changes):
    return Wrong(variant(SOLUTION, *changes), says)


IMAGE = "x = mt.arange(12.0).reshape(1, 3, 2, 2)\n"

exercise = Exercise(
    "convert",
    title="Itself, or a copy that is as asked",
    difficulty=2,
    minutes=5,
    target="minitorch.ops.copy.to:convert",
    setup=SETUP,
    stub='''
        def convert(x, kind=None, where=None, copy=False, order=None):
            """The tensor x in the dtype `kind`, on the device `where`, in the memory order `order`; None: as it is.

            x itself where nothing has to change and no copy was asked for; otherwise to_copy(x, kind, where, home, order), with

            where, home = journey(x._array, where)   the device to go to, and the one it comes from; two Nones if it is there
            order       preserve_format says the same as None. Of others, lies_in(x._array, order) asks whether x lies so already
            """
            ...
    ''',
    solution=SOLUTION,
    why="Behind x.float(), x.to(...), x.cpu() stands one question: does anything have to change? If not, x itself is the answer, and "
    "nothing is copied or recorded.",
    facts=[
        told("another dtype", "convert(mt.tensor([1, 2]), mt.float32)", T([1.0, 2.0])),
        told(
            "another dtype",
            "x = mt.tensor([1.7, -1.7])\n[convert(x, mt.int64).tolist(), x.tolist()[0] > 1.6]",
            [[1, -1], True],
        ),
        told("the same dtype", "x = mt.ones(2)\nconvert(x, mt.float32) is x", True),
        told("no order", "x = mt.ones(2, 3).t()\nconvert(x, mt.float32) is x", True),
        told("nothing asked", "x = mt.ones(2)\nconvert(x) is x", True),
        told(
            "a copy asked for",
            "x = mt.ones(2)\ny = convert(x, mt.float32, copy=True)\n[y is x, y.tolist(), y._base is None]",
            [False, [1.0, 1.0], True],
        ),
        told("a copy of its own", "x = mt.ones(2)\ny = convert(x, copy=True)\ny[0] = 5.0\nx.tolist()", [1.0, 1.0]),
        told(
            "the same device",
            "x = mt.ones(2)\nconvert(x, where='cpu') is x, convert(x, where=mt.device('cpu')) is x",
            (True, True),
        ),
        told("a device and a dtype", "x = mt.ones(2)\nconvert(x, mt.float64, 'cpu').dtype.name", "float64"),
        told("preserve", "x = mt.ones(2, 2).t()\nconvert(x, order=mt.preserve_format) is x", True),
        told(
            "an order",
            IMAGE + "y = convert(x, order=mt.channels_last)\n[y is x, y.stride(), y.tolist() == x.tolist()]",
            [False, (12, 1, 6, 3), True],
        ),
        told(
            "an order that it has",
            IMAGE + "y = convert(x, order=mt.channels_last)\nconvert(y, order=mt.channels_last) is y",
            True,
        ),
        told(
            "contiguous",
            IMAGE
            + "convert(x, order=mt.contiguous_format) is x, convert(mt.ones(2, 3).t(), order=mt.contiguous_format).stride()",
            (True, (2, 1)),
        ),
        told(
            "an order and a dtype",
            IMAGE + "y = convert(x, mt.float64, order=mt.channels_last)\ny.dtype.name, y.stride()",
            ("float64", (12, 1, 6, 3)),
        ),
        told(
            "preserved in the copy",
            "x = mt.ones(2, 3).t()\nconvert(x, mt.float64, order=mt.preserve_format).stride()",
            (1, 3),
        ),
        Case("convert(mt.ones(2), where='no such place')", raises=RuntimeError),
        told(
            "a journey",
            """
            found, names = convert.__globals__, ("journey", "to_copy")
            before = {name: found[name] for name in names}
            found.update(journey=lambda array, where: ("there", "here"), to_copy=lambda x, *rest: rest)
            try:
                made = convert(mt.ones(2), mt.float64, "there")
            finally:
                found.update(before)
            made[1:3]
            """,
            ("there", "here"),
        ),
        told(
            "on the way",
            "x = mt.ones(2)\nx.to(mt.float32) is x, x.double().dtype.name, x.long().tolist()",
            (True, "float64", [1, 1]),
        ),
    ],
    wrong=[
        wrong(
            "It always copies. Where nothing has to change, x itself is the answer.",
            (
                "    if right and where is None and not copy and (order is None or lies_in(x._array, order)):\n        return x\n",
                "",
            ),
        ),
        wrong("A copy was asked for, and x itself is returned.", (" and not copy", "")),
        wrong(
            "x of another dtype is returned as it is. A dtype that differs is reason enough for a copy.",
            ("right and where", "where"),
        ),
        wrong(
            "The order in memory is not looked at: lies_in(x._array, order) says whether x lies so already.",
            (" and (order is None or lies_in(x._array, order))", ""),
        ),
        wrong(
            "Any order that is named makes a copy. Where x lies so already, nothing has to change.",
            ("(order is None or lies_in(x._array, order))", "order is None"),
        ),
        wrong(
            "preserve_format means: as it is. So it stands for None, and asks for nothing.",
            ("    order = None if order is preserve_format else order\n", ""),
        ),
        wrong(
            "No order at all is asked about with lies_in, too. None means: as it is.",
            ("(order is None or lies_in(x._array, order))", "lies_in(x._array, order)"),
        ),
        wrong(
            "kind may be None, where no dtype was named: then the dtype is right as it is.", ("kind is None or ", "")
        ),
        wrong("to_copy is not told the dtype.", ("to_copy(x, kind,", "to_copy(x, None,")),
        wrong("to_copy is not told the order.", ("home, order)\n", "home, None)\n")),
        wrong(
            "journey is not asked, so a device that was only named, and is the right one, makes a copy. It gives two Nones for it.",
            ("    where, home = journey(x._array, where)\n", "    home = None\n"),
        ),
        wrong(
            "A copy is made only if one was asked for. What has another dtype needs one, too.",
            ("if right and", "if"),
            ("not copy and", "not copy or"),
        ),
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: isinstance(error, TypeError) and "unpack" in str(error),
            "journey gives two things: `where, home = journey(x._array, where)`.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, RecursionError),
            "x.to, x.float and their kin call this very function. The copy is made by to_copy.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, AttributeError) and "'device'" in str(error),
            "journey and lies_in are asked about the array: `journey(x._array, where)`, `lies_in(x._array, order)`.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, AttributeError) and "'numpy'" in str(error),
            "kind may be None, where no dtype was named: then the dtype is right as it is.",
        ),
        *tells(
            another_dtype="The dtype is another one: to_copy makes a tensor of it, and x stays what it is.",
            the_same_dtype="x has this dtype already, and nothing else was asked: x itself. `kind` is a dtype as x.dtype is one; that "
            "of x._array is NumPy's.",
            no_order="No order was asked for: x stays as it lies, in order or not.",
            nothing_asked="Nothing was asked: x itself.",
            a_copy_asked_for="copy=True asks for a copy, whatever the dtype.",
            a_copy_of_its_own="A copy has memory of its own.",
            the_same_device="x is on this device already, and journey says so with two Nones: x itself.",
            a_device_and_a_dtype="The device is right, the dtype is not: a copy in the new dtype.",
            a_journey="to_copy(x, kind, where, home, order): first the device to go to, then the one it comes from, as "
            "journey gives them.",
            preserve="preserve_format means: as it is. Nothing has to change.",
            an_order="x does not lie in this order: a copy that does. to_copy is told the order.",
            an_order_that_it_has="x lies in this order already: x itself.",
            contiguous="contiguous_format is an order like any other: lies_in says whether x lies so.",
            an_order_and_a_dtype="Both have to change: to_copy is told both.",
            preserved_in_the_copy="With preserve_format the copy keeps the order of x: it stands for None.",
            on_the_way="Behind x.to(...), x.double() and x.long() stands this function.",
        ),
    ],
    hints=[
        "Four things may have to change: the dtype, the device, the order, and the copy that was asked for.",
        "First journey, and preserve_format to None. Then one long condition: if everything is right, x; otherwise to_copy.",
        "`if (kind is None or x.dtype is kind) and where is None and not copy and (order is None or lies_in(x._array, "
        "order)): return x`.",
    ],
)
