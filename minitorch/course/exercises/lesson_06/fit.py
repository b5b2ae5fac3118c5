"""fit: The shape and dtype of a gradient (difficulty 2, 8 minutes)

A number of a broadcast operand was used several times, and its gradient is the sum over these uses. A promoted operand
gets its gradient in its own dtype. The engine does both in one place, so no formula has to do it.

1. When may g itself be returned? Compare two things. The number of elements is not enough.
2. `g._array.shape` and `g._array.dtype` are those of g. `from_numpy_dtype(dtype)` is the package's dtype.
3. If both are equal, return g. Otherwise `return sum_to(g, shape).to(from_numpy_dtype(dtype))`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.autograd.engine:fit",
    alone=True,
    shows=("end, number", "shape, dtype ="),
    given="""
        x = mt.nn.Parameter(mt.ones(2, 1))
    """,
    facts="""
        if "'tuple' object has no attribute": sum_to takes the gradient first, and then the shape: sum_to(g, shape).
        if "has no attribute": An edge leads to a node, which has outputs[number], or to a leaf, which has an _array. Ask which.
        >>> g = mt.tensor([[1.0, 2.0], [3.0, 4.0]], dtype=mt.float64)
        >>> fit(g, (x, 0))
        T([[3.0], [7.0]])
        if "is invalid for input": A reshape keeps all elements, and the operand has fewer: sum_to(g, shape) adds them up.
        if T(10.0): You add up everything. Sum over the broadcast dimensions only: sum_to(g, shape).
        if T([[3.0], [7.0]], 'float64'): The shape is right, and the dtype is still that of g. Convert it: .to(dtype).
        if T([[1.0, 2.0], [3.0, 4.0]]): The gradient is larger than its operand: sum_to(g, shape) adds it up.
        if "['Float32DType']": The dtype in an array or in `outputs` is NumPy's: from_numpy_dtype(dtype) gives the package's.
        else: sum_to(g, shape) finds the dimensions that were broadcast, wherever they are.
        >>> g = mt.ones(2, dtype=mt.float64)
        >>> fit(mt.ones(1, 2), (mt.ones(2), 0)), fit(g, (mt.ones(2), 0))
        (T([1.0, 1.0]), T([1.0, 1.0]))
        if (T([[1.0, 1.0]]), T([1.0, 1.0])): The number of elements fits, but the shape [1, 2] is not [2].
        else: g itself is returned only if the shape and the dtype both fit.
        >>> g = mt.ones(2, 1)
        >>> fit(g, (x, 0)) is g
        True
        if False: This gradient fits as it is: return g itself, and not a copy.
        >>> y = x * mt.ones(3, dtype=mt.float64)
        >>> fit(mt.ones(2, 3), y._edge), fit(mt.ones(4, 2), mt.ones(3, requires_grad=True).split([1, 2])[1]._edge)
        (T([[1.0, 1.0, 1.0], [1.0, 1.0, 1.0]], 'float64'), T([4.0, 4.0]))
        else: A node has the shape and dtype of its results: node.outputs[number].
        >>> fit(mt.tensor([[1 + 2j], [3j]]), (mt.tensor([0j], requires_grad=True), 0)).tolist()
        [1 + 5j]
        if [1 + 0j]: The imaginary part is lost. Convert to the dtype of the operand, which is complex here.
        >>> fit(x * mt.ones(2, dtype=mt.float64), (x, 0)).requires_grad
        True
        if False: The record of g is lost here. Gradients of gradients need it: use operations of tensors.
    """,
)
