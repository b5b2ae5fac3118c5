"""jacobians: The Jacobian by measurement (difficulty 3, 11 minutes)

The measurement needs only forward passes, and gives one column for each element of the input. The formulas need one backward pass for each
element of the result, and each pass gives one row. If the formulas are right, the two agree.

1. One loop over the elements of the input; each gives a column. What must be put back at the end of each round?
2. A column is `(above - below) / (2 * eps)`, where both are `numbers_of(function(*inputs))`; `np.stack(columns, axis=1)` makes the table.
3. `x = inputs[place]._array`, `for j in np.ndindex(x.shape)`, `before = x[j].copy()`, `x[j] = before + eps`, measure, `x[j] = before - eps`, measure, `x[j] = before`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.autograd.jacobians:numerical_jacobian",
    changes=True,
    given="""
        def f(x, w):
            return mt.stack([x[0] * x[1] * w[0, 0] + w[0, 1], x[2] + w[1, 0] * w[1, 1]])

        x = mt.tensor([2.0, 3.0, 4.0], dtype=mt.float64, requires_grad=True)
        w = mt.tensor([[10.0, 20.0], [0.5, 0.25]], dtype=mt.float64).T.requires_grad_()
    """,
    facts="""
        if "could not broadcast": The table has a row for each element of the result, and a column for each of the input.
        if "used in an in-place operation": Assign to x._array, and not to the tensor: an assignment to the tensor is recorded.
        >>> numerical_jacobian(f, (x, w), 1, 0.5).round(6).tolist()
        [[6.0, 1.0, 0.0, 0.0], [0.0, 0.0, 0.25, 20.0]]
        if [[30.0, 20.0, 0.0], [0.0, 0.0, 1.0]]: Move the elements of inputs[place].
        if [[0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0]]: You move the elements of a copy: this input is transposed, and `reshape` and `ravel` copy it. Index x._array itself.
        if [[6.0, 0.0], [1.0, 0.0], [0.0, 0.25], [0.0, 20.0]]: Rows and columns are exchanged. Each round gives a column: np.stack(columns, axis=1).
        if [[1.5, 0.25, 0.0, 0.0], [0.0, 0.0, 0.0625, 5.0]]: `/ 2 * eps` divides by 2 and then multiplies by eps. Write `/ (2 * eps)`.
        if [[-6.0, -1.0, 0.0, 0.0], [0.0, 0.0, -0.25, -20.0]]: The sign is wrong: subtract the measurement below from the one above.
        if [[3000000.0, 500000.0, 0.0, 0.0], [0.0, 0.0, 125000.0, 10000000.0]]: The distance is 2 * eps, for the eps of the caller.
        if [[12.0, 2.0, 0.0, 0.0], [0.0, 0.0, 0.5, 40.0]]: The two measurements are 2 * eps apart, not eps.
        else: Each column comes from two measurements in which only one element is moved. Put it back before the next. np.ndindex(x.shape) gives the indices of the elements.
        >>> one = mt.ones(1, 2, dtype=mt.float64, requires_grad=True)
        >>> slope = lambda x: mt.autograd.grad((x * x * x * x).sum(), x, create_graph=True)[0]
        >>> numerical_jacobian(slope, (one,), 0, 1.0).tolist()
        [[16.0, 0.0], [0.0, 16.0]]
        if "does not require grad": Call `function` without no_grad(): it may compute gradients itself.
        if "out of bounds": The input is [1, 2] here: np.ndindex(x.shape) gives the indices of its elements.
        else: Move the element by eps, which the caller chooses, in both directions. You may be measuring on one side only.
        >>> small = mt.tensor([0.01, 0.7, 3.3], dtype=mt.float64)
        >>> numerical_jacobian(lambda x: x[1:], (small,), 0, 0.3).round(6).tolist(), small.tolist() == [0.01, 0.7, 3.3]
        ([[0.0, 1.0, 0.0], [0.0, 0.0, 1.0]], True)
        if ([[0.0, 1.0, 0.0], [0.0, 0.0, 1.0]], False): The input is not exactly what it was. Keep the value of each element, and put that back: adding and subtracting eps leaves a rounding error.
        else: This result is a view of the input, so it changes with it. numbers_of copies its numbers.
    """,
)
