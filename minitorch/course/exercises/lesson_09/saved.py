"""A saved value that notices a change."""

from ...define import Case, Exercise, T, Wrong

exercise = Exercise(
    "Saved",
    title="A saved value that notices a change",
    difficulty=2,
    minutes=7,
    stub='''
        class Saved:
            """Keeps a tensor for later, and notices when it was changed in place meanwhile."""

            def __init__(self, tensor):
                ...

            def get(self):
                """The tensor; RuntimeError("modified by an inplace operation") if it was changed since it was saved."""
                ...
    ''',
    solution='''
        class Saved:
            """Keeps a tensor for later, and notices when it was changed in place meanwhile."""

            def __init__(self, tensor):
                self.tensor = tensor
                self.version = tensor._version

            def get(self):
                """The tensor; RuntimeError("modified by an inplace operation") if it was changed since it was saved."""
                if self.tensor._version != self.version:
                    raise RuntimeError("modified by an inplace operation")
                return self.tensor
    ''',
    why="A number is remembered instead of a copy of the data: comparing two numbers costs nothing, whatever the size of the "
    "tensor. Views share the count, so a change through one is noticed too.",
    facts=[
        Case("Saved(mt.tensor([1.0, 2.0])).get()", T([1.0, 2.0])),
        Case(
            """
            x = mt.tensor([1.0, 2.0])
            kept = Saved(x)
            kept.get() is x
            """,
            True,
        ),
        Case(
            """
            x = mt.tensor([1.0, 2.0])
            kept = Saved(x)
            x.add_(1)
            kept.get()
            """,
            raises=RuntimeError,
            match="modified by an inplace operation",
            changes=True,
        ),
        Case(
            """
            x = mt.tensor([1.0, 2.0])
            x.add_(1)
            Saved(x).get()
            """,
            T([2.0, 3.0]),
            changes=True,
        ),
        Case(
            """
            x = mt.tensor([1.0, 2.0])
            kept = Saved(x)
            x[0:1].mul_(5)
            kept.get()
            """,
            raises=RuntimeError,
            match="modified by an inplace operation",
            changes=True,
        ),
        Case(
            """
            x = mt.tensor([1.0, 2.0])
            kept = Saved(x)
            x.add_(1)
            x.sub_(1)
            kept.get()
            """,
            raises=RuntimeError,
            match="modified by an inplace operation",
            changes=True,
        ),
        Case(
            """
            x = mt.tensor([1.0, 2.0])
            first = Saved(x)
            x.add_(1)
            second = Saved(x)
            second.get() is x
            """,
            True,
            changes=True,
        ),
        Case(
            """
            x = mt.tensor([1.0, 2.0])
            first = Saved(x)
            x.add_(1)
            second = Saved(x)
            first.get()
            """,
            raises=RuntimeError,
            match="modified by an inplace operation",
            changes=True,
        ),
        Case(
            """
            x = mt.tensor([1.0, 2.0])
            kept = Saved(x)
            x.add_(1)
            try:
                kept.get()
            except RuntimeError:
                kept.get()
            """,
            raises=RuntimeError,
            match="modified by an inplace operation",
            changes=True,
        ),
    ],
    wrong=[
        Wrong(
            """
            class Saved:
                def __init__(self, tensor):
                    self.tensor = tensor.clone()
                def get(self):
                    return self.tensor
            """,
            "A copy is never changed, but it doubles the memory of everything that is saved, and nobody learns of the change. "
            "Keep the tensor itself and its _version.",
        ),
        Wrong(
            """
            class Saved:
                def __init__(self, tensor):
                    self.tensor = tensor
                def get(self):
                    return self.tensor
            """,
            "You give back whatever the tensor holds by now. Note the number in its _version when it is saved, and compare it "
            "with the number then (its _counter is a list, which goes on counting).",
        ),
        Wrong(
            """
            class Saved:
                def __init__(self, tensor):
                    self.tensor, self.copy = tensor, tensor.clone()
                def get(self):
                    if (self.tensor != self.copy).any():
                        raise RuntimeError("modified by an inplace operation")
                    return self.tensor
            """,
            "Comparing the numbers costs a copy, and it does not notice a change that was taken back. The version counts "
            "changes, whatever they did.",
        ),
        Wrong(
            """
            class Saved:
                def __init__(self, tensor):
                    self.tensor = tensor
                def get(self):
                    if self.tensor._version > 0:
                        raise RuntimeError("modified by an inplace operation")
                    return self.tensor
            """,
            "A tensor may have been changed before it was saved; that does no harm. Compare with the version it had then.",
        ),
        Wrong(
            """
            class Saved:
                version = 0
                def __init__(self, tensor):
                    self.tensor = tensor
                    Saved.version = tensor._version
                def get(self):
                    if self.tensor._version != Saved.version:
                        raise RuntimeError("modified by an inplace operation")
                    return self.tensor
            """,
            "You keep one version for all saved values, on the class. Each needs its own: self.version.",
        ),
        Wrong(
            """
            class Saved:
                def __init__(self, tensor):
                    self.tensor, self.version = tensor, tensor._version
                def get(self):
                    if self.tensor._version != self.version:
                        self.version = self.tensor._version
                        raise RuntimeError("modified by an inplace operation")
                    return self.tensor
            """,
            "You complain once and then take the new version for the old one. The value that was saved is gone for good.",
        ),
    ],
    hints=[
        "`x._version` is a number that grows with every change in place of x, or of a view of it.",
        "Note the number in __init__, and compare it with the tensor's in get.",
        '`if self.tensor._version != self.version: raise RuntimeError("modified by an inplace operation")`.',
    ],
)
