"""tensor_repr: Say what is unusual (difficulty 2, 6 minutes)

Four facts in a fixed order, each only where it is unusual. What an operation made wants a gradient anyway, so its
grad_fn takes the place of requires_grad=True.

1. Three more facts, each added to `facts` only where it is unusual, in the order size, dtype, gradient.
2. hides_its_shape(array) asks for the size, `not goes_without_saying(dtype, array)` for the dtype. The last one is an
   if with an elif.
3. `if grad_fn_name is not None: facts.append(f"grad_fn=<{grad_fn_name}>")`, and `elif requires_grad:
   facts.append("requires_grad=True")`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.printing:tensor_repr",
    alone=True,
    setup="""
        CPU, GPU = mt.device("cpu"), mt.device("cuda:1")
    """,
    stub="""
        def tensor_repr(array, dtype, device, requires_grad, grad_fn_name=None):
            facts = []
            if device.type != 'cpu':
                facts.append(f"device='{device}'")
            ...
            return with_facts('tensor(' + numbers(array, INDENT), facts) + ')'
    """,
    facts="""
        >>> tensor_repr(np.array([1.0]), mt.float32, CPU, True)
        'tensor([1.], requires_grad=True)'
        if 'tensor([1.], dtype=minitorch.float32, requires_grad=True)': The other way round: the dtype is named where it
            does *not* go without saying.
        if 'tensor([1.])': Whether autograd follows the tensor is missing: grad_fn=<...>, or else requires_grad=True.
        >>> tensor_repr(np.array([1]), mt.int64, CPU, False)
        'tensor([1])'
        else: Only what is unusual is said: most tensors want no gradient, and print without a word about it.
        >>> tensor_repr(np.array([1.0]), mt.float32, CPU, True, 'AddBackward0')
        'tensor([1.], grad_fn=<AddBackward0>)'
        else: The operation is named like this: grad_fn=<AddBackward0>.
        >>> tensor_repr(np.zeros((0, 2), int), mt.int64, GPU, False)
        "tensor([], device='cuda:1', size=(0, 2), dtype=minitorch.int64)"
        if "tensor([], device='cuda:1', size=(0, 2), dtype=int64)": The dtype is printed in full, minitorch.float64: use
            {dtype!r}.
        if "tensor([], device='cuda:1', size=(0, 2))": A dtype that the numbers do not show has to be named:
            dtype=minitorch.int32.
        else: The order is fixed: device, size, dtype, and last the gradient.
    """,
)
