"""features: What a module inside computes (difficulty 2, 6 minutes)

The hook keeps the result and returns nothing, so the model computes what it always does. `with handle:` removes the hook
also if an error is raised.

1. `model.get_submodule(path)` is the module. A forward hook gets its result as the third argument.
2. The hook appends the result to a list. A handle is also a `with` block, at whose end the hook is removed.
3. `with part.register_forward_hook(lambda module, args, result: found.append(result)): model(x)`, and then
   `return found[-1]`.
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
                if (x > 100).any():
                    raise ValueError("too large")
                return x * self.factor

        class Pair(mt.nn.Module):
            def __init__(self, first, second):
                super().__init__()
                self.first, self.second = first, second

            def forward(self, x):
                return self.second(self.first(x))

        def hooks_left(model):
            return sum(len(module._forward_hooks) for module in model.modules())
    """,
    solution='''
        def features(model, path, x):
            """The result of the module at `path` while model(x) runs; of its last call, if it is called several times.

            The path "" means the model itself. The model computes what it always does. Afterwards there is no hook
            left, also if the model raises an error.
            """
            found = []
            with model.get_submodule(path).register_forward_hook(lambda module, args, result: found.append(result)):
                model(x)
            return found[-1]
    ''',
    given="""
        model = Pair(Pair(Scale(2.0), Scale(3.0)), Scale(5.0))
    """,
    facts="""
        >>> features(model, "first.first", mt.ones(2)).tolist(), features(model, "first", mt.ones(2)).tolist()
        ([2.0, 2.0], [6.0, 6.0])
        if ([30.0, 30.0], [30.0, 30.0]): This is the result of the whole model. A forward hook of the module at `path`
            gets the one that is asked for.
        if ([1.0, 1.0], [1.0, 1.0]): These are the arguments of the module. The result is the hook's third argument.
        if "'list' object has no attribute": Return the result and not a list of it.
        if "'NoneType' object has no attribute 'tolist'": features returns None. `found = ...` inside the hook makes a new
            local name: append to a list, or use nonlocal.
        >>> features(model, "first.second", mt.ones(2))
        >>> hooks_left(model)
        0
        if 1: The hook is still registered. What register_forward_hook returns is the handle: without it the hook cannot
            be removed. `with handle:` removes it at the end of the block, and so does handle.remove().
        >>> try:
        ...     features(model, "first.first", mt.full((2,), 60.0))
        ... except ValueError:
        ...     pass
        >>> hooks_left(model)
        0
        else: If the model raises an error, the hook stays. `with handle:` removes it in this case, too.
        >>> shared = Scale(2.0)
        >>> features(Pair(shared, shared), "first", mt.ones(2)).tolist()
        [4.0, 4.0]
        if [2.0, 2.0]: The module is called twice. Return the result of the last call.
        >>> features(model, "", mt.ones(2)).tolist()
        [30.0, 30.0]
        else: Call `model(x)`. `model.forward(x)` skips the hooks of the model itself.
        >>> x, seen = mt.ones(2, requires_grad=True), []
        >>> model.second.register_forward_pre_hook(lambda module, args: seen.append(args[0].requires_grad))
        >>> features(model, "first", x)
        >>> seen
        [True]
        else: What the hook returns replaces the result, and the modules after it get it. The hook must return None.
    """,
)
