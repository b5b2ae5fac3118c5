"""The same numbers without their history."""

from ...define import Case, Exercise, T, Wrong
from ..fact_words import stops, where

exercise = Exercise(
    "detach",
    title="The same numbers without their history",
    difficulty=2,
    minutes=4,
    target="minitorch.autograd.detach:detach",
    setup="from minitorch._tensor import wrap\n",
    stub='''
        def detach(self):
            """A tensor with the memory and the version count of self that no gradient flows through."""
            ...
    ''',
    solution='''
        def detach(self):
            """A tensor with the memory and the version count of self that no gradient flows through."""
            alone = wrap(self._array)
            alone._counter = self._counter
            return alone
    ''',
    why="The array is the same one, so nothing is copied. No edge is set, so no gradient flows. And both share one "
    "version "
    "count, because a change of either changes the numbers of both.",
    facts=[
        Case("detach(mt.tensor([1.0, 2.0], requires_grad=True) * 2)", T([2.0, 4.0])),
        Case(
            """
            y = mt.tensor([1.0, 2.0], requires_grad=True) * 2
            d = detach(y)
            (d.requires_grad, d.is_leaf, y.requires_grad, y.is_leaf)
            """,
            (False, True, True, False),
        ),
        Case("detach(mt.tensor([1.0], requires_grad=True)).requires_grad", False),
        Case(
            """
            y = mt.tensor([1.0, 2.0]) * 1
            y.add_(1.0)
            detach(y)._version
            """,
            1,
            changes=True,
        ),
        Case(
            """
            y = mt.tensor([1.0, 2.0]) * 1
            d = detach(y)
            d.add_(10.0)
            (y.tolist(), y._version, d._version)
            """,
            ([11.0, 12.0], 1, 1),
            changes=True,
        ),
        Case(
            """
            y = mt.tensor([1.0, 2.0], requires_grad=True) * 1
            z = (y * y).sum()
            detach(y).add_(1.0)
            z.backward()
            """,
            raises=RuntimeError,
            match="modified by an inplace operation",
            changes=True,
        ),
        Case(
            """
            x = mt.tensor([3.0], requires_grad=True)
            (x * detach(x)).sum().backward()
            x.grad
            """,
            T([3.0]),
        ),
    ],
    wrong=[
        Wrong(
            """
            def detach(self):
                return wrap(self._array)
            """,
            "The memory is shared, the version count is not: a change of the detached tensor changes the other's "
            "numbers, and "
            "nobody is told. Give both the same _counter.",
        ),
        Wrong(
            """
            def detach(self):
                return wrap(self._array.copy())
            """,
            "A copy (clone() makes one, too) costs memory, and a change of one no longer shows in the other. "
            "detach() shares "
            "the "
            "array.",
        ),
        Wrong(
            """
            def detach(self):
                self._edge, self._requires_grad = None, False
                return self
            """,
            "This cuts off the tensor itself, so everybody who uses it loses the gradient (that is detach_). Make a "
            "new "
            "tensor around the same array.",
        ),
        Wrong(
            """
            def detach(self):
                alone = wrap(self._array)
                alone._counter = self._counter
                return alone.requires_grad_()
            """,
            "The new tensor is a leaf that wants a gradient. It should want none, so that nothing behind it is "
            "recorded.",
        ),
        Wrong(
            """
            def detach(self):
                alone = wrap(self._array)
                alone._counter = list(self._counter)
                return alone
            """,
            "You copy the count as it is now. The two must share it: assign the very list, `self._counter`.",
        ),
    ],
    hints=[
        "`wrap(array)` makes a tensor around an array without copying; a new tensor has no edge and wants no gradient.",
        "One thing more is to be shared: the list that counts the changes, `_counter`.",
        "`alone = wrap(self._array)`, then `alone._counter = self._counter`.",
    ],
    mistakes=[
        stops(
            "A view was created in no_grad mode",
            "What came back is a view, which knows its base and takes part in its history when it is changed. Make a tensor of "
            "its own around the same array: `wrap(self._array)`.",
        ),
        stops(
            "requires_grad flags of leaf",
            "requires_grad_(False) is for leaves, and a result refuses. Leave self alone: make a new tensor around the "
            "same array.",
        ),
        stops(
            "subscriptable",
            "`_counter` is a list that goes on counting; `_version` is the number in it now. Share the list: "
            "`self._counter`.",
        ),
        where(
            T([2.0, 4.0]), "The numbers should be those of self: `wrap(self._array)` takes the array, not the tensor."
        ),
        where(
            ([11.0, 12.0], 1, 1),
            "What is added to the detached tensor should show in y: both are around the same array, `self._array`, and a copy is "
            "another one.",
        ),
        where((False, True, True, False), "The new tensor has no past and wants no gradient; self keeps both."),
        stops("Can't call numpy()", "`wrap` takes an array, and self is a tensor: `wrap(self._array)`."),
    ],
)
