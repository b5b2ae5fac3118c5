"""Exercises of lesson 08: gradients of gradients, your own Function, and one training step."""

from ..define import Case, Exercise, Law, T, Wrong

second_derivative = Exercise(
    "second_derivative",
    title="The slope of the slope",
    difficulty=2,
    minutes=6,
    stub='''
        def second_derivative(f, x):
            """The second derivative of f at every element of x; f works element by element."""
            ...
    ''',
    solution='''
        def second_derivative(f, x):
            """The second derivative of f at every element of x; f works element by element."""
            (slope,) = mt.autograd.grad(f(x).sum(), x, create_graph=True)
            (curvature,) = mt.autograd.grad(slope.sum(), x)
            return curvature
    ''',
    why="The first gradient is asked for with `create_graph=True`, so it is a result like any other: it has a graph, and "
    "can be differentiated. The sums are there because every element has its own, independent function.",
    facts=[
        Case(
            "second_derivative(lambda x: x ** 3, mt.tensor([1.0, 2.0, -1.0], requires_grad=True))", T([6.0, 12.0, -6.0])
        ),
        Case("second_derivative(lambda x: x.exp(), mt.tensor([0.0, 1.0], requires_grad=True))", T([1.0, 2.7182817])),
        Case("second_derivative(lambda x: x.sin(), mt.tensor(0.5, requires_grad=True))", T(-0.47942555)),
        Case(
            """
            x = mt.tensor([1.0, 2.0], requires_grad=True)
            second_derivative(lambda x: x ** 4, x)
            x.grad is None
            """,
            True,
        ),
        Law("of a polynomial a x**3 + b x**2 it is 6 a x + 2 b", lambda f, rng: polynomial(f, rng)),
    ],
    wrong=[
        Wrong(
            """
            def second_derivative(f, x):
                (slope,) = mt.autograd.grad(f(x).sum(), x)
                (curvature,) = mt.autograd.grad(slope.sum(), x)
                return curvature
            """,
            "The first gradient was computed without a record of how. Ask for it with create_graph=True.",
        ),
        Wrong(
            """
            def second_derivative(f, x):
                (slope,) = mt.autograd.grad(f(x).sum(), x, create_graph=True)
                return slope.detach()
            """,
            "This is the first derivative. Differentiate it once more.",
        ),
        Wrong(
            """
            def second_derivative(f, x):
                (slope,) = mt.autograd.grad(f(x).sum(), x)
                return slope * slope
            """,
            "The second derivative is not the square of the first: it says how the first one changes.",
        ),
        Wrong(
            """
            def second_derivative(f, x):
                f(x).sum().backward(create_graph=True)
                x.grad.sum().backward()
                return x.grad.detach()
            """,
            "backward() adds the second derivative to the first, which already stands in x.grad. autograd.grad returns "
            "each by itself and leaves x.grad alone.",
        ),
    ],
    hints=[
        "You need two gradients, one after the other. `mt.autograd.grad(y, x)` returns a tuple with the gradient of y.",
        "The second call differentiates the result of the first, so the first must be recorded: create_graph=True.",
        "`(slope,) = mt.autograd.grad(f(x).sum(), x, create_graph=True)`, and then the same line for `slope.sum()`.",
    ],
)


def polynomial(f, rng):
    import minitorch as mt

    a, b = float(rng.integers(1, 5)), float(rng.integers(1, 5))
    points = [float(v) for v in rng.integers(-3, 4, size=4)]
    x = mt.tensor(points, requires_grad=True)
    expected = T([6 * a * v + 2 * b for v in points])
    return {"a": a, "b": b, "x": points}, expected, f(lambda x: a * x**3 + b * x**2, x)


