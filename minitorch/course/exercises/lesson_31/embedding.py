"""embedding: Rows of a table, and their gradient (difficulty 2, 7 minutes)

Each of the two functions is the gradient of the other: one copies rows, and the other adds vectors to rows.

1. An array of ints is an index: `weight[index]` has the shape of index, and a row for each of its numbers.
2. `table[index] += g` adds only once to a row that occurs twice. `np.add.at(table, index, g)` adds every time.
3. With `xp = array_module(g)`: `table = xp.zeros((n, g.shape[-1]), g.dtype)`, then `xp.add.at(table, index, g)`. Return the table.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.nn.functional.embedding:_row_sums",
    covers="_rows",
    given="""
        def used(index, *g, **options):
            weight = mt.tensor([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]], requires_grad=True)
            found = mt.nn.functional.embedding(mt.tensor(index), weight, **options)
            (found * mt.tensor(g or 1.0)).sum().backward()
            return found.detach(), weight.grad
    """,
    facts="""
        if "out of bounds for axis 0": The table has n rows, and not one for each vector of g.
        >>> used([2, 0])
        (T([[5.0, 6.0], [1.0, 2.0]]), T([[1.0, 1.0], [0.0, 0.0], [1.0, 1.0]]))
        else: `_rows` gives the rows 2 and 0 of weight. `_row_sums` gives the gradient: zeros for the row that was not used.
        >>> used([1, 0, 1], [1.0, 10.0], [2.0, 20.0], [4.0, 40.0])[1]
        T([[2.0, 20.0], [5.0, 50.0], [0.0, 0.0]])
        if T([[2.0, 20.0], [4.0, 40.0], [0.0, 0.0]]): Row 1 was used twice. `table[index] += g`, or `=`, keeps only one of its vectors. np.add.at adds both.
        else: Row i of the table is the sum of the vectors of g whose index is i. The table has n rows.
        >>> used([[0, 2, 2]])
        (T([[[1.0, 2.0], [5.0, 6.0], [5.0, 6.0]]]), T([[1.0, 1.0], [0.0, 0.0], [2.0, 2.0]]))
        else: index may have any shape [...], and g has the shape [..., d]: d is the last dimension of g.
        >>> g = np.ones((2, 3))
        >>> _row_sums(g, np.array([1, 1]), 3), _row_sums(np.ones((1, 1), "float32"), np.array([0]), 1)
        (A([[0.0, 0.0, 0.0], [2.0, 2.0, 2.0], [0.0, 0.0, 0.0]], "float64"), A([[1.0]], "float32"))
        else: The table has n rows of d numbers, also where the last ones are not used, and the dtype of g.
        >>> weight = mt.tensor([[1.0], [2.0]], requires_grad=True)
        >>> loss = (mt.nn.functional.embedding(mt.tensor([1, 1, 0]), weight) ** 3).sum()
        >>> g = mt.autograd.grad(loss, weight, create_graph=True)[0]
        >>> mt.autograd.grad(g.sum(), weight)[0]
        T([[6.0], [24.0]])
        else: The package uses each of the two functions for the gradient of the other.
        >>> used([0, 1, 1], padding_idx=1)
        (T([[1.0, 2.0], [3.0, 4.0], [3.0, 4.0]]), T([[1.0, 1.0], [0.0, 0.0], [0.0, 0.0]]))
        else: padding_idx changes only the gradient, and the package does that. `_rows` returns this row as it is, and never changes weight.
    """,
)
