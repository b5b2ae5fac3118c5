"""Learn the opposite."""

from ...define import Case, Exercise, Law, Mistake, T, Wrong

SETUP = """
        class Learn(mt.nn.Module):
            def __init__(self):
                super().__init__()
                self.weight = mt.nn.Parameter(mt.tensor([2.0, 3.0]))

            def forward(self, x, *more):
                for one in more:
                    if one is not None:
                        x = x + one
                return x * self.weight
    """

exercise = Exercise(
    "reverse_gradients",
    title="Learn the opposite",
    difficulty=3,
    minutes=9,
    stub='''
        def reverse_gradients(module, strength):
            """From now on each gradient that leaves through an input of the module is multiplied by -strength.

            What the module computes, and how its own parameters learn, stays as it was. Returns the handle that ends it.
            """
            ...
    ''',
    solution='''
        def reverse_gradients(module, strength):
            """From now on each gradient that leaves through an input of the module is multiplied by -strength.

            What the module computes, and how its own parameters learn, stays as it was. Returns the handle that ends it.
            """

            def turn(module, grad_input, grad_output):
                return tuple([None if g is None else -strength * g for g in grad_input])

            return module.register_full_backward_hook(turn)
    ''',
    why="The parameters are reached inside the module, before the walk comes to the step around its inputs. There each gradient is "
    "replaced; where there was no tensor stands None, and stays.",
    setup=SETUP,
    facts=[
        Case(
            """
            module, x = Learn(), mt.tensor([5.0, 7.0], requires_grad=True)
            handle = reverse_gradients(module, 1.0)
            y = module(x)
            y.sum().backward()
            (y, x.grad, module.weight.grad)
            """,
            (T([10.0, 21.0]), T([-2.0, -3.0]), T([5.0, 7.0])),
        ),
        Case(
            """
            module, x = Learn(), mt.tensor([5.0, 7.0], requires_grad=True)
            handle = reverse_gradients(module, 0.5)
            module(x).sum().backward()
            (x.grad, module.weight.grad)
            """,
            (T([-1.0, -1.5]), T([5.0, 7.0])),
        ),
        Case(
            """
            module, x = Learn(), mt.tensor([5.0, 7.0], requires_grad=True)
            handle = reverse_gradients(module, 1.0)
            (module(x).sum() + 100 * x.sum()).backward()
            x.grad
            """,
            T([98.0, 97.0]),
        ),
        Case(
            """
            module, x, y = Learn(), mt.zeros(2, requires_grad=True), mt.zeros(2, requires_grad=True)
            handle = reverse_gradients(module, 1.0)
            module(x, y).sum().backward()
            (x.grad, y.grad)
            """,
            (T([-2.0, -3.0]), T([-2.0, -3.0])),
        ),
        Case(
            """
            module, x, y = Learn(), mt.zeros(2, requires_grad=True), mt.zeros(2, requires_grad=True)
            handle = reverse_gradients(module, 2.0)
            module(x, None, y).sum().backward()
            (x.grad, y.grad)
            """,
            (T([-4.0, -6.0]), T([-4.0, -6.0])),
        ),
        Case(
            """
            module, x = Learn(), mt.zeros(2, requires_grad=True)
            handle = reverse_gradients(module, 1.0)
            handle.remove()
            module(x).sum().backward()
            x.grad
            """,
            T([2.0, 3.0]),
        ),
        Case(
            """
            module, x = Learn(), mt.zeros(2, requires_grad=True)
            handle = reverse_gradients(module, 0.0)
            module(x).sum().backward()
            x.grad
            """,
            T([0.0, 0.0]),
        ),
        Case(
            """
            module, x, seen = Learn(), mt.zeros(2, requires_grad=True), []
            module.register_full_backward_hook(lambda module, inner, outer: seen.append(inner[0]))
            handle = reverse_gradients(module, 1.0)
            module(x).sum().backward()
            (seen[0], x.grad)
            """,
            (T([2.0, 3.0]), T([-2.0, -3.0])),
        ),
        Law(
            "the input's gradient is the opposite, times the strength; the weight's is as ever",
            lambda f, rng: opposite(f, rng),
        ),
    ],
    wrong=[
        Wrong(
            """
            def reverse_gradients(module, strength):
                def turn(module, grad_output):
                    return tuple([None if g is None else -strength * g for g in grad_output])
                return module.register_full_backward_pre_hook(turn)
            """,
            "You turn the gradient round before it enters the module, so the module's own parameters learn the "
            "opposite as well. Replace "
            "grad_input, in a full backward hook.",
        ),
        Wrong(
            """
            def reverse_gradients(module, strength):
                def turn(module, grad_input, grad_output):
                    return tuple([-strength * g for g in grad_input])
                return module.register_full_backward_hook(turn)
            """,
            "An argument that is no tensor has no gradient: None stands at its place, and cannot be multiplied. Hand "
            "it on as it is.",
        ),
        Wrong(
            """
            def reverse_gradients(module, strength):
                def turn(module, grad_input, grad_output):
                    return (-strength * grad_input[0],) + grad_input[1:]
                return module.register_full_backward_hook(turn)
            """,
            "Only the first input's gradient is turned round. grad_input has a place for each positional argument.",
        ),
        Wrong(
            """
            def reverse_gradients(module, strength):
                def turn(module, grad_input, grad_output):
                    for g in grad_input:
                        if g is not None:
                            g.mul_(-strength)
                return module.register_full_backward_hook(turn)
            """,
            "You change the gradients where they stand. Whoever noted one before (another hook) now finds other "
            "numbers in it. Return new "
            "ones.",
        ),
        Wrong(
            """
            def reverse_gradients(module, strength):
                def turn(module, grad_input, grad_output):
                    grad_input = tuple([None if g is None else -strength * g for g in grad_input])
                return module.register_full_backward_hook(turn)
            """,
            "The new gradients get a name inside the hook and are then forgotten. Return them.",
        ),
        Wrong(
            """
            def reverse_gradients(module, strength):
                def turn(module, grad_input, grad_output):
                    return tuple([None if g is None else -strength * g for g in grad_output])
                return module.register_full_backward_hook(turn)
            """,
            "You return the gradient of the output, turned round. What goes on from here is the gradient of the input.",
        ),
        Wrong(
            """
            def reverse_gradients(module, strength):
                def turn(module, grad_input, grad_output):
                    return tuple([None if g is None else -g / strength for g in grad_input])
                return module.register_full_backward_hook(turn)
            """,
            "You divide by the strength. Multiply.",
        ),
        Wrong(
            """
            def reverse_gradients(module, strength):
                def hang(module, args):
                    for x in args:
                        if isinstance(x, mt.Tensor) and x.requires_grad:
                            x.register_hook(lambda g: -strength * g)
                return module.register_forward_pre_hook(hang)
            """,
            "Your hooks hang on the tensors that went in. Such a tensor may be used elsewhere as well, and that "
            "gradient is turned "
            "round too. A full backward hook sees only what this module sends.",
        ),
        Wrong(
            """
            def reverse_gradients(module, strength):
                def turn(module, args):
                    return tuple([-strength * x if isinstance(x, mt.Tensor) else x for x in args])
                return module.register_forward_pre_hook(turn)
            """,
            "You turn the numbers round that go in, so the module computes something else. Only the gradients are to "
            "be turned, on their way back.",
        ),
        Wrong(
            """
            def reverse_gradients(module, strength):
                return module.register_backward_hook(lambda m, gi, go: tuple([None if g is None else -strength * g for g in gi]))
            """,
            "That is the legacy hook. It hangs on the last step inside the module and turns round all that leaves "
            "that step, the gradients of the module's own parameters included. register_full_backward_hook.",
        ),
    ],
    hints=[
        "Which of the hooks may replace what leaves through the inputs, after the parameters have had theirs?",
        "A full backward hook is given grad_input, a tuple with None where there was no tensor; a tuple that it "
        "returns takes its place.",
        "`return tuple([None if g is None else -strength * g for g in grad_input])`, and return what "
        "register_full_backward_hook gives.",
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: "invalid number of grad_input" in str(error),
            "A full backward hook returns a tuple with as many places as grad_input has: one for each positional "
            "argument, and None where no gradient is.",
        ),
    ],
)


def opposite(f, rng):
    import minitorch as mt

    w, x, g = [rng.normal(size=2).round(3) for _ in range(3)]
    strength = round(float(rng.uniform(0.1, 3)), 3)

    class Times(mt.nn.Module):
        def __init__(self):
            super().__init__()
            self.weight = mt.nn.Parameter(mt.tensor(w.tolist(), dtype=mt.float64))

        def forward(self, x):
            return (x * self.weight) * mt.tensor(g.tolist(), dtype=mt.float64)

    module, leaf = Times(), mt.tensor(x.tolist(), dtype=mt.float64, requires_grad=True)
    handle = f(module, strength)
    module(leaf).sum().backward()
    handle.remove()
    expected = (T((-strength * w * g).tolist(), "float64"), T((x * g).tolist(), "float64"))
    inputs = {"weight": w.tolist(), "x": x.tolist(), "arriving": g.tolist(), "strength": strength}
    return inputs, expected, (leaf.grad, module.weight.grad)
