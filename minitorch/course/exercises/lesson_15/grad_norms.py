"""grad_norms: The norm of the gradient at each module (difficulty 2, 9 minutes)

The hook of each module needs its own list. A function that makes the hook gives it one. A float keeps no graph in memory.

1. A loop over model.named_modules(), without the model itself. For each module, register a full backward hook.
2. The hook appends `grad_output[0].norm().item()` to the list of its module. A function inside the loop would see only
   the last name: let another function make the hook.
3. norms[name] = [] and handles.append(module.register_full_backward_hook(recorder(norms[name]))), where
   recorder(list) defines the hook and returns it.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    setup="""
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

        def back(model, *weights):
            x = mt.ones(1, len(weights), requires_grad=True)
            (model(x) * mt.tensor([float(w) for w in weights])).sum().backward()
            return x.grad.tolist()
    """,
    stub='''
        def grad_norms(model):
            """Record the norm of grad_output[0] for each module inside `model`, at any depth, in each backward pass.

            The norm is the square root of the sum of the squares, as a float. Returns (norms, handles): `norms` maps the name of a
            module (as in named_modules) to the list of its norms, one for each pass; `handles` has the handle of each hook.

            After two backward passes of Residual(layer): norms is {"inner": [1.4, 1.4]}. The model itself has no entry.
            """
            ...
    ''',
    solution="""
        def grad_norms(model):
            norms, handles = {}, []

            def recorder(values):
                def hook(module, grad_input, grad_output):
                    values.append(grad_output[0].norm().item())

                return hook

            for name, module in model.named_modules():
                if module is not model:
                    norms[name] = []
                    handles.append(module.register_full_backward_hook(recorder(norms[name])))
            return norms, handles
    """,
    given="""
        model = Pair(Scale(2.0), Scale(3.0))
        norms, handles = grad_norms(model)
    """,
    facts="""
        >>> back(model, 1, 1, 1, 1)
        >>> dict(norms)
        {'first': [6.0], 'second': [2.0]}
        if {'second': [2.0, 6.0]}: Both hooks use the same list. When they run, the loop is over, and `name` is the last name.
            Let a function make each hook.
        if {'first': [12.0], 'second': [6.0]}: That is the norm of grad_input. The hook gets (module, grad_input, grad_output).
        if {'first': [6.0], 'second': [2.0], '': [2.0]}: The model itself has no entry: only the modules inside it.
        if {'': [2.0], 'first': [6.0], 'second': [2.0]}: The model itself has no entry: only the modules inside it.
        if {'first': [], 'second': []}: The hooks record nothing: append to the list of the module.
        else: Four ones arrive at the last module, with norm 2. Four threes arrive at the first, with norm 6.
        >>> model = Pair(Pair(Scale(2.0), Scale(5.0)), Scale(3.0))
        >>> norms, handles = grad_norms(model)
        >>> back(model, 1)
        >>> {name: norms[name] for name in sorted(norms)}
        {'first': [3.0], 'first.first': [15.0], 'first.second': [3.0], 'second': [1.0]}
        if {'first': [3.0], 'second': [1.0]}: Modules inside the children are missing: named_modules() gives all.
        else: named_modules() gives the modules at any depth, with their names. The model itself comes first, with the name "".
        >>> back(model, 1)
        >>> back(model, 2)
        >>> dict(norms)
        {'first': [3.0, 6.0], 'second': [1.0, 2.0]}
        if {'first': [6.0], 'second': [2.0]}: Only the last norm is kept. Each pass adds one: `append`.
        else: Each pass adds one norm to each list.
        >>> back(model, -1)
        >>> type(norms['first'][0]).__name__, dict(norms)
        ('float', {'first': [3.0], 'second': [1.0]})
        else: The norm is a float: `.item()`. It is never negative.
        >>> back(model, 3, 4)
        >>> dict(norms)
        {'first': [15.0], 'second': [5.0]}
        else: The norm is the square root of the sum of the squares: `.norm()`.
        >>> back(model, 1)
        >>> n = len(handles)
        >>> for handle in handles:
        ...     handle.remove()
        >>> back(model, 1)
        >>> n, dict(norms)
        (2, {'first': [3.0], 'second': [1.0]})
        if (0, {'first': [3.0, 3.0], 'second': [1.0, 1.0]}): The handles are not kept, so nobody can remove the hooks.
        else: There is one handle for each hook, and all of them are returned.
    """,
)
