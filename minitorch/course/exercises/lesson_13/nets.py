"""Modules for the exercises of this lesson, and a law for random numbers in them."""

import numpy as np

import minitorch as mt

SETUP = """
    class Linear(mt.nn.Module):
        def __init__(self, n, m):
            super().__init__()
            self.weight = mt.nn.Parameter(mt.ones(m, n))
            self.bias = mt.nn.Parameter(mt.zeros(m))

    class Center(mt.nn.Module):
        def __init__(self, n):
            super().__init__()
            self.mean = mt.nn.Buffer(mt.zeros(n))
            self.seen = mt.nn.Buffer(mt.tensor(0))

    class Net(mt.nn.Module):
        def __init__(self):
            super().__init__()
            self.first, self.center, self.last = Linear(2, 3), Center(3), Linear(3, 1)

    def tied():
        net = Net()
        net.first, net.last = Linear(3, 3), Linear(3, 3)
        net.last.weight = net.first.weight
        return net
"""


def moved(f, rng):
    numbers, grads, shift = rng.normal(size=4), rng.normal(size=4), float(rng.normal())
    outer, inner = mt.nn.Module(), mt.nn.Module()
    inner.weight = mt.nn.Parameter(mt.tensor(numbers.tolist(), dtype=mt.float64))
    inner.weight.grad = mt.tensor(grads.tolist(), dtype=mt.float64)
    inner.mean = mt.nn.Buffer(mt.tensor(numbers[:2].tolist(), dtype=mt.float64))
    outer.inner = inner
    f(outer, lambda x: x * 3 + shift)
    expected = np.concatenate([numbers, grads, numbers[:2]]) * 3 + shift
    got = inner.weight.tolist() + inner.weight.grad.tolist() + inner.mean.tolist()
    return {"numbers": numbers.round(3).tolist(), "shift": round(shift, 3)}, expected.tolist(), got
