"""What the two kinds of hook see."""

from ...define import Case, Exercise, Law, Wrong

exercise = Exercise(
    "seen_shapes",
    title="What the two kinds of hook see",
    difficulty=2,
    minutes=6,
    stub='''
        def seen_shapes(shapes, full):
            """The shapes of (grad_input[0], grad_output[0]) that a full, or else a legacy, hook is given.

            The module is a chain of at least one step: shapes[0] is that of its input, then that of the result of each step.
            """
            ...
    ''',
    solution='''
        def seen_shapes(shapes, full):
            """The shapes of (grad_input[0], grad_output[0]) that a full, or else a legacy, hook is given.

            The module is a chain of at least one step: shapes[0] is that of its input, then that of the result of each step.
            """
            return (shapes[0] if full else shapes[-2], shapes[-1])
    ''',
    why="A gradient has the shape of its tensor. A full hook sees the module's own input; the legacy one the input of the last step, "
    "which is the result of the step before. Both see the same output, and with one step there is no difference.",
    facts=[
        Case("seen_shapes([(4, 3), (4, 2), (4, 1)], True)", ((4, 3), (4, 1))),
        Case("seen_shapes([(4, 3), (4, 2), (4, 1)], False)", ((4, 2), (4, 1))),
        Case("seen_shapes([(4, 3), (4, 2)], False)", ((4, 3), (4, 2))),
        Case("seen_shapes([(4, 3), (4, 2)], True)", ((4, 3), (4, 2))),
        Case("seen_shapes([(8, 3), (8, 5), (8, 5), ()], False)", ((8, 5), ())),
        Case("seen_shapes([(8, 3), (8, 5), (8, 5), ()], True)", ((8, 3), ())),
        Case("seen_shapes([(2, 3), (3, 2), (6,), (2,), (1,)], False)", ((2,), (1,))),
        Law("hooks on a real module agree", lambda f, rng: measured(f, rng)),
    ],
    wrong=[
        Wrong(
            """
            def seen_shapes(shapes, full):
                return (shapes[0], shapes[-1])
            """,
            "You give the full hook's answer for both. The legacy one hangs on the last step, and knows nothing of "
            "those before it.",
        ),
        Wrong(
            """
            def seen_shapes(shapes, full):
                return (shapes[-2] if full else shapes[0], shapes[-1])
            """,
            "The two kinds are the wrong way round: it is the full hook that sees the input of the whole module.",
        ),
        Wrong(
            """
            def seen_shapes(shapes, full):
                return (shapes[-1], shapes[0] if full else shapes[-2])
            """,
            "grad_input is named after the tensor that it belongs to, not after the direction of the walk: it has the "
            "shape of the "
            "input.",
        ),
        Wrong(
            """
            def seen_shapes(shapes, full):
                return (shapes[0] if full else shapes[1], shapes[-1])
            """,
            "shapes[1] is the result of the first step. The legacy hook sees the last step: what went into it?",
        ),
        Wrong(
            """
            def seen_shapes(shapes, full):
                return (shapes[0], shapes[-1] if full else shapes[1])
            """,
            "You place the legacy hook on the first step. It hangs on the grad_fn of the result, which is the last "
            "one.",
        ),
        Wrong(
            """
            def seen_shapes(shapes, full):
                return (shapes[0] if full else shapes[-1], shapes[-1])
            """,
            "The legacy hook's grad_input is not that of the result again: the last step has an input, and its "
            "gradient has its shape.",
        ),
    ],
    hints=[
        "A gradient has the shape of the tensor it belongs to. So ask: which two tensors does each kind of hook "
        "stand between?",
        "The full hook stands around the module. The legacy one stands around the last step, whose input is the "
        "result of the step "
        "before.",
        "Both end at `shapes[-1]`. The full one begins at `shapes[0]`, the other at `shapes[-2]`.",
    ],
)


def measured(f, rng):
    import warnings

    import minitorch as mt

    sizes = [int(n) for n in rng.integers(1, 6, size=int(rng.integers(2, 6)))]
    full = bool(rng.integers(2))

    class Chain(mt.nn.Module):
        def forward(self, x):
            for n, m in zip(sizes[:-1], sizes[1:], strict=True):
                x = x @ mt.ones(n, m)
            return x

    chain, seen = Chain(), []
    register = chain.register_full_backward_hook if full else chain.register_backward_hook
    register(lambda module, inner, outer: seen.append((tuple(inner[0].shape), tuple(outer[0].shape))))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        chain(mt.ones(2, sizes[0], requires_grad=True)).sum().backward()
    shapes = [(2, n) for n in sizes]
    return {"shapes": shapes, "full": full}, seen[0], f(shapes, full)
