"""Linear: A layer (difficulty 2, 9 minutes)

A layer is its parameters, its options and a call into nn.functional. The weight has a row for each output, so the
layer multiplies by its transpose. None is registered too, so that `layer.bias` can be asked for.

1. Two options to keep, two parameters to register, and the values drawn last: the weight first, then the bias.
2. `Parameter(empty((out_features, in_features), device=device, dtype=dtype))`; without a bias, register None under
   its name.
3. `self.register_parameter("bias", None)`; `self.reset_parameters()`; forward: `F.linear(input, self.weight,
   self.bias)`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.nn.modules.linear:Linear",
    changes=True,
    keeps=True,
    solution="""
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

            def reset_parameters(self):
                init.kaiming_uniform_(self.weight, a=math.sqrt(5))
                if self.bias is not None:
                    bound = 1 / math.sqrt(self.in_features) if self.in_features > 0 else 0
                    init.uniform_(self.bias, -bound, bound)

            def forward(self, input):
                return F.linear(input, self.weight, self.bias)
    """,
    facts="""
        >>> [(name, tuple(p.shape)) for name, p in Linear(3, 2).named_parameters()]
        [('weight', (2, 3)), ('bias', (2,))]
        else: The weight has a row for each output, [out_features, in_features], and the bias a number for each; both
            are Parameters.
        >>> Linear(3, 4)(mt.zeros(5, 2, 3)).shape == (5, 2, 4)
        True
        else: Dimensions in front of the last stay: F.linear sees to that.
        >>> _ = mt.manual_seed(0)
        >>> l = Linear(2, 1)
        >>> (l.weight.detach(), l.bias.detach())
        (T([[-0.0053, 0.3793]]), T([-0.582]))  # within 0.0001
        else: After a seed, the weight is drawn first, by kaiming_uniform_ with a=math.sqrt(5), and then the bias from
            [-k, k).
        >>> import warnings
        >>> with warnings.catch_warnings():
        ...     warnings.simplefilter('ignore')
        ...     l = Linear(0, 2)
        >>> l.bias.tolist()
        [0.0, 0.0]
        else: Without inputs the bias is 0.
        >>> repr(Linear(3, 4, bias=False))
        'Linear(in_features=3, out_features=4, bias=False)'
        else: What is printed comes from self.in_features, self.out_features and self.bias.
        >>> l = Linear(2, 2, dtype=mt.float64)
        >>> (l.weight.dtype is mt.float64, l.bias.dtype is mt.float64)
        (True, True)
        else: reset_parameters draws the bias from [-k, k) with k = 1 / sqrt(in_features); dtype goes to empty(...).
    """,
)
