"""function_formulas: Formulas of functions of one number (difficulty 2, 6 minutes)

Where the derivative is shorter in terms of the result (exp, tanh, relu), the formula names `out`, and the input need
not be kept. A power needs its exception: of x**0 nothing depends on x, but 0 * x**-1 is nan where x is 0.

1. Every formula is g times the derivative. The derivatives: exp(x); 1 - tanh(x)**2; 1 or 0; n x**(n - 1). Which of
   them can be said with `out`?
2. `out` is exp(x), and tanh(x). For relu, `out > 0` says where the gradient passes; `mt.where` chooses. And what does
   your power say of x ** 0 at x = 0?
3. `g * out`, `g * (1 - out * out)`, `mt.where(out > 0, g, 0.0)`, and `g * exponent * input ** (exponent - 1)`, but
   `g * 0` where the exponent is 0.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.ops.pointwise.pow:_power.grad[input]",
    covers="exp_input=minitorch.ops.pointwise.exp_log:exp.grad[input] "
    "tanh_input=minitorch.ops.pointwise.activation:tanh.grad[input] "
    "relu_input=minitorch.ops.pointwise.activation:relu.grad[input]",
    called="power_input",
    solution="""
        def tanh_input(g, out):
            return g - g * out * out


        def relu_input(g, out):
            return mt.where(out != 0, g, 0.0)


        def power_input(g, input, exponent):
            return g * exponent * input ** (exponent - 1) if exponent != 0 else g * 0
    """,
    facts="""
        >>> x = mt.tensor([-1.0, 0.0, 3.0, 0.5], requires_grad=True)
        >>> (x.relu()).backward(mt.tensor([2.0, 3.0, 10.0, -1.0]))
        >>> x.grad
        T([0.0, 0.0, 10.0, -1.0])
        if T([2.0, 3.0, 10.0, -1.0]): In `relu_input`: where out is 0, nothing depends on x, so the gradient is 0 there.
        if T([0.0, 0.0, 1.0, 1.0]): In `relu_input` the gradient that arrives is missing: it passes where out is
            positive.
        else: Look at `relu_input`: where out is positive, the gradient passes as it came; elsewhere it is 0. Neither x
            nor out is a factor.
        >>> x = mt.tensor([3.0, 0.0], requires_grad=True)
        >>> (x ** 0).backward(mt.tensor([1.0, 10.0]))
        >>> x.grad
        T([0.0, 0.0])
        if T([6.0, 0.0]): In `power_input` stands the formula of the square. The exponent may be any number.
        else: Look at `power_input` with the exponent 0: x**0 is 1 everywhere, so nothing depends on x, and the gradient
            is 0, also where x is 0.
        >>> x = mt.tensor([0.5, 1.5], dtype=mt.float64, requires_grad=True)
        >>> mt.autograd.gradcheck(lambda x: (x.tanh() * x.exp()).relu() ** 3, x)
        True
        else: For the numbers tried before, the formulas are right; small steps measure something else here, where the
            functions follow one another. Is the gradient that arrives, g, in each of them, and is nothing detached?
    """,
)
