"""pointwise: the same function of every element: arithmetic, exp and log, powers, rounding, activations."""
