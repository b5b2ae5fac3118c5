"""Other numbers, the same object."""

from ...define import Case, Exercise, Mistake, T, Wrong
from ..fact_words import stops, where

exercise = Exercise(
    "converted",
    title="Other numbers, the same object",
    difficulty=2,
    minutes=5,
    target="minitorch.nn.module.convert:converted",
    stub='''
        def converted(parameter, fn):
            """The parameter, the same object, with the numbers that `fn` makes of it, and its gradient with what `fn` makes of that.

            The gradient, too, stays the object it is; there may be none. Give fn the parameter itself, and the gradient
            itself, rather than their `.data`: it may want to know which tensor it is asked about.
            """
            ...
    ''',
    solution='''
        def converted(parameter, fn):
            """The parameter, the same object, with the numbers that `fn` makes of it, and its gradient with what `fn` makes of that.

            The gradient, too, stays the object it is; there may be none. Give fn the parameter itself, and the gradient
            itself, rather than their `.data`: it may want to know which tensor it is asked about.
            """
            parameter.data = fn(parameter)
            if parameter.grad is not None:
                parameter.grad.data = fn(parameter.grad)
            return parameter
    ''',
    why="`.data = ` gives an object another array, and the optimizer, a tied layer and you go on holding that "
    "object. The gradient follows its parameter.",
    facts=[
        Case(
            """
            p = mt.nn.Parameter(mt.tensor([1.0, 2.0]))
            with mt.no_grad():
                converted(p, lambda x: x.double())
            p.detach()
            """,
            T([1.0, 2.0], "float64"),
            changes=True,
        ),
        Case(
            """
            p = mt.nn.Parameter(mt.tensor([1.0, 2.0]))
            with mt.no_grad():
                same = [converted(p, fn) is p for fn in (lambda x: x.double(), lambda x: x.half(), lambda x: x.float())]
            same
            """,
            [True, True, True],
            changes=True,
        ),
        Case(
            """
            p = mt.nn.Parameter(mt.tensor([1.0, 2.0]))
            (p * p).sum().backward()
            with mt.no_grad():
                converted(p, lambda x: x.double())
            p.grad
            """,
            T([2.0, 4.0], "float64"),
            changes=True,
        ),
        Case(
            """
            p = mt.nn.Parameter(mt.tensor([1.0, 2.0]))
            (p * p).sum().backward()
            grad = p.grad
            with mt.no_grad():
                converted(p, lambda x: x.double())
            p.grad is grad
            """,
            True,
            changes=True,
        ),
        Case(
            """
            p = mt.nn.Parameter(mt.tensor([1.0, 2.0]))
            with mt.no_grad():
                converted(p, lambda x: x.double())
            (p.grad, p.requires_grad, p.is_leaf)
            """,
            (None, True, True),
            changes=True,
        ),
        Case(
            """
            p = mt.nn.Parameter(mt.tensor([1.0, 2.0]))
            p.requires_grad_(False)
            with mt.no_grad():
                converted(p, lambda x: x.half())
            (p.requires_grad, p.dtype == mt.float16, type(p).__name__)
            """,
            (False, True, "Parameter"),
            changes=True,
        ),
        Case(
            """
            p = mt.nn.Parameter(mt.tensor([1.0, 2.0]))
            (p * p).sum().backward()
            with mt.no_grad():
                converted(p, lambda x: x * 10)
            (p.tolist(), p.grad.tolist())
            """,
            ([10.0, 20.0], [20.0, 40.0]),
            changes=True,
        ),
        Case(
            """
            p = mt.nn.Parameter(mt.tensor([1.0, 2.0]))
            calls = []
            with mt.no_grad():
                converted(p, lambda x: calls.append(x is p) or x)
            calls
            """,
            [True],
            changes=True,
        ),
        Case(
            """
            p = mt.nn.Parameter(mt.tensor([1.0, 2.0]))
            with mt.no_grad():
                converted(p, lambda x: x[:1])
            tuple(p.shape)
            """,
            (1,),
            changes=True,
        ),
    ],
    wrong=[
        Wrong(
            """
            def converted(parameter, fn):
                parameter = fn(parameter)
                if parameter.grad is not None:
                    parameter.grad.data = fn(parameter.grad)
                return parameter
            """,
            "`parameter = ...` gives your name another tensor, and the object that everybody holds is left as it was. "
            "Give it other numbers: `parameter.data = ...`.",
        ),
        Wrong(
            """
            def converted(parameter, fn):
                parameter.data = fn(parameter)
                if parameter.grad is not None:
                    parameter.grad.data.copy_(fn(parameter.grad))
                return parameter
            """,
            "copy_ writes into the memory of the gradient that is there, in the dtype that it has. Assign: "
            "`parameter.grad.data = ...`.",
        ),
        Wrong(
            """
            def converted(parameter, fn):
                parameter.data = fn(parameter)
                if parameter.grad is not None:
                    parameter.grad.data = fn(parameter.grad)
                return None
            """,
            "What you return is not the parameter. The same object stands in the module afterwards: `return parameter`.",
        ),
        Wrong(
            """
            def converted(parameter, fn):
                parameter = mt.nn.Parameter(fn(parameter), parameter.requires_grad)
                if parameter.grad is not None:
                    parameter.grad.data = fn(parameter.grad)
                return parameter
            """,
            "The parameter keeps its old numbers, and you return something new. The optimizer holds the old object "
            "and goes on training that: give it its numbers by `parameter.data = fn(parameter)`.",
        ),
        Wrong(
            """
            def converted(parameter, fn):
                parameter.data = fn(parameter)
                return parameter
            """,
            "The gradient stays as it was, in the old dtype or on the old device. A gradient goes where its parameter "
            "goes.",
        ),
        Wrong(
            """
            def converted(parameter, fn):
                parameter.data = fn(parameter)
                parameter.grad.data = fn(parameter.grad)
                return parameter
            """,
            "There may be no gradient yet: None has no data. Ask first.",
        ),
        Wrong(
            """
            def converted(parameter, fn):
                parameter.data = fn(parameter)
                if parameter.grad is not None:
                    parameter.grad = fn(parameter.grad)
                return parameter
            """,
            "The parameter stays the object it is, and its gradient does not: whoever holds it holds an old one. "
            "Assign to `parameter.grad.data`.",
        ),
        Wrong(
            """
            def converted(parameter, fn):
                parameter.data = fn(parameter)
                parameter.grad = None
                return parameter
            """,
            "You throw the gradient away, and the step that was about to be made with it is lost. Convert it as well.",
        ),
        Wrong(
            """
            def converted(parameter, fn):
                parameter.copy_(fn(parameter))
                if parameter.grad is not None:
                    parameter.grad.data = fn(parameter.grad)
                return parameter
            """,
            "copy_ writes the numbers into the memory that is there, in the dtype that it has, so nothing is "
            "converted. Assign to `.data`, which gives the object other memory.",
        ),
        Wrong(
            """
            def converted(parameter, fn):
                parameter.data = fn(parameter.data)
                if parameter.grad is not None:
                    parameter.grad.data = fn(parameter.grad)
                return parameter
            """,
            "fn gets another tensor here. It is to be asked about the parameter itself, which it may know: "
            "`fn(parameter)`.",
        ),
        Wrong(
            """
            def converted(parameter, fn):
                if parameter.requires_grad:
                    parameter.data = fn(parameter)
                if parameter.requires_grad and parameter.grad is not None:
                    parameter.grad.data = fn(parameter.grad)
                return parameter
            """,
            "A frozen parameter is used in forward like any other, so it has to be converted too. requires_grad does "
            "not matter here.",
        ),
        Wrong(
            """
            def converted(parameter, fn):
                parameter.data = fn(parameter)
                if parameter.grad is not None:
                    parameter.grad.data = fn(parameter)
                return parameter
            """,
            "The gradient gets the parameter's numbers. What goes there is `fn(parameter.grad)`.",
        ),
        Wrong(
            """
            def converted(parameter, fn):
                fn(parameter)
                if parameter.grad is not None:
                    parameter.grad.data = fn(parameter.grad)
                return parameter
            """,
            "fn is called, and what it gives is not kept. Assign it: `parameter.data = fn(parameter)`.",
        ),
    ],
    mistakes=[
        stops("no attribute 'fn'", "fn is no method: it is a function that takes a tensor, `fn(parameter)`."),
        Mistake(
            lambda expected, got, error: "ambiguous" in str(error),
            "`if parameter.grad` asks a tensor for its truth, and a tensor of several numbers has none. Ask "
            "`parameter.grad is not None`.",
        ),
        Mistake(
            lambda expected, got, error: "but got function" in str(error),
            "fn is a function: call it, and keep what it gives: `fn(parameter)`.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, AttributeError) and "NoneType" in str(error),
            "There may be no gradient yet: then parameter.grad is None. Ask first.",
        ),
        Mistake(
            lambda expected, got, error: error is None and isinstance(got, list) and False in got,
            "What comes back is not the parameter, the same object: `return parameter`.",
        ),
        where(
            T([1.0, 2.0], "float64"),
            "The object that was handed in is as it was, in the old dtype. Writing into the memory that is there, by copy_ or "
            "`[...] =`, keeps the dtype, and another object is nobody's. Assign: `parameter.data = fn(parameter)`.",
        ),
        where(
            ([10.0, 20.0], [20.0, 40.0]),
            "fn may do more than change the dtype. What it gives becomes the parameter's numbers, and the gradient's, as it is.",
        ),
    ],
    hints=[
        "An object keeps its identity when you assign to its `.data`. This holds for a parameter and for its gradient.",
        "First the parameter's numbers, then those of its gradient, if there is one; and the parameter is returned.",
        "`parameter.data = fn(parameter)`, and `parameter.grad.data = fn(parameter.grad)` if `parameter.grad is "
        "not None`.",
    ],
)
