"""jacobians: Two Jacobians to compare (difficulty 3, 16 minutes)

One is measured with forward passes alone: one column for each element of the input. The other comes from the formulas: one
backward pass, and one row, for each element of the result. If the formulas are right, the two agree.

1. numerical_jacobian: one loop over the elements of the input; each gives a column. analytical_jacobian: one loop over the
   elements of the result; each gives a row. In the first, what must be put back at the end of each round?
2. A column is `(above - below) / (2 * eps)`, where both are `numbers_of(function(*inputs))`; `np.stack(columns, axis=1)`
   makes the table. A row is the gradient for `weight_of(out, i)`: pass it to `grad`, with retain_graph=True.
3. `x = inputs[place]._array`, `for j in np.ndindex(x.shape)`, `before = x[j].copy()`, `x[j] = before + eps`, measure, `x[j] =
   before - eps`, measure, `x[j] = before`. And `(g,) = grad(out, x, weight_of(out, i), retain_graph=True,
   allow_unused=True)`; its row is numbers_of(g), or zeros if g is None.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.autograd.jacobians:analytical_jacobian",
    covers="numerical_jacobian",
    changes=True,
    stub="""
        def numerical_jacobian(function, inputs, place, eps=1e-6):
            ...


        def analytical_jacobian(function, inputs, place):
            x, out = inputs[place], function(*inputs)
            rows = np.zeros((out._array.size, x._array.size), x._array.dtype)
            for i in range(len(rows) if out.requires_grad else 0):
                ...
            return rows
    """,
    given="""
        def f(x, w):
            return mt.stack([x[0] * x[1] * w[0, 0] + w[0, 1], x[2] + w[1, 0] * w[1, 1]])

        x = mt.tensor([2.0, 3.0, 4.0], dtype=mt.float64, requires_grad=True)
        w = mt.tensor([[10.0, 20.0], [0.5, 0.25]], dtype=mt.float64).T.requires_grad_()
    """,
    facts="""
        if "through the graph a second time": In `analytical_jacobian` the graph is used once for each row: retain_graph=True.
        if "a leaf Variable that requires grad": In `numerical_jacobian` change the array, inputs[place]._array. A change of the
            tensor would be recorded.
        >>> numerical_jacobian(f, (x, w), 1, 0.5).round(6).tolist()
        [[6.0, 1.0, 0.0, 0.0], [0.0, 0.0, 0.25, 20.0]]
        if [[30.0, 20.0, 0.0], [0.0, 0.0, 1.0]]: In `numerical_jacobian` move the elements of inputs[place].
        if [[0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0]]: In `numerical_jacobian` you move the elements of a copy: this input is
            transposed, and `reshape` and `ravel` copy it. Index x._array itself.
        if [[6.0, 0.0], [1.0, 0.0], [0.0, 0.25], [0.0, 20.0]]: In `numerical_jacobian` rows and columns are exchanged. Each round
            gives a column: np.stack(columns, axis=1).
        if [[12.0, 2.0, 0.0, 0.0], [0.0, 0.0, 0.5, 40.0]]: In `numerical_jacobian` the two measurements are 2 * eps apart, not eps.
        else: In `numerical_jacobian` each column comes from two measurements in which only one element is moved: put that back
            before the next. np.ndindex(x.shape) gives the indices of the elements.
        >>> one = mt.ones(1, dtype=mt.float64, requires_grad=True)
        >>> slope = lambda x: mt.autograd.grad((x * x * x * x).sum(), x, create_graph=True)[0]
        >>> numerical_jacobian(slope, (one,), 0, 1.0).tolist()
        [[16.0]]
        if "does not require grad": In `numerical_jacobian` call `function(*inputs)` with the tensors as they are, and not under
            no_grad(): it may compute gradients itself.
        else: In `numerical_jacobian` move the element by eps, which the caller chooses, in both directions. You may be measuring on
            one side only.
        >>> small = mt.tensor([0.1, 0.7, 3.3], dtype=mt.float64)
        >>> numerical_jacobian(lambda x: x[1:], (small,), 0, 0.3).round(6).tolist(), small.tolist() == [0.1, 0.7, 3.3]
        ([[0.0, 1.0, 0.0], [0.0, 0.0, 1.0]], True)
        if ([[0.0, 1.0, 0.0], [0.0, 0.0, 1.0]], False): In `numerical_jacobian` the input is not exactly what it was. Keep the value of
            each element, and put that back: adding and subtracting eps leaves a rounding error.
        else: In `numerical_jacobian` this result is a view of the input, so it changes with it. numbers_of copies its numbers.
        >>> analytical_jacobian(f, (x, w), 1).tolist(), w.grad is None
        ([[6.0, 1.0, 0.0, 0.0], [0.0, 0.0, 0.25, 20.0]], True)
        if ([[6.0, 1.0, 0.25, 20.0], [6.0, 1.0, 0.25, 20.0]], True): In `analytical_jacobian` every row has the weight 1 for all results.
            Row i needs weight_of(out, i).
        else: In `analytical_jacobian` one backward pass gives row i, and not column i: the gradient for weight_of(out, i). grad
            returns it, in a tuple. backward() adds it to x.grad.
        >>> analytical_jacobian(mt.relu, (mt.zeros(1, requires_grad=True),), 0).tolist()
        [[0.0]]
        else: In `analytical_jacobian` the table comes from the formulas. At 0, that of relu gives 0, and a measurement a half.
        >>> analytical_jacobian(lambda x, w: x[:2] * 3, (x, w), 1).tolist()
        [[0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0]]
        else: In `analytical_jacobian` the result does not depend on this input. With allow_unused=True, grad returns None there: the
            row is zeros.
    """,
)