hvp = Exercise(
    "hessian_times_vector",
    title="The Hessian times a vector, without the Hessian",
    difficulty=4,
    minutes=12,
    stub='''
        def hessian_times_vector(f, x, v):
            """H @ v, where H holds the second derivatives of the scalar f at the vector x."""
            ...
    ''',
    solution='''
        def hessian_times_vector(f, x, v):
            """H @ v, where H holds the second derivatives of the scalar f at the vector x."""
            (slope,) = mt.autograd.grad(f(x), x, create_graph=True)
            (product,) = mt.autograd.grad((slope * v).sum(), x)
            return product
    ''',
    why="`(slope * v).sum()` is one number, and its gradient is the row of sums H @ v. A million weights have a Hessian of "
    "10**12 numbers; the product with one vector costs two backward passes.",
    facts=[
        Case(
            """
            x = mt.tensor([1.0, 2.0], requires_grad=True)
            hessian_times_vector(lambda x: (x ** 3).sum(), x, mt.tensor([1.0, 10.0]))
            """,
            T([6.0, 120.0]),
        ),
        Case(
            """
            x = mt.tensor([2.0, 3.0], requires_grad=True)
            hessian_times_vector(lambda x: x[0] * x[0] * x[1], x, mt.tensor([1.0, 0.5]))
            """,
            T([8.0, 4.0]),
        ),
        Case(
            """
            x = mt.tensor([1.0, 1.0, 1.0], requires_grad=True)
            hessian_times_vector(lambda x: (x[0] * x[1] * x[2]), x, mt.tensor([1.0, 0.0, 0.0]))
            """,
            T([0.0, 1.0, 1.0]),
        ),
        Law("of x @ A @ x it is (A + A.T) @ v", lambda f, rng: quadratic(f, rng)),
    ],
    wrong=[
        Wrong(
            """
            def hessian_times_vector(f, x, v):
                (slope,) = mt.autograd.grad(f(x), x, create_graph=True)
                (second,) = mt.autograd.grad(slope.sum(), x)
                return second * v
            """,
            "grad of slope.sum() gives the sums of the Hessian's rows. That times v is H @ v only when H is diagonal; weight "
            "the slope by v before you sum.",
        ),
        Wrong(
            """
            def hessian_times_vector(f, x, v):
                (slope,) = mt.autograd.grad(f(x), x)
                return slope * v
            """,
            "This is the gradient times v, a first derivative. The Hessian holds the second ones.",
        ),
        Wrong(
            """
            def hessian_times_vector(f, x, v):
                (slope,) = mt.autograd.grad(f(x), x)
                (product,) = mt.autograd.grad((slope * v).sum(), x)
                return product
            """,
            "The right idea, but the slope has no graph to go back through: create_graph=True is missing in the first line.",
        ),
        Wrong(
            """
            def hessian_times_vector(f, x, v):
                (slope,) = mt.autograd.grad(f(x), x, create_graph=True)
                (product,) = mt.autograd.grad((slope * v * v).sum(), x)
                return product
            """,
            "v enters twice. H @ v is linear in v: twice the vector gives twice the product.",
        ),
    ],
    hints=[
        "You never need H itself. Which number, made of the slope and v, has H @ v for its gradient?",
        "The number is the dot product of the slope with v.",
        "First `slope` with create_graph=True; then `mt.autograd.grad((slope * v).sum(), x)`.",
    ],
)


def quadratic(f, rng):
    import minitorch as mt

    a = rng.integers(-3, 4, size=(3, 3)).astype("float32")
    x, v = rng.integers(-3, 4, size=3).astype("float32"), rng.integers(-3, 4, size=3).astype("float32")
    matrix = mt.from_numpy(a)
    found = f(lambda x: x @ matrix @ x, mt.tensor(x.tolist(), requires_grad=True), mt.tensor(v.tolist()))
    return {"A": a, "x": x, "v": v}, T(((a + a.T) @ v).tolist()), found


straight_through = Exercise(
    "Round",
    title="A step that pretends to be a slope",
    difficulty=3,
    minutes=10,
    stub='''
        class Round(mt.autograd.Function):
            """Round to whole numbers; the gradient passes straight through."""

            @staticmethod
            def forward(ctx, x):
                ...

            @staticmethod
            def backward(ctx, grad):
                ...
    ''',
    solution='''
        class Round(mt.autograd.Function):
            """Round to whole numbers; the gradient passes straight through."""

            @staticmethod
            def forward(ctx, x):
                return x.round()

            @staticmethod
            def backward(ctx, grad):
                return grad
    ''',
    why="The true derivative of rounding is 0 almost everywhere, so nothing behind it could learn. The straight-through "
    "estimator (Bengio et al., 2013) pretends that the step is the identity.",
    facts=[
        Case("Round.apply(mt.tensor([0.4, 1.6, -1.2]))", T([0.0, 2.0, -1.0])),
        Case(
            """
            x = mt.tensor([0.4, 1.6, -1.2], requires_grad=True)
            (Round.apply(x) * mt.tensor([1.0, 2.0, 3.0])).sum().backward()
            x.grad
            """,
            T([1.0, 2.0, 3.0]),
        ),
        Case(
            """
            x = mt.tensor([0.3, 2.7], requires_grad=True)
            (Round.apply(x * 3) ** 2).sum().backward()
            x.grad
            """,
            T([6.0, 48.0]),
        ),
    ],
    wrong=[
        Wrong(
            """
            class Round(mt.autograd.Function):
                @staticmethod
                def forward(ctx, x):
                    return x.round()

                @staticmethod
                def backward(ctx, grad):
                    return grad * 0
            """,
            "That is the true derivative, and nothing learns from it. Straight through means: hand the gradient on as it is.",
        ),
        Wrong(
            """
            class Round(mt.autograd.Function):
                @staticmethod
                def forward(ctx, x):
                    ctx.save_for_backward(x)
                    return x.round()

                @staticmethod
                def backward(ctx, grad):
                    (x,) = ctx.saved_tensors
                    return grad * x.round()
            """,
            "You scale the gradient by the rounded value. The pretended function is the identity, whose slope is 1.",
        ),
        Wrong(
            """
            class Round(mt.autograd.Function):
                @staticmethod
                def forward(ctx, x):
                    return x

                @staticmethod
                def backward(ctx, grad):
                    return grad
            """,
            "Forward has to round: only the gradient pretends.",
        ),
        Wrong(
            """
            class Round(mt.autograd.Function):
                @staticmethod
                def forward(ctx, x):
                    return x.floor()

                @staticmethod
                def backward(ctx, grad):
                    return grad
            """,
            "floor goes down to the next whole number; round goes to the nearest.",
        ),
        Wrong(
            """
            class Round(mt.autograd.Function):
                @staticmethod
                def forward(ctx, x):
                    return x.round()

                @staticmethod
                def backward(ctx, grad):
                    return mt.ones_like(grad)
            """,
            "You throw the incoming gradient away. The chain rule multiplies it with your slope, here 1, and passes it on.",
        ),
    ],
    hints=[
        "forward computes on tensors as usual; nothing in it is recorded.",
        "backward gets the gradient of the result and returns that of the input. What would it be for the identity?",
        "forward: `return x.round()`. backward: `return grad`.",
    ],
)

