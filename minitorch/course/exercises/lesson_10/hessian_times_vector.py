"""The Hessian times a vector, without the Hessian."""

import minitorch as mt

from ...define import Case, Exercise, Law, Mistake, T, Wrong

exercise = Exercise(
    "hessian_times_vector",
    title="The Hessian times a vector, without the Hessian",
    difficulty=4,
    minutes=7,
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
    why="`(slope * v).sum()` is one number, and its gradient is the row of sums H @ v. A million weights have "
    "a Hessian of "
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
        Case(
            """
            x = mt.tensor([1.0, 2.0], requires_grad=True)
            for _ in range(2):
                product = hessian_times_vector(lambda x: (x ** 3).sum(), x, mt.tensor([1.0, 10.0]))
            (product.tolist(), x.grad)
            """,
            ([6.0, 120.0], None),
        ),
        Law("of x @ A @ x it is (A + A.T) @ v", lambda f, rng: quadratic(f, rng)),
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: error is None,
            "First the slope of f at x itself, with create_graph=True. Then one number made of that slope and "
            "v, and its gradient: the "
            "dot product of both.",
        ),
    ],
    wrong=[
        Wrong(
            """
            def hessian_times_vector(f, x, v):
                (slope,) = mt.autograd.grad(f(x), x, create_graph=True)
                (second,) = mt.autograd.grad(slope.sum(), x)
                return second * v
            """,
            "grad of slope.sum() gives the sums of the Hessian's rows. That times v is H @ v only when H is "
            "diagonal; weight "
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
            "The right idea, but the slope has no graph to go back through: create_graph=True is missing in "
            "the first line.",
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
        Wrong(
            """
            def hessian_times_vector(f, x, v):
                (slope,) = mt.autograd.grad(f(x), x, create_graph=True)
                (slope * v).sum().backward()
                return x.grad
            """,
            "Right the first time only: backward() adds to x.grad, so the next product has this one in it. "
            "autograd.grad "
            "returns it and leaves x.grad alone.",
        ),
    ],
    forbids=dict.fromkeys(
        ("hessian", "hvp", "vhp", "jacobian", "vjp", "jvp"),
        "That one does it all. Here it is to be built from `mt.autograd.grad`, of which that is made, too.",
    ),
    hints=[
        "You never need H itself. Which number, made of the slope and v, has H @ v for its gradient?",
        "The number is the dot product of the slope with v.",
        "First `slope` with create_graph=True; then `mt.autograd.grad((slope * v).sum(), x)`.",
    ],
)


def quadratic(f, rng):
    a = rng.integers(-3, 4, size=(3, 3)).astype("float32")
    x, v = rng.integers(-3, 4, size=3).astype("float32"), rng.integers(-3, 4, size=3).astype("float32")
    matrix = mt.from_numpy(a)
    found = f(lambda x: x @ matrix @ x, mt.tensor(x.tolist(), requires_grad=True), mt.tensor(v.tolist()))
    return {"A": a, "x": x, "v": v}, T(((a + a.T) @ v).tolist()), found
