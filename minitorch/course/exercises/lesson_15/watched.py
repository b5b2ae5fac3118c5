"""A full backward hook, in small."""

from ...define import Case, Exercise, Law, Mistake, T, Wrong

exercise = Exercise(
    "watched",
    title="A full backward hook, in small",
    difficulty=4,
    minutes=14,
    stub='''
        def watched(forward, hook):
            """A function that computes forward(x), and whose backward pass calls hook(grad_input, grad_output), once per call.

            grad_input is the gradient that this call sends to x, grad_output the one that comes to its result. What the hook
            returns, unless None, goes to x instead.
            """
            ...
    ''',
    solution='''
        def watched(forward, hook):
            """A function that computes forward(x), and whose backward pass calls hook(grad_input, grad_output), once per call.

            grad_input is the gradient that this call sends to x, grad_output the one that comes to its result. What the hook
            returns, unless None, goes to x instead.
            """

            def call(x):
                outer = []
                inside = x.view_as(x)
                inside.register_hook(lambda inner: hook(inner, outer.pop()))
                result = forward(inside)
                result = result.view_as(result)
                result.register_hook(lambda arrived: outer.append(arrived))
                return result

            return call
    ''',
    why="Two steps of our own around forward, each with a hook on its result. x itself may be used by others, and what forward gives "
    "may be x itself or be changed later: only tensors that we made are surely ours. Each call has a list of its own.",
    facts=[
        Case(
            "watched(lambda x: 3 * x, lambda inner, outer: None)(mt.tensor([1.0, 2.0]) + mt.zeros(2, "
            "requires_grad=True))",
            T([3.0, 6.0]),
        ),
        Case(
            """
            seen, x = [], mt.tensor([1.0, 2.0], requires_grad=True)
            f = watched(lambda x: 3 * x, lambda inner, outer: seen.append((inner.tolist(), outer.tolist())))
            (f(x) * 2).sum().backward()
            (seen, x.grad)
            """,
            ([([6.0, 6.0], [2.0, 2.0])], T([6.0, 6.0])),
            changes=True,
        ),
        Case(
            """
            seen, x = [], mt.tensor([1.0, 2.0], requires_grad=True)
            f = watched(lambda x: (3 * x).tanh().sum(), lambda inner, outer: seen.append((tuple(inner.shape), tuple(outer.shape))))
            f(x).backward()
            seen
            """,
            [((2,), ())],
            changes=True,
        ),
        Case(
            """
            x = mt.tensor([1.0, 2.0], requires_grad=True)
            watched(lambda x: 3 * x, lambda inner, outer: inner * 10)(x).sum().backward()
            x.grad
            """,
            T([30.0, 30.0]),
        ),
        Case(
            """
            seen, x = [], mt.tensor([1.0, 2.0], requires_grad=True)
            f = watched(lambda x: 3 * x, lambda inner, outer: seen.append(inner.tolist()))
            (f(x) + 100 * x).sum().backward()
            (seen, x.grad)
            """,
            ([[3.0, 3.0]], T([103.0, 103.0])),
            changes=True,
        ),
        Case(
            """
            x = mt.tensor([1.0, 2.0], requires_grad=True)
            y = watched(lambda x: 3 * x, lambda inner, outer: inner * 10)(x) + 100 * x
            y.sum().backward()
            x.grad
            """,
            T([130.0, 130.0]),
        ),
        Case(
            """
            seen, x = [], mt.tensor([1.0, 2.0], requires_grad=True)
            f = watched(lambda x: 3 * x, lambda inner, outer: seen.append((inner.tolist(), outer.tolist())))
            f(f(x)).sum().backward()
            seen
            """,
            [([3.0, 3.0], [1.0, 1.0]), ([9.0, 9.0], [3.0, 3.0])],
            changes=True,
        ),
        Case(
            """
            seen, x = [], mt.tensor([2.0], requires_grad=True)
            f = watched(lambda x: x * x, lambda inner, outer: seen.append((inner.tolist(), outer.tolist())))
            a, b = f(x), f(x)
            (10 * a + b).sum().backward()
            sorted(seen)
            """,
            [([4.0], [1.0]), ([40.0], [10.0])],
            changes=True,
        ),
        Case(
            """
            seen, x = [], mt.tensor([2.0], requires_grad=True)
            f = watched(
                lambda x: f(x * 2) * 5 if x.item() < 4 else x * 3,
                lambda inner, outer: seen.append((inner.tolist(), outer.tolist())),
            )
            f(x).sum().backward()
            seen
            """,
            [([15.0], [5.0]), ([30.0], [1.0])],
            changes=True,
        ),
        Case(
            """
            seen, x = [], mt.tensor([2.0], requires_grad=True)
            f = watched(lambda x: x, lambda inner, outer: seen.append((inner.tolist(), outer.tolist())))
            (7 * f(x)).sum().backward()
            (seen, x.grad)
            """,
            ([([7.0], [7.0])], T([7.0])),
            changes=True,
        ),
        Case(
            """
            seen, x = [], mt.tensor([2.0], requires_grad=True)
            y = watched(lambda x: 3 * x, lambda inner, outer: seen.append((inner.tolist(), outer.tolist())))(x)
            y.sum().backward(retain_graph=True)
            (2 * y).sum().backward()
            (seen, x.grad)
            """,
            ([([3.0], [1.0]), ([6.0], [2.0])], T([9.0])),
            changes=True,
        ),
        Case(
            """
            seen, x = [], mt.tensor([1.0, 2.0], requires_grad=True) * 1
            kept = []
            def forward(x):
                kept.append(x * 2)
                return kept[0]
            y = watched(forward, lambda inner, outer: seen.append((inner.tolist(), outer.tolist())))(x)
            (y + 10 * kept[0]).sum().backward()
            seen
            """,
            [([22.0, 22.0], [1.0, 1.0])],
            changes=True,
        ),
        Law("the numbers are those of mathematics", lambda f, rng: chain(f, rng)),
    ],
    wrong=[
        Wrong(
            """
            def watched(forward, hook):
                def call(x):
                    outer = []
                    x.register_hook(lambda inner: hook(inner, outer.pop()))
                    result = forward(x)
                    result = result.view_as(result)
                    result.register_hook(lambda arrived: outer.append(arrived))
                    return result
                return call
            """,
            "Your hook hangs on x itself. When x is used elsewhere too, it sees the sum of everything that comes to "
            "x. Let x pass a step "
            "of your own first, such as x.view_as(x).",
        ),
        Wrong(
            """
            def watched(forward, hook):
                outer = []
                def call(x):
                    inside = x.view_as(x)
                    inside.register_hook(lambda inner: hook(inner, outer[-1]))
                    result = forward(inside)
                    result = result.view_as(result)
                    result.register_hook(lambda arrived: outer.append(arrived))
                    return result
                return call
            """,
            "All calls share one place for grad_output, so one call is shown what arrived at another. Make the place "
            "inside `call`.",
        ),
        Wrong(
            """
            def watched(forward, hook):
                def call(x):
                    result = forward(x)
                    if result.grad_fn is not None:
                        result.grad_fn.register_hook(
                            lambda inner, outer: None if (new := hook(inner[0], outer[0])) is None else (new,) + inner[1:]
                        )
                    return result
                return call
            """,
            "That is the legacy hook: it shows what leaves the last step of forward, not what leaves forward as a "
            "whole.",
        ),
        Wrong(
            """
            def watched(forward, hook):
                def call(x):
                    outer = []
                    inside = x.view_as(x)
                    inside.register_hook(lambda inner: [hook(inner, outer.pop())] and None)
                    result = forward(inside)
                    result = result.view_as(result)
                    result.register_hook(lambda arrived: outer.append(arrived))
                    return result
                return call
            """.replace("hook(inner, outer.pop()) and None", "[hook(inner, outer.pop())] and None"),
            "The hook is called, and what it returns is dropped. Return it from your own hook, so that it goes to x "
            "instead.",
        ),
        Wrong(
            """
            def watched(forward, hook):
                def call(x):
                    outer = []
                    inside = x.view_as(x)
                    inside.register_hook(lambda inner: hook(inner, outer.pop()))
                    result = forward(inside)
                    result.register_hook(lambda arrived: outer.append(arrived))
                    return result
                return call
            """,
            "Your second hook hangs on what forward gave. That tensor may be known to others (forward may keep it, or "
            "give back x "
            "itself). Let the result pass a step of your own, too.",
        ),
        Wrong(
            """
            def watched(forward, hook):
                def call(x):
                    inside = x.view_as(x)
                    inside.register_hook(lambda inner: hook(inner, inner))
                    return forward(inside)
                return call
            """,
            "You show the gradient at the input twice. grad_output is the one that comes to the result: note it "
            "there, when it arrives.",
        ),
        Wrong(
            """
            def watched(forward, hook):
                def call(x):
                    outer = []
                    inside = x.view_as(x)
                    inside.register_hook(lambda inner: hook(outer.pop(), inner))
                    result = forward(inside)
                    result = result.view_as(result)
                    result.register_hook(lambda arrived: outer.append(arrived))
                    return result
                return call
            """,
            "The two are the wrong way round. grad_input belongs to x, grad_output to the result, although "
            "grad_output arrives first.",
        ),
        Wrong(
            """
            def watched(forward, hook):
                def call(x):
                    outer = []
                    inside = x.detach().requires_grad_()
                    inside.register_hook(lambda inner: hook(inner, outer.pop()))
                    result = forward(inside)
                    result = result.view_as(result)
                    result.register_hook(lambda arrived: outer.append(arrived))
                    return result
                return call
            """,
            "detach cuts the graph, so nothing comes back to x. `x.view_as(x)` is a step that does nothing, and the "
            "gradient passes it.",
        ),
        Wrong(
            """
            def watched(forward, hook):
                def call(x):
                    outer = []
                    inside = x.view_as(x)
                    inside.register_hook(lambda inner: hook(inner, outer[0]))
                    result = forward(inside)
                    result = result.view_as(result)
                    result.register_hook(lambda arrived: outer.append(arrived))
                    return result
                return call
            """,
            "You always look at the first grad_output. A second backward pass through the same call has its own: "
            "take it out with `outer.pop()`.",
        ),
        Wrong(
            """
            def watched(forward, hook):
                def call(x):
                    outer = None
                    inside = x.view_as(x)
                    inside.register_hook(lambda inner: hook(inner, outer))
                    result = forward(inside)
                    result = result.view_as(result)
                    def arrived(g):
                        outer = g
                    result.register_hook(arrived)
                    return result
                return call
            """,
            "An assignment inside a function makes a name of its own there, so `outer` outside stays None. Say "
            "`nonlocal outer`, or append to a list.",
        ),
    ],
    hints=[
        "grad_output is known first, grad_input last. Two tensor hooks are needed, and a place where the first leaves "
        "something for "
        "the second.",
        "Neither x nor what forward gives is yours alone. `x.view_as(x)` is a step that does nothing and makes a "
        "tensor that nobody "
        "else has.",
        "inside = x.view_as(x); a hook on it: `lambda inner: hook(inner, outer.pop())`. result = forward(inside), then view_as "
        "again; a hook on that: `outer.append`.",
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: "invalid number of grad_input" in str(error),
            "The hook of a module gives back a tuple with a place for each input, or None. Here there is one input: "
            "`(new,)`.",
        ),
        Mistake(
            lambda expected, got, error: "'NoneType' object has no attribute" in str(error),
            "The hook is given None. What you hand it is not there yet when it runs: `x.grad` is filled last of all, "
            "and a value noted in another function needs a list, or `nonlocal`.",
        ),
        Mistake(
            lambda expected, got, error: "'tuple' object has no attribute" in str(error),
            "The hook of a step is given tuples, with a place for each input or output. Here the hook should get the "
            "tensors themselves: take `[0]`, and give a tuple back.",
        ),
    ],
)


def chain(f, rng):
    import minitorch as mt

    factors, x = rng.integers(-3, 4, size=3).tolist(), float(rng.integers(-3, 4))
    a, b, c = [float(n) for n in factors]
    seen, leaf = [], mt.tensor([x], requires_grad=True)
    call = f(lambda x: a * x * x + b * x, lambda inner, outer: seen.append([inner.item(), outer.item()]))
    (call(leaf) * c).sum().backward()
    return {"forward": f"{a} x x + {b} x", "x": x, "arriving": c}, [[c * (2 * a * x + b) + 0.0, c]], seen
