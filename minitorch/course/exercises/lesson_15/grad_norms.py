"""How long are the gradients, layer by layer?"""

from ...define import Case, Exercise, Law, Wrong

SETUP = """
        class Scale(mt.nn.Module):
            def __init__(self, factor):
                super().__init__()
                self.factor = factor

            def forward(self, x):
                return x * self.factor

        class Pair(mt.nn.Module):
            def __init__(self, first, second):
                super().__init__()
                self.first, self.second = first, second

            def forward(self, x):
                return self.second(self.first(x))
    """

exercise = Exercise(
    "grad_norms",
    title="How long are the gradients?",
    difficulty=3,
    minutes=12,
    stub='''
        def grad_norms(model):
            """Note, for each module inside `model` at any depth, how long the gradient of its output is; not for model itself.

            Returns (norms, handles): a dictionary from the module's name to a list with a number (a float) for each backward
            pass that comes by, and the list of handles.
            """
            ...
    ''',
    solution='''
        def grad_norms(model):
            """Note, for each module inside `model` at any depth, how long the gradient of its output is; not for model itself.

            Returns (norms, handles): a dictionary from the module's name to a list with a number (a float) for each backward
            pass that comes by, and the list of handles.
            """
            norms, handles = {}, []

            def noting(name):
                def note(module, grad_output):
                    g = grad_output[0]
                    norms.setdefault(name, []).append((g * g).sum().sqrt().item())

                return note

            for name, module in model.named_modules():
                if module is not model:
                    handles.append(module.register_full_backward_pre_hook(noting(name)))
            return norms, handles
    ''',
    why="A backward pre-hook is called when the gradient of the output is complete, whether or not one for the input will follow. A "
    "number per pass is kept, and no tensor; and the hook returns nothing, so all gradients stay as they were.",
    setup=SETUP,
    facts=[
        Case(
            """
            model, x = Pair(Scale(2.0), Scale(3.0)), mt.tensor([1.0], requires_grad=True)
            norms, handles = grad_norms(model)
            model(x).sum().backward()
            (sorted(norms.items()), len(handles), x.grad.tolist())
            """,
            ([("first", [3.0]), ("second", [1.0])], 2, [6.0]),
        ),
        Case(
            """
            model, x = Pair(Scale(2.0), Scale(3.0)), mt.zeros(2, requires_grad=True)
            norms, handles = grad_norms(model)
            (model(x) * mt.tensor([3.0, 4.0])).sum().backward()
            sorted(norms.items())
            """,
            [("first", [15.0]), ("second", [5.0])],
        ),
        Case(
            """
            model, x = Pair(Scale(2.0), Scale(3.0)), mt.tensor([1.0], requires_grad=True)
            norms, handles = grad_norms(model)
            for n in [1.0, -10.0, 0.0]:
                (model(x) * n).sum().backward()
            sorted(norms.items())
            """,
            [("first", [3.0, 30.0, 0.0]), ("second", [1.0, 10.0, 0.0])],
        ),
        Case(
            """
            model = Pair(Pair(Scale(2.0), Scale(3.0)), Scale(5.0))
            norms, handles = grad_norms(model)
            model(mt.tensor([1.0], requires_grad=True)).sum().backward()
            sorted(norms.items())
            """,
            [("first", [5.0]), ("first.first", [15.0]), ("first.second", [5.0]), ("second", [1.0])],
        ),
        Case(
            """
            model, x = Pair(Scale(2.0), Scale(3.0)), mt.tensor([1.0], requires_grad=True)
            norms, handles = grad_norms(model)
            for handle in handles:
                handle.remove()
            model(x).sum().backward()
            ({name: found for name, found in norms.items() if found}, x.grad.tolist())
            """,
            ({}, [6.0]),
        ),
        Case(
            """
            class Learn(mt.nn.Module):
                def __init__(self):
                    super().__init__()
                    self.weight = mt.nn.Parameter(mt.tensor([2.0]))
                def forward(self, x):
                    return x * self.weight
            import warnings
            model = Pair(Learn(), Scale(3.0))
            norms, handles = grad_norms(model)
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                model(mt.tensor([7.0])).sum().backward()
            (sorted(norms.items()), model.first.weight.grad.tolist())
            """,
            ([("first", [3.0]), ("second", [1.0])], [21.0]),
        ),
        Case(
            """
            class Learn(mt.nn.Module):
                def __init__(self):
                    super().__init__()
                    self.weight = mt.nn.Parameter(mt.tensor([2.0]))
                def forward(self, x):
                    return x * self.weight
            model, x = Pair(Learn(), Scale(3.0)), mt.tensor([7.0], requires_grad=True)
            norms, handles = grad_norms(model)
            model(x).sum().backward(inputs=[model.first.weight])
            sorted(norms.items())
            """,
            [("first", [3.0]), ("second", [1.0])],
        ),
        Case(
            """
            model = Pair(Scale(2.0), Scale(3.0))
            norms, handles = grad_norms(model)
            model(mt.tensor([1.0], requires_grad=True)).sum().backward()
            [type(n).__name__ for name in sorted(norms) for n in norms[name]]
            """,
            ["float", "float"],
        ),
        Case(
            """
            found = grad_norms(Pair(Scale(2.0), Scale(3.0)))
            (type(found).__name__, [type(one).__name__ for one in found])
            """,
            ("tuple", ["dict", "list"]),
        ),
        Law("the lengths are those of mathematics", lambda f, rng: lengths(f, rng)),
    ],
    wrong=[
        Wrong(
            """
            def grad_norms(model):
                norms, handles = {}, []
                for name, module in model.named_modules():
                    if module is not model:
                        def note(module, grad_output):
                            norms.setdefault(name, []).append((grad_output[0] ** 2).sum().sqrt().item())
                        handles.append(module.register_full_backward_pre_hook(note))
                return norms, handles
            """,
            "All hooks use the last name: a function looks up `name` when it is called, and by then the loop has "
            "ended. Make each hook in "
            "a function that is given the name.",
        ),
        Wrong(
            """
            def grad_norms(model):
                norms, handles = {}, []
                def noting(name):
                    def note(module, grad_input, grad_output):
                        norms.setdefault(name, []).append((grad_input[0] ** 2).sum().sqrt().item())
                    return note
                for name, module in model.named_modules():
                    if module is not model:
                        handles.append(module.register_full_backward_hook(noting(name)))
                return norms, handles
            """,
            "You measure the gradient of the input. Asked for is the output's; and the first layer's input often has "
            "none.",
        ),
        Wrong(
            """
            def grad_norms(model):
                norms, handles = {}, []
                def noting(name):
                    def note(module, grad_input, grad_output):
                        norms.setdefault(name, []).append((grad_output[0] ** 2).sum().sqrt().item())
                    return note
                for name, module in model.named_modules():
                    if module is not model:
                        handles.append(module.register_full_backward_hook(noting(name)))
                return norms, handles
            """,
            "A full backward hook waits for the gradient of the input. When a pass asks for the weights only, that "
            "one is never computed, "
            "and nothing is noted. A backward pre-hook is called with grad_output alone.",
        ),
        Wrong(
            """
            def grad_norms(model):
                norms, handles = {}, []
                def noting(name):
                    def note(module, grad_output):
                        norms[name] = [(grad_output[0] ** 2).sum().sqrt().item()]
                    return note
                for name, module in model.named_modules():
                    if module is not model:
                        handles.append(module.register_full_backward_pre_hook(noting(name)))
                return norms, handles
            """,
            "Each pass overwrites the one before. Append to the list of the name.",
        ),
        Wrong(
            """
            def grad_norms(model):
                norms, handles = {}, []
                def noting(name):
                    def note(module, grad_output):
                        norms.setdefault(name, []).append((grad_output[0] ** 2).sum().sqrt().item())
                    return note
                for name, module in model.named_modules():
                    handles.append(module.register_full_backward_pre_hook(noting(name)))
                return norms, handles
            """,
            "The model itself is counted too, under the empty name. named_modules() begins with it: leave it out.",
        ),
        Wrong(
            """
            def grad_norms(model):
                norms, handles = {}, []
                def noting(name):
                    def note(module, grad_output):
                        norms.setdefault(name, []).append((grad_output[0] ** 2).sum().sqrt().item())
                    return note
                for name, module in model.named_children():
                    handles.append(module.register_full_backward_pre_hook(noting(name)))
                return norms, handles
            """,
            "You hang hooks on the children only. Modules inside them are missing: named_modules() walks the whole "
            "tree.",
        ),
        Wrong(
            """
            def grad_norms(model):
                norms, handles = {}, []
                def noting(name):
                    def note(module, grad_output):
                        norms.setdefault(name, []).append((grad_output[0] ** 2).sum().item())
                    return note
                for name, module in model.named_modules():
                    if module is not model:
                        handles.append(module.register_full_backward_pre_hook(noting(name)))
                return norms, handles
            """,
            "The sum of squares is the length squared. Take the root.",
        ),
        Wrong(
            """
            def grad_norms(model):
                norms, handles = {}, []
                def noting(name):
                    def note(module, grad_output):
                        norms.setdefault(name, []).append((grad_output[0] ** 2).mean().sqrt().item())
                    return note
                for name, module in model.named_modules():
                    if module is not model:
                        handles.append(module.register_full_backward_pre_hook(noting(name)))
                return norms, handles
            """,
            "You take the mean of the squares. The length is the root of their *sum*.",
        ),
        Wrong(
            """
            def grad_norms(model):
                norms, handles = {}, []
                def noting(name):
                    def note(module, grad_output):
                        norms.setdefault(name, []).append(grad_output[0].abs().sum().item())
                    return note
                for name, module in model.named_modules():
                    if module is not model:
                        handles.append(module.register_full_backward_pre_hook(noting(name)))
                return norms, handles
            """,
            "You add up the absolute values. The length is the root of the sum of the squares.",
        ),
        Wrong(
            """
            def grad_norms(model):
                norms, handles = {}, []
                def noting(name):
                    def note(module, grad_output):
                        norms.setdefault(name, []).append((grad_output[0] ** 2).sum().sqrt())
                    return note
                for name, module in model.named_modules():
                    if module is not model:
                        handles.append(module.register_full_backward_pre_hook(noting(name)))
                return norms, handles
            """,
            "You keep tensors. A number is asked for, and it keeps nothing else alive: `.item()`.",
        ),
        Wrong(
            """
            def grad_norms(model):
                norms, handles = {}, []
                def noting(name):
                    return lambda g: norms.setdefault(name, []).append((g * g).sum().sqrt().item())
                for name, p in model.named_parameters():
                    handles.append(p.register_hook(noting(name)))
                return norms, handles
            """,
            "You hang hooks on the parameters. Asked for is the gradient of each module's output, and a module may "
            "have no parameters at all.",
        ),
    ],
    hints=[
        "Which kind of hook is given grad_output, and is called even if no gradient is computed for the input?",
        "A backward pre-hook: hook(module, grad_output), and grad_output is a tuple. Its name must come from a "
        "function around the hook, "
        "`def noting(name): ...`.",
        "`norms.setdefault(name, []).append((g * g).sum().sqrt().item())` in the hook; in the loop over model.named_modules(), "
        "without model, `handles.append(module.register_full_backward_pre_hook(noting(name)))`.",
    ],
)


def lengths(f, rng):
    import minitorch as mt

    class Scale(mt.nn.Module):
        def __init__(self, factor):
            super().__init__()
            self.factor = factor

        def forward(self, x):
            return x * self.factor

    class Chain(mt.nn.Module):
        def __init__(self, factors):
            super().__init__()
            for n, factor in enumerate(factors):
                setattr(self, f"layer{n}", Scale(factor))

        def forward(self, x):
            for module in self.children():
                x = module(x)
            return x

    factors = rng.normal(size=4).round(3).tolist()
    arriving = rng.normal(size=3).round(3)
    model = Chain(factors)
    norms, _ = f(model)
    x = mt.zeros(3, dtype=mt.float64, requires_grad=True)
    (model(x) * mt.tensor(arriving.tolist(), dtype=mt.float64)).sum().backward()
    length, expected = float((arriving**2).sum() ** 0.5), {}
    for n in (3, 2, 1, 0):
        expected[f"layer{n}"] = [length]
        length *= abs(factors[n])
    return {"factors": factors, "arriving": arriving.tolist()}, sorted(expected.items()), sorted(norms.items())
