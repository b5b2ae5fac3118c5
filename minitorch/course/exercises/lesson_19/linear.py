"""A layer."""

from ...define import Case, Exercise, T, Wrong

exercise = Exercise(
    "Linear",
    title="A layer",
    difficulty=2,
    minutes=7,
    target="minitorch.nn.modules.linear:Linear",
    keeps=True,
    installed=True,
    setup="from minitorch import empty\nfrom minitorch.nn import Parameter\nfrom minitorch.nn import functional as F\n",
    stub='''
        class Linear(mt.nn.Module):
            """input [..., in_features] @ weight.T + bias. weight is [out_features, in_features], bias [out_features].

            With bias=False, `bias` is registered as None. reset_parameters(), which is there already, draws the starting values:
            call it last. F.linear(input, weight, bias) computes; device and dtype go to empty(...).
            """

            def __init__(self, in_features, out_features, bias=True, device=None, dtype=None): ...

            def forward(self, input): ...
    ''',
    solution='''
        class Linear(mt.nn.Module):
            """input [..., in_features] @ weight.T + bias. weight is [out_features, in_features], bias [out_features].

            With bias=False, `bias` is registered as None. reset_parameters(), which is there already, draws the starting values:
            call it last. F.linear(input, weight, bias) computes; device and dtype go to empty(...).
            """

            def __init__(self, in_features, out_features, bias=True, device=None, dtype=None):
                super().__init__()
                self.in_features, self.out_features = in_features, out_features
                self.weight = Parameter(empty((out_features, in_features), device=device, dtype=dtype))
                if bias:
                    self.bias = Parameter(empty(out_features, device=device, dtype=dtype))
                else:
                    self.register_parameter("bias", None)
                self.reset_parameters()

            def forward(self, input):
                return F.linear(input, self.weight, self.bias)
    ''',
    why="A layer is its parameters, its options and a call into nn.functional. The weight has a row for each "
    "output, so the layer "
    "multiplies by its transpose. None is registered too, so that `layer.bias` can be asked for.",
    facts=[
        Case(
            "[(name, tuple(p.shape)) for name, p in Linear(3, 2).named_parameters()]",
            [("weight", (2, 3)), ("bias", (2,))],
        ),
        Case(
            "l = Linear(3, 2, bias=False)\n(l.bias, list(l.state_dict()), 'bias' in l._parameters)",
            (None, ["weight"], True),
        ),
        Case(
            "l = Linear(2, 1)\n_ = l.load_state_dict({'weight': mt.tensor([[1.0, 10.0]]), 'bias': mt.tensor([0.5])})\n"
            "l(mt.tensor([[2.0, 3.0], [0.0, 1.0]])).detach()",
            T([[32.5], [10.5]]),
            changes=True,
        ),
        Case(
            "l = Linear(2, 2, bias=False)\n_ = l.load_state_dict({'weight': mt.tensor([[1.0, 2.0], [3.0, 4.0]])})\n"
            "l(mt.tensor([1.0, 1.0])).detach()",
            T([3.0, 7.0]),
            changes=True,
        ),
        Case("Linear(3, 4)(mt.zeros(5, 2, 3)).shape == (5, 2, 4)", True),
        # PyTorch's numbers after this seed
        Case(
            "_ = mt.manual_seed(0)\nl = Linear(2, 1)\n(l.weight.detach(), l.bias.detach())",
            (
                T(
                    [[-0.0053, 0.3793]],
                ),
                T([-0.5820]),
            ),
            atol=1e-4,
        ),
        Case("repr(Linear(3, 4, bias=False))", "Linear(in_features=3, out_features=4, bias=False)"),
        Case(
            "l = Linear(2, 2, dtype=mt.float64)\n(l.weight.dtype is mt.float64, l.bias.dtype is mt.float64)",
            (True, True),
        ),
        Case(
            "l = Linear(2, 3)\n(l(mt.ones(1, 2)).sum()).backward()\n(l.weight.grad.tolist(), l.bias.grad.tolist())",
            ([[1.0, 1.0]] * 3, [1.0] * 3),
            changes=True,
        ),
    ],
    wrong=[
        Wrong(
            """
            class Linear(mt.nn.Module):
                def __init__(self, in_features, out_features, bias=True, device=None, dtype=None):
                    super().__init__()
                    self.in_features, self.out_features = in_features, out_features
                    self.weight = Parameter(empty((in_features, out_features), device=device, dtype=dtype))
                    if bias:
                        self.bias = Parameter(empty(out_features, device=device, dtype=dtype))
                    else:
                        self.register_parameter("bias", None)
                    self.reset_parameters()
                def forward(self, input):
                    return input @ self.weight if self.bias is None else input @ self.weight + self.bias
            """,
            "The weight lies the other way: PyTorch's is [out_features, in_features], a row for each output, and so it stands in "
            "every checkpoint.",
        ),
        Wrong(
            """
            class Linear(mt.nn.Module):
                def __init__(self, in_features, out_features, bias=True, device=None, dtype=None):
                    super().__init__()
                    self.in_features, self.out_features = in_features, out_features
                    self.weight = Parameter(empty((out_features, in_features), device=device, dtype=dtype))
                    if bias:
                        self.bias = Parameter(empty(out_features, device=device, dtype=dtype))
                    self.reset_parameters()
                def forward(self, input):
                    return F.linear(input, self.weight, self.bias)
            """,
            'Without a bias there is no attribute `bias` at all. Register None: `self.register_parameter("bias", None)`.',
        ),
        Wrong(
            """
            class Linear(mt.nn.Module):
                def __init__(self, in_features, out_features, bias=True, device=None, dtype=None):
                    super().__init__()
                    self.in_features, self.out_features = in_features, out_features
                    self.weight = empty((out_features, in_features), device=device, dtype=dtype)
                    self.bias = empty(out_features, device=device, dtype=dtype) if bias else None
                    self.reset_parameters()
                def forward(self, input):
                    return F.linear(input, self.weight, self.bias)
            """,
            "These are plain tensors, so nothing is registered and nothing is trained: make each a Parameter.",
        ),
        Wrong(
            """
            class Linear(mt.nn.Module):
                def __init__(self, in_features, out_features, bias=True, device=None, dtype=None):
                    super().__init__()
                    self.in_features, self.out_features = in_features, out_features
                    self.weight = Parameter(mt.randn(out_features, in_features))
                    if bias:
                        self.bias = Parameter(mt.zeros(out_features))
                    else:
                        self.register_parameter("bias", None)
                def forward(self, input):
                    return F.linear(input, self.weight, self.bias)
            """,
            "The starting values are not PyTorch's. Make the parameters with empty(...), and let reset_parameters() draw them.",
        ),
        Wrong(
            """
            class Linear(mt.nn.Module):
                def __init__(self, in_features, out_features, bias=True, device=None, dtype=None):
                    super().__init__()
                    self.in_features, self.out_features = in_features, out_features
                    self.weight = Parameter(empty((out_features, in_features)))
                    if bias:
                        self.bias = Parameter(empty(out_features))
                    else:
                        self.register_parameter("bias", None)
                    self.reset_parameters()
                def forward(self, input):
                    return F.linear(input, self.weight, self.bias)
            """,
            "dtype and device are not handed on: the parameters are float32 on the CPU whatever is asked for.",
        ),
    ],
    hints=[
        "Two options to keep, two parameters to register, and the values drawn last.",
        "`Parameter(empty((out_features, in_features), device=device, dtype=dtype))`; without a bias, register "
        "None under its name.",
        '`self.register_parameter("bias", None)`; `self.reset_parameters()`; forward: `F.linear(input, self.weight, self.bias)`.',
    ],
)
