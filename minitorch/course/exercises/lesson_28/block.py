"""Block: With and without a way round (difficulty 3, 13 minutes)

A block adds to x. So the gradient of x is that of the sum, plus what comes back through the layers.

1. Call super().__init__() first. Register a norm only for "pre" and "post". forward looks at the kind.
2. With f(x) as a method: `x + self.f(x)` is "residual", and `self.norm(x + self.f(x))` is "post".
3. f is `self.second(self.first(x).relu())`, and "pre" is `x + self.f(self.norm(x))`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    solution="""
        class Block(mt.nn.Module):
            def __init__(self, width, kind):
                super().__init__()
                self.kind = kind
                self.first, self.second = mt.nn.Linear(width, width), mt.nn.Linear(width, width)
                if kind in ("pre", "post"):
                    self.norm = mt.nn.LayerNorm(width)

            def f(self, x):
                return self.second(self.first(x).relu())

            def forward(self, x):
                if self.kind == "pre":
                    return x + self.f(self.norm(x))
                if self.kind == "post":
                    return self.norm(x + self.f(x))
                return self.f(x) if self.kind == "plain" else x + self.f(x)
    """,
    setup="""
        F, x = mt.nn.functional, mt.tensor([[1.0, -2.0, 0.5]], requires_grad=True)

        def fixed(module):
            with mt.no_grad():
                for place, (name, p) in enumerate(sorted(module.named_parameters())):
                    p.copy_((mt.arange(p.numel()) * (7 + 2 * place) % 11 - 5).reshape(p.shape) * 0.2)
            return module

        def rounded(y):
            return [round(n, 2) for n in y[0].tolist()]

        def names(module):
            return sorted(name for name, _ in module.named_parameters())
    """,
    given="""
        block = {kind: fixed(Block(3, kind)) for kind in ("plain", "residual", "pre", "post")}
    """,
    facts="""
        if "before Module.__init__() call": Call super().__init__() first: it makes the dictionaries of Module.
        if "in-place operation": x + f(x) makes a new tensor: no +=, because x may be needed unchanged.
        >>> [names(one) == names(block["pre"]) for one in block.values()], names(block["pre"])
        ([False, False, True, True], ['first.bias', 'first.weight', 'norm.bias', 'norm.weight', 'second.bias', 'second.weight'])
        else: A block registers first and second, and norm only if the kind is "pre" or "post".
        >>> rounded(block["plain"](x)), rounded(block["residual"](x))
        ([-1.48, -0.52, -1.32], [-0.48, -2.52, -0.82])
        if ([2.02, -1.7, 1.4], [3.02, -3.7, 1.9]): f has a ReLU between its two layers.
        else: f(x) is second(relu(first(x))). A plain block returns f(x) alone. A residual block adds x, and nothing comes after the sum.
        >>> rounded(block["pre"](x)), rounded(block["post"](x))
        ([-0.05, -2.88, 2.05], [-1.23, -0.21, -1.22])
        if ([-2.94, -1.04, 0.45], [-1.23, -0.21, -1.22]): For "pre", x itself is never normalized, only what goes into f.
        else: "pre" normalizes what goes into f, and "post" normalizes the sum: see the last two rows of the table.
        >>> [rounded(mt.autograd.grad(one(x)[0, 0], x)[0]) for one in block.values()]
        [[0.0, 0.24, 0.48], [1.0, 0.24, 0.48], [0.68, -0.06, 0.38], [-0.35, 0.11, 0.2]]
        else: The gradient of x comes from both terms of x + f(x): no detach.
    """,
)
