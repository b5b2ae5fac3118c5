"""fit: In the form in which it must arrive (difficulty 2, 4 minutes)

An operand that was stretched was used many times, and its gradient is the sum over the uses. An operand that was
promoted gets its gradient in its own dtype. This is done in one place, so no formula needs to think of it.

1. Three things may have to be undone: the shape, complex numbers, the dtype. One line or two for each.
2. `sum_to(g, shape)` for the shape. Complex: only if g is complex and dtype is not. `g.to(dtype)` comes last.
3. `if g.is_complex() and not dtype.is_complex: g = g.real`, between the other two.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.autograd.engine:fit",
    facts="""
        >>> fit(mt.ones(2, 2, dtype=mt.float64), (2,), mt.float32)
        T([2.0, 2.0])
        if T(4.0): You add up everything. Only the stretched dimensions are summed: sum_to(g, shape) knows which.
        if T([2.0, 2.0], 'float64'): The dtype is as it came. A float32 leaf that met a float64 gets its gradient in
            float32: .to(dtype).
        else: A gradient that is larger is summed to the shape, sum_to(g, shape): the uses of one number add up, along
            whatever dimension it was stretched.
        >>> fit(mt.tensor([1 + 2j, 3 - 4j]), (2,), mt.float32)
        T([1.0, 3.0])
        if T([2.236068, 5.0]): The gradient of a real operand is the real part of g, not its absolute value.
        else: Of a complex g a real operand gets the real part, g.real; a complex one gets all of it.
        >>> fit(mt.tensor([[1 + 2j], [3 - 4j]]), (1,), mt.complex64).tolist()
        [(4-2j)]
        >>> x = mt.tensor([[1.0, 2.0]], requires_grad=True)
        >>> fit(x * 2, (2,), mt.float64).requires_grad
        True
        else: The gradient's own history is cut off. Gradients of gradients need it: no detach here.
    """,
)
