"""call_impl: A call with hooks (difficulty 2, 6 minutes)

A module without hooks is called after one test. What the pre-hooks leave goes to forward and to the forward hooks.

1. `_call_with_hooks` has three steps, and each gets what the step before it left.
2. `args, kwargs = self._run_forward_pre_hooks(args, kwargs)`, `result = self.forward(*args, **kwargs)`,
   `return self._run_forward_hooks(args, kwargs, result)`.
3. `_call_impl` asks whether one of four dictionaries has an entry: the module's two, and the two of global hooks.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.nn.module.call:Call._call_impl",
    covers="Call._call_with_hooks",
    setup="""
        class Double(Call):
            def forward(self, x, plus=0):
                return 2 * x + plus
    """,
    given="""
        double, seen = Double(), []
    """,
    facts="""
        >>> double.register_forward_pre_hook(lambda module, args, kwargs: ((args[0] * 10,), {"plus": 4}), with_kwargs=True)
        >>> double.register_forward_hook(lambda module, args, kwargs, result: seen.append((args, kwargs, result)), with_kwargs=True)
        >>> double.register_forward_hook(lambda module, args, result: -result)
        >>> (double(3, plus=1), seen)
        (-64, [((30,), {'plus': 4}, 64)])
        if (-64, [((3,), {'plus': 4}, 64)]): A forward hook gets the arguments that forward got, as the pre-hooks left them.
        else: The pre-hooks run first, then forward with the args and kwargs that they left, then the forward hooks.
        >>> with double.register_forward_pre_hook(lambda module, args: args[0] * 10):
        ...     own = double(3)
        >>> with register_module_forward_pre_hook(lambda module, args: args[0] * 100):
        ...     everywhere = double(3)
        >>> with register_module_forward_hook(lambda module, args, result: result + 1):
        ...     after = double(3)
        >>> (own, everywhere, after)
        (60, 600, 7)
        else: A hook may be in any of four places: before or after, of this module or of all. Ask for each.
        >>> double._call_with_hooks = lambda args, kwargs: (args, kwargs)
        >>> plain, handle = double(3, plus=4), double.register_forward_hook(lambda module, args, result: result + 1)
        >>> (plain, double(3, plus=1))
        (10, ((3,), {'plus': 1}))
        if (((3,), {'plus': 4}), ((3,), {'plus': 1})): A module without hooks is called without `_call_with_hooks`.
        else: Without hooks it is `self.forward(*args, **kwargs)`, otherwise `self._call_with_hooks(args, kwargs)`.
    """,
)
