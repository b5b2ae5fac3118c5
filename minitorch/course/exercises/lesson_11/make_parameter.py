"""A parameter by hand."""

import minitorch as mt

from ...define import Case, Exercise, Law, T, Wrong

exercise = Exercise(
    "make_parameter",
    title="A parameter by hand",
    difficulty=2,
    minutes=6,
    stub='''
        def make_parameter(data, requires_grad=True):
            """A new leaf with the memory of the tensor `data`, without its history; `trainable = True` stands on it.

            `data` itself stays as it is. Changes in place of the one are counted for both.
            """
            ...
    ''',
    solution='''
        def make_parameter(data, requires_grad=True):
            """A new leaf with the memory of the tensor `data`, without its history; `trainable = True` stands on it.

            `data` itself stays as it is. Changes in place of the one are counted for both.
            """
            made = data.detach()
            made.requires_grad = requires_grad
            made.trainable = True
            return made
    ''',
    why="A parameter is no new kind of memory. It is a leaf around an array that was there before, with a mark on it that "
    "says: this one is to be trained. The mark, and not requires_grad, is what a module looks for.",
    facts=[
        Case("make_parameter(mt.tensor([1.0, 2.0]))", T([1.0, 2.0])),
        Case(
            """
            p = make_parameter(mt.tensor([1.0, 2.0]))
            (p.requires_grad, p.is_leaf, p.trainable)
            """,
            (True, True, True),
        ),
        Case(
            """
            data = mt.zeros(3)
            p = make_parameter(data)
            data.fill_(7.0)
            p.detach()
            """,
            T([7.0, 7.0, 7.0]),
            changes=True,
        ),
        Case(
            """
            data = mt.zeros(3)
            p = make_parameter(data)
            (data.requires_grad, hasattr(data, "trainable"), p is data)
            """,
            (False, False, False),
        ),
        Case(
            """
            x = mt.tensor([1.0, 2.0], requires_grad=True)
            p = make_parameter(x * 3)
            (p.is_leaf, p.grad_fn is None, p.tolist())
            """,
            (True, True, [3.0, 6.0]),
        ),
        Case(
            """
            x = mt.tensor([1.0, 2.0], requires_grad=True)
            p = make_parameter(x * 3)
            (p * p).sum().backward()
            (p.grad.tolist(), x.grad)
            """,
            ([6.0, 12.0], None),
        ),
        Case(
            """
            p = make_parameter(mt.arange(3), requires_grad=False)
            (p.requires_grad, p.trainable, p.tolist())
            """,
            (False, True, [0, 1, 2]),
        ),
        Case(
            """
            x = mt.tensor([1.0], requires_grad=True)
            p = make_parameter(x, requires_grad=False)
            (p.requires_grad, x.requires_grad)
            """,
            (False, True),
        ),
        Case(
            """
            data = mt.zeros(3)
            p = make_parameter(data)
            data.add_(1)
            data.add_(1)
            p._version
            """,
            2,
            changes=True,
        ),
        Case("make_parameter(mt.tensor([1.0, 2.0], dtype=mt.float64))", T([1.0, 2.0], "float64")),
        Case("make_parameter(mt.arange(3))", raises=RuntimeError, match="can require gradients"),
        Law("its gradient is its own, and its memory is shared", lambda f, rng: shares(f, rng)),
    ],
    wrong=[
        Wrong(
            """
            def make_parameter(data, requires_grad=True):
                data.requires_grad = requires_grad
                data.trainable = True
                return data
            """,
            "You mark the tensor that you were given. The caller did not ask for that, and a computed tensor refuses. Make "
            "another tensor on the same memory: data.detach().",
        ),
        Wrong(
            """
            def make_parameter(data, requires_grad=True):
                made = mt.tensor(data.tolist(), requires_grad=requires_grad)
                made.trainable = True
                return made
            """,
            "This is a copy with memory of its own: a later change of `data` does not reach it. detach() shares the "
            "memory.",
        ),
        Wrong(
            """
            def make_parameter(data, requires_grad=True):
                made = data.detach().clone()
                made.requires_grad = requires_grad
                made.trainable = True
                return made
            """,
            "clone() copies the memory. For a large layer that is twice the memory, and a change of `data` does not reach the "
            "copy. Leave the clone out.",
        ),
        Wrong(
            """
            def make_parameter(data, requires_grad=True):
                made = data.detach()
                made.trainable = True
                return made
            """,
            "Your tensor is marked, and no gradient is computed for it: detach() also takes requires_grad away. Set it as the "
            "argument says.",
        ),
        Wrong(
            """
            def make_parameter(data, requires_grad=True):
                made = data.detach().requires_grad_()
                made.trainable = True
                return made
            """,
            "requires_grad_() without an argument says True. The caller may have asked for False: `made.requires_grad = "
            "requires_grad`.",
        ),
        Wrong(
            """
            def make_parameter(data, requires_grad=True):
                made = data.detach()
                made.requires_grad = requires_grad
                made.trainable = requires_grad
                return made
            """,
            "The mark and requires_grad are two things: a frozen parameter is a parameter still. `trainable` is True in "
            "either case.",
        ),
        Wrong(
            """
            def make_parameter(data, requires_grad=True):
                made = data.data
                made.requires_grad = requires_grad
                made.trainable = True
                return made
            """,
            ".data shares the memory, and starts a count of changes of its own: nobody would notice a change behind "
            "autograd's back. detach() shares the count too.",
        ),
        Wrong(
            """
            def make_parameter(data, requires_grad=True):
                made = data.view(data.shape)
                made.requires_grad = requires_grad
                made.trainable = True
                return made
            """,
            "A view of a tensor that requires a gradient is a result: it has a grad_fn and is no leaf. detach() leaves the "
            "history out.",
        ),
        Wrong(
            """
            def make_parameter(data, requires_grad=True):
                made = data.detach()
                made.requires_grad = requires_grad
                return made
            """,
            "The mark is missing: `made.trainable = True`. Without it nobody can tell your leaf from any other.",
        ),
    ],
    hints=[
        "Lesson 08 had a method that gives a second tensor on the same memory, without the past of the first.",
        "After `made = data.detach()` two attributes are left to set: one from the argument, and the mark.",
        "`made.requires_grad = requires_grad`, then `made.trainable = True`, then return `made`.",
    ],
    forbids={"Parameter": "mt.nn.Parameter does the whole exercise. Make the leaf yourself, with detach()."},
)


def shares(f, rng):
    values = rng.integers(-4, 5, size=4).astype("float32").tolist()
    data = mt.tensor(values)
    p = f(data)
    (p * p).sum().backward()
    data.zero_()
    return {"data": values}, ([2 * v for v in values], [0.0] * 4), (p.grad.tolist(), p.tolist())
