"""One step back through a layer."""

from ...define import Case, Exercise, T, Wrong

exercise = Exercise(
    "layer_backward",
    title="One step back through a layer",
    difficulty=4,
    minutes=12,
    stub='''
        def layer_backward(g, x, w):
            """The gradients of x and w for y = (x * w).sum(): g is the gradient of y, a 0-d tensor."""
            ...
    ''',
    solution='''
        def layer_backward(g, x, w):
            """The gradients of x and w for y = (x * w).sum(): g is the gradient of y, a 0-d tensor."""
            spread = g.expand(x.shape)
            return spread * w, spread * x
    ''',
    why="Backwards through the sum first: every element counted once, so each gets g. Then through the product: each factor gets "
    "the incoming gradient times the other factor.",
    facts=[
        Case(
            "layer_backward(mt.tensor(1.0), mt.tensor([1.0, 2.0]), mt.tensor([3.0, 4.0]))",
            (T([3.0, 4.0]), T([1.0, 2.0])),
        ),
        Case(
            "layer_backward(mt.tensor(10.0), mt.tensor([1.0, 2.0]), mt.tensor([3.0, 4.0]))",
            (T([30.0, 40.0]), T([10.0, 20.0])),
        ),
        Case("layer_backward(mt.tensor(0.0), mt.tensor([5.0]), mt.tensor([6.0]))", (T([0.0]), T([0.0]))),
        Case(
            "layer_backward(mt.tensor(-1.0), mt.tensor([[1.0], [2.0]]), mt.tensor([[0.5], [0.0]]))",
            (T([[-0.5], [0.0]]), T([[-1.0], [-2.0]])),
        ),
    ],
    wrong=[
        Wrong(
            """
            def layer_backward(g, x, w):
                return g * x, g * w
            """,
            "The factors are exchanged: the gradient of x is the incoming one times w.",
        ),
        Wrong(
            """
            def layer_backward(g, x, w):
                return w.clone(), x.clone()
            """,
            "The incoming gradient g is missing. The chain rule multiplies it in at every step.",
        ),
        Wrong(
            """
            def layer_backward(g, x, w):
                return g * w / x.numel(), g * x / x.numel()
            """,
            "You divide by the number of elements. That is the derivative of a mean; in a sum every element counts fully.",
        ),
        Wrong(
            """
            def layer_backward(g, x, w):
                return (g * w).sum(), (g * x).sum()
            """,
            "A gradient has the shape of its tensor: one number for every element, not their sum.",
        ),
    ],
    hints=[
        "Go backwards: first through .sum(), then through the product.",
        "Through a sum, every element gets the same gradient g. Through x * w, x gets it times w.",
        "Return (g * w, g * x).",
    ],
)
