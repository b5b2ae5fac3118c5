"""ResNet: Thirty layers (difficulty 4, 16 minutes)

A block adds to x. So the gradient of x is that of the sum, plus what comes back through the layers.

1. In each class, call super().__init__() first. Block registers a norm only for "pre" and "post", and forward looks at the kind.
2. `x + self.f(self.norm(x))` is "pre", and `self.norm(x + self.f(x))` is "post", with f(x) as a method.
3. ResNet: `mt.nn.Sequential(*[Block(width, kind) for _ in range(blocks)])`, and before `leave`, `self.last` if the kind is "pre".
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


        class ResNet(mt.nn.Module):
            def __init__(self, inputs, width, blocks, classes, kind):
                super().__init__()
                self.enter = mt.nn.Linear(inputs, width)
                self.blocks = mt.nn.Sequential(*[Block(width, kind) for _ in range(blocks)])
                self.last = mt.nn.LayerNorm(width) if kind == "pre" else mt.nn.Identity()
                self.leave = mt.nn.Linear(width, classes)

            def forward(self, x):
                return self.leave(self.last(self.blocks(self.enter(x))))
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
        block = {kind: fixed(ResNet(1, 3, 1, 1, kind).blocks[0]) for kind in ("plain", "residual", "pre", "post")}
    """,
    facts="""
        if "'list' object is not callable": A list registers nothing and cannot be called: make `blocks` a Sequential.
        if "before Module.__init__() call": Call super().__init__() first: it makes the dictionaries of Module.
        if "in-place operation": x + f(x) makes a new tensor: no +=, because x may be needed unchanged.
        if "as child module '0'": Sequential takes modules, not a list: Sequential(*blocks).
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
        >>> rounded(fixed(ResNet(2, 4, 2, 3, "residual"))(x[:, :2])), names(ResNet(2, 4, 0, 3, "post"))
        ([-1.46, -0.48, 1.73], ['enter.bias', 'enter.weight', 'leave.bias', 'leave.weight'])
        else: enter (from inputs to width), different blocks of this kind, leave (from width to classes). `last` is a norm only for "pre".
        >>> rounded(fixed(ResNet(2, 4, 2, 3, "pre"))(x[:, :2])), names(ResNet(2, 4, 0, 3, "pre"))
        ([-2.16, 0.53, -0.49], ['enter.bias', 'enter.weight', 'last.bias', 'last.weight', 'leave.bias', 'leave.weight'])
        else: For "pre", forward calls `last`, a LayerNorm, after the blocks and before leave.
    """,
)
