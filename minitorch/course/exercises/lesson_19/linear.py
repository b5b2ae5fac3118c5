"""A layer."""

from ...define import Case, Exercise, Mistake, T, Wrong
from ..edited import edited
from ..fact_words import stops
from .words import NO_INIT, asked

SOLUTION = '''
class Linear(mt.nn.Module):
    """input [..., in_features] @ weight.T + bias. weight is [out_features, in_features], bias [out_features].

    With bias=False, `bias` is registered as None. device and dtype go to empty(...). __init__ calls reset_parameters() last.
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

    def reset_parameters(self):
        """First init.kaiming_uniform_(self.weight, a=math.sqrt(5)): it draws from [-k, k), where k = 1 / sqrt(in_features).
        Then init.uniform_(self.bias, -k, k), if there is a bias. For no inputs k is 0."""
        init.kaiming_uniform_(self.weight, a=math.sqrt(5))
        if self.bias is not None:
            bound = 1 / math.sqrt(self.in_features) if self.in_features > 0 else 0
            init.uniform_(self.bias, -bound, bound)

    def forward(self, input):
        return F.linear(input, self.weight, self.bias)
'''

exercise = Exercise(
    "Linear",
    title="A layer",
    difficulty=2,
    minutes=9,
    target="minitorch.nn.modules.linear:Linear",
    keeps=True,
    installed=True,
    setup="from minitorch import empty\nfrom minitorch.nn import Parameter, init\nfrom minitorch.nn import functional as F\n",
    stub='''
        class Linear(mt.nn.Module):
            """input [..., in_features] @ weight.T + bias. weight is [out_features, in_features], bias [out_features].

            With bias=False, `bias` is registered as None. device and dtype go to empty(...). __init__ calls reset_parameters() last.
            """

            def __init__(self, in_features, out_features, bias=True, device=None, dtype=None): ...

            def reset_parameters(self):
                """First init.kaiming_uniform_(self.weight, a=math.sqrt(5)): it draws from [-k, k), where k = 1 / sqrt(in_features).
                Then init.uniform_(self.bias, -k, k), if there is a bias. For no inputs k is 0."""
                ...

            def forward(self, input): ...
    ''',
    solution=SOLUTION,
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
        Case(
            "l = Linear(4, 50)\nl.reset_parameters()\n(l.bias.abs().max().item() > 0.4, l.bias.abs().max().item() <= 0.5)",
            (True, True),
            changes=True,
        ),
        Case(
            "import warnings\nwith warnings.catch_warnings():\n    warnings.simplefilter('ignore')\n    l = Linear(0, 2)\n"
            "l.bias.tolist()",
            [0.0, 0.0],
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
                    self.weight = Parameter(empty((out_features, in_features), device=device, dtype=dtype))
                    if bias:
                        self.bias = Parameter(empty(out_features, device=device, dtype=dtype))
                    else:
                        self.register_parameter("bias", None)
                    self.reset_parameters()
                def forward(self, input):
                    return F.linear(input, self.weight, self.bias)
                def reset_parameters(self):
                    bound = 1 / math.sqrt(self.in_features) if self.in_features else 0
                    if self.bias is not None:
                        init.uniform_(self.bias, -bound, bound)
                    init.kaiming_uniform_(self.weight, a=math.sqrt(5))
            """,
            "The bias is drawn before the weight. The numbers after a seed depend on the order: the weight first.",
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
                    else:
                        self.register_parameter("bias", None)
                    self.reset_parameters()
                def forward(self, input):
                    return F.linear(input, self.weight, self.bias)
                def reset_parameters(self):
                    bound = 1 / math.sqrt(self.in_features) if self.in_features else 0
                    init.kaiming_uniform_(self.weight, a=math.sqrt(5))
                    init.uniform_(self.bias, -bound, bound)
            """,
            "Without a bias there is None, which cannot be filled: draw one only if there is one.",
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
                    else:
                        self.register_parameter("bias", None)
                    self.reset_parameters()
                def forward(self, input):
                    return F.linear(input, self.weight, self.bias)
                def reset_parameters(self):
                    init.kaiming_uniform_(self.weight)
                    if self.bias is not None:
                        bound = 1 / math.sqrt(self.in_features) if self.in_features else 0
                        init.uniform_(self.bias, -bound, bound)
            """,
            "kaiming_uniform_ takes a slope of sqrt(5) here, `a=math.sqrt(5)`; without it the weights start larger.",
        ),
        Wrong(
            edited(SOLUTION, ("in_features) if self.in_features > 0 else 0", "in_features)")),
            "A layer without inputs divides by 0. For no inputs the bound is 0.",
        ),
        Wrong(
            edited(
                SOLUTION,
                (
                    (
                        "bound = 1 / math.sqrt(self.in_features) if self.in_features > 0 else 0\n"
                        "            init.uniform_(self.bias, -bound, bound)"
                    ),
                    "init.zeros_(self.bias)",
                ),
            ),
            "The bias starts at 0. PyTorch draws it from [-k, k), as it draws the weight.",
        ),
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
    mistakes=[
        Mistake(
            lambda expected, got, error: isinstance(expected, tuple) and "has no attribute 'bias'" in str(error),
            'Without a bias there is no attribute `bias` at all. Register None: `self.register_parameter("bias", None)`.',
        ),
        *NO_INIT,
        stops(
            "attribute 'bias' already exists",
            "self.bias is something else already, so no parameter of that name can be registered. Do not keep the argument "
            "`bias` as an attribute: whether there is a bias is told by self.bias being None.",
        ),
        stops(
            "has no attribute 'bias'",
            "self.bias is not there yet: whether there is one is told by the argument `bias`.",
        ),
        stops("has no attribute 'in_features'", "The two sizes are kept: self.in_features, self.out_features."),
        stops(
            "before Module.__init__() call", "Call super().__init__() first: it makes the dictionaries of the module."
        ),
        asked(
            [("weight", (2, 3)), ("bias", (2,))],
            "The weight has a row for each output, [out_features, in_features], and the bias a number for each; "
            "both are Parameters.",
        ),
        asked(
            T([[32.5], [10.5]]),
            "The result is the input times the transposed weight, plus the bias: F.linear(input, self.weight, self.bias).",
        ),
        asked(T([3.0, 7.0]), "The result is the input times the transposed weight. An input may be a single row."),
        asked(True, "Dimensions in front of the last stay: F.linear sees to that."),
        asked(
            ([[1.0, 1.0]] * 3, [1.0] * 3), "Weight and bias both get gradients: compute with the parameters themselves."
        ),
        asked(
            "Linear(in_features=3, out_features=4, bias=False)",
            "What is printed comes from self.in_features, self.out_features and self.bias.",
        ),
        asked((None, ["weight"], True), 'Without a bias, None is registered: self.register_parameter("bias", None).'),
        asked(
            (True, True),
            "reset_parameters draws the bias from [-k, k) with k = 1 / sqrt(in_features); dtype goes to empty(...).",
        ),
        asked(
            (T([[-0.0053, 0.3793]]), T([-0.5820])),
            "After a seed, the weight is drawn first, by kaiming_uniform_ with a=math.sqrt(5), and then the bias from [-k, k).",
        ),
        asked([0.0, 0.0], "Without inputs the bias is 0."),
    ],
    hints=[
        "Two options to keep, two parameters to register, and the values drawn last: the weight first, then the bias.",
        "`Parameter(empty((out_features, in_features), device=device, dtype=dtype))`; without a bias, register "
        "None under its name.",
        '`self.register_parameter("bias", None)`; `self.reset_parameters()`; forward: `F.linear(input, self.weight, self.bias)`.',
    ],
)
