"""check_grad: Does a gradient fit? (difficulty 2, 9 minutes)

`w.grad = g` calls this function. A gradient says for each number of w how the loss changes with it, so it must have one
number for each of them, of the same kind and in the same place.

1. Ask for the type first, then compare w and g three times.
2. `isinstance(value, mt.Tensor)`. A loop over ("shape", "dtype", "device") with getattr(tensor, name) makes one
   comparison of three.
3. `for name in ("shape", "dtype", "device"): if getattr(tensor, name) != getattr(value, name): raise RuntimeError(f"{name}
   differs")`, and at the end `return value`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.checks:check_grad",
    given="w = mt.nn.Parameter(mt.tensor([[0.5, -1.0]]))",
    facts="""
        >>> g = mt.tensor([[1.0, 2.0]])
        >>> check_grad(w, g) is g, w.grad
        (True, None)
        else: A gradient that fits is returned as it is, and w stays as it is. The assignment sets w.grad afterwards.
        >>> check_grad(w, w.data).tolist()
        [[0.5, -1.0]]
        else: Only w itself is refused: `value is tensor`. A different tensor may have the same numbers, or the same memory.
        >>> w.grad = mt.tensor([[1.0], [2.0]])
        raises RuntimeError: shape
        else: Two numbers each, but (2, 1) is a different shape than (1, 2): RuntimeError, and the message contains the word shape.
        >>> w.grad = mt.ones(1, 2, dtype=mt.float64)
        raises RuntimeError: dtype
        else: float32 and float64 are two dtypes, though of one category: RuntimeError, and the message contains the word dtype.
        >>> w.grad = mt.zeros(1, 2, device="meta")
        raises RuntimeError: device
        if None: This gradient is on a different device: RuntimeError, and the message contains the word device.
        >>> w.grad = [1.0, 2.0]
        raises TypeError
        if "AttributeError": A list has no shape. Ask first whether the value is a tensor.
        >>> w.grad = w
        raises RuntimeError
        if None: A tensor cannot be its own gradient: RuntimeError.
    """,
)
