"""A change is noticed."""

from ...define import Case, Exercise, Mistake, T, Wrong
from ..edited import edited
from ..fact_words import stops

PAIR = """
x = mt.tensor([1.0, 2.0], requires_grad=True)
a, b = x * 1, x * 2
"""

SOLUTION = '''
def check(self):
    """Raise if the saved values are gone, or if one was changed since it was saved."""
    if self.saved is None:
        raise RuntimeError(FREED_TWICE)
    pairs = iter(self.versions)
    for count, seen in zip(pairs, pairs, strict=True):
        if count[0] != seen:
            raise RuntimeError(self._changed(count, seen))
'''

exercise = Exercise(
    "check",
    title="A change is noticed",
    difficulty=2,
    minutes=6,
    target="minitorch.graph.node:Node.check",
    installed=True,
    setup="from minitorch.graph.node import FREED_TWICE",
    stub='''
        def check(self):
            """RuntimeError(FREED_TWICE) if the saved values are gone: then self.saved is None.

            RuntimeError(self._changed(count, seen)) if one was changed since it was saved. self.versions is a tuple, (count, seen,
            count, seen ...): count is the list _counter of a saved tensor, seen the number that stood in count[0] then.
            """
            ...
    ''',
    solution=SOLUTION,
    why="The list is shared by all tensors that show the memory, so it goes on counting; the number beside it stands "
    "still. "
    "Comparing "
    "two numbers costs nothing, whatever the size of the tensor.",
    facts=[
        Case(PAIR + "z = (a * b).sum()\nz.backward()\nx.grad", T([4.0, 8.0])),
        Case(
            PAIR + "z = (a * b).sum()\na.add_(1)\nb.add_(1)\nz.backward()",
            raises=RuntimeError,
            match="modified by an inplace operation",
        ),
        Case(
            PAIR + "z = (a * b).sum()\na.add_(1)\nz.backward()",
            raises=RuntimeError,
            match="modified by an inplace operation",
        ),
        Case(
            PAIR + "z = (a * b).sum()\nb.add_(1)\nz.backward()",
            raises=RuntimeError,
            match="modified by an inplace operation",
        ),
        Case(
            PAIR + "z = (a * b).sum()\na[0:1].add_(1)\nz.backward()",
            raises=RuntimeError,
            match="modified by an inplace operation",
        ),
        Case(
            PAIR + "z = (a * b).sum()\na.add_(1)\na.sub_(1)\nz.backward()",
            raises=RuntimeError,
            match="is at version 2; expected version 0",
        ),
        Case(PAIR + "a.add_(1)\nz = (a * b).sum()\nz.backward()\nx.grad", T([6.0, 10.0])),
        Case(PAIR + "z = (a + b).sum()\na.add_(1)\nb.add_(1)\nz.backward()\nx.grad", T([3.0, 3.0])),
        Case(
            PAIR + "z = (a * b).sum()\nz.backward()\nz.backward()",
            raises=RuntimeError,
            match="backward through the graph a second time",
        ),
        Case(
            PAIR + "z = (a * b).sum()\nz.backward(retain_graph=True)\nb.add_(1)\nz.backward()",
            raises=RuntimeError,
            match="modified by an inplace operation",
        ),
        Case(PAIR + "z = a * b\nz.grad_fn.check()", None),
    ],
    wrong=[
        Wrong(
            edited(SOLUTION, ("if count[0] !=", "if count !=")),
            "You compare the list with the number, and those are never equal. The count of now is `count[0]`.",
        ),
        Wrong(
            edited(
                SOLUTION,
                (
                    "pairs = iter(self.versions)\n    for count, seen in zip(pairs, pairs, strict=True):",
                    "if self.versions:\n        count, seen = self.versions[:2]",
                ),
            ),
            "Only the first saved value is looked at. A product saves both its factors: go over all the pairs.",
        ),
        Wrong(
            edited(SOLUTION, ("[0] != seen:", "[0] > 0:")),
            "A tensor may have been changed before it was saved; that does no harm. Compare with the number that was "
            "seen "
            "then.",
        ),
        Wrong(
            """
            def check(self):
                pairs = iter(self.versions)
                for count, seen in zip(pairs, pairs, strict=True):
                    if count[0] != seen:
                        raise RuntimeError(self._changed(count, seen))
            """,
            "Nobody asks whether the saved values are there at all: after a walk `self.saved` is None. Raise "
            "RuntimeError(FREED_TWICE) "
            "then.",
        ),
        Wrong(
            edited(SOLUTION, ("raise RuntimeError(self._changed(count, seen)", "return self._changed(count, seen")),
            "The message is made and returned, and nobody reads it: the walk goes on. `raise RuntimeError(...)` "
            "stops it.",
        ),
        Wrong(
            edited(
                SOLUTION,
                (
                    "pairs = iter(self.versions)\n    for count, seen in zip(pairs, pairs, strict=True):",
                    "for count, seen in zip(self.versions, self.versions[1:]):",
                ),
            ),
            "Those pairs overlap: after (count, seen) comes (seen, count). Take the even places with the odd ones, "
            "`zip(self.versions[::2], self.versions[1::2])`.",
        ),
        Wrong(
            edited(
                SOLUTION,
                (
                    "pairs = iter(self.versions)\n    for count, seen in zip(pairs, pairs, strict=True):",
                    "for count, seen in self.versions:",
                ),
            ),
            "`versions` is one flat tuple, not a tuple of pairs. Two places at a time: `zip(self.versions[::2], "
            "self.versions[1::2])`.",
        ),
        Wrong(
            edited(SOLUTION, ("[0] != seen:", "[0] == seen:")),
            "You raise where nothing has changed, and are silent where something has.",
        ),
        Wrong(
            """
            def check(self):
                if self.saved is None:
                    raise RuntimeError(FREED_TWICE)
                for i in range(0, len(self.versions), 2):
                    if self.versions[i][0] != self.versions[i + 1]:
                        self.saved = None
            """,
            "A change is noticed and nobody is told. Raise RuntimeError(self._changed(count, seen)).",
        ),
    ],
    hints=[
        "First the simple case: `if self.saved is None: raise RuntimeError(FREED_TWICE)`.",
        "`zip(self.versions[::2], self.versions[1::2])` gives the pairs (count, seen).",
        "`if count[0] != seen: raise RuntimeError(self._changed(count, seen))`.",
    ],
    mistakes=[
        stops(
            "empty sequence",
            "A step may have saved no tensor at all, as the sum here: its `versions` is empty, and there is nothing to compare.",
        ),
        Mistake(
            lambda expected, got, error: "unpack" in str(error),
            "`versions` is one flat tuple, not a tuple of pairs. Two places at a time: `zip(self.versions[::2], "
            "self.versions[1::2])`.",
        ),
        Mistake(
            lambda expected, got, error: expected is not RuntimeError and "modified by an inplace" in str(error),
            "Nothing that was saved has changed here, and you raise. Compare `count[0]`, the count of now, with the "
            "number "
            "`seen`.",
        ),
        Mistake(
            lambda expected, got, error: "subscriptable" in str(error),
            "`count` is a list with the count in its first place, `seen` a plain number. They take turns in "
            "`versions`.",
        ),
        stops("exceptions must derive", "`_changed` makes the words; the error is RuntimeError(words)."),
        stops("has no len()", "The order is self._changed(count, seen): first the list, then the number."),
        stops("a second time", "The saved values are there, and you say they are gone: that is `self.saved is None`."),
        Mistake(
            lambda expected, got, error: expected is RuntimeError and error is None,
            "Something that was saved has changed, or is gone, and nothing is raised. Each count of now must be "
            "equal to the number that was "
            "seen, for all the pairs.",
        ),
    ],
)
