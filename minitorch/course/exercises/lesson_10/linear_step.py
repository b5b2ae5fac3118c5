"""linear_step: A layer in one step (difficulty 1, 3 minutes)

A row of the weight belongs to one result, which is why it is kept transposed. addmm adds the bias while it
multiplies: one step in the graph instead of two, and one array less.

1. `weight.t()` is [n, m], so `input @ weight.t()` is [..., m].
2. Two ways: a matrix with a bias goes through addmm, all else through `@`, and `+` if there is a bias.
3. `if bias is not None and input.ndim == 2: return addmm(bias, input, weight.t())`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.nn.functional.linear:linear_step",
    alone=True,
    solution="""
        def linear_step(input, weight, bias=None):
            if bias is not None and input.ndim == 2:
                return addmm(bias, input, weight.t())
            made = input @ weight.t()
            return made if bias is None else made + bias
    """,
    facts="""
        >>> linear_step(mt.tensor([[1.0, 2.0]]), mt.tensor([[3.0, 4.0], [5.0, 6.0], [7.0, 8.0]]), mt.tensor([0.0, 10.0, 20.0]))
        T([[11.0, 27.0, 43.0]])
        if 'RuntimeError: mat1 and mat2 shapes cannot be multiplied (1x2 and 3x2)': The weight is [m, n], one row for
            each result: it has to be transposed, `weight.t()`.
        else: The sizes do not fit. It is `addmm(bias, input, weight.t())`, in this order, and else `input @
            weight.t()`.
        >>> linear_step(mt.tensor([1.0, 2.0]), mt.tensor([[3.0, 4.0], [5.0, 6.0]]), mt.tensor([1.0, 2.0]))
        T([12.0, 19.0])
        if 'RuntimeError: self must be a matrix, but its shape is [2]': There may be no bias, and the input may have one
            dimension, or three. addmm is for a table with a bias.
        else: An input that is no table loses its bias: `made + bias`.
        >>> w = mt.ones(4, 3, requires_grad=True)
        >>> one, two = linear_step(mt.ones(2, 3), w, mt.ones(4)), linear_step(mt.ones(2, 3), w)
        >>> (one.grad_fn.name(), two.grad_fn.name())
        ('AddmmBackward0', 'MmBackward0')
        if ('AddBackward0', 'MmBackward0'): The numbers are right, in two steps, a product and a sum. A table of inputs
            with a bias takes one: `addmm(bias, input, weight.t())`.
        else: Without a bias it is a plain product, `input @ weight.t()`: adding zeros is a step for nothing.
    """,
)
