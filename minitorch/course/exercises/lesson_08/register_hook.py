"""register_hook: Hooks of tensors, and gradients that are kept (difficulty 4, 15 minutes)

A node keeps the hooks of its results, so they outlive the results. A leaf keeps its own hooks.

1. replace: loop over `hooks.all()`. If a hook does not return None, check what it returns, and assign it to g.
2. register_hook: `hooks_of(target).results.setdefault(number, Hooks())` is the place for the hook. at_result begins with
   `if number in self.results: g = replace(self.results[number], g)`.
3. register_hook ends with `return ....register(hook)`. In at_result, if neither the keeper nor g is None:
   `keeper._grad = g.clone() if keeper._grad is None else keeper._grad + g`. at_result always returns g.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.autograd.hooks:register_hook",
    covers="replace at_result=GradientHooks.at_result",
    changes=True,
    given="""
        x = mt.tensor([1.0, 2.0], requires_grad=True)
        y = x * 3
    """,
    facts="""
        if "unsupported operand": at_result must return the gradient even if there are no hooks. And if a hook returns None, the gradient stays as it is.
        if "KeyError: 0": A result without hooks has no entry in `results`. Ask whether the number is there.
        if "'int' object has no attribute 'remove'": Return the handle itself: hooks.register(hook) returns it.
        if "object has no attribute 'all'": Each value in `results` must be a Hooks, and not a list or a hook.
        if "object has no attribute '_grad'": No tensor keeps this gradient: keeper(number) is None. Handle this case.
        >>> seen, handles = [], [y.register_hook(lambda g: seen.append(1) or g + 1), y.register_hook(lambda g: seen.append(g.tolist()))]
        >>> handles += [x.register_hook(lambda g: g + 1), x.register_hook(lambda g: seen.append(g.tolist()))]
        >>> y.sum().backward()
        >>> seen, x.grad
        ([1, [2.0, 2.0], [7.0, 7.0]], T([7.0, 7.0]))
        if ([[1.0, 1.0], [3.0, 3.0]], T([3.0, 3.0])): Your second hook replaces the first. Make a new Hooks only if `results` has none for this number.
        if ([], T([3.0, 3.0])): No hook is called. register_hook must store the Hooks in `results`, and at_result must call them.
        if ([[4.0, 4.0]], T([4.0, 4.0])): You registered the hook on the result itself. Its node keeps the hooks: use `hooks_of(target)`, with the target of its edge.
        if "cannot register a hook": The attribute `_edge` of a leaf is None. edge_of(self) returns its edge, (leaf, 0).
        else: Each hook is called once, in order: first the hooks of y, then the hooks of x. A returned tensor replaces the gradient for the next hook; None changes nothing.
        >>> x = mt.tensor([1.0, 2.0, 3.0], requires_grad=True)
        >>> first, second, third = (x * 1).unbind()
        >>> handles = [one.register_hook(ten) for ten in [lambda g: g * 10] for one in (second, third, third)]
        >>> (first + second + third).backward()
        >>> x.grad
        T([1.0, 10.0, 100.0])
        else: An operation may have several results. Its node keeps the hooks of each result under the result's number, the second part of the edge.
        >>> handles = [y.register_hook(lambda g: [one.remove() for one in handles] and None)]
        >>> handles += [y.register_hook(lambda g: g.sum()), y.register_hook(lambda g: mt.ones(2))]
        >>> y.sum().backward()
        raises RuntimeError: changed the size
        if "dictionary changed size": Here a hook removes itself while the loop runs. Loop over a list, hooks.all(), and not over the dictionary.
        else: The first hook removes all three, but the others must still be called. The second returns another shape: check each replacement before you assign it to g.
        >>> replace(Hooks({0: lambda g: 0.0}), None)
        raises TypeError: returned 'float'
        else: Hooks are also called if the gradient is None. This hook returns 0.0. Only the value None means no change, so check_replacement(found, g) must see 0.0, and it raises an error.
        >>> def stop(g):
        ...     raise type("Stop", (RuntimeError, TypeError, ValueError, AttributeError), {})
        >>> replace(Hooks({0: stop}), None)
        raises RuntimeError
        else: This hook raises an error. The error must reach the caller of backward(): do not catch it.
        >>> y.retain_grad(), y.register_hook(lambda g: g * 10)
        >>> y.backward(y, create_graph=True)
        >>> y.grad, y.grad.requires_grad, x.grad
        (T([30.0, 60.0]), True, T([90.0, 180.0]))
        if (T([3.0, 6.0]), True, T([90.0, 180.0])): You store the gradient before the hooks are called. Store the gradient that they return.
        if (T([30.0, 60.0]), False, T([90.0, 180.0])): With create_graph, the gradient has a history. Keep this history: g.clone() has it, g.detach() has not.
        if "'NoneType' object has no attribute": y.grad is None. Store the gradient even if the result has hooks.
        else: y.grad is the gradient after the hooks of y. x.grad is 3 times that gradient.
        >>> g = mt.ones(2)
        >>> y.retain_grad(), x.register_hook(lambda g: g * 2)
        >>> y.backward(g, retain_graph=True)
        >>> before = y.grad
        >>> y.backward(x, create_graph=True)
        >>> g.zero_()
        >>> y.grad, before, x.grad, y.grad.requires_grad
        (T([2.0, 3.0]), T([1.0, 1.0]), T([12.0, 18.0]), True)
        if (T([2.0, 3.0]), T([1.0, 1.0]), T([12.0, 18.0]), False): The second gradient has a history, so the sum must have one: add without detach().
        if (T([2.0, 3.0]), T([1.0, 1.0]), T([9.0, 12.0]), True): The hook of x must be called in both backward passes. It stays registered.
        if (T([2.0, 3.0]), T([1.0, 1.0]), T([18.0, 24.0]), True): at_result must return the gradient of this backward pass, and not the sum in ._grad.
        if (T([2.0, 3.0]), T([0.0, 0.0]), T([12.0, 18.0]), True): `keeper._grad` is g itself, and the caller then set g to 0. Store a clone.
        if "object has no attribute 'requires_grad'": y.grad is None. Store the gradient even if the result has no hooks.
        else: The first time, store a clone of g. After two backward passes, ._grad is the sum of both gradients, in a new tensor: `keeper._grad + g`.
        >>> x = mt.tensor([1.0, 2.0], requires_grad=True)
        >>> first, second = (x * 1).unbind()
        >>> seen, *_ = [], first.register_hook(lambda g: seen.append(g)), first.retain_grad(), second.retain_grad()
        >>> _, unused, _ = (second * 5).backward(retain_graph=True), first.grad, first.backward()
        >>> unused, second.grad, seen
        (None, T(5.0), [None, T(1.0)])
        if (None, T(5.0), [T(1.0)]): No operation used `first`. Its hooks must still be called, with None.
        if (None, None, [None, T(1.0)]): The second backward pass brings no gradient to `second`, so second.grad stays 5.
        else: `first` and `second` are results of one node. second.grad is 5. No operation used `first`, so its gradient is None, and nothing is stored.
        >>> y.retain_grad(), y.register_hook(print)
        >>> z = y + 1
        >>> watch = weakref.ref(y)
        >>> del y
        >>> watch() is None
        True
        if False: The node keeps the tensor in memory. Register the hook itself, and nothing that refers to `self`.
        >>> mt.ones(2).register_hook(print)
        raises RuntimeError: cannot register a hook on a tensor that doesn't require
        else: This tensor requires no gradient, so edge_of(self) is None. Raise the RuntimeError with the message in the docstring.
    """,
)
