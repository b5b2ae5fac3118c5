"""powers: e**x of float32 as a power of 2, where NumPy has those for many numbers at once (short cuts).

That is on processors with AVX-512 alone; there a power of 2 takes half of the time of exp. What rounding x / log(2) loses
grows with x: 1.7e-7 of the power below 5, 7e-7 at 20. PyTorch's softmax is off by as much.
"""

import sys

import numpy as np

WIDE = sys.platform == "linux" and np._core._multiarray_umath.__cpu_features__.get("AVX512_SKX", False)
power, POWER = (np.exp2, 1 / np.log(2)) if WIDE else (np.exp, 1.0)  # power(x * POWER) is e**x
FACTOR = np.array(POWER, "float32")  # which NumPy takes sooner than a number


def exp(x, out):
    """e**x, written into `out`."""
    if not WIDE:
        return np.exp(x, out)
    return power(np.multiply(x, FACTOR, out), out)