training_step = Exercise(
    "training_step",
    title="One training step by hand",
    difficulty=3,
    minutes=12,
    stub='''
        def training_step(loss_of, parameters, rate):
            """Take one step of gradient descent on loss_of(); return the loss before the step as a number."""
            ...
    ''',
    solution='''
        def training_step(loss_of, parameters, rate):
            """Take one step of gradient descent on loss_of(); return the loss before the step as a number."""
            loss = loss_of()
            loss.backward()
            with mt.no_grad():
                for p in parameters:
                    p -= rate * p.grad
                    p.grad = None
            return loss.item()
    ''',
    why="Forward, backward, update, forget the gradients: the four lines under every training loop. The update is in place, "
    "because the parameters must stay the same tensors, and under no_grad, because it is no part of the model.",
    facts=[
        Case(
            """
            w = mt.tensor([1.0, 2.0], requires_grad=True)
            training_step(lambda: (w * w).sum(), [w], 0.1)
            """,
            5.0,
            changes=True,
        ),
        Case(
            """
            w = mt.tensor([1.0, 2.0], requires_grad=True)
            training_step(lambda: (w * w).sum(), [w], 0.1)
            w.detach()
            """,
            T([0.8, 1.6]),
            changes=True,
        ),
        Case(
            """
            w = mt.tensor([1.0, 2.0], requires_grad=True)
            for _ in range(2):
                training_step(lambda: (w * w).sum(), [w], 0.1)
            w.detach()
            """,
            T([0.64, 1.28]),
            changes=True,
        ),
        Case(
            """
            w, b = mt.tensor(1.0, requires_grad=True), mt.tensor(3.0, requires_grad=True)
            training_step(lambda: w * b, [w, b], 0.5)
            (w.item(), b.item(), w.is_leaf, w.requires_grad)
            """,
            (-0.5, 2.5, True, True),
            changes=True,
        ),
    ],
    wrong=[
        Wrong(
            """
            def training_step(loss_of, parameters, rate):
                loss = loss_of()
                loss.backward()
                with mt.no_grad():
                    for p in parameters:
                        p -= rate * p.grad
                return loss.item()
            """,
            "The first step is right, the second is not: the old gradients are still there, and backward() adds to them. Set "
            "p.grad to None (or to zeros) after the update.",
        ),
        Wrong(
            """
            def training_step(loss_of, parameters, rate):
                loss = loss_of()
                loss.backward()
                for p in parameters:
                    p -= rate * p.grad
                    p.grad = None
                return loss.item()
            """,
            "A leaf that wants gradients must not be changed in place while recording is on. Do the update under no_grad.",
        ),
        Wrong(
            """
            def training_step(loss_of, parameters, rate):
                loss = loss_of()
                loss.backward()
                with mt.no_grad():
                    for p in parameters:
                        p += rate * p.grad
                        p.grad = None
                return loss.item()
            """,
            "The gradient points uphill. To make the loss smaller, go against it.",
        ),
        Wrong(
            """
            def training_step(loss_of, parameters, rate):
                loss = loss_of()
                loss.backward()
                with mt.no_grad():
                    for p in parameters:
                        p = p - rate * p.grad
                return loss.item()
            """,
            "`p = p - ...` makes a new tensor and gives it the name p; the parameter stays as it was. Change it in place: "
            "`p -= ...`.",
        ),
        Wrong(
            """
            def training_step(loss_of, parameters, rate):
                loss = loss_of()
                loss.backward()
                with mt.no_grad():
                    for p in parameters:
                        p -= rate * p.grad
                        p.grad = None
                return loss_of().item()
            """,
            "You return the loss after the step. The loss before it is already there, and costs no second forward pass.",
        ),
    ],
    hints=[
        "Four things in order: the loss, its gradients, the update of every parameter, forgetting the gradients.",
        "The update changes leaves in place, which is allowed only under `with mt.no_grad():`.",
        "`loss = loss_of(); loss.backward()`, then for each p: `p -= rate * p.grad` and `p.grad = None`; `return loss.item()`.",
    ],
)
