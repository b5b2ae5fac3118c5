"""Copied into this tensor."""

from ...define import Case, Exercise, Mistake, Wrong
from ..telling import tells, told, variant

SETUP = '''
from minitorch.ops.inplace.copy_fill import copied, zeroed
from minitorch.ops.inplace.in_place import History, write


def asked(change):
    """What History.allow is asked while `change()` runs, with the numbers that it had then."""
    seen, before = [], History.allow
    History.allow = lambda x: seen.append((x, x.tolist()))
    try:
        change()
    finally:
        History.allow = before
    return seen
'''

SOLUTION = '''
def zero_(self):
    """Set every element to 0."""
    History.allow(self)
    return write(self, zeroed(self))


def copy_(self, src, non_blocking=False):
    """Copy the numbers of `src`, broadcast and converted, into this tensor."""
    History.allow(self)
    return write(self, copied(self, src))
'''


def wrong(says, *changes):
    return Wrong(variant(SOLUTION, *changes), says)


Z = "zero_ = copy_.__globals__['zero_']  # yours\n"

exercise = Exercise(
    "copy_",
    title="Copied into this tensor",
    difficulty=2,
    minutes=4,
    target="minitorch.ops.inplace.copy_fill:copy_",
    covers={"zero_": "minitorch.ops.inplace.copy_fill:zero_"},
    setup=SETUP,
    stub='''
        def zero_(self):
            """Set every element of this tensor to 0, and return it.

            History.allow(self)  asks first whether it may be changed       zeroed(self)  zeros of its shape and dtype, an op
            write(self, out)     puts the numbers of a tensor into it, counts the change, and returns it
            """
            ...


        def copy_(self, src, non_blocking=False):
            """Copy the numbers of `src` into this tensor, and return it. non_blocking is for GPUs, and changes nothing here.

            copied(self, src)  the numbers of src, a tensor, a number or a list, broadcast and converted to fit into this one, an op
            """
            ...
    ''',
    solution=SOLUTION,
    why="What is to be written is computed by an op, so that it can be recorded; writing is the same for all. copied broadcasts and "
    "converts, which write alone would refuse.",
    facts=[
        told("copied", "x = mt.zeros(2)\ncopy_(x, mt.tensor([1.0, 2.0])).tolist()", [1.0, 2.0], changes=True),
        told("itself", "x = mt.zeros(2)\ncopy_(x, mt.ones(2)) is x", True, changes=True),
        told(
            "broadcast",
            "x = mt.zeros(2, 2)\ncopy_(x, mt.tensor([1.0, 2.0])).tolist()",
            [[1.0, 2.0], [1.0, 2.0]],
            changes=True,
        ),
        told(
            "converted",
            "x = mt.zeros(2, dtype=mt.int64)\ncopy_(x, mt.tensor([1.7, 2.2])).tolist()",
            [1, 2],
            changes=True,
        ),
        told(
            "into a view",
            "x = mt.zeros(2, 2)\ncopy_(x[0], mt.ones(2))\nx.tolist()",
            [[1.0, 1.0], [0.0, 0.0]],
            changes=True,
        ),
        told("counted", "x = mt.zeros(2)\ncopy_(x, mt.ones(2))\nx._version", 1, changes=True),
        told(
            "not shared",
            "x, y = mt.zeros(2), mt.ones(2)\ncopy_(x, y)\ny[0] = 5.0\nx.tolist()",
            [1.0, 1.0],
            changes=True,
        ),
        told("a number", "copy_(mt.zeros(2), 3.0).tolist()", [3.0, 3.0], changes=True),
        told("a list", "copy_(mt.zeros(2), [3, 4]).tolist()", [3.0, 4.0], changes=True),
        told("by name", "copy_(mt.zeros(2), src=mt.ones(2), non_blocking=True).tolist()", [1.0, 1.0], changes=True),
        Case("copy_(mt.zeros(2), mt.ones(3))", raises=RuntimeError, changes=True),
        Case("copy_(mt.zeros(2), mt.ones(2, 2))", raises=RuntimeError, changes=True),
        told(
            "allowed first",
            "x = mt.zeros(2)\nseen = asked(lambda: copy_(x, mt.ones(2)))\n[len(seen), seen[0][0] is x, seen[0][1]]",
            [1, True, [0.0, 0.0]],
            changes=True,
        ),
        told(
            "zeros", Z + "x = mt.ones(2)\n[zero_(x) is x, x.tolist(), x._version]", [True, [0.0, 0.0], 1], changes=True
        ),
        told(
            "zeros in a view",
            Z + "x = mt.ones(2, 2)\nzero_(x[:, 0])\nx.tolist()",
            [[0.0, 1.0], [0.0, 1.0]],
            changes=True,
        ),
        told(
            "zeros of integers",
            Z + "zero_(mt.tensor([1, 2])).tolist(), zero_(mt.tensor([True])).tolist()",
            ([0, 0], [False]),
            changes=True,
        ),
        told("zeros instead of nan", Z + "zero_(mt.tensor([float('nan')])).tolist()", [0.0], changes=True),
        told(
            "zeros allowed first",
            Z + "x = mt.ones(2)\nseen = asked(lambda: zero_(x))\n[len(seen), seen[0][0] is x, seen[0][1]]",
            [1, True, [1.0, 1.0]],
            changes=True,
        ),
    ],
    wrong=[
        wrong(
            "write takes src as it is: it refuses another shape, and a higher dtype. copied(self, src) makes it fit.",
            ("copied(self, src)", "src"),
        ),
        wrong(
            "copied is asked the wrong way round: first the tensor that is written to.",
            ("copied(self, src)", "copied(src, self)"),
        ),
        wrong(
            "History.allow is not asked by copy_. It does nothing yet; lesson 09 fills it.",
            ("    History.allow(self)\n    return write(self, copied", "    return write(self, copied"),
        ),
        wrong(
            "History.allow is not asked by zero_. It does nothing yet; lesson 09 fills it.",
            ("    History.allow(self)\n    return write(self, zeroed", "    return write(self, zeroed"),
        ),
        wrong(
            "The copy is returned, and this tensor has not changed: write(self, ...) puts it in.",
            ("return write(self, copied(self, src))", "return copied(self, src)"),
        ),
        wrong(
            "copy_ returns nothing, so that no further call can follow: return what write returns.",
            ("return write(self, copied(self, src))", "write(self, copied(self, src))"),
        ),
        wrong(
            "zero_ returns nothing, so that no further call can follow: return what write returns.",
            ("return write(self, zeroed(self))", "write(self, zeroed(self))"),
        ),
        wrong(
            "zero_ returns zeros, and this tensor has not changed: write(self, ...) puts them in.",
            ("return write(self, zeroed(self))", "return zeroed(self)"),
        ),
        wrong(
            "Times 0 is not 0 for nan and infinity: zeroed(self) gives zeros whatever was there.",
            ("zeroed(self)", "self * 0"),
        ),
        wrong(
            "This tensor gets another array: its views and its base keep the old one. write puts the numbers into the "
            "memory that is there.",
            (
                "    return write(self, copied(self, src))",
                "    self._array = copied(self, src)._array\n    return self",
            ),
        ),
        wrong(
            "The numbers are written past write: nobody counts the change, and later nobody records it.",
            (
                "    return write(self, copied(self, src))",
                "    self._array[...] = copied(self, src)._array\n    return self",
            ),
        ),
        wrong(
            "The change is allowed after it has happened. History.allow(self) comes first.",
            ("    History.allow(self)\n    return write(self, copied", "    return write(self, copied"),
            (
                "return write(self, copied(self, src))",
                "write(self, copied(self, src))\n    History.allow(self)\n    return self",
            ),
        ),
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: isinstance(error, RecursionError),
            "It calls itself, by way of the tensor's own method. The numbers are computed by the ops, and put in by write.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, AttributeError) and "'_array'" in str(error),
            "`src` may be a number or a list, which has no _array: copied(self, src) takes any of them.",
        ),
        *tells(
            copied="The numbers of src are in this tensor afterwards: write(self, copied(self, src)).",
            itself="copy_ returns the tensor that was changed, as write does.",
            broadcast="copied(self, src) stretches src to this tensor's shape.",
            converted="copied(self, src) converts the numbers to this tensor's dtype.",
            into_a_view="A view is written into the memory that it shows: write does that.",
            counted="The change is counted once: write does it.",
            not_shared="The numbers are copied: the two share no memory afterwards.",
            a_number="copied(self, src) takes a number as well, and stretches it.",
            a_list="copied(self, src) takes a list as well.",
            by_name="The parameters are called src and non_blocking.",
            allowed_first="History.allow(self) is asked once, before anything changes.",
            zeros="zero_ writes zeroed(self) into this tensor and returns it.",
            zeros_in_a_view="A view is written into the memory that it shows: write does that.",
            zeros_of_integers="zeroed(self) has this tensor's dtype, whichever it is.",
            zeros_instead_of_nan="nan * 0 is nan: zeroed(self) gives zeros whatever was there.",
            zeros_allowed_first="History.allow(self) is asked once, before anything changes, by zero_ as well.",
        ),
    ],
    hints=[
        "Three steps each: ask, compute what is to be written, write.",
        "zero_ writes zeroed(self), copy_ writes copied(self, src). Nothing else is needed: write returns the tensor.",
        "`History.allow(self)`; `return write(self, copied(self, src))`.",
    ],
)
