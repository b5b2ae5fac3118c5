"""pointwise_formulas: Formulas of pointwise operations (difficulty 2, 7 minutes)

Each formula is g times a derivative. If the derivative is simple in terms of the result, the formula names `out`.

1. How fast does the result grow when the operand grows? That rate times g is the formula.
2. Quotient: input / other is input times 1 / other, and the derivative of 1 / other is -1 / other**2. For relu, `out > 0`
   says where the gradient passes, and `mt.where` chooses. What does your power formula give for the exponent 0?
3. `g * other`, `-g * input / (other * other)`, `g * out`, `g * (1 - out * out)`, `mt.where(out > 0, g, 0.0)`, and
   `g * exponent * input ** (exponent - 1)`, but `g * 0` where the exponent is 0.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.ops.pointwise.pow:_power.grad[input]",
    covers="mul_input=minitorch.ops.pointwise.arithmetic:mul.grad[input] "
    "div_other=minitorch.ops.pointwise.arithmetic:_div.grad[other] "
    "exp_input=minitorch.ops.pointwise.exp_log:exp.grad[input] "
    "tanh_input=minitorch.ops.pointwise.activation:tanh.grad[input] "
    "relu_input=minitorch.ops.pointwise.activation:relu.grad[input]",
    called="power_input",
    solution="""
        def tanh_input(g, out):
            return g * (1 - out * out)


        def relu_input(g, out):
            return mt.where(out > 0, g, 0.0)


        def div_other(g, input, other):
            return -g * input / (other * other)


        def power_input(g, input, exponent):
            return g * exponent * input ** (exponent - 1) if exponent != 0 else g * 0
    """,
    given="""
        x = mt.tensor([3.0, -4.0], requires_grad=True)
        y = mt.tensor([2.0, 0.5], requires_grad=True)
        g = mt.tensor([1.0, 10.0])
        d = mt.tensor([0.5, -1.5], dtype=mt.float64, requires_grad=True)
    """,
    facts="""
        >>> (x * 1 * y).backward(g)
        >>> x.grad, y.grad
        (T([2.0, 5.0]), T([3.0, -40.0]))
        if "has no attribute 'data'": In `mul_input`: other may be a plain number. And the formulas can be differentiated only without .data.
        if (T([2.0, 5.0]), T([6.0, -20.0])): In `mul_input`: g itself was changed, and the formula of other gets g, too.
        else: In `mul_input`: if input grows by 1, the product grows by other. The formula is that times g.
        >>> (x / y).backward(g)
        >>> y.grad
        T([-0.75, 160.0])
        if T([0.75, -160.0]): In `div_other`: a larger divisor makes a positive quotient smaller, so the sign is minus.
        else: In `div_other`: input is a factor of the quotient, and so of its derivative. The other factor is -1 / other**2.
        >>> x, h = mt.tensor([-1.0, 0.0, 3.0, 0.5], requires_grad=True), mt.tensor([2.0, 3.0, 10.0, -1.0])
        >>> x.relu().backward(h)
        >>> x.grad, h
        (T([0.0, 0.0, 10.0, -1.0]), T([2.0, 3.0, 10.0, -1.0]))
        if (T([0.0, 0.0, 10.0, -1.0]), T([0.0, 0.0, 10.0, -1.0])): In `relu_input`: g itself was changed, and other nodes may use g, too.
        else: In `relu_input`: where out is positive, g passes as it is; where out is 0, the gradient is 0.
        >>> x = mt.tensor([3.0, 0.0], requires_grad=True)
        >>> (x ** 0 + x ** 1).backward(g)
        >>> x.grad
        T([1.0, 10.0])
        if T([3.0, 0.0]): In `power_input`: the derivative of x ** n has the power n - 1.
        if "'int' object": In `power_input`: the gradient for the exponent 0 is a tensor of zeros: g * 0.
        if T([12.0, 0.0]): In `power_input`: this is the formula of the square. The exponent may be any number.
        if T([1.0, nan]): In `power_input` you multiply 0 by infinity, or divide it by 0. x ** 0 is 1 everywhere, so its gradient is 0, at x = 0 too.
        if T([1.0, 0.0]): In `power_input`: at x = 0, the derivative of x ** 1 is 1. Ask for the exponent, not for the input.
        else: Look at `power_input` with the exponents 0 and 1: x ** 0 is 1 everywhere, so its gradient is 0, at x = 0 too.
        >>> [mt.autograd.grad((d ** n).sum(), d)[0] for n in (0, -1)]
        [T([0.0, 0.0], 'float64'), T([-4.0, -1 / 2.25], 'float64')]
        if [T([0.0, 0.0], 'float64'), T([0.0, 0.0], 'float64')]: In `power_input`: the case is for the exponent 0 alone. x ** -1 has a gradient.
        else: Look at `power_input`: for the exponent 0 it returns zeros in the shape of input: g * 0. Otherwise it is n * x**(n - 1), times g.
        >>> mt.autograd.gradcheck(lambda x: (x * x) ** 1.5 + x ** -2, d)
        True
        else: Look at `power_input`: the derivative of x**n is n * x**(n - 1), for any number n. The formula is that times g.
        >>> mt.autograd.gradcheck(lambda x: mt.tanh(x * 2) * 3, d)
        True
        else: Look at `tanh_input`: the derivative is 1 - tanh(x)**2, and tanh(x) is out. The formula is that times g.
        >>> mt.autograd.gradcheck(lambda x: mt.exp(x * 2) * 3, d)
        True
        else: Look at `exp_input`: the derivative of exp is exp, which is out. The formula is that times g.
        >>> mt.autograd.gradgradcheck(lambda x: (x.tanh() * x.exp()).relu() ** 3 / x, d)
        True
        if "mismatch": The numbers are right, but the formulas cannot be differentiated again. Compute with tensors, without detach.
    """,
)
