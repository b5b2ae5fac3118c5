"""call_with_hooks: The call, with two more nodes (difficulty 2, 7 minutes)

grad_input is the gradient of what forward gets, and grad_output that of what the caller gets. So the arguments pass through
their node after the pre-hooks, and the result passes through its node after the forward hooks.

1. When are the arguments what `forward` gets? When is the result what the caller gets? And which modules have no BackwardHook?
2. `hook = self._new_backward_hook()` once, at the beginning: both nodes of a call share it.
3. `args = hook.setup_input_hook(args)` after the pre-hooks, and `return hook.setup_output_hook(result)` at the end.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.nn.module.backward_hooks:BackwardHooks._call_with_hooks",
    setup="""
        class Triple(mt.nn.Module):
            def forward(self, x, plus=0):
                return 3 * x + plus
    """,
    given="""
        triple, seen, x = Triple(), [], mt.ones(1, requires_grad=True)
        look = lambda module, grad_input, grad_output: seen.append((*[g.item() for g in grad_input], grad_output[0].item()))
    """,
    facts="""
        >>> handles = [triple.register_forward_pre_hook(lambda m, args, kwargs: (args, {"plus": 5} | kwargs), with_kwargs=True)]
        >>> handles += [triple.register_forward_hook(lambda m, args, kwargs, result: (result, kwargs), with_kwargs=True)]
        >>> (triple(2), triple(2, plus=1))
        ((11, {'plus': 5}), (7, {'plus': 1}))
        if "'NoneType' object has no attribute": Most modules have no backward hook: _new_backward_hook gives None then.
        if (None, None): The call returns None. Return the result.
        if ((6, {'plus': 5}), (6, {'plus': 1})): forward gets the keyword arguments, too: self.forward(*args, **kwargs).
        else: Forward hooks get the keyword arguments that the pre-hooks left, too: `self._run_forward_hooks(args, kwargs, result)`.
        >>> handles = triple.register_full_backward_hook(look), triple.register_forward_hook(lambda *given: seen.append(given[1]))
        >>> result = triple(x := mt.ones(2, requires_grad=True))
        >>> len(seen[0]), seen[0][0] is x
        (1, False)
        if (2, False): setup_input_hook takes the tuple `args` as one argument, without a star.
        else: Forward hooks get the arguments that forward got, which have passed through their node.
        >>> handle = triple.register_forward_pre_hook(lambda module, args: args[0] * 2)
        >>> handle = triple.register_forward_hook(lambda module, args, result: result * 5)
        >>> before, handle = triple(x), triple.register_full_backward_hook(look)
        >>> triple(x, plus=mt.ones(1, requires_grad=True)).backward()
        >>> (seen, x.grad)
        ([(15.0, 1.0)], T([30.0]))
        if ([(30.0, 1.0)], T([30.0])): Your arguments pass through their node before the pre-hooks, not after them.
        if ([(15.0, 5.0, 1.0)], T([30.0])): grad_input has an entry for each positional argument, none for kwargs.
        if ([(15.0, 5.0)], T([30.0])): Your result passes through its node before the forward hooks, not after them.
        else: The full hook is not called. A call makes one BackwardHook, and both nodes belong to it. What the two setup methods return
            goes on: the arguments to forward, and the result to the caller.
    """,
)
