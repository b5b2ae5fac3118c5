"""Block: Blocks with and without a residual connection (difficulty 4, 15 minutes)

A residual block adds f(x) to x. So the gradient of x is the gradient of the sum, plus what comes back through f.

1. Write down the formula of each kind first. A full backward hook gets grad_input and grad_output: which one belongs to the output?
2. "residual" is x + f(x). For "pre", norm(x) goes into f, and for "post" the sum goes into norm. Gradients come in tuples.
3. f is `self.second(self.first(into).relu())`, the hook is registered with `self.register_full_backward_hook(self.measure)`, and it
   sets `self.arrived = grad_output[0].norm().item()`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    solution="""
        class Block(mt.nn.Module):
            def __init__(self, width, kind):
                super().__init__()
                self.kind, self.arrived = kind, None
                self.first, self.second = mt.nn.Linear(width, width), mt.nn.Linear(width, width)
                if kind in ("pre", "post"):
                    self.norm = mt.nn.LayerNorm(width)
                self.register_full_backward_hook(self.measure)

            def measure(self, module, grad_input, grad_output):
                self.arrived = grad_output[0].norm().item()

            def forward(self, x):
                into = self.norm(x) if self.kind == "pre" else x
                y = self.second(self.first(into).relu())
                if self.kind != "plain":
                    y = x + y
                return self.norm(y) if self.kind == "post" else y
    """,
    setup="""
        x = mt.tensor([[1.0, -2.0, 0.5]], requires_grad=True)
        rounded = lambda y: [round(n, 2) for n in y[0].tolist()]
        names = lambda module: sorted(name for name, _ in module.named_parameters())
        def fixed(module):
            for place, (name, p) in enumerate(sorted(module.named_parameters())):
                p.data.copy_((mt.arange(p.numel()) * (7 + 2 * place) % 11 - 5).reshape(p.shape) * 0.2)
            return module
    """,
    given="block = {kind: fixed(Block(3, kind)) for kind in ('plain', 'residual', 'pre', 'post')}",
    facts="""
        if "'tuple' object has no": Gradients come in tuples, with one entry for each input or result of the module.
        if "in-place operation": x + f(x) makes a new tensor: no +=, because x may be needed unchanged.
        if "being modified inplace": x + f(x) makes a new tensor: no +=, because x may be needed unchanged.
        >>> [names(one) == names(block["pre"]) for one in block.values()], names(block["pre"]), type(block["pre"].norm).__name__
        ([False, False, True, True], ['first.bias', 'first.weight', 'norm.bias', 'norm.weight', 'second.bias', 'second.weight'], 'LayerNorm')
        else: A block registers first and second, and norm, a LayerNorm(width), only if the kind is "pre" or "post".
        >>> rounded(block["plain"](x)), rounded(block["residual"](x))
        ([-1.48, -0.52, -1.32], [-0.48, -2.52, -0.82])
        if ([2.02, -1.7, 1.4], [3.02, -3.7, 1.9]): f has a ReLU between its two layers.
        else: f is first, a ReLU, then second. A plain block returns f(x) alone. A residual block adds x, and nothing comes after the sum.
        >>> seen, _ = [], [m.register_forward_hook(lambda *_: seen.append(1)) for m in (block["pre"].first, block["pre"].second)]
        >>> rounded(block["pre"](x)), rounded(block["post"](x)), len(seen) == 2
        ([-0.05, -2.88, 2.05], [-1.23, -0.21, -1.22], True)
        if ([-0.05, -2.88, 2.05], [-1.23, -0.21, -1.22], False): You call `first.forward(...)`, which runs no hooks. Call the layer itself.
        if ([-2.94, -1.04, 0.45], [-1.23, -0.21, -1.22], True): For "pre", x itself is never normalized, only what goes into f.
        else: "pre" normalizes what goes into f, and "post" normalizes the sum.
        >>> [rounded(mt.autograd.grad(one(x)[0, 0], x)[0]) for one in block.values()]
        [[0.0, 0.24, 0.48], [1.0, 0.24, 0.48], [0.68, -0.06, 0.38], [-0.35, 0.11, 0.2]]
        if [[1.0, 0.0, 0.0]] * 4: What a full backward hook returns replaces grad_input. So measure returns nothing.
        else: The gradient of x comes from both terms of x + f(x): no detach.
        >>> before, y = block["pre"].arrived, mt.ones(2, 3, requires_grad=True)
        >>> _ = [(one(y) * mt.tensor([[3.0, 0.0, 0.0], [0.0, 4.0, 0.0]])).sum().backward() for one in block.values()]
        >>> before, [one.arrived for one in block.values()]
        (None, [5.0, 5.0, 5.0, 5.0])
        if (None, [4.7858124, 7.968939, 132.3025818, 1.6644249]): grad_input is the gradient of x. The one at the result is in grad_output.
        else: The gradient at the result, for all examples together, has the norm 5, a float: register measure as a full backward hook, which takes the norm of grad_output[0].
        >>> y, (plain, residual) = mt.ones(1, 3, requires_grad=True), [block[kind] for kind in ("plain", "residual")]
        >>> _ = [(residual(plain(y)) * n).sum().backward() for n in (5.0, 1.0)], plain(y)
        >>> round(residual.arrived, 3), round(plain.arrived, 3)
        (1.732, 2.69)
        else: Each block measures its own gradient anew in each backward pass.
    """,
)
