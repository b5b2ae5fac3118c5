"""announce: A value is looked at (difficulty 2, 5 minutes)

A hook that only looks returns nothing, and nothing is None: so None means `keep what there is`. (A loop over a copy,
`list(...)`, goes on when a hook takes itself away.)

1. announce: one loop over the hooks of the kind. Each gets the value as the one before left it.
2. What a hook returns is kept only `if found is not None`. The hooks are the dictionary's values: `.values()`.
3. `for hook in list(registration_hooks[kind].values()):`, in it `found = hook(module, name, value)`; behind the loop
   `return value`. In check_parameter two ifs: isinstance, and `value.grad_fn is not None`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.nn.module.registry:announce",
    covers="check_parameter",
    changes=True,
    solution="""
        def check_parameter(name, value):
            if not isinstance(value, mt.nn.Parameter):
                refuse(value, "parameter", name, "minitorch.nn.Parameter")
            if value.grad_fn is not None:
                raise computed_error(name)
    """,
    facts="""
        >>> mt.nn.Module().register_parameter('w', mt.ones(2))
        raises TypeError: object to parameter 'w' (minitorch.nn.Parameter or None required)
        else: What is no Parameter goes through: in `check_parameter` a plain tensor, a Buffer and a list are for
            `refuse`, which raises the error.
        >>> grown = mt.nn.Parameter(mt.ones(2), requires_grad=False)
        >>> grown.mul_(mt.ones(2, requires_grad=True))
        >>> mt.nn.Module().register_parameter("w", grown)
        raises ValueError: Cannot assign non-leaf Tensor to parameter 'w'
        else: In `check_parameter`: a frozen parameter is a parameter still. What is asked for is a leaf: `value.grad_fn
            is None`.
        >>> m = mt.nn.Module()
        >>> with mt.nn.module.register_module_buffer_registration_hook(lambda m, name, b: b + 1):
        ...     with mt.nn.module.register_module_buffer_registration_hook(lambda m, name, b: b * 10):
        ...         m.register_buffer("mean", mt.ones(2))
        >>> m.mean.tolist()
        [20.0, 20.0]
        if 'TypeError: <lambda>() missing 2 required positional': A hook is called with three things: hook(module, name,
            value).
        if [1.0, 1.0]: A hook may return another value, which takes the place of this one. Keep what it returns, if it
            is not None.
        if [10.0, 10.0]: You keep only what the last hook said, and where there is no hook there is no `found`. Each
            hook is given the value that the one before it left.
        >>> m = mt.nn.Module()
        >>> with mt.nn.module.register_module_buffer_registration_hook(lambda m, name, b: b + 1):
        ...     with mt.nn.module.register_module_buffer_registration_hook(lambda m, name, b: None):
        ...         m.register_buffer("mean", mt.ones(2))
        >>> m.mean.tolist()
        [2.0, 2.0]
        else: A hook that only looks returns nothing, so its result is None, and None is kept instead of the value. Take
            the result only if it is not None.
        >>> seen = []
        >>> m = mt.nn.Module()
        >>> with mt.nn.module.register_module_module_registration_hook(lambda m, name, child: seen.append(name)):
        ...     m.inner = mt.nn.Module()
        ...     m.w = mt.nn.Parameter(mt.ones(2))
        >>> seen
        ['inner']
        else: There is a dictionary of hooks for each kind: `registration_hooks[kind]`.
    """,
)
