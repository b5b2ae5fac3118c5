"""A gradient in the middle, and no side effects."""

from ...define import Case, Exercise, T, Wrong

exercise = Exercise(
    "slope_at",
    title="A gradient in the middle, and no side effects",
    difficulty=2,
    minutes=5,
    stub='''
        def slope_at(middle, result):
            """The gradient of `result` by `middle`. No .grad changes, and result.backward() still works afterwards."""
            ...
    ''',
    solution='''
        def slope_at(middle, result):
            """The gradient of `result` by `middle`. No .grad changes, and result.backward() still works afterwards."""
            (slope,) = mt.autograd.grad(result, middle, retain_graph=True)
            return slope
    ''',
    why="autograd.grad returns gradients and writes to no .grad. retain_graph=True keeps what the steps have saved, so that the "
    "caller can still go through the same graph.",
    facts=[
        Case(
            """
            x, w = mt.tensor(2.0, requires_grad=True), mt.tensor(3.0, requires_grad=True)
            a = x + w
            slope_at(a, a * (w + 1))
            """,
            T(4.0),
        ),
        Case(
            """
            x, w = mt.tensor(2.0, requires_grad=True), mt.tensor(3.0, requires_grad=True)
            a = x * w
            slope_at(a, a * a)
            (x.grad, w.grad, a.retains_grad)
            """,
            (None, None, False),
        ),
        Case(
            """
            x = mt.tensor([1.0, 2.0], requires_grad=True)
            a = x * x
            y = (a * a).sum()
            slope_at(a, y)
            y.backward()
            x.grad
            """,
            T([4.0, 32.0]),
        ),
        Case(
            """
            x = mt.tensor([1.0, 2.0], requires_grad=True)
            slope_at(x, (x * x * x).sum())
            """,
            T([3.0, 12.0]),
        ),
        Case(
            """
            x = mt.tensor(3.0, requires_grad=True)
            (x * 2).backward()
            slope_at(x, x * x)
            x.grad
            """,
            T(2.0),
        ),
        Case("slope_at(*(lambda x: (x, x.exp()))(mt.tensor(0.0, requires_grad=True))).requires_grad", False),
    ],
    wrong=[
        Wrong(
            """
            def slope_at(middle, result):
                result.backward(retain_graph=True)
                return middle.grad
            """,
            "backward() writes to the leaves, and a result in the middle keeps no gradient unless it was told to. Use "
            "mt.autograd.grad, which returns it.",
        ),
        Wrong(
            """
            def slope_at(middle, result):
                middle.retain_grad()
                result.backward(retain_graph=True)
                return middle.grad
            """,
            "The answer is right, but the backward pass has filled the .grad of every leaf on its way. mt.autograd.grad returns "
            "gradients and leaves .grad alone.",
        ),
        Wrong(
            """
            def slope_at(middle, result):
                (slope,) = mt.autograd.grad(result, middle)
                return slope
            """,
            "Your walk frees what the steps had saved, so the caller cannot go through the graph again. Say retain_graph=True.",
        ),
        Wrong(
            """
            def slope_at(middle, result):
                result.backward(inputs=[middle], retain_graph=True)
                return middle.grad
            """,
            "inputs= keeps the other tensors out of it, but the .grad of `middle` itself changes, and what stood there is "
            "added in. mt.autograd.grad writes to no .grad.",
        ),
        Wrong(
            """
            def slope_at(middle, result):
                result.backward(inputs=[middle], retain_graph=True)
                slope, middle.grad = middle.grad, None
                return slope
            """,
            "You tidy up with None, but a gradient may have stood there before, and it is lost. mt.autograd.grad writes to no "
            ".grad.",
        ),
        Wrong(
            """
            def slope_at(middle, result):
                return mt.autograd.grad(result, middle, retain_graph=True)
            """,
            "autograd.grad returns a tuple, with a gradient for each input you ask for, also when it is only one. Unpack it.",
        ),
        Wrong(
            """
            def slope_at(middle, result):
                (slope,) = mt.autograd.grad(result, middle.detach().requires_grad_(), retain_graph=True)
                return slope
            """,
            "A detached tensor is a new leaf, and the result was not computed from it. Ask for `middle` itself.",
        ),
        Wrong(
            """
            def slope_at(middle, result):
                (slope,) = mt.autograd.grad(result, middle, create_graph=True)
                return slope
            """,
            "create_graph=True also keeps the graph, but it records the backward pass as well, which costs memory, and the slope "
            "then requires a gradient itself. retain_graph=True is all you need.",
        ),
    ],
    hints=[
        "backward() fills .grad. Which function returns gradients instead?",
        "`mt.autograd.grad(result, middle)` returns a tuple of one. Afterwards the graph is freed, unless you say otherwise.",
        "`(slope,) = mt.autograd.grad(result, middle, retain_graph=True)`.",
    ],
)
