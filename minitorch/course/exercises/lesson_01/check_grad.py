"""check_grad: Does a gradient fit? (difficulty 2, 9 minutes)

A gradient has one number for each number of the tensor, of the same type and in the same place.

1. Which three attributes must agree, and what must be known before they can be compared?
2. `isinstance(value, mt.Tensor)`. A loop over ("shape", "dtype", "device") with getattr(tensor, name) compares all.
3. In this loop, `if getattr(tensor, name) != getattr(value, name): raise RuntimeError(f"{name} differs")`. Then `return value`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.checks:check_grad",
    given="w, g = mt.nn.Parameter(mt.tensor([[0.5, -1.0]]).half()), mt.tensor([[1.0, 2.0]]).half()",
    facts="""
        >>> check_grad(w, g) is g, w.grad
        (True, None)
        if "RuntimeError": w and g agree in shape, dtype and device, and only these count. Compare with `!=`, not with `is not`.
        if "TypeError": g is a plain tensor, and w a Parameter. Any tensor will do: ask for mt.Tensor, of which Parameter is a subclass.
        else: A gradient that fits is returned as it is, and w stays as it is. The assignment sets w.grad afterwards.
        >>> check_grad(w.data, w).tolist(), check_grad(w, (w.T * 2).T).tolist()
        ([[0.5, -1.0]], [[1.0, -2.0]])
        else: Both gradients fit: shape, dtype and device are the same. Nothing else counts: not requires_grad, not grad_fn, and not the order in memory.
        >>> w.grad = g.unsqueeze(2)
        raises RuntimeError: shape
        else: Two numbers each, but (1, 2, 1) is another shape than (1, 2): RuntimeError, and the message contains the word shape.
        >>> w.grad = g.T
        raises RuntimeError: shape
        if None: (2, 1) is another shape than (1, 2): compare the shapes themselves.
        >>> w.grad = g.bfloat16()
        raises RuntimeError: dtype
        else: float16 and bfloat16 are two dtypes of one category and one size: RuntimeError, and the message contains the word dtype.
        >>> w.data.to("meta").grad = g
        raises RuntimeError: device
        if None: This gradient is on a different device: RuntimeError, and the message contains the word device.
        >>> w.grad = np.ones((1, 2))
        raises TypeError
        if "dtype": An array has a shape and a dtype, too. Ask first whether the value is a tensor.
        >>> check_grad(w, None)
        raises TypeError
        else: The assignment handles None by itself. Here it is like anything else that is not a tensor: TypeError.
    """,
)
