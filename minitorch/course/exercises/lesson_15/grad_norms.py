"""grad_norms: The length of the gradient at each module (difficulty 2, 6 minutes)

As in lesson 14, a function makes each hook, so that each has a list of its own,
and a float keeps no gradient alive.

1. Lesson 14 has the same form in `timeline`: a loop over named_modules, and a function that makes each hook.
2. The hook: lengths.append((grad_output[0] ** 2).sum().sqrt().item()), where `lengths` is the list of its module.
3. norms[name] = [] and handles.append(module.register_full_backward_hook(noting(norms[name]))) for each module but
   the model, where noting(lengths) makes and returns the hook.
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
    solution='''
        def grad_norms(model):
            """The lengths of the gradients that come to the modules inside `model`, by name, and the handles of the hooks."""
            norms, handles = {}, []

            def noting(lengths):
                def hook(module, grad_input, grad_output):
                    lengths.append((grad_output[0] ** 2).sum().sqrt().item())

                return hook

            for name, module in model.named_modules():
                if module is not model:
                    norms[name] = []
                    handles.append(module.register_full_backward_hook(noting(norms[name])))
            return norms, handles
    ''',
    given="""
        model = Pair(Scale(2.0), Scale(3.0))
        norms, handles = grad_norms(model)
    """,
    facts="""
        >>> back(model, 1, 1, 1, 1)
        >>> norms
        {'first': [6.0], 'second': [2.0]}
        else: To the last module come four ones, of length 2; to the one before it come four threes.
        >>> model = Pair(Pair(Scale(2.0), Scale(5.0)), Scale(3.0))
        >>> norms, handles = grad_norms(model)
        >>> back(model, 1)
        >>> norms
        {'first': [3.0], 'first.first': [15.0], 'first.second': [3.0], 'second': [1.0]}
        else: named_modules() gives the modules at any depth, with their names; the model itself is the first.
        >>> back(model, 1)
        >>> back(model, 2)
        >>> norms
        {'first': [3.0, 6.0], 'second': [1.0, 2.0]}
        if {'first': [6.0], 'second': [2.0]}: Only the last length is kept. Each pass has its own: `append`.
        else: Each pass adds one length to each list.
        >>> n = len(handles)
        >>> for handle in handles:
        ...     handle.remove()
        >>> back(model, 1)
        >>> n, norms
        (2, {'first': [], 'second': []})
        if (0, {'first': [3.0], 'second': [1.0]}): The handles are not kept, so nobody can take the hooks away.
        else: Each hook has a handle, and all of them are returned.
        >>> found = grad_norms(Scale(2.0))
        >>> type(found).__name__, found[0], len(found[1])
        ('tuple', {}, 0)
    """,
)
