"""LayerNorm: The module (difficulty 3, 11 minutes)

The module holds the weight and the bias, and layer_norm does the work. The initial weight and bias change nothing.

1. Both names are registered in every case. An optimizer holds the Parameter objects, so a reset changes them in place.
2. `empty` makes tensors, and functions of `init` fill them. `self.register_parameter("bias", None)` registers a name without a parameter.
3. `Parameter(empty(shape, device=device, dtype=dtype))` for each of the two, then `init.ones_(self.weight)`,
   `init.zeros_(self.bias)` in reset_parameters, and `F.layer_norm(input, shape, self.weight, self.bias, self.eps)`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.nn.modules.normalization:LayerNorm",
    keeps=("extra_repr",),
    setup="names = lambda norm: [(name, tuple(p.shape)) for name, p in norm.named_parameters()]",
    facts="""
        if "used in an in-place operation": Fill a parameter under no_grad, or with init.ones_ and init.zeros_, which do that.
        >>> names(LayerNorm(3)), names(LayerNorm([2, 3])), LayerNorm([2, 3]).normalized_shape
        ([('weight', (3,)), ('bias', (3,))], [('weight', (2, 3)), ('bias', (2, 3))], (2, 3))
        if ([('bias', (3,)), ('weight', (3,))], [('bias', (2, 3)), ('weight', (2, 3))], (2, 3)): Register the weight first, then the bias.
        if ([], [], (2, 3)): Only a Parameter is registered, and a tensor is not: Parameter(empty(...)).
        if "not iterable": normalized_shape may be an int: LayerNorm(3) is LayerNorm((3,)).
        else: weight and bias have the shape normalized_shape, which is kept as a tuple.
        >>> norm = LayerNorm(2, eps=3.0)
        >>> norm.weight.detach(), norm.bias.detach(), norm.eps, norm.elementwise_affine
        (T([1.0, 1.0]), T([0.0, 0.0]), 3.0, True)
        if "has no attribute 'e": The arguments eps and elementwise_affine are kept as attributes of these names.
        else: The weight starts with ones and the bias with zeros: __init__ calls reset_parameters. eps is kept as an attribute.
        >>> LayerNorm(2, eps=3.0)(mt.tensor([[1.0, 3.0], [10.0, 14.0]])).detach()
        T([[-0.5, 0.5], [-0.7559289, 0.7559289]])
        if T([[-1.0, 1.0], [-1.0, 1.0]]): Pass eps on to layer_norm.
        else: At first the result is the normalized input.
        >>> norm = LayerNorm((2, 2), eps=0.0)
        >>> _ = norm.weight.data.copy_(mt.tensor([[1.0, 2.0], [3.0, 4.0]])), norm.bias.data.fill_(10.0)
        >>> norm(mt.tensor([[[1.0, 1.0], [3.0, 3.0]]])).detach()
        T([[[9.0, 8.0], [13.0, 14.0]]])
        else: All dimensions of normalized_shape are one set. The result is times the weight, plus the bias.
        >>> one, two = LayerNorm(2, elementwise_affine=False), LayerNorm(2, bias=False, device="meta")
        >>> one.weight, one.bias, sorted(one._parameters), names(two), sorted(two._parameters), one.reset_parameters(), two.reset_parameters()
        (None, None, ['bias', 'weight'], [('weight', (2,))], ['bias', 'weight'], None, None)
        if "'NoneType'": reset_parameters fills only what is not None.
        else: Without elementwise_affine, both are None, and with bias=False the bias: register_parameter(name, None).
        >>> one(mt.tensor([1.0, 3.0])), one(mt.tensor([[[1.0, 3.0], [10.0, 30.0]]])), one.elementwise_affine, two.weight.device.type
        (T([-0.999995, 0.999995]), T([[[-0.999995, 0.999995], [-1.0, 1.0]]]), False, 'meta')
        if (T([-0.999995, 0.999995]), T([[[-0.999995, 0.999995], [-1.0, 1.0]]]), False, 'cpu'): Pass dtype and device on to empty.
        if (T([-0.999995, 0.999995]), T([[[-0.999995, 0.999995], [-1.0, 1.0]]]), True, 'meta'): Keep elementwise_affine as it was given.
        else: normalized_shape says which dimensions are a set, and not the shape of the input.
        >>> norm = LayerNorm(2, dtype=mt.float64)
        >>> w, _ = norm.weight, [*(p.data.fill_(5.0) for p in norm.parameters()), norm.reset_parameters()]
        >>> norm.weight is w, norm.weight.detach(), norm.bias.detach()
        (True, T([1.0, 1.0], "float64"), T([0.0, 0.0], "float64"))
        if (True, T([1.0, 1.0]), T([0.0, 0.0])): Pass dtype and device on to empty.
        else: reset_parameters fills the same parameters anew, in place: the weight with ones, the bias with zeros.
    """,
)
