"""A parameter is made."""

import textwrap

import minitorch as mt

from ...define import Case, Exercise, Law, Mistake, T, Wrong
from ..edited import edited
from ..fact_words import stops, where

CHECKED = """\
def checked(cls, data, requires_grad=False):
    if data is None:
        return empty(0)
    if not isinstance(data, mt.Tensor):
        raise TypeError(f"{cls.__name__} expected a Tensor for its data, but got {type(data).__name__}")
    leaf(data._array, None, requires_grad)
    return data


"""
MADE = """\
def new_parameter(cls, data=None, requires_grad=True):
    made = checked(cls, data, requires_grad).detach()
    made.__class__ = cls
    return made.requires_grad_(requires_grad)
"""


def made(source, says):
    """A wrong new_parameter, behind a right `checked`."""
    return Wrong(CHECKED + textwrap.dedent(source).strip("\n"), says)


def looked_at(says, *changes):
    """A wrong `checked`, before a right new_parameter."""
    return Wrong(edited(CHECKED, *changes) + MADE, says)


exercise = Exercise(
    "new_parameter",
    title="A parameter is made",
    difficulty=2,
    minutes=7,
    target="minitorch.nn.parameter:Parameter.__new__",
    covers=("minitorch.nn.parameter:checked",),
    installed=True,
    setup="from minitorch.creation.tensor import leaf\nfrom minitorch.creation.zeros import empty",
    stub='''
        def checked(cls, data, requires_grad=False):
            """The tensor that a Parameter or Buffer is made of: `data` as it is, or empty(0) for None.

            TypeError  "{cls.__name__} expected a Tensor for its data, but got ..." (the name of the type), for anything else
            leaf(data._array, None, requires_grad) has the error for numbers that cannot have a gradient: call it
            """
            ...


        def new_parameter(cls, data=None, requires_grad=True):
            """A new leaf of the class `cls`, with the memory of the tensor `data` and without its history.

            `data` itself stays as it is. Changes in place of the one are counted for both.
            """
            data = checked(cls, data, requires_grad)
            ...
    ''',
    solution='''
        def checked(cls, data, requires_grad=False):
            """The tensor that a Parameter or Buffer is made of: `data` as it is, or empty(0) for None.

            TypeError  "{cls.__name__} expected a Tensor for its data, but got ..." (the name of the type), for anything else
            leaf(data._array, None, requires_grad) has the error for numbers that cannot have a gradient: call it
            """
            if data is None:
                return empty(0)
            if not isinstance(data, mt.Tensor):
                raise TypeError(f"{cls.__name__} expected a Tensor for its data, but got {type(data).__name__}")
            leaf(data._array, None, requires_grad)
            return data


        def new_parameter(cls, data=None, requires_grad=True):
            """A new leaf of the class `cls`, with the memory of the tensor `data` and without its history.

            `data` itself stays as it is. Changes in place of the one are counted for both.
            """
            data = checked(cls, data, requires_grad)
            made = data.detach()
            made.__class__ = cls
            return made.requires_grad_(requires_grad)
    ''',
    why="A parameter is no new kind of memory. It is a leaf around an array that was there before, with a mark on it that "
    "says: this one is to be trained. The mark, and not requires_grad, is what a module looks for.",
    facts=[
        Case("mt.nn.Parameter(mt.tensor([1.0, 2.0])).detach()", T([1.0, 2.0])),
        Case(
            """
            p = mt.nn.Parameter(mt.tensor([1.0, 2.0]))
            (type(p).__name__, p.requires_grad, p.is_leaf)
            """,
            ("Parameter", True, True),
        ),
        Case(
            """
            data = mt.zeros(3)
            p = mt.nn.Parameter(data)
            data.fill_(7.0)
            p.tolist()
            """,
            [7.0, 7.0, 7.0],
            changes=True,
        ),
        Case(
            """
            data = mt.zeros(3)
            p = mt.nn.Parameter(data)
            (data.requires_grad, type(data).__name__, p is data)
            """,
            (False, "Tensor", False),
        ),
        Case(
            """
            x = mt.tensor([1.0, 2.0], requires_grad=True)
            p = mt.nn.Parameter(x * 3)
            (p.is_leaf, p.grad_fn is None, p.tolist())
            """,
            (True, True, [3.0, 6.0]),
        ),
        Case(
            """
            x = mt.tensor([1.0, 2.0], requires_grad=True)
            p = mt.nn.Parameter(x * 3)
            (p * p).sum().backward()
            (p.grad.tolist(), x.grad)
            """,
            ([6.0, 12.0], None),
        ),
        Case(
            """
            p = mt.nn.Parameter(mt.arange(3), requires_grad=False)
            (p.requires_grad, type(p).__name__, p.tolist())
            """,
            (False, "Parameter", [0, 1, 2]),
        ),
        Case(
            """
            x = mt.tensor([1.0], requires_grad=True)
            p = mt.nn.Parameter(x, requires_grad=False)
            (p.requires_grad, x.requires_grad)
            """,
            (False, True),
        ),
        Case(
            """
            data = mt.zeros(3)
            p = mt.nn.Parameter(data)
            data.add_(1)
            data.add_(1)
            p._version
            """,
            2,
            changes=True,
        ),
        Case("mt.nn.Parameter(mt.tensor([1.0, 2.0], dtype=mt.float64)).detach()", T([1.0, 2.0], "float64")),
        Case(
            """
            class Marked(mt.nn.Parameter):
                pass

            type(Marked(mt.ones(2))).__name__
            """,
            "Marked",
        ),
        Case("p = mt.nn.Parameter(mt.arange(3))", raises=RuntimeError, match="Only Tensors of floating"),
        Case("mt.nn.Parameter().shape == (0,)", True),
        Case("mt.nn.Parameter([1.0, 2.0])", raises=TypeError, match="Parameter expected a Tensor"),
        Case("mt.nn.Buffer([1.0, 2.0])", raises=TypeError, match="Buffer expected a Tensor for its data, but got list"),
        Case("(mt.nn.Buffer(mt.arange(3)).tolist(), mt.nn.Buffer().shape == (0,))", ([0, 1, 2], True)),
        Case(
            """
            x = mt.tensor([1.0, 2.0])
            b = mt.nn.Buffer(x)
            x.add_(1)
            (b.tolist(), b._version)
            """,
            ([2.0, 3.0], 1),
            changes=True,
        ),
        Law("its gradient is its own, and its memory is shared", lambda f, rng: shares(rng)),
    ],
    wrong=[
        made(
            """
            def new_parameter(cls, data=None, requires_grad=True):
                data = checked(cls, data, requires_grad)
                made = data.detach()
                made.__class__ = cls
                made.requires_grad_(requires_grad)
            """,
            "The tensor is made, and nothing is returned. What __new__ returns is what `Parameter(...)` gives: end "
            "with `return made`.",
        ),
        made(
            """
            def new_parameter(cls, data=None, requires_grad=True):
                data = checked(cls, data, requires_grad)
                made = mt.Tensor(data)
                made.__class__ = cls
                return made.requires_grad_(requires_grad)
            """,
            "mt.Tensor(...) is a constructor: it makes float32 numbers of whatever it is given, and has no count of "
            "changes in common with `data`. data.detach() shares both.",
        ),
        made(
            """
            def new_parameter(cls, data=None, requires_grad=True):
                data = checked(cls, data, requires_grad)
                made = data.detach_()
                made.__class__ = cls
                return made.requires_grad_(requires_grad)
            """,
            "The tensor that you were given is itself made the parameter, and the caller keeps it as it is. detach(), "
            "without a _ at its end, makes another one on the same memory.",
        ),
        made(
            """
            def new_parameter(cls, data=None, requires_grad=True):
                data = checked(cls, data, requires_grad)
                data.__class__ = cls
                return data.requires_grad_(requires_grad)
            """,
            "You mark the tensor that you were given. The caller did not ask for that, and a computed tensor refuses. Make "
            "another tensor on the same memory: data.detach().",
        ),
        made(
            """
            def new_parameter(cls, data=None, requires_grad=True):
                data = checked(cls, data, requires_grad)
                made = data.detach().clone()
                made.__class__ = cls
                return made.requires_grad_(requires_grad)
            """,
            "This is a copy with memory of its own, made by clone() or by tensor(...). For a large layer that is twice the "
            "memory, and a later change of `data` does not reach it. detach() alone shares the memory.",
        ),
        made(
            """
            def new_parameter(cls, data=None, requires_grad=True):
                data = checked(cls, data, requires_grad)
                made = data.detach()
                made.__class__ = cls
                return made
            """,
            "Your tensor is marked, and no gradient is computed for it: detach() also takes requires_grad away. Set it as the "
            "argument says.",
        ),
        made(
            """
            def new_parameter(cls, data=None, requires_grad=True):
                data = checked(cls, data, requires_grad)
                made = data.detach()
                made.__class__ = cls
                return made.requires_grad_()
            """,
            "requires_grad_() without an argument says True. The caller may have asked for False: "
            "`made.requires_grad_(requires_grad)`.",
        ),
        made(
            """
            def new_parameter(cls, data=None, requires_grad=True):
                data = checked(cls, data, requires_grad)
                made = data.detach()
                if requires_grad:
                    made.__class__ = cls
                return made.requires_grad_(requires_grad)
            """,
            "The mark and requires_grad are two things: a frozen parameter is a parameter still. Set the class in either "
            "case.",
        ),
        made(
            """
            def new_parameter(cls, data=None, requires_grad=True):
                data = checked(cls, data, requires_grad)
                made = data.data
                made.__class__ = cls
                return made.requires_grad_(requires_grad)
            """,
            "The memory is shared, and the count of changes is another, as with .data: nobody would notice a change behind "
            "autograd's back. detach() shares the count too.",
        ),
        made(
            """
            def new_parameter(cls, data=None, requires_grad=True):
                data = checked(cls, data, requires_grad)
                made = data.view(data.shape)
                made.__class__ = cls
                return made.requires_grad_(requires_grad)
            """,
            "A view of a tensor that requires a gradient is a result: it has a grad_fn and is no leaf. detach() leaves the "
            "history out.",
        ),
        made(
            """
            def new_parameter(cls, data=None, requires_grad=True):
                data = checked(cls, data, requires_grad)
                return data.detach().requires_grad_(requires_grad)
            """,
            "The mark is missing: `made.__class__ = cls`. Without it nobody can tell your leaf from any other.",
        ),
        made(
            """
            def new_parameter(cls, data=None, requires_grad=True):
                data = checked(cls, data, requires_grad)
                made = data.detach()
                made.__class__ = mt.nn.Parameter
                return made.requires_grad_(requires_grad)
            """,
            "Somebody may derive a class from Parameter. `cls` is the class that was called: take that.",
        ),
        looked_at(
            "An empty tensor is made for whatever has no data: `is None`, not `not data`. The truth of a tensor is that "
            "of its number, and a tensor of several numbers has none.",
            ("if data is None", "if not data"),
        ),
        looked_at(
            "In `checked`: None is allowed, for a parameter that gets its numbers later. Give an `empty(0)` for it.",
            ("    if data is None:\n        return empty(0)\n", ""),
        ),
        looked_at(
            "In `checked`: a list of numbers passes as far as the next line, and stops there with words about an attribute. "
            "What is no Tensor is a TypeError that names the class and the type.",
            (
                "    if not isinstance(data, mt.Tensor):\n"
                '        raise TypeError(f"{cls.__name__} expected a Tensor for its data, but got {type(data).__name__}")\n',
                "",
            ),
        ),
        looked_at(
            "In `checked`: whole numbers have no gradient, and PyTorch's words for that are in "
            "`leaf(data._array, None, requires_grad)`. Call it; what it makes is not needed.",
            ("    leaf(data._array, None, requires_grad)\n", ""),
        ),
        looked_at(
            "In `checked`: a frozen parameter may hold whole numbers. Hand `requires_grad` to leaf, as it was asked for.",
            ("None, requires_grad)", "None, True)"),
        ),
        looked_at(
            "In `checked`: you hand back what leaf made, and that is another tensor: the past of `data` and its count of "
            "changes are lost. leaf is only asked for its error; return `data`.",
            (
                "    leaf(data._array, None, requires_grad)\n    return data",
                "    return leaf(data._array, None, requires_grad)",
            ),
        ),
        looked_at(
            "In `checked`: the words name `Parameter`, also where a Buffer is made. The class that was called is `cls`.",
            ("{cls.__name__} expected", "Parameter expected"),
        ),
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: isinstance(error, TypeError) and "__class__" in str(error),
            "`made.__class__ = cls`: the class that was called, as it is.",
        ),
        Mistake(
            lambda expected, got, error: expected is not TypeError and "expected a Tensor" in str(error),
            "In `checked`: a tensor is refused. Any mt.Tensor will do; it need not have the mark yet.",
        ),
        stops(
            "'NoneType' object has no attribute",
            "In `checked` a tensor comes back in each case: empty(0) for None, and `data` itself at the end.",
        ),
        stops(
            "'TypeError' object has no attribute",
            "In `checked` the error is made and handed back. `raise` it.",
        ),
        Mistake(
            lambda expected, got, error: expected is RuntimeError and isinstance(error, RuntimeError),
            "PyTorch's words for numbers that have no gradient come from leaf: `checked` calls it, and new_parameter calls "
            "`checked(cls, data, requires_grad)` first.",
        ),
        where(True, "Without data the parameter is empty: `empty(0)` in `checked`."),
        where("Marked", "The class of what is made is the class that was called: `made.__class__ = cls`."),
        where(
            ([0, 1, 2], True),
            "A Buffer is made with `checked` too, without a gradient: whole numbers are allowed, and `requires_grad` is "
            "False there.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, RecursionError),
            "Calling the class comes back to this very function. Make the tensor from `data` with detach(), and change its "
            "class.",
        ),
    ],
    hints=[
        "Lesson 08 had a method that gives a second tensor on the same memory, without the past of the first.",
        "`checked`: three questions, then `return data`. And after `made = data.detach()` two things are left to set: its "
        "class, and whether it requires a gradient.",
        "`if data is None: return empty(0)`, a `raise TypeError(...)` for what is no mt.Tensor, then the call of leaf. And "
        "`made.__class__ = cls`, then `return made.requires_grad_(requires_grad)`.",
    ],
)


def shares(rng):
    values = rng.integers(-4, 5, size=4).astype("float32").tolist()
    data = mt.tensor(values)
    p = mt.nn.Parameter(data)
    (p * p).sum().backward()
    data.zero_()
    return {"data": values}, ([2 * v for v in values], [0.0] * 4), (p.grad.tolist(), p.tolist())
