"""Linear: A layer (difficulty 3, 9 minutes)

A layer has parameters and options, and its forward calls a function of nn.functional. The weight has a row for each output.
Without a bias, the name `bias` is registered with the value None.

1. Which attributes does reset_parameters read? When can it be called for the first time?
2. `empty` makes a tensor in its dtype and on its device at once. A parameter's name can be registered with the value None
   (lesson 11); `self.bias = None` does not register it.
3. `mt.nn.Parameter(empty((out_features, in_features), device=device, dtype=dtype))`; `self.register_parameter("bias", None)`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.nn.modules.linear:Linear",
    keeps=("reset_parameters", "extra_repr"),
    facts="""
        if "has no attribute 'bias'": Without a bias, register the name `bias` with the value None: self.register_parameter("bias", None).
        if "'bool' object has no attribute": The bias is False here. Without a bias, register the name with the value None.
        if "already exists": An earlier `self.bias = ...` made an ordinary attribute, so the name cannot be registered. Leave that line out.
        if "_features'": Keep in_features and out_features: reset_parameters and extra_repr use them.
        >>> [(name, tuple(p.shape)) for name, p in Linear(3, 2).named_parameters()]
        [('weight', (2, 3)), ('bias', (2,))]
        if [('weight', (3, 2)), ('bias', (2,))]: The weight has a row for each output: its shape is [out_features, in_features].
        else: weight and bias are Parameters, registered in this order, of shapes [out_features, in_features] and [out_features].
        >>> _ = (l := Linear(3, 2)).load_state_dict({"weight": mt.tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]), "bias": mt.tensor([10.0, 20.0])})
        >>> l(mt.ones(1, 1, 3)).tolist()
        [[[16.0, 35.0]]]
        else: forward computes input @ weight.T + bias, for an input with any number of dimensions. F.linear(input, self.weight, self.bias) does this.
        >>> plain = Linear(3, 4, bias=False)
        >>> plain.bias is None, list(plain._parameters), tuple(plain(mt.ones(1, 3)).shape)
        (True, ['weight', 'bias'], (1, 4))
        if (False, ['weight', 'bias'], (1, 4)): With bias=False, layer.bias must be None.
        if "NoneType": The bias is None, but forward uses it. Without a bias, the result is the product alone.
        else: `self.bias = None` makes an ordinary attribute: a tensor that somebody assigns later would not be a parameter. Register the name with the value None: self.register_parameter("bias", None).
        >>> plain.bias = mt.nn.Parameter(mt.ones(4))
        >>> plain(mt.zeros(1, 3)).tolist()
        [[1.0, 1.0, 1.0, 1.0]]
        else: Somebody assigned a Parameter to `bias` later, and forward must use it. In forward, ask `self.bias is None`.
        >>> l(mt.ones(2, 3)).sum().backward()
        >>> [p.grad is not None for p in l.parameters()]
        [True, True]
        else: No gradient reaches the weight or the bias. Use the parameters themselves in forward, without detach().
        >>> _, plain, l = mt.manual_seed(0), Linear(2, 1, bias=False), Linear(2, 1)
        >>> (plain.weight.detach(), l.weight.detach(), l.bias.detach())
        (T([[-0.0053, 0.3793]]), T([[-0.582, -0.5204]]), T([-0.2723]))  # within 0.0001
        else: Call self.reset_parameters() once, at the end of __init__. It draws the weight first, and then the bias unless it is None.
        >>> repr(Linear(3, 4, bias=False)), Linear(2, 3).extra_repr()
        ('Linear(in_features=3, out_features=4, bias=False)', 'in_features=2, out_features=3, bias=True')
        else: extra_repr shows self.in_features, self.out_features and whether self.bias is None.
        >>> [(p.dtype is mt.float64, p.device.type) for p in Linear(2, 2, dtype=mt.float64, device="meta").parameters()]
        [(True, 'meta'), (True, 'meta')]
        else: Pass dtype and device to empty(...), for the weight and for the bias.
    """,
)
