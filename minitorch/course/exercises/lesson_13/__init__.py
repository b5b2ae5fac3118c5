"""Exercises of lesson 13: converting and moving modules."""

SETUP = """
class Linear(mt.nn.Module):
    def __init__(self, n, m):
        super().__init__()
        self.weight = mt.nn.Parameter(mt.ones(m, n))
        self.bias = mt.nn.Parameter(mt.zeros(m))

class Center(mt.nn.Module):
    def __init__(self, n):
        super().__init__()
        self.mean = mt.nn.Buffer(mt.zeros(n), persistent=False)
        self.seen = mt.nn.Buffer(mt.tensor(0))

class Net(mt.nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.center, self.last = Linear(2, 3), Center(3), Linear(3, 1)
"""
