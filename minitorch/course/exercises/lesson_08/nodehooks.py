"""NodeHooks: What the hooks of a node do (difficulty 4, 10 minutes)

The order is what PyTorch promises: first the hooks of each result, then what retain_grad keeps, so it keeps what they
made of the gradient; then the node's pre-hooks, its formulas, its hooks. Hooks of a node are always given tuples.

1. `before` is two lines: a list over `enumerate(g)` where node.several, else `self.at_result(0, g)`.
2. `at_result`: `g = replace(self.results[number], g)` if the number is there; then the keeper, if there is one and g
   is not None.
3. `shown = tuple(g) if node.several else (g,)`; for each hook `shown = answer(hook, hook(shown), shown)`; the same in
   `leave` with two tuples.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.autograd.hooks:NodeHooks",
    keeps=("__init__", "keeper"),
    solution="""
        class NodeHooks:
            def before(self, node, g):
                if node.several:
                    return [self.at_result(i, one) for i, one in enumerate(g)]
                return self.at_result(0, g)

            def at_result(self, number, g):
                if number in self.results:
                    g = replace(self.results[number], g)
                keeper = self.keeper(number)
                if keeper is not None and g is not None:
                    keeper._grad = g.clone() if keeper._grad is None else keeper._grad + g
                return g

            def enter(self, node, g):
                shown = tuple(g) if node.several else (g,)
                for hook in self.pre.all():
                    shown = answer(hook, hook(shown), shown)
                return shown if node.several else shown[0]

            def leave(self, node, given, g):
                sent, came = arriving(node, given), tuple(g) if node.several else (g,)
                for hook in self.post.all():
                    sent = answer(hook, hook(sent, came), sent)
                return sent
    """,
    given="""
        x, w = mt.tensor(2.0, requires_grad=True), mt.tensor(3.0, requires_grad=True)
        a = x + w
        y = a * (w + 1)
    """,
    facts="""
        >>> a.retain_grad()
        >>> a.register_hook(lambda g: g * 10)
        >>> y.backward()
        >>> (a.grad, x.grad)
        (T(40.0), T(40.0))
        else: What the tensor's hooks return is dropped: `replace` gives the gradient that goes on. Assign it to g.
        >>> a.retain_grad()
        >>> y.backward(retain_graph=True)
        >>> kept = a.grad
        >>> y.backward()
        >>> (kept.item(), a.grad.item())
        (4.0, 8.0)
        else: The second pass adds a new sum, and whoever holds the kept gradient of the first keeps that: `keeper._grad
            + g`, not in place.
        >>> g = mt.tensor(1.0)
        >>> y.retain_grad()
        >>> y.backward(g)
        >>> (y.grad.item(), y.grad is g)
        (1.0, False)
        else: The keeper is given the very tensor that travels on: whoever changes its .grad in place changes the
            gradients of others. Keep a clone.
        >>> x = mt.tensor([1.0, 2.0, 3.0], requires_grad=True)
        >>> seen = []
        >>> first, second, third = (x * 1).unbind()
        >>> first.register_hook(lambda g: seen.append(g))
        >>> first.retain_grad()
        >>> second.register_hook(lambda g: g * 10)
        >>> third.retain_grad()
        >>> (second + third * 7).backward()
        >>> (seen, first.grad, third.grad, x.grad)
        ([None], None, T(7.0), T([0.0, 10.0, 7.0]))
        else: A hook on a result that nobody used is told so: it is called with None. Only keeping needs a gradient.
        >>> seen = []
        >>> a.grad_fn.register_prehook(lambda g: seen.append(g))
        >>> a.grad_fn.register_prehook(lambda g: (g[0] + 1,))
        >>> a.register_hook(lambda g: g * 10)
        >>> y.backward()
        >>> (seen, x.grad)
        ([(T(40.0),)], T(41.0))
        else: A pre-hook of the node sees, in a tuple, what the tensor's hooks have made; what it returns goes on,
            through `answer`.
        >>> seen = []
        >>> y.grad_fn.register_hook(lambda gin, gout: seen.append((gin, gout)))
        >>> y.backward()
        >>> seen
        [((T(4.0), T(5.0)), (T(1.0),))]
        else: A hook in self.post is called with two tuples: arriving(node, given), and what came.
        >>> seen = []
        >>> y.grad_fn.register_hook(lambda gin, gout: (gin[0] * 2, gin[1]))
        >>> y.grad_fn.register_hook(lambda gin, gout: seen.append(gin))
        >>> y.backward()
        >>> (seen, x.grad)
        ([(T(8.0), T(5.0))], T(8.0))
        else: What one hook in self.post returns is shown to the next, and sent at the end: `sent = answer(hook,
            hook(sent, came), sent)`.
        >>> x, b = mt.ones(2, 3), mt.zeros(3, requires_grad=True)
        >>> seen, y = [], x + b
        >>> y.grad_fn.register_hook(lambda gin, gout: seen.append([g if g is None else list(g.shape) for g in gin]))
        >>> y.sum().backward()
        >>> seen
        [[None, [3]]]
        else: The hooks see what the formulas gave, not what will arrive: a broadcast is not summed yet. Show them
            `arriving(node, given)`.
    """,
)
