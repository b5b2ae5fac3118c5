"""arithmetic_formulas: Formulas of products, differences and quotients (difficulty 1, 5 minutes)

The derivative of x / y by y is -x / y**2. Dividing twice instead of by a square keeps a very small or a very large y
from running out of range on the way. In the package the operands are called input and other. A formula names what
it needs: those of the difference name nothing, so nothing is kept.

1. By how much does input * other grow when input grows by 1? That times g is the formula of input. The same question
   for each of the six.
2. For the quotient: input / other is input times 1 / other. The derivative of 1 / other is -1 / other**2, and input
   stays as a factor.
3. `g * other`, `g * input`, `g`, `-g`, `g / other` and `-g * input / (other * other)`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.ops.pointwise.arithmetic:_div.grad[other]",
    covers="mul_input=mul.grad[input] mul_other=mul.grad[other] sub_input=_sub.grad[input] "
    "sub_other=_sub.grad[other] div_input=_div.grad[input]",
    called="div_other",
    given="""
        x = mt.tensor([3.0, -4.0], requires_grad=True)
        y = mt.tensor([2.0, 0.5], requires_grad=True)
        (x * y).backward(mt.tensor([1.0, 10.0]))
    """,
    facts="""
        >>> x.grad
        T([2.0, 5.0])
        if T([1.0, 10.0]): In `mul_input`: if input grows by 1, the product grows by other. So g is to be multiplied by
            other.
        else: Look at `mul_input`: if input grows by 1, by how much does the product grow? That times the gradient that
            arrives, g, and nothing more.
        >>> y.grad
        T([3.0, -40.0])
        if T([1.0, 10.0]): In `mul_other`: if other grows by 1, the product grows by input. So g is to be multiplied by
            input.
        else: Look at `mul_other`: if other grows by 1, by how much does the product grow? That times the gradient that
            arrives, g, and nothing more.
        >>> x = mt.tensor([1.0, 2.0], dtype=mt.float64, requires_grad=True)
        >>> y = mt.tensor([3.0, -0.5], dtype=mt.float64, requires_grad=True)
        >>> mt.autograd.gradcheck(lambda x, y: x * y / (x - y * 3), (x, y))
        True
        if 'minitorch.autograd.gradcheck.GradcheckError: Jacobian': In `sub_other`: a larger other makes the difference
            smaller, so the sign turns round.
        else: For the numbers tried before, the formulas are right; small steps measure something else here, with a
            second operation before or behind. Is the gradient that arrives, g, in each of them?
    """,
)
