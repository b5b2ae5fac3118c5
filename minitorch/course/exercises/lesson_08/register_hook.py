"""register_hook: Hooks of tensors, and gradients that are kept (difficulty 4, 15 minutes)

The node keeps the hooks of its results, and a leaf keeps its own. A result itself keeps nothing, so it can be freed.

1. replace: go through `hooks.all()`. A hook returns None, or a replacement, which is checked at once.
2. `hooks_of(target).results.setdefault(number, Hooks())` is the place for a hook, also for that of a leaf. In at_result:
   `if number in self.results: g = replace(self.results[number], g)`.
3. register_hook ends with `return ....register(hook)`. In at_result, if neither keeper nor g is None:
   `keeper._grad = g.clone() if keeper._grad is None else keeper._grad + g`. Return g in any case.
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
        if "unsupported operand": at_result must return the gradient, also without a hook. And a hook that returns None changes nothing.
        if "KeyError: 0": A number without hooks may be missing in `results`: ask whether it is there.
        if "'int' object has no attribute 'remove'": Return the handle itself, which hooks.register(hook) gives you.
        if "object has no attribute 'all'": `results` maps a number to a Hooks, and not to a list or to a hook.
        if "object has no attribute '_grad'": No tensor keeps this gradient: keeper(number) is None. Ask for that.
        >>> seen, handles = [], [y.register_hook(lambda g: seen.append(1) or g + 1), y.register_hook(lambda g: seen.append(g.tolist()))]
        >>> handles += [x.register_hook(lambda g: g + 1), x.register_hook(lambda g: seen.append(g.tolist()))]
        >>> y.sum().backward()
        >>> seen, x.grad
        ([1, [2.0, 2.0], [7.0, 7.0]], T([7.0, 7.0]))
        if ([[1.0, 1.0], [3.0, 3.0]], T([3.0, 3.0])): A second hook replaces the first: make new Hooks only if there are none.
        if ([], T([3.0, 3.0])): No hook is called. The Hooks must be entered in `results`, and at_result must call them.
        if ([[4.0, 4.0]], T([4.0, 4.0])): A result itself keeps nothing. Register at the target of its edge, `hooks_of(target)`.
        if "cannot register a hook": The `_edge` of a leaf is None, but its edge is (leaf, 0): ask edge_of(self).
        else: Each hook is called once, in order: those of y, then those of x. What a hook returns replaces the gradient; None changes nothing.
        >>> x = mt.tensor([1.0, 2.0, 3.0], requires_grad=True)
        >>> first, second, third = (x * 1).unbind()
        >>> handles = [one.register_hook(ten) for ten in [lambda g: g * 10] for one in (second, third, third)]
        >>> (first + second + third).backward()
        >>> x.grad
        T([1.0, 10.0, 100.0])
        else: An operation may have several results. Its node keeps the hooks of each under its number, which is in the edge.
        >>> handles = [y.register_hook(lambda g: [one.remove() for one in handles] and None)]
        >>> handles += [y.register_hook(lambda g: g.sum()), y.register_hook(lambda g: mt.ones(2))]
        >>> y.sum().backward()
        raises RuntimeError: changed the size
        if "dictionary changed size": A hook removes itself while the hooks are called. `replace` goes through a list of its own.
        else: The first hook removes all three, and the others are still called. The second changes the shape: check this at once, and before g changes.
        >>> replace(Hooks({0: lambda g: 0.0}), None)
        raises TypeError: returned 'float'
        else: Hooks are called for the gradient None, too, and only None changes nothing. Here one returns 0.0, which check_replacement refuses.
        >>> def stop(g):
        ...     raise type("Stop", (RuntimeError, TypeError, ValueError, AttributeError), {})
        >>> replace(Hooks({0: stop}), None)
        raises RuntimeError
        else: An error in a hook must reach the caller of backward(): do not catch it.
        >>> y.retain_grad(), y.register_hook(lambda g: g * 10)
        >>> y.backward(y, create_graph=True)
        >>> y.grad, y.grad.requires_grad, x.grad
        (T([30.0, 60.0]), True, T([90.0, 180.0]))
        if (T([3.0, 6.0]), True, T([90.0, 180.0])): The gradient is kept before the hooks are called. Keep what they made of it.
        if (T([30.0, 60.0]), False, T([90.0, 180.0])): With create_graph, the gradient has a history. A clone keeps it.
        if "'NoneType' object has no attribute": y.grad is None: at_result keeps the gradient of a result that has hooks, too.
        else: y keeps what its hooks made of the gradient, and x accumulates its own.
        >>> g = mt.ones(2)
        >>> y.retain_grad(), x.register_hook(lambda g: g * 2)
        >>> y.backward(g, retain_graph=True)
        >>> before = y.grad
        >>> y.backward(x, create_graph=True)
        >>> g.zero_()
        >>> y.grad, before, x.grad, y.grad.requires_grad
        (T([2.0, 3.0]), T([1.0, 1.0]), T([12.0, 18.0]), True)
        if (T([2.0, 3.0]), T([1.0, 1.0]), T([12.0, 18.0]), False): The second gradient has a record, and so has the sum.
        if (T([2.0, 3.0]), T([1.0, 1.0]), T([9.0, 12.0]), True): A hook is called in each backward pass. It stays registered.
        if (T([2.0, 3.0]), T([1.0, 1.0]), T([18.0, 24.0]), True): at_result returns the gradient of now, and not the sum that is kept.
        if (T([2.0, 3.0]), T([0.0, 0.0]), T([12.0, 18.0]), True): `keeper._grad` is g itself, which the caller then sets to 0. Keep a clone.
        if "object has no attribute 'requires_grad'": y.grad is None: a gradient is kept also where the result has no hooks.
        else: After two backward passes, the gradient is the sum of both, in a new tensor: `keeper._grad + g`. Keep a clone first.
        >>> x = mt.tensor([1.0, 2.0], requires_grad=True)
        >>> first, second = (x * 1).unbind()
        >>> seen, *_ = [], first.register_hook(lambda g: seen.append(g)), first.retain_grad(), second.retain_grad()
        >>> _, unused, _ = (second * 5).backward(retain_graph=True), first.grad, first.backward()
        >>> unused, second.grad, seen
        (None, T(5.0), [None, T(1.0)])
        if (None, T(5.0), [T(1.0)]): Nobody used `first`. Its hooks are called all the same, with None.
        if (None, None, [None, T(1.0)]): The second backward pass does not reach `second`, which keeps its gradient 5.
        else: Two results of one node: `second` keeps 5, and `first`, which nobody used, keeps nothing.
        >>> y.retain_grad(), y.register_hook(print)
        >>> z = y + 1
        >>> watch = weakref.ref(y)
        >>> del y
        >>> watch() is None
        True
        if False: The node keeps the tensor in memory. What you register must not hold `self`.
        >>> mt.ones(2).register_hook(print)
        raises RuntimeError: cannot register a hook on a tensor that doesn't require
        else: This tensor requires no gradient, and edge_of(self) is None: raise the RuntimeError with the words of the docstring.
    """,
)
