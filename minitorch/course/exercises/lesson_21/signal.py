"""signal: The size of the numbers, layer by layer (difficulty 2, 10 minutes)

One forward hook is enough. It sees the result, and can tell the result to keep its gradient.

1. Register one hook on each module of the given kind. It collects the results. Compute the standard deviations after the backward pass.
2. The gradient of a result is not kept unless the hook calls `result.retain_grad()`.
3. `results.append(result)` in the hook. In the end, `r.std().item()` and `r.grad.std().item()` for each r of results.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    changes=True,
    setup="""
        class Times(mt.nn.Module):
            def __init__(self, factor):
                super().__init__()
                self.forward = lambda x: x * factor

        leaf = lambda: mt.tensor([[-1.0, 1.0], [-1.0, 1.0]], requires_grad=True)
        rounded = lambda pair: [[round(float(n), 3) for n in part] for part in pair]
        g = mt.tensor([[-1.0, 1.0], [-3.0, 3.0]])
    """,
    solution="""
        def signal(net, x, gradient, kind=mt.nn.Linear):
            results = []

            def hook(module, args, result):
                result.retain_grad()
                results.append(result)

            handles = [module.register_forward_hook(hook) for module in net.modules() if isinstance(module, kind)]
            net(x).backward(gradient)
            for handle in handles:
                handle.remove()
            return [r.std().item() for r in results], [r.grad.std().item() for r in results]
    """,
    facts="""
        if "'tuple' object has no attribute": grad_output is a tuple. Take its first entry.
        if "'NoneType' object has no attribute 'std'": A result keeps its gradient if the hook calls `result.retain_grad()`, and net(x) runs only once.
        if "grad can be implicitly created only for scalar outputs": Start the backward pass with `net(x).backward(gradient)`.
        >>> net = mt.nn.Sequential(Times(2.0), mt.nn.Tanh(), mt.nn.Sequential(Times(10.0)))
        >>> rounded(signal(net, leaf(), g, Times))
        [[2.309, 11.132], [1.824, 2.582]]
        if [[2.309, 11.132], [2.582, 1.824]]: Backward hooks run from the last module to the first. Turn the second list round.
        if [[2.309], [1.824]]: One module is inside another one. `net.modules()` gives the modules at any depth.
        if [[], []]: No hook has run. Register it before net(x), on each module with isinstance(module, kind).
        if [[2.309, 1.113, 11.132], [1.824, 25.82, 2.582]]: Only modules of this kind count: isinstance(module, kind).
        if [[5.333, 123.913], [3.328, 6.667]]: That is the variance. The standard deviation is std().
        if [[1.155, 1.113], [3.648, 25.82]]: Those are the inputs of the modules. A forward hook gets the result as its third argument.
        if [[2.309, 1.824], [11.132, 2.582]]: Return two lists, and not a list of pairs.
        if [[2.309, 11.132], [0.0, 0.0]]: The backward pass starts with `gradient`: net(x).backward(gradient).
        else: One entry for each call of a module of this kind: `r.std().item()` of its result, and of the gradient of that result.
        >>> rounded(signal(Times(2.0), leaf(), g, Times))
        [[2.309], [2.582]]
        else: net itself may be of this kind, too: `net.modules()` begins with it. Its hook runs in net(x), and not in net.forward(x).
        >>> net, seen = mt.nn.Sequential(Times(2.0), mt.nn.Linear(2, 2), mt.nn.Linear(2, 2)), []
        >>> own = net[0].register_forward_hook(lambda *_: seen.append(1))
        >>> found = signal(net, leaf(), g)
        >>> [{type(n).__name__ for n in part} for part in found], [len(m._forward_hooks) for m in net.modules()], len(seen), net.training
        ([{'float'}, {'float'}], [0, 1, 0, 0], 1, True)
        if ([{'float'}, {'float'}], [0, 1, 0, 0], 1, False): The network keeps its mode: do not call eval().
        if ([{'float'}, {'float'}], [0, 1, 0, 0], 2, True): The network has run twice. One run gives both lists.
        if ([{'Tensor'}, {'Tensor'}], [0, 1, 0, 0], 1, True): Each entry is a float: `.item()`.
        if ([{'float'}, {'float'}], [0, 1, 1, 1], 1, True): Your own hooks are still there. Keep their handles, and call remove() on each.
        if ([{'float'}, {'float'}], [0, 0, 0, 0], 1, True): The network has a hook of its own, which is gone. Remove only yours.
        else: Without `kind`, it is mt.nn.Linear. Each entry is a float: `.item()`. Remove all of your hooks, and no others.
        >>> net = mt.nn.Module()
        >>> net.b, net.a, net.forward = Times(5.0), type("Own", (Times,), {})(3.0), lambda x: net.a(net.b(net.a(x)))
        >>> rounded(signal(net, leaf(), g, Times))
        [[3.464, 17.321, 51.962], [38.73, 7.746, 2.582]]
        if [[17.321], [7.746]]: A subclass counts, too: isinstance(module, kind).
        else: One entry for each call, in the order of the calls, and not of the modules: `a` is called twice, `b` once.
    """,
)
