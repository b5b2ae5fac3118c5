"""register_hook: Hooks of tensors (difficulty 4, 16 minutes)

The hooks of a result are kept by its node, and those of a leaf by the leaf. The result itself keeps nothing, so it can be
freed. The node holds a tensor that keeps its gradient by a weak reference, for the same reason.

1. `edge_of(self)` gives the node or leaf and the number, and `hooks_of(target)` the object that you write into. In
   at_result, the hooks come first, and keeping the gradient second.
2. `hooks_of(target).results` maps a number to `Hooks()`, which may not be there yet; `retained` maps a number to
   `weakref.ref(self)`. In at_result: `if number in self.results: g = replace(self.results[number], g)`.
3. `return hooks_of(target).results.setdefault(number, Hooks()).register(hook)`. A leaf is `target is self`. In at_result:
   `keeper._grad = g.clone() if keeper._grad is None else keeper._grad + g`, if neither keeper nor g is None.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.autograd.hooks:register_hook",
    covers="at_result=GradientHooks.at_result retain_grad",
    given="""
        x = mt.tensor([1.0, 2.0], requires_grad=True)
        y = x * 3
    """,
    facts="""
        >>> seen = []
        >>> handles = [y.register_hook(lambda g: g + 1), y.register_hook(lambda g: seen.append(g.tolist()))]
        >>> handles += [x.register_hook(lambda g: g + 1), x.register_hook(lambda g: seen.append(g.tolist()))]
        >>> y.sum().backward()
        >>> seen, x.grad
        ([[2.0, 2.0], [7.0, 7.0]], T([7.0, 7.0]))
        if ([[1.0, 1.0], [3.0, 3.0]], T([3.0, 3.0])): A second hook replaces the first: each registration makes new Hooks.
            Make them only if there are none: `setdefault(number, Hooks())`.
        if ([[2.0, 2.0], [4.0, 4.0]], T([3.0, 3.0])): at_result calls the hooks, and what they return is lost: return it.
        if ([], T([3.0, 3.0])): No hook was called. Is each one in `hooks_of(target).results`, under its number, and does
            at_result look for the number there?
        if "cannot register a hook": Both tensors require a gradient. The `_edge` of a leaf is None, but its edge is
            (leaf, 0): ask edge_of(self).
        else: In order: the hooks of y see its gradient, then those of x. What a hook returns replaces the gradient.
        >>> x = mt.tensor([1.0, 2.0, 3.0], requires_grad=True)
        >>> first, second, third = (x * 1).unbind()
        >>> second.register_hook(lambda g: g * 10)
        >>> third.register_hook(lambda g: g * 100)
        >>> (first + second + third).backward()
        >>> x.grad
        T([1.0, 10.0, 100.0])
        if T([1000.0, 1.0, 1.0]): All hooks are registered with result 0 of the node. An operation may have several
            results: the edge says which one this tensor is.
        if T([1.0, 1.0, 1.0]): The hooks of a result are kept by its node, under the number of the result.
        >>> handles = [x.register_hook(lambda g: g * 10), y.register_hook(lambda g: g * 10)]
        >>> [handle.remove() for handle in handles]
        >>> (y * y).sum().backward()
        >>> x.grad
        T([18.0, 36.0])
        >>> handles, seen = [], []
        >>> handles.append(y.register_hook(lambda g: handles[0].remove()))
        >>> y.register_hook(lambda g: seen.append(g.tolist()))
        >>> y.sum().backward()
        >>> seen
        [[1.0, 1.0]]
        if "dictionary changed size": A hook removes itself while the hooks are called. `replace` goes through a list of
            its own.
        >>> y.register_hook(lambda g: g.sum())
        >>> y.sum().backward()
        raises RuntimeError: changed the size
        if None: A hook returns a tensor of another shape than the gradient, and it is used: `replace` checks what each hook
            returns.
        >>> x.retain_grad()
        >>> (y * y).sum().backward()
        >>> (x.grad, x.retains_grad)
        (T([18.0, 36.0]), False)
        if (T([36.0, 72.0]), False): The leaf keeps its gradient twice. For a leaf, retain_grad does nothing.
        else: A leaf that requires a gradient keeps it anyway: retain_grad does nothing, and raises nothing.
        >>> y.retain_grad()
        >>> y.register_hook(lambda g: g * 10)
        >>> y.sum().backward()
        >>> y.grad
        T([10.0, 10.0])
        if T([1.0, 1.0]): The gradient is kept before the hooks are called. What is kept is what they made of it.
        if None: The tensor keeps nothing. Does retain_grad note it in `retained`, and does at_result ask `keeper(number)`?
        >>> y.retain_grad()
        >>> y.sum().backward(retain_graph=True)
        >>> before = y.grad
        >>> y.sum().backward()
        >>> y.grad, before
        (T([2.0, 2.0]), T([1.0, 1.0]))
        if (T([1.0, 1.0]), T([1.0, 1.0])): After two backward passes, the gradient is the sum of both, as for a leaf.
        if (T([2.0, 2.0]), T([2.0, 2.0])): The second gradient is added in a new tensor: `keeper._grad + g`.
        >>> g = mt.ones(2)
        >>> y.retain_grad()
        >>> y.backward(g)
        >>> g.add_(1)
        >>> y.grad
        T([1.0, 1.0])
        if T([2.0, 2.0]): y.grad is the very tensor that the walk was given, so a later change of one changes the other. Keep a clone.
        >>> x = mt.tensor([1.0, 2.0], requires_grad=True)
        >>> first, second = (x * 1).unbind()
        >>> second.retain_grad()
        >>> seen = []
        >>> first.register_hook(seen.append)
        >>> first.retain_grad()
        >>> (second * 5).backward()
        >>> (first.grad is None, second.retains_grad, second.grad.item(), seen)
        (True, True, 5.0, [None])
        if "'NoneType' object has no attribute 'clone'": Nobody used `first`, so its gradient is None. There is nothing to
            keep then.
        if (True, True, 5.0, []): Nobody used `first`. Its hooks are called all the same, with None.
        if "has no attribute 'item'": You note every tensor as result 0 of its node. The edge says which result it is.
        else: Two results of one node: `second` keeps 5, and `first`, which nobody used, keeps nothing.
        >>> import weakref
        >>> y.retain_grad()
        >>> z = y + 1
        >>> watch = weakref.ref(y)
        >>> del y
        >>> watch() is None
        True
        if False: The node keeps the tensor in memory. Note a weak reference: `weakref.ref(self)`.
        >>> mt.ones(2).register_hook(print)
        raises RuntimeError: cannot register a hook on a tensor that doesn't require
        if "'NoneType' object has no attribute": This tensor requires no gradient, and edge_of(self) is None: raise the
            RuntimeError then.
        else: This tensor requires no gradient, so the hook would never be called: raise the RuntimeError if
            `edge_of(self)` is None.
        >>> mt.ones(2).retain_grad()
        raises RuntimeError: can't retain_grad
        if None: This tensor requires no gradient, so there will be nothing to keep: raise the RuntimeError if
            `edge_of(self)` is None.
    """,
)
