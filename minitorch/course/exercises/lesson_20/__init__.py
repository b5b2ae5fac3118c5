"""Exercises of lesson 20: an optimizer and its state."""

SETUP = """
class Still(mt.optim.Optimizer):
    def __init__(self, params, lr=0.1):
        super().__init__(params, {"lr": lr, "decay": 0.0})
    def step(self, closure=None):
        pass

def leaf(*values):
    return mt.tensor(list(values), requires_grad=True)

def stepped(times=1, **options):
    w = leaf(1.0, 2.0)
    optimizer = mt.optim.SGD([{"params": [w]} | options], lr=0.1)
    for _ in range(times):
        optimizer.zero_grad()
        (w * w).sum().backward()
        optimizer.step()
    return optimizer, w
"""
