"""register_hook: Where hooks hang (difficulty 3, 7 minutes)

A hook hangs where the walk comes by: on the node that made the tensor, under the number of the result, or on the
leaf. Nothing hangs on the tensor in the middle, so that it may go. What retain_grad notes is weak for the same
reason.

1. `edge_of(self)` is None, or (node, number of the result), or for a leaf (the leaf, 0). `self.is_leaf` tells the
   last two apart.
2. Of a node: `hooks_of(node).results` is a dictionary from the number to `Hooks()`; `retained` one from the number to
   a weak reference.
3. `return hooks_of(node).results.setdefault(number, Hooks()).register(hook)`; and `hooks_of(node).retained[number] =
   weakref.ref(self)`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.autograd.hooks:register_hook",
    covers="retain_grad",
    given="""
        x = mt.tensor([1.0, 2.0], requires_grad=True)
        y = x * 3
    """,
    facts="""
        >>> x = mt.tensor([1.0, 2.0, 3.0], requires_grad=True)
        >>> first, second, third = (x * 1).unbind()
        >>> second.register_hook(lambda g: g * 10)
        >>> third.register_hook(lambda g: g * 100)
        >>> (first + second + third).backward()
        >>> x.grad
        T([1.0, 10.0, 100.0])
        if T([1000.0, 1.0, 1.0]): Your hooks hang on result 0 of the node. A step may have several results: the edge
            says which one this tensor is.
        if T([1.0, 1.0, 1.0]): A tensor in the middle has no leaf's hooks that the walk would ask for. There the hook
            belongs on the node: `hooks_of(node).results`.
        if 'RuntimeError: hook has returned 30 values, but was shown 3 gradients': `pre` is for hooks of the node, which
            are given a tuple with the gradients of all its results. A tensor's own hooks are in `results`, under the
            number of the result.
        >>> handles = [x.register_hook(lambda g: g * 10), y.register_hook(lambda g: g * 10)]
        >>> [handle.remove() for handle in handles]
        >>> (y * y).sum().backward()
        >>> x.grad
        T([18.0, 36.0])
        else: The hook is there, but nobody can take it away: return what `register` gives you, the handle.
        >>> seen = []
        >>> y.register_hook(lambda g: g + 1)
        >>> y.register_hook(lambda g: seen.append(g.tolist()))
        >>> x.register_hook(lambda g: g + 1)
        >>> x.register_hook(lambda g: seen.append(g.tolist()))
        >>> y.sum().backward()
        >>> seen
        [[2.0, 2.0], [7.0, 7.0]]
        if [[1.0, 1.0], [4.0, 4.0]]: Every registration puts an empty collection there, so a second hook throws out the
            first. Make one only if there is none: `setdefault(number, Hooks())`.
        >>> x.retain_grad()
        >>> (y * y).sum().backward()
        >>> (x.grad.tolist(), x.retains_grad)
        ([18.0, 36.0], False)
        else: A leaf that wants a gradient keeps it anyway: for it retain_grad has nothing to do, and is no error. The
            error is for tensors that no gradient will reach.
        >>> x = mt.tensor([1.0, 2.0], requires_grad=True)
        >>> first, second = (x * 1).unbind()
        >>> second.retain_grad()
        >>> (first * 3 + second * 5).backward()
        >>> (first.retains_grad, second.retains_grad, second.grad.item())
        (False, True, 5.0)
        if (False, False, 3.0): You note every tensor as result 0 of its node. A step may have several results: the edge
            says which one this is.
        >>> import weakref
        >>> y.retain_grad()
        >>> z = y + 1
        >>> watch = weakref.ref(y)
        >>> del y
        >>> watch() is None
        True
        else: A function that returns the tensor holds it, too. A weak reference, `weakref.ref(self)`, lets it go.
        >>> handle = mt.ones(2).register_hook(print)
        raises RuntimeError: cannot register a hook on a tensor that doesn't require
        else: A tensor that wants no gradient is a leaf, too, and takes a hook that will never be called. Raise the
            RuntimeError where `edge_of(self)` is None.
        >>> mt.ones(2).retain_grad()
        raises RuntimeError: can't retain_grad
        else: Asking to keep a gradient that will never come is a mistake of the caller, and retain_grad says nothing.
            Raise the RuntimeError where `edge_of(self)` is None.
    """,
)
