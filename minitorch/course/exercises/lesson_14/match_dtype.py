"""match_dtype: Converting the arguments (difficulty 2, 5 minutes)

A pre-hook replaces the arguments by what it returns, and a tuple stands for all of them. The dtype is looked up in each
call, so the hook works after another conversion as well.

1. A forward pre-hook gets (module, args) and returns the new args, a tuple.
2. The dtype is that of `next(module.parameters())`, and it can change: look it up in the hook. For each argument: is it a
   tensor, and is it floating point?
3. In the hook: `return tuple([a.to(dtype) if isinstance(a, mt.Tensor) and a.is_floating_point() else a for a in args])`.
   Then `return module.register_forward_pre_hook(hook)`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    setup="""
        class Linear(mt.nn.Module):
            def __init__(self):
                super().__init__()
                self.kernel = mt.nn.Parameter(mt.ones(2, 3))

            def forward(self, x, *more):
                self.more = more
                return x @ self.kernel.T
    """,
    solution='''
        def match_dtype(module):
            """In each later call, convert the arguments to the dtype that the module's first parameter has at that time.

            Only positional arguments that are floating point tensors are converted. All others stay as they are, and
            so do the tensors of the caller. Returns the handle of the hook.
            """

            def hook(module, args):
                dtype = next(module.parameters()).dtype
                return tuple([a.to(dtype) if isinstance(a, mt.Tensor) and a.is_floating_point() else a for a in args])

            return module.register_forward_pre_hook(hook)
    ''',
    given="""
        linear = Linear().double()
        handle = match_dtype(linear)
    """,
    facts="""
        >>> linear(mt.ones(1, 3))
        T([[3.0, 3.0]], 'float64')
        if "has no attribute 'weight'": A module may have parameters of any name: `next(module.parameters())`.
        if "to have the same dtype": The argument is not converted. A pre-hook returns the new arguments.
        if "'list'": Only a tuple replaces the arguments. A list counts as one argument.
        if "'generator'": Only a tuple replaces the arguments. A generator counts as one argument: `tuple(...)`.
        >>> linear(mt.ones(1, 3), mt.tensor(2), "words", mt.ones(2, dtype=mt.float16))
        >>> [str(getattr(one, "dtype", one)).split(".")[-1] for one in linear.more]
        ['int64', 'words', 'float64']
        if ['float64', 'words', 'float64']: An integer tensor stays as it is: ask a.is_floating_point().
        if []: Only the first argument is left. Return a tuple of all of them.
        if ['int64', 'words', 'float16']: All floating point arguments are converted, and not only the first one.
        if "has no attribute 'is_floating_point'": An argument may be anything. Ask isinstance(a, mt.Tensor) first.
        >>> x = mt.ones(1, 3)
        >>> linear(x)
        >>> x
        T([[1.0, 1.0, 1.0]])
        else: The tensor of the caller has changed. `.to(dtype)` makes another tensor: return it instead of assigning to
            `.data`.
        >>> linear.float()
        >>> linear(mt.ones(1, 3))
        T([[3.0, 3.0]])
        if "but got: double != float": The module was converted after the hook was registered. Look up the dtype in the hook.
        >>> handle.remove()
        >>> len(linear._forward_pre_hooks)
        0
        if "'NoneType' object has no attribute 'remove'": Return the handle, what register_forward_pre_hook returns.
    """,
)
