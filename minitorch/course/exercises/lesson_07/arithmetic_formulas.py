"""arithmetic_formulas: Formulas of products, differences and quotients (difficulty 1, 5 minutes)

The derivative of x / y by y is -x / y**2. Dividing twice instead of by a square keeps a very small or a very large y
from running out of range on the way. A formula names what it needs: those of the difference name nothing, so nothing
is kept.

1. By how much does x * y grow when x grows by 1? That times g is the formula of x. The same question for each of the
   six.
2. For the quotient: x / y is x times 1 / y. The derivative of 1 / y is -1 / y**2, and x stays as a factor.
3. `g * y`, `g * x`, `g`, `-g`, `g / y` and `-g * x / (y * y)`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.ops.pointwise.arithmetic:_div.grad[y]",
    covers="mul_x=mul.grad[x] mul_y=mul.grad[y] sub_x=_sub.grad[x] sub_y=_sub.grad[y] div_x=_div.grad[x]",
    called="div_y",
    given="""
        x = mt.tensor([3.0, -4.0], requires_grad=True)
        y = mt.tensor([2.0, 0.5], requires_grad=True)
        (x * y).backward(mt.tensor([1.0, 10.0]))
    """,
    facts="""
        >>> x.grad
        T([2.0, 5.0])
        if T([1.0, 10.0]): In `mul_x`: if x grows by 1, x * y grows by y. So g is to be multiplied by y.
        else: Look at `mul_x`: if x grows by 1, by how much does x * y grow? That times the gradient that arrives, g,
            and nothing more.
        >>> y.grad
        T([3.0, -40.0])
        if T([1.0, 10.0]): In `mul_y`: if y grows by 1, x * y grows by x. So g is to be multiplied by x.
        else: Look at `mul_y`: if y grows by 1, by how much does x * y grow? That times the gradient that arrives, g,
            and nothing more.
        >>> x = mt.tensor([1.0, 2.0], dtype=mt.float64, requires_grad=True)
        >>> y = mt.tensor([3.0, -0.5], dtype=mt.float64, requires_grad=True)
        >>> mt.autograd.gradcheck(lambda x, y: x * y / (x - y * 3), (x, y))
        True
        if 'minitorch.autograd.gradcheck.GradcheckError: Jacobian': In `sub_y`: a larger y makes x - y smaller, so the
            sign turns round.
        else: For the numbers tried before, the formulas are right; small steps measure something else here, with a
            second operation before or behind. Is the gradient that arrives, g, in each of them?
    """,
)
