"""Where the walk starts."""

from ...define import Case, Exercise, Mistake, T, Wrong

X = "x = mt.tensor([1.0, 2.0], requires_grad=True)\ny = x * x\n"

exercise = Exercise(
    "start",
    title="Where the walk starts",
    difficulty=2,
    minutes=6,
    target="minitorch.autograd.backward:start",
    setup="from minitorch.autograd.backward import check_start, one_each\nfrom minitorch.graph.record import edge_of",
    stub='''
        def start(tensors, gradients):
            """A list of (edge, gradient), one pair for each tensor: where a walk starts, and with what.

            At hand: edge_of(x); one_each(gradients, tensors), the gradient given for each tensor, None where none was;
            check_start(i, x, g), which raises PyTorch's errors unless the walk can start at x, the i-th tensor, with g.
            A gradient that was not given is 1, in the shape and dtype of its tensor.
            """
            ...
    ''',
    solution='''
        def start(tensors, gradients):
            """A list of (edge, gradient), one pair for each tensor: where a walk starts, and with what.

            At hand: edge_of(x); one_each(gradients, tensors), the gradient given for each tensor, None where none was;
            check_start(i, x, g), which raises PyTorch's errors unless the walk can start at x, the i-th tensor, with g.
            A gradient that was not given is 1, in the shape and dtype of its tensor.
            """
            roots = []
            for i, (x, g) in enumerate(zip(tensors, one_each(gradients, tensors))):
                check_start(i, x, g)
                if g is None:
                    g = mt.ones_like(x)
                roots.append((edge_of(x), g))
            return roots
    ''',
    why="The end moves by as much as it moves: its gradient is 1. For several numbers only you can say how much each counts.",
    facts=[
        Case(X + "s = y.sum()\n[(edge, g)] = start((s,), None)\nedge[0] is s.grad_fn, edge[1], g", (True, 0, T(1.0))),
        Case(X + "[(edge, g)] = start((y,), mt.tensor([3.0, 4.0]))\nedge[0] is y.grad_fn, g", (True, T([3.0, 4.0]))),
        Case(
            X + "roots = start((y, y.sum()), [mt.tensor([3.0, 4.0]), None])\n[g for edge, g in roots]",
            [T([3.0, 4.0]), T(1.0)],
        ),
        Case(
            "x = mt.tensor([[2.0]], dtype=mt.float64, requires_grad=True)\n[(edge, g)] = start((x,), None)\n"
            "edge[0] is x, edge[1], list(g.shape), str(g.dtype)",
            (True, 0, [1, 1], "minitorch.float64"),
        ),
        Case(
            X + "len(start((y,), None))",
            raises=RuntimeError,
            match="grad can be implicitly created only for scalar outputs",
        ),
        Case("len(start((mt.ones(1),), None))", raises=RuntimeError, match="does not require grad"),
        Case(X + "len(start((y.sum(), mt.ones(1)), None))", raises=RuntimeError, match="element 1 of tensors"),
        Case(X + "len(start((y,), mt.ones(3)))", raises=RuntimeError, match="Mismatch in shape"),
        Case("parts = mt.ones(2, requires_grad=True).split(1)\nstart((parts[1],), None)[0][0][1]", 1),
    ],
    wrong=[
        Wrong(
            """
            def start(tensors, gradients):
                roots = []
                for x, g in zip(tensors, one_each(gradients, tensors)):
                    if g is None:
                        g = mt.ones_like(x)
                    roots.append((edge_of(x), g))
                return roots
            """,
            "Nobody looks whether the walk can start: a result of several numbers without a gradient must be refused. Call "
            "check_start(i, x, g) before g is filled in.",
        ),
        Wrong(
            """
            def start(tensors, gradients):
                roots = []
                for i, (x, g) in enumerate(zip(tensors, one_each(gradients, tensors))):
                    if g is None:
                        g = mt.ones_like(x)
                    check_start(i, x, g)
                    roots.append((edge_of(x), g))
                return roots
            """,
            "check_start comes too late: it sees the ones that you have filled in, and can no longer tell that none were given.",
        ),
        Wrong(
            """
            def start(tensors, gradients):
                roots = []
                for i, (x, g) in enumerate(zip(tensors, one_each(gradients, tensors))):
                    check_start(i, x, g)
                    roots.append((edge_of(x), g))
                return roots
            """,
            "Where no gradient was given, None goes on the walk. At the end the gradient is 1: mt.ones_like(x).",
        ),
        Wrong(
            """
            def start(tensors, gradients):
                roots = []
                for i, (x, g) in enumerate(zip(tensors, one_each(gradients, tensors))):
                    check_start(i, x, g)
                    if g is None:
                        g = mt.tensor(1.0)
                    roots.append((edge_of(x), g))
                return roots
            """,
            "A 1 is right, but it must have the shape and the dtype of its tensor: mt.ones_like(x).",
        ),
        Wrong(
            """
            def start(tensors, gradients):
                roots = []
                for i, (x, g) in enumerate(zip(tensors, one_each(gradients, tensors))):
                    check_start(i, x, g)
                    if g is None:
                        g = mt.zeros_like(x)
                    roots.append((edge_of(x), g))
                return roots
            """,
            "With 0 at the start, every gradient is 0. The end moves by exactly as much as it moves: 1.",
        ),
        Wrong(
            """
            def start(tensors, gradients):
                roots = []
                for i, (x, g) in enumerate(zip(tensors, one_each(gradients, tensors))):
                    check_start(i, x, g)
                    roots.append((edge_of(x), mt.ones_like(x)))
                return roots
            """,
            "The gradients that were given are ignored. Fill in ones only where there is None.",
        ),
        Wrong(
            """
            def start(tensors, gradients):
                roots = []
                for i, (x, g) in enumerate(zip(tensors, one_each(gradients, tensors))):
                    check_start(i, x, g)
                    roots.append(((x.grad_fn, 0), mt.ones_like(x) if g is None else g))
                return roots
            """,
            "A leaf has no grad_fn, and of several results the number counts: edge_of(x) gives the whole edge.",
        ),
        Wrong(
            """
            def start(tensors, gradients):
                roots = []
                for x, g in zip(tensors, one_each(gradients, tensors)):
                    check_start(0, x, g)
                    roots.append((edge_of(x), mt.ones_like(x) if g is None else g))
                return roots
            """,
            "The error should say which of the tensors it is about: check_start wants its number, which enumerate gives.",
        ),
        Wrong(
            """
            def start(tensors, gradients):
                return [(edge_of(x), mt.ones_like(x)) for x in tensors]
            """,
            "The gradients that were given are ignored, and nobody checks them. Call check_start, and fill in "
            "ones only where there is None.",
        ),
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: isinstance(error, TypeError) and "iterable" in str(error),
            "gradients may be None, one tensor or a list. one_each(gradients, tensors) makes one entry for each "
            "tensor of any of them.",
        ),
    ],
    hints=[
        "Three things for each tensor: check, fill in what is missing, and make the pair.",
        "`zip(tensors, one_each(gradients, tensors))` pairs them; `mt.ones_like(x)` is the gradient that was not given.",
        "Call check_start(i, x, g) first, as long as g still says whether it was given. Then roots.append((edge_of(x), g)).",
    ],
)
