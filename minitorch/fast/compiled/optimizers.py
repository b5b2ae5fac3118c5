"""optimizers: Adam's step as a kernel: one pass over the memory (short cuts)."""

import numpy as np

from .kernel import shared


@shared("f4[::1], f4[::1], f4[::1], f4[::1], f4, f4, f4, f4, f4, f4, f4, f4", exact=True)
def adam_step(start, stop, p, g, m, v, keep, add, rest1, beta2, rest2, root, eps, size):
    """m += rest1 (g - m), v = beta2 v + rest2 g^2, p -= size m / (sqrt(v) / root + eps), all of them in place."""
    p, g, m, v = p[start:stop], g[start:stop], m[start:stop], v[start:stop]
    for i in range(len(p)):
        before = p[i] * keep
        slope = g[i] + add * p[i]
        m[i] += rest1 * (slope - m[i])
        v[i] = beta2 * v[i] + rest2 * slope * slope
        p[i] = before - size * m[i] / (np.sqrt(v[i]) / root + eps)


def adam(p, g, m, v, decay, factor, rest1, beta2, root, eps, size):
    """fast/adam.py's step, of arrays in one block"""
    if not all([a.flags.carray for a in (p, g, m, v)]):
        return None
    keep, add = (factor, 0.0) if decay == "shrink" else (1.0, factor if decay else 0.0)
    adam_step(p.size, 0.3, p, g, m, v, keep, add, rest1, beta2, 1 - beta2, root, eps, size)
    return True
