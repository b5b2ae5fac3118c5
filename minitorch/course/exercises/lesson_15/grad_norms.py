"""grad_norms: The norm of the gradient at each module (difficulty 2, 9 minutes)

The hook of each module needs its own list. A function that makes the hook gives it one. A float keeps no graph in memory.

1. One list for each name in model.named_modules(), without the model itself. For each module, register a full backward hook.
2. The hook appends `grad_output[0].norm().item()` to the list of its module. A function inside a loop would see only
   the last name: let another function, with the name as its argument, make the hook.
3. That function, `watch(name)`, defines the hook and returns `model.get_submodule(name).register_full_backward_hook(hook)`.
   The handles are `[watch(name) for name in norms]`.
"""

from ...define import Exercise
from ..lesson_14 import SETUP

exercise = Exercise(
    __doc__,
    ready=SETUP,
    setup="""
        def back(model, *weights):
            x = mt.ones(1, len(weights), requires_grad=True)
            (model(x) * mt.tensor([float(w) for w in weights])).sum().backward()
            return x.grad.tolist()
    """,
    solution="""
        def grad_norms(model):
            norms = {name: [] for name, module in model.named_modules() if module is not model}

            def watch(name):
                def hook(module, grad_input, grad_output):
                    norms[name].append(grad_output[0].norm().item())

                return model.get_submodule(name).register_full_backward_hook(hook)

            return norms, [watch(name) for name in norms]
    """,
    given="""
        model = pair(scale(2.0), scale(3.0))
        norms, handles = grad_norms(model)
    """,
    facts="""
        if "missing 1 required positional argument: 'grad_output'": A pre-hook gets no grad_input. Register a full backward hook.
        >>> back(model, 1, 1, 1, 1)
        >>> back(model, -3, 4)
        >>> dict(norms)
        {'first': [6.0, 15.0], 'second': [2.0, 5.0]}
        if {'second': [2.0, 6.0, 5.0, 15.0]}: All hooks use the last name: let a function make each hook.
        if {'first': [], 'second': [2.0, 6.0, 5.0, 15.0]}: All hooks use the last name: let a function make each hook.
        if {'first': [36.0, 225.0], 'second': [4.0, 25.0]}: The norm is the square root of the sum of the squares: `.norm()`.
        if {'first': [12.0, 21.0], 'second': [4.0, 7.0]}: The norm is the square root of the sum of the squares: `.norm()`.
        if {'first': [12.0, 30.0], 'second': [6.0, 15.0]}: That is the norm of grad_input, and not of grad_output.
        if {'first': [T(6.0), T(15.0)], 'second': [T(2.0), T(5.0)]}: A float is expected: `.item()`.
        if {'first': [2.0, 5.0], 'second': [2.0, 5.0]}: Both modules have what arrives at the result of the model. Register each
            hook on the module of the walk. And it must return None: what a full hook returns replaces grad_input.
        if "cannot convert dictionary": Return first the dictionary, then the handles: (norms, handles).
        if "has no attribute 'weight'": That is the gradient of a parameter. grad_output is what the hook gets as its third argument.
        if {'': [2.0, 5.0], 'first': [6.0, 15.0], 'second': [2.0, 5.0]}: The model itself has no entry: only the modules inside it.
        if {'first': [15.0], 'second': [5.0]}: Only the last norm is kept. Each pass adds one: `append`.
        else: Four ones arrive at the last module, norm 2 (a sum, no mean), and four threes at the first, norm 6. The second pass adds a norm to each.
        >>> model = pair(pair(scale(2.0), scale(5.0)), scale(3.0))
        >>> norms, handles = grad_norms(model)
        >>> back(model, 1)
        >>> sorted(norms)
        ['first', 'first.first', 'first.second', 'second']
        if ['first', 'second']: Modules inside the children are missing: named_modules() gives all.
        >>> model.first.forward, model.forward = lambda x: (x * 2, x), lambda x: (lambda a, b: model.second(a) + 0 * b)(*model.first(x))
        >>> back(model, 1)
        >>> n = len(handles)
        >>> for handle in handles:
        ...     handle.remove()
        >>> back(model, 1)
        >>> n, type(norms['first'][0]).__name__, dict(norms)
        (2, 'float', {'first': [3.0], 'second': [1.0]})
        if "has no attribute 'register_hook'": A module may return a tuple. Use a full backward hook.
        else: There is one handle for each hook, and all of them are returned. The norm is that of grad_output[0]. A norm is a float: `.item()`.
        >>> twice = scale(2.0)
        >>> model = pair(twice, twice)
        >>> norms, handles = grad_norms(model)
        >>> back(model, 1)
        >>> sorted(norms), len(handles)
        (['first'], 1)
        else: A module in two places gets one hook, under its first name, as in named_modules().
    """,
)
