"""A hook that replaces the result."""

import numpy as np

import minitorch as mt

from ...define import Case, Exercise, Law, Mistake, T, Wrong
from .watch_shapes import SETUP

exercise = Exercise(
    "clamp_output",
    title="A hook that replaces the result",
    difficulty=2,
    minutes=6,
    stub='''
        def clamp_output(module, low, high):
            """From now on the module's result is kept between low and high. Returns the handle that ends it."""
            ...
    ''',
    solution='''
        def clamp_output(module, low, high):
            """From now on the module's result is kept between low and high. Returns the handle that ends it."""
            return module.register_forward_hook(lambda module, args, result: result.clamp(low, high))
    ''',
    why="What the hook returns takes the result's place for whoever called. It is a step like any other, so gradients know of it: "
    "where the result was cut off, none comes back.",
    setup=SETUP,
    facts=[
        Case(
            """
            double = Scale(2.0)
            handle = clamp_output(double, -1.0, 3.0)
            double(mt.tensor([-1.0, 1.0, 2.0]))
            """,
            T([-1.0, 2.0, 3.0]),
        ),
        Case(
            """
            double = Scale(2.0)
            handle = clamp_output(double, -1.0, 1.0)
            handle.remove()
            double(mt.tensor([-1.0, 1.0, 2.0]))
            """,
            T([-2.0, 2.0, 4.0]),
        ),
        Case(
            """
            double, x = Scale(2.0), mt.tensor([-1.0, 1.0, 2.0], requires_grad=True)
            handle = clamp_output(double, -1.0, 3.0)
            double(x).sum().backward()
            x.grad
            """,
            T([0.0, 2.0, 0.0]),
        ),
        Case(
            """
            class Echo(mt.nn.Module):
                def forward(self, x):
                    return x
            echo, x = Echo(), mt.tensor([5.0, 0.5])
            handle = clamp_output(echo, 0.0, 1.0)
            (echo(x).tolist(), x.tolist())
            """,
            ([1.0, 0.5], [5.0, 0.5]),
        ),
        Case(
            """
            model = Pair(Scale(10.0), Scale(3.0))
            handle = clamp_output(model.first, 0.0, 1.0)
            model(mt.tensor([-1.0, 0.05, 1.0]))
            """,
            T([0.0, 1.5, 3.0]),
        ),
        Case(
            """
            double = Scale(2.0)
            handle = clamp_output(double, -1.0, 3.0)
            (len(double._forward_hooks), handle.remove(), len(double._forward_hooks))
            """,
            (1, None, 0),
        ),
        Law("min(max(result, low), high)", lambda piece, rng: between(piece, rng)),
    ],
    wrong=[
        Wrong(
            """
            def clamp_output(module, low, high):
                def clamp(module, args, result):
                    result = result.clamp(low, high)
                return module.register_forward_hook(clamp)
            """,
            "The clamped tensor gets a name inside the hook and is then forgotten. What a hook wants to pass on it "
            "must return.",
        ),
        Wrong(
            """
            def clamp_output(module, low, high):
                def clamp(module, args, result):
                    result.clamp_(low, high)
                return module.register_forward_hook(clamp)
            """,
            "You change the result in place. A module may return the very tensor it was given, and then its caller's data are "
            "changed: return a new tensor.",
        ),
        Wrong(
            """
            def clamp_output(module, low, high):
                return module.register_forward_pre_hook(lambda module, args: (args[0].clamp(low, high),))
            """,
            "A pre-hook clamps what goes in. The result is what comes out: register_forward_hook.",
        ),
        Wrong(
            """
            def clamp_output(module, low, high):
                module.register_forward_hook(lambda module, args, result: result.clamp(low, high))
            """,
            "Nobody can take the hook away again: return the handle.",
        ),
        Wrong(
            """
            def clamp_output(module, low, high):
                def clamp(module, args, result):
                    with mt.no_grad():
                        return result.clamp(low, high)
                return module.register_forward_hook(clamp)
            """,
            "The values are right, and the graph ends there: nothing before this module learns any more. Leave "
            "no_grad out.",
        ),
        Wrong(
            """
            def clamp_output(module, low, high):
                def clamp(module, args, result):
                    result.data = result.data.clamp(low, high)
                return module.register_forward_hook(clamp)
            """,
            "You exchange the numbers behind autograd's back: gradients come back also where the result was cut off. Return "
            "result.clamp(low, high).",
        ),
        Wrong(
            """
            def clamp_output(module, low, high):
                forward = module.forward
                module.forward = lambda *args: forward(*args).clamp(low, high)
                class Handle:
                    def remove(self):
                        pass
                return Handle()
            """,
            "You exchange forward by hand, and removing does nothing. register_forward_hook gives a handle that works.",
        ),
        Wrong(
            """
            def clamp_output(module, low, high):
                return module.register_forward_hook(lambda module, args, result: result.clamp(high, low))
            """,
            "The limits are the wrong way round: `result.clamp(low, high)`.",
        ),
        Wrong(
            """
            def clamp_output(module, low, high):
                return module.register_forward_hook(lambda module, args, result: result.clamp(min=low))
            """,
            "Only the lower limit is kept. `result.clamp(low, high)` has both.",
        ),
        Wrong(
            """
            def clamp_output(module, low, high):
                with module.register_forward_hook(lambda module, args, result: result.clamp(low, high)) as handle:
                    return handle
            """,
            "`with` takes the hook away at the end of its block, and returning ends the block. Register without it "
            "and return the handle.",
        ),
    ],
    hints=[
        "Which hook runs after forward, and what happens with what it returns?",
        "The hook takes (module, args, result) and returns `result.clamp(low, high)`.",
        "`return module.register_forward_hook(lambda module, args, result: result.clamp(low, high))`.",
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: (
                "positional argument" in str(error) and ("lambda" in str(error) or "locals" in str(error))
            ),
            "A forward hook is called with three things: (module, args, result).",
        ),
        Mistake(
            lambda expected, got, error: "ambiguous" in str(error),
            "max and min of Python want one number to compare, and a tensor has several. `result.clamp(low, high)` "
            "works on each.",
        ),
        Mistake(
            lambda expected, got, error: "no attribute 'remove'" in str(error),
            "Return the handle itself, not its method: whoever has it calls `handle.remove()`.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(got, tuple) and len(got) == 1,
            "What a forward hook returns becomes the result as it stands, so a tuple of one stays a tuple. Return "
            "the tensor. (Only pre-hooks deal in tuples: there are several arguments.)",
        ),
    ],
)


def between(piece, rng):
    class Twice(mt.nn.Module):
        def forward(self, x):
            return 2 * x

    values = rng.integers(-6, 7, size=4).astype("float32")
    low, high = sorted(rng.integers(-8, 9, size=2).astype(float).tolist())
    module = Twice()
    piece(module, low, high)
    inputs = {"the module doubles": values.tolist(), "low": low, "high": high}
    return inputs, T(np.clip(2 * values, low, high)), module(mt.tensor(values.tolist()))
