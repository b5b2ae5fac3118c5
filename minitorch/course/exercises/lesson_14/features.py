"""features: What a module inside computes (difficulty 2, 6 minutes)

The hook keeps the result and returns nothing, so the model computes what it always does. `with handle:` removes the hook
also if an error is raised.

1. `model.get_submodule(path)` is the module. A forward hook gets its result as the third argument.
2. The hook appends the result to a list. A handle is also a `with` block, at whose end the hook is removed.
3. `with part.register_forward_hook(lambda module, args, result: found.append(result)): model(x)`, then `return found[-1]`.
"""

from ...define import Exercise
from . import SETUP

exercise = Exercise(
    __doc__,
    ready=SETUP,
    setup="from contextlib import suppress",
    solution="""
        def features(model, path, x):
            found = []
            with model.get_submodule(path).register_forward_hook(lambda module, args, result: found.append(result)):
                model(x)
            return found[-1]
    """,
    given="""
        model = pair(pair(scale(2.0), scale(3.0)), scale(5.0))
    """,
    facts="""
        if "KeyError": named_children() and named_modules() do not give every path: `model.get_submodule(path)`.
        >>> features(model, "first.first", mt.ones(2)).tolist(), features(model, "first.second", mt.ones(2)).tolist()
        ([2.0, 2.0], [6.0, 6.0])
        if ([30.0, 30.0], [30.0, 30.0]): This is the result of the whole model. Register the hook on the module at `path`.
        if "'list' object has no attribute": Return the result and not a list of it.
        if "'NoneType' object has no attribute": `found = ...` inside the hook makes a new local name: append to a list.
        else: The module must run inside model(x), on what reaches it there.
        >>> model.first.second.register_forward_hook(lambda module, args, result: result + 1)
        >>> found = features(model, "first.second", mt.ones(2)).tolist()
        >>> with suppress(TypeError):
        ...     features(model, "first.first", "text")
        >>> (found, [len(module._forward_hooks) for module in model.modules()])
        ([7.0, 7.0], [0, 0, 0, 1, 0])
        if ([6.0, 6.0], [0, 0, 0, 1, 0]): The module has a hook that changes its result, and yours must see what that one leaves.
        if ([7.0, 7.0], [0, 0, 1, 1, 0]): If the model raises an error, the hook stays. `with handle:` removes it in this case, too.
        else: The hook is still registered. register_forward_hook returns a handle: `with handle:` removes the hook.
        >>> features(model, "first", "text")
        raises TypeError
        else: The error of the model goes on to the caller.
        >>> twice = scale(2.0)
        >>> features(pair(twice, twice), "second", mt.ones(2)).tolist(), features(model, "", mt.ones(2)).tolist()
        ([4.0, 4.0], [30.0, 30.0])
        if ([2.0, 2.0], [30.0, 30.0]): The module was called twice. Return its last result.
        else: Call `model(x)`. `model.forward(x)` skips the hooks of the model itself.
        >>> x, seen = mt.ones(2, requires_grad=True), []
        >>> model.second.register_forward_pre_hook(lambda module, args: seen.append(args[0]))
        >>> found = features(model, "first", x)
        >>> found.requires_grad, seen[0].requires_grad, found is seen[0]
        (True, True, True)
        if (False, True, False): The graph is lost: keep the result itself.
        if (True, True, False): This is a copy. Keep the result itself.
        if (False, False, True): The graph is lost: call the model as it is, without `no_grad()`.
        else: What the hook returns replaces the result, and the modules after it get it. The hook must return None.
    """,
)
